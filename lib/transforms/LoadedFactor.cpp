//===- LoadedFactor.cpp - Factors that are loaded in slices ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedFactor.h"
#include "ViewTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

using namespace mlir;

RankedTensorType withLength(RankedTensorType type, unsigned axis,
                            int64_t length) {
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape[axis] = length;
  return RankedTensorType::get(shape, type.getElementType(),
                               type.getEncoding());
}

Value sliceOf(OpBuilder &builder, Value memory, unsigned axis, int64_t begin,
              int64_t length) {
  auto whole = cast<ttg::MemDescType>(memory.getType());
  if (whole.getShape()[axis] == length)
    return memory;
  llvm::SmallVector<int64_t> shape(whole.getShape());
  shape[axis] = length;
  llvm::SmallVector<int32_t> offsets(shape.size(), 0);
  offsets[axis] = static_cast<int32_t>(begin);
  auto part = ttg::MemDescType::get(
      shape, whole.getElementType(), whole.getEncoding(),
      whole.getMemorySpace(), whole.getMutableMemory(), whole.getAllocShape());
  return ttg::MemDescSubsliceOp::create(builder, memory.getLoc(), part, memory,
                                        offsets);
}

namespace {

/// Does it compute each element of its result from one of its only operand?
bool isCast(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || !isPure(op) ||
      !op->hasTrait<OpTrait::Elementwise>())
    return false;
  auto from = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return from && to && from.getShape() == to.getShape() &&
         from.getEncoding() == to.getEncoding();
}

} // namespace

bool LoadedFactor::stepBack(Operation *op) {
  RankedTensorType result = type;
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    llvm::SmallVector<int32_t> back(type.getRank());
    for (auto [to, from] : llvm::enumerate(trans.getOrder()))
      back[from] = static_cast<int32_t>(to);
    type = transposedType(type, back);
    axis = static_cast<unsigned>(trans.getOrder()[axis]);
  } else if (isCast(op)) {
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    type = type.clone(from.getElementType());
  } else {
    return false;
  }
  steps.push_back({op, result});
  return type != nullptr;
}

std::optional<LoadedFactor> LoadedFactor::match(scf::ForOp loop, Value factor,
                                                unsigned axis, int64_t length) {
  LoadedFactor loaded;
  loaded.summed = loaded.axis = axis;
  loaded.type =
      withLength(cast<RankedTensorType>(factor.getType()), axis, length);
  Operation *op = factor.getDefiningOp();
  for (; op != nullptr && op->getBlock() == loop.getBody() && op->hasOneUse();
       op = op->getOperand(0).getDefiningOp()) {
    if (auto load = dyn_cast<ttg::LocalLoadOp>(op)) {
      loaded.load = load;
      loaded.memory = load.getSrc();
      loaded.token = load.getToken();
      std::reverse(loaded.steps.begin(), loaded.steps.end());
      return loaded;
    }
    if (!loaded.stepBack(op))
      return std::nullopt;
  }
  return std::nullopt;
}

Value LoadedFactor::slice(OpBuilder &builder, Value from, Value ready,
                          int64_t begin) const {
  Location loc = load->getLoc();
  from = sliceOf(builder, from, axis, begin, type.getDimSize(axis));
  Value value = ttg::LocalLoadOp::create(builder, loc, type, from, ready);
  for (const Step &step : steps) {
    Operation *copy = builder.clone(*step.op);
    copy->setOperand(0, value);
    value = copy->getResult(0);
    value.setType(step.type);
  }
  return value;
}

void LoadedFactor::erase() {
  for (const Step &step : llvm::reverse(steps))
    step.op->erase();
  load->erase();
}

} // namespace heddle
