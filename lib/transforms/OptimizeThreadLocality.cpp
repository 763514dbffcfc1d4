//===- OptimizeThreadLocality.cpp - Reductions and gathers nearby ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedReduction.h"
#include "ChangeLayout.h"
#include "ViewTypes.h"
#include "heddle/encoding/Construct.h"
#include "heddle/encoding/Queries.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"

#include <algorithm>

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUOPTIMIZETHREADLOCALITY
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// The threads of an op; nothing unless its module says how many they are.
std::optional<ThreadGrid> threadsAt(Operation *op) {
  std::optional<unsigned> warps = ir::warpsAt(op), lanes = ir::lanesAt(op);
  if (!warps || !lanes)
    return std::nullopt;
  return ThreadGrid{*warps, *lanes, ir::blocksAt(op).value_or(1)};
}

//===----------------------------------------------------------------------===//
// Elements in any order that are reduced
//===----------------------------------------------------------------------===//

/// Along which all reductions of the tensor are, if there are any.
std::optional<unsigned> reducedAxis(Value tensor) {
  std::optional<unsigned> axis;
  for (Operation *user : tensor.getUsers())
    if (auto reduce = dyn_cast<tt::ReduceOp>(user)) {
      if (axis && *axis != reduce.getAxis())
        return std::nullopt;
      axis = reduce.getAxis();
    }
  return axis;
}

UnsignedList without(const UnsignedList &order, unsigned axis) {
  UnsignedList others;
  for (unsigned each : order)
    if (each != axis)
      others.push_back(each);
  return others;
}

/// The axes as threads have them, but the reduced one last: it gets threads
/// only once all other axes have.
UnsignedList orderForReduction(RankedTensorType type, unsigned axis) {
  const Encoding *encoding = ir::encodingOf(type);
  const auto *blocked = encoding->getIf<BlockedEncoding>();
  UnsignedList order = without(
      blocked ? blocked->order : threadOrder(*ir::linearLayoutOf(type)), axis);
  order.push_back(axis);
  return order;
}

void reduceInThreads(tt::ReshapeOp reshape) {
  auto type = cast<RankedTensorType>(reshape.getType());
  std::optional<unsigned> axis = reducedAxis(reshape);
  std::optional<ThreadGrid> threads = threadsAt(reshape);
  if (!reshape.getAllowReorder() || reshape.getEfficientLayout() || !axis ||
      !threads || !type.getEncoding() ||
      !ir::holdsOnce(reshape.getSrc().getType()) || !ir::holdsOnce(type))
    return;
  SmallVector<unsigned> single(type.getRank(), 1);
  Result<BlockedEncoding> layout = defaultBlocked(
      sizesOf(type), single, orderForReduction(type, *axis), *threads);
  if (!layout)
    return;
  RankedTensorType better =
      type.cloneWithEncoding(ir::layoutAttr(type.getContext(), *layout));
  if (better == type || !ir::holdsOnce(better))
    return;
  OpBuilder builder(reshape->getContext());
  builder.setInsertionPointAfter(reshape);
  reshape.getResult().setType(better);
  reshape.setEfficientLayout(true);
  auto convert = ttg::ConvertLayoutOp::create(builder, reshape.getLoc(), type,
                                              reshape.getResult());
  reshape.getResult().replaceAllUsesExcept(convert, convert);
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

/// Takes as many of what is left as there are elements for.
unsigned take(unsigned &left, std::uint64_t elements) {
  auto taken = static_cast<unsigned>(
      std::min<std::uint64_t>(left, std::max<std::uint64_t>(elements, 1)));
  left /= taken;
  return taken;
}

/// A layout of source and indices in which each warp has all of the axis: lanes
/// along it as far as it goes, then along the other axes as they are now, then
/// warps. What is left has copies.
BlockedEncoding layoutInWarp(tt::GatherOp gather, const LinearLayout &source,
                             const ThreadGrid &threads) {
  auto type = cast<RankedTensorType>(gather.getSrc().getType());
  auto indices = cast<RankedTensorType>(gather.getIndices().getType());
  auto rank = static_cast<unsigned>(type.getRank());
  unsigned axis = gather.getAxis();
  auto length = static_cast<std::uint64_t>(
      std::max(type.getDimSize(axis), indices.getDimSize(axis)));
  UnsignedList others = without(threadOrder(source), axis);
  unsigned lanes = threads.threadsPerWarp, warps = threads.numWarps;
  BlockedEncoding layout;
  layout.sizePerThread.assign(rank, 1);
  layout.threadsPerWarp.assign(rank, 1);
  layout.warpsPerCTA.assign(rank, 1);
  unsigned along = take(lanes, length);
  layout.sizePerThread[axis] = static_cast<unsigned>(length / along);
  layout.order = {axis};
  for (unsigned each : others) {
    layout.threadsPerWarp[each] =
        take(lanes, static_cast<std::uint64_t>(type.getDimSize(each)));
    layout.order.push_back(each);
  }
  for (unsigned each : without(warpOrder(source), axis))
    layout.warpsPerCTA[each] =
        take(warps, static_cast<std::uint64_t>(type.getDimSize(each)) /
                        layout.threadsPerWarp[each]);
  layout.threadsPerWarp[axis] = along * lanes;
  layout.warpsPerCTA[axis] = warps;
  return layout;
}

void gatherInWarps(tt::GatherOp gather) {
  auto type = cast<RankedTensorType>(gather.getSrc().getType());
  auto indices = cast<RankedTensorType>(gather.getIndices().getType());
  std::optional<ThreadGrid> threads = threadsAt(gather);
  if (gather.getEfficientLayout() || type.getRank() < 2 || !threads ||
      threads->numCTAs != 1 || !type.getEncoding())
    return;
  Result<LinearLayout> source = ir::linearLayoutOf(type);
  if (!source)
    return;
  Attribute layout = ir::layoutAttr(
      gather.getContext(), Encoding(layoutInWarp(gather, *source, *threads)));
  gather.setEfficientLayout(true);
  changeLayout(gather, type.getShape(), layout);
  changeLayout(gather, indices.getShape(), layout);
}

//===----------------------------------------------------------------------===//
// Reductions of loops
//===----------------------------------------------------------------------===//

SmallVector<CarriedReduction> carriedReductions(ModuleOp module) {
  SmallVector<CarriedReduction> all;
  module.walk([&](tt::ReduceOp reduce) {
    if (auto carried = CarriedReduction::match(reduce))
      all.push_back(*carried);
  });
  return all;
}

class TritonGPUOptimizeThreadLocality
    : public impl::TritonGPUOptimizeThreadLocalityBase<
          TritonGPUOptimizeThreadLocality> {
public:
  using Base::Base;

  void runOnOperation() final {
    getOperation().walk(reduceInThreads);
    getOperation().walk(gatherInWarps);
    for (const CarriedReduction &carried : carriedReductions(getOperation()))
      carried.reduceBehindLoop();
  }
};

} // namespace

} // namespace heddle
