//===- TensorMaps.cpp - Descriptors made by the kernel --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttng.h"
#include "heddle/target/TensorMap.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// Fails if one of the op's numbers is none that there is.
LogicalResult checkNumbers(ttng::TensormapCreateOp create) {
  constexpr std::uint32_t MostSwizzle = 3;
  if (create.getElemType() >
      static_cast<std::uint32_t>(TensorMap::Element::Tf32Ftz))
    return refuse(create) << "elements of type " << create.getElemType()
                          << " of tensormap.replace exist from sm_100 on";
  if (create.getInterleaveLayout() != 0)
    return refuse(create) << "it has interleaved channels";
  if (create.getSwizzleMode() > MostSwizzle)
    return refuse(create) << "swizzle " << create.getSwizzleMode()
                          << " of tensormap.replace exists from sm_100 on";
  if (create.getFillMode() > 1)
    return create.emitOpError()
           << "expects fill_mode 0 or 1, but got " << create.getFillMode();
  return success();
}

/// Of its block, the last one first.
auto opsBefore(OpBuilder &builder) {
  return llvm::reverse(llvm::make_range(builder.getInsertionBlock()->begin(),
                                        builder.getInsertionPoint()));
}

/// The maps that are made in this block since threads last waited there.
llvm::SmallVector<simt::TensorMapOp> mapsSinceBarrier(OpBuilder &builder) {
  llvm::SmallVector<simt::TensorMapOp> maps;
  for (Operation &op : opsBefore(builder)) {
    if (simt::synchronizedBy(&op))
      break;
    if (auto map = dyn_cast<simt::TensorMapOp>(op))
      maps.push_back(map);
  }
  return maps;
}

// To write one takes some microseconds: each of several maps is written by
// another warp, by way of memory of its own.
LogicalResult emitCreate(LoweringContext &context,
                         ttng::TensormapCreateOp create) {
  if (failed(checkNumbers(create)))
    return failure();
  Location loc = create.getLoc();
  // Fields are written in shared memory only.
  constexpr std::uint32_t Alignment = 128;
  llvm::SmallVector<simt::TensorMapOp> others =
      mapsSinceBarrier(context.builder);
  Value scratch;
  {
    OpBuilder::InsertionGuard guard(context.builder);
    if (!others.empty())
      context.builder.setInsertionPoint(others.back());
    scratch = context.make<simt::SharedOp>(loc, context.builder.getI32Type(),
                                           TensorMap::Bytes, Alignment,
                                           IntegerAttr());
  }
  auto warps = static_cast<std::size_t>(ir::warpsAt(create).value_or(1));
  context.make<simt::TensorMapOp>(
      loc, context.get(create.getDescPtr()), scratch,
      context.get(create.getGlobalAddress()), context.get(create.getBoxDim()),
      context.get(create.getGlobalDim()), context.get(create.getGlobalStride()),
      context.get(create.getElementStride()), create.getElemType(),
      create.getSwizzleMode(), create.getFillMode(),
      static_cast<std::uint32_t>(others.size() % warps));
  return success();
}

/// Is what the block does last, without ops that only compute, an acquisition?
bool isBehindAcquisition(OpBuilder &builder) {
  for (Operation &op : opsBefore(builder))
    if (!isMemoryEffectFree(&op))
      return isa<simt::TensorMapAcquireOp>(op);
  return false;
}

// One warp has written the map; others know by a barrier, which serves for all
// that are acquired together.
LogicalResult emitAcquire(LoweringContext &context,
                          ttng::TensormapFenceproxyAcquireOp acquire) {
  if (!isBehindAcquisition(context.builder))
    context.make<simt::BarrierOp>(acquire.getLoc(), simt::Scope::Block);
  context.make<simt::TensorMapAcquireOp>(acquire.getLoc(),
                                         context.get(acquire.getDescPtr()));
  return success();
}

/// A descriptor is the address of its tensor map.
LogicalResult emitReinterpret(LoweringContext &context,
                              ttng::ReinterpretTensorDescOp reinterpret) {
  context.set(reinterpret, context.get(reinterpret.getRawDesc()));
  return success();
}

} // namespace

void registerTensorMapEmitters(EmitterTable &table) {
  table.add<ttng::TensormapCreateOp>(emitCreate);
  table.add<ttng::TensormapFenceproxyAcquireOp>(emitAcquire);
  table.add<ttng::ReinterpretTensorDescOp>(emitReinterpret);
}

} // namespace heddle
