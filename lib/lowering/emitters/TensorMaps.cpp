//===- TensorMaps.cpp - Descriptors made by the kernel --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
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

LogicalResult emitCreate(LoweringContext &context,
                         ttng::TensormapCreateOp create) {
  if (failed(checkNumbers(create)))
    return failure();
  Location loc = create.getLoc();
  // Fields are written in shared memory only.
  constexpr std::uint32_t Alignment = 128;
  Value scratch =
      context.make<simt::SharedOp>(loc, context.builder.getI32Type(),
                                   TensorMap::Bytes, Alignment, IntegerAttr());
  context.make<simt::TensorMapOp>(
      loc, context.get(create.getDescPtr()), scratch,
      context.get(create.getGlobalAddress()), context.get(create.getBoxDim()),
      context.get(create.getGlobalDim()), context.get(create.getGlobalStride()),
      context.get(create.getElementStride()), create.getElemType(),
      create.getSwizzleMode(), create.getFillMode());
  return success();
}

// The first warp has written the map; others know by a barrier.
LogicalResult emitAcquire(LoweringContext &context,
                          ttng::TensormapFenceproxyAcquireOp acquire) {
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
