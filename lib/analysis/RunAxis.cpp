//===- RunAxis.cpp - Along which axis data lie side by side ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/RunAxis.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"

namespace heddle {

using namespace mlir;

namespace {

/// An axis of a tensor, and how many elements were loaded side by side along
/// it.
struct Run {
  unsigned axis = 0;
  int64_t elements = 0;
};

/// The axis of another shape of as many elements that has what is next along
/// this one.
unsigned axisAfterReshape(llvm::ArrayRef<int64_t> from, unsigned axis,
                          llvm::ArrayRef<int64_t> to) {
  int64_t step = 1;
  for (int64_t size : from.drop_front(axis + 1))
    step *= size;
  for (auto i = static_cast<unsigned>(to.size()); i-- > 0;) {
    if (step < to[i])
      return i;
    step /= to[i];
  }
  return 0;
}

/// Each value once: chains that fork and meet again would take exponential
/// time.
class Origins {
public:
  std::optional<Run> of(Value value);

private:
  std::optional<Run> find(Value value);
  /// Of the operands that have most elements from memory.
  std::optional<Run> ofOperands(Operation *op);

  llvm::DenseMap<Value, std::optional<Run>> known;
};

std::optional<Run> Origins::ofOperands(Operation *op) {
  std::optional<Run> most;
  for (Value operand : op->getOperands()) {
    std::optional<Run> run = of(operand);
    if (run && (!most || run->elements > most->elements))
      most = run;
  }
  return most;
}

std::optional<Run> Origins::of(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::optional<Run> run = find(value);
  return known[value] = run;
}

std::optional<Run> Origins::find(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!type || op == nullptr)
    return std::nullopt;
  if (isTensorLoad(op) || isa<ttg::LocalLoadOp>(op))
    return Run{.axis = runAxisOf(type), .elements = type.getNumElements()};
  // Threads look up what their indices name.
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    return of(gather.getIndices());
  bool isPassed = op->hasTrait<OpTrait::Elementwise>() ||
                  isa<ttg::ConvertLayoutOp, tt::FpToFpOp, tt::BroadcastOp,
                      tt::JoinOp, tt::SplitOp, tt::TransOp, tt::ReshapeOp,
                      tt::ExpandDimsOp, ttg::Fp4ToFpOp>(op);
  std::optional<Run> run = isPassed ? ofOperands(op) : std::nullopt;
  if (!run)
    return std::nullopt;
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    const auto *place = llvm::find(trans.getOrder(), run->axis);
    run->axis = static_cast<unsigned>(place - trans.getOrder().begin());
  } else if (auto expand = dyn_cast<tt::ExpandDimsOp>(op)) {
    run->axis += run->axis >= expand.getAxis() ? 1 : 0;
  } else if (auto reshape = dyn_cast<tt::ReshapeOp>(op)) {
    run->axis = axisAfterReshape(reshape.getSrc().getType().getShape(),
                                 run->axis, type.getShape());
  } else if (isa<tt::JoinOp>(op)) {
    // What is joined is in one thread.
    run->axis = static_cast<unsigned>(type.getRank()) - 1;
  } else if (isa<tt::SplitOp>(op) && run->axis == type.getRank()) {
    return std::nullopt;
  }
  return run;
}

} // namespace

unsigned runAxisOf(RankedTensorType type) {
  auto last = static_cast<unsigned>(type.getRank()) - 1;
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout)
    return last;
  for (Dim dim : {Dim::Register, Dim::Lane})
    for (Word basis : layout->bases(dim))
      for (unsigned axis = 0; axis <= last; ++axis)
        if (layout->outBits(Dim::standard(axis)) != 0 &&
            basis == Word(1) << layout->outShift(Dim::standard(axis)))
          return axis;
  return last;
}

unsigned runAxisAtOrigin(Value value) {
  std::optional<Run> run = Origins().of(value);
  return run ? run->axis : runAxisOf(cast<RankedTensorType>(value.getType()));
}

} // namespace heddle
