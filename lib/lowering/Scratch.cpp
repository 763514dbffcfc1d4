//===- Scratch.cpp - Temporary tensors in shared memory -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scratch.h"
#include "Registers.h"
#include "Threads.h"
#include "heddle/plan/SharedLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;

std::uint64_t elementsOf(const LinearLayout &layout) {
  return std::uint64_t(1) << layout.totalOutBits();
}

Value makeScratch(LoweringContext &context, Operation *op,
                  std::uint64_t bytes) {
  constexpr unsigned Alignment = 16;
  if (bytes > context.target.sharedBytes) {
    refuse(op) << "it needs " << bytes << " bytes of shared memory";
    return {};
  }
  return context.make<simt::SharedOp>(
      op->getLoc(), context.builder.getI32Type(),
      static_cast<std::uint32_t>(bytes), Alignment, IntegerAttr());
}

Value scratchAddresses(LoweringContext &context, Location loc, Value scratch,
                       const LinearLayout &layout, unsigned bytes) {
  ThreadMap map;
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    for (Word basis : layout.bases(dim))
      map.columns.push_back(rowMajor(layout, basis) * bytes);
  llvm::SmallVector<std::int32_t> offsets;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index)
    offsets.push_back(static_cast<std::int32_t>(
        rowMajor(layout, f2::multiply(layout.bases(Dim::Register), index)) *
        bytes));
  VectorType type = simt::registers(context.builder.getI32Type(),
                                    static_cast<unsigned>(offsets.size()));
  Value mine =
      context.make<simt::SplatOp>(loc, type, evaluate(context, loc, map));
  Value others = context.make<arith::ConstantOp>(
      loc, DenseElementsAttr::get(type, llvm::ArrayRef(offsets)));
  Value offset = context.make<arith::XOrIOp>(loc, mine, others);
  return context.make<arith::AddIOp>(
      loc, offset, context.make<simt::SplatOp>(loc, type, scratch));
}

Value loadScratch(LoweringContext &context, Location loc, Value addresses,
                  Type element, Value block) {
  unsigned count = countOf(addresses);
  auto space = simt::Space::Shared;
  if (block) {
    llvm::SmallVector<Value> peers;
    Type i32 = context.builder.getI32Type();
    for (unsigned index = 0; index < count; ++index)
      peers.push_back(context.make<simt::PeerAddressOp>(
          loc, i32, context.make<simt::ExtractOp>(loc, i32, addresses, index),
          block));
    addresses = vectorOf(context.builder, loc, peers);
    space = simt::Space::Cluster;
  }
  return context.make<simt::LoadOp>(
      loc, simt::registers(element, count), space, addresses,
      /*buffer=*/Value(), Value(), Value(), firstRegisters(count),
      RegisterNumbers(count, 0), 1U, simt::CacheLevelAttr(),
      simt::EvictionAttr(), /*isVolatile=*/false,
      /*isOtherImplied=*/false);
}

void storeScratch(LoweringContext &context, Location loc, Value addresses,
                  Value registers, Value predicate) {
  unsigned count = countOf(addresses);
  context.make<simt::StoreOp>(
      loc, simt::Space::Shared, addresses, /*buffer=*/Value(), registers,
      splatPredicate(context.builder, loc, predicate, count),
      firstRegisters(count), RegisterNumbers(count, 0), 1U,
      simt::CacheLevelAttr(), simt::EvictionAttr());
}

} // namespace heddle
