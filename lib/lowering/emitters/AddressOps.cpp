//===- AddressOps.cpp - Programs, ranges and pointers ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What addresses are made of: which program this is, ranges of numbers, one
/// number for all elements, and pointer arithmetic.
///
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "GlobalScratch.h"
#include "Threads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

simt::GridAxis axisOf(tt::GridAxis axis) {
  return static_cast<simt::GridAxis>(static_cast<unsigned>(axis));
}

LogicalResult emitProgramId(ElementContext &context, tt::GetProgramIdOp id) {
  context.setUniform(
      id, context.make<simt::ProgramOp>(
              id.getLoc(), context.builder.getI32Type(), axisOf(id.getAxis())));
  return success();
}

LogicalResult emitProgramCount(ElementContext &context,
                               tt::GetNumProgramsOp count) {
  context.setUniform(count, context.make<simt::ProgramsOp>(
                                count.getLoc(), context.builder.getI32Type(),
                                axisOf(count.getAxis())));
  return success();
}

/// What the thread adds to what each register adds, which have no bits in
/// common unless the layout has replicas.
LogicalResult emitRange(LoweringContext &context, tt::MakeRangeOp range) {
  const LinearLayout &layout = context.layoutOf(range.getType());
  Location loc = range.getLoc();
  ThreadMap map = threadMapOf(layout, 0);
  Word threadBits = 0, registerBits = 0;
  for (Word column : map.columns)
    threadBits |= column;
  auto count = static_cast<std::uint32_t>(layout.inSize(Dim::Register));
  llvm::SmallVector<std::int32_t> offsets;
  for (std::uint32_t index = 0; index < count; ++index) {
    Word element = f2::multiply(layout.bases(Dim::Register), index);
    registerBits |= element;
    offsets.push_back(static_cast<std::int32_t>(element));
  }
  VectorType type = context.registersOf(range.getType());
  auto listOf = [&](llvm::ArrayRef<std::int32_t> numbers) -> Value {
    return context.make<arith::ConstantOp>(
        loc, DenseElementsAttr::get(type, numbers));
  };
  Value mine =
      context.make<simt::SplatOp>(loc, type, evaluate(context, loc, map));
  auto start = static_cast<std::int32_t>(range.getStartAttr().getInt());
  if ((threadBits & registerBits) != 0) {
    Value element = context.make<arith::XOrIOp>(loc, mine, listOf(offsets));
    context.set(range, context.make<arith::AddIOp>(
                           loc, element, context.number(start, type)));
    return success();
  }
  for (std::int32_t &offset : offsets)
    offset += start;
  context.set(range, context.make<arith::AddIOp>(loc, mine, listOf(offsets)));
  return success();
}

LogicalResult emitSplat(LoweringContext &context, tt::SplatOp splat) {
  context.setUniform(splat, context.get(splat.getSrc()));
  return success();
}

/// The only element, which each thread holds.
LogicalResult emitUnsplat(LoweringContext &context, tt::UnsplatOp unsplat) {
  context.set(unsplat, context.make<simt::ExtractOp>(
                           unsplat.getLoc(), context.lowered(unsplat.getType()),
                           context.get(unsplat.getSrc()), 0));
  return success();
}

LogicalResult emitAddPointer(LoweringContext &context, tt::AddPtrOp add) {
  Location loc = add.getLoc();
  Type pointee =
      cast<tt::PointerType>(getElementTypeOrSelf(add.getType())).getPointee();
  if (!pointee.isIntOrFloat())
    return refuse(add) << "it points to " << pointee;
  Value pointer = context.get(add.getPtr());
  Value offset = context.get(add.getOffset());
  Type type = pointer.getType();
  if (getElementTypeOrSelf(offset.getType()) != getElementTypeOrSelf(type))
    offset = context.make<arith::ExtSIOp>(loc, type, offset);
  if (unsigned stride = simt::bytesOf(pointee); stride != 1)
    offset =
        context.make<arith::MulIOp>(loc, offset, context.number(stride, type));
  context.set(add, context.make<arith::AddIOp>(loc, pointer, offset));
  return success();
}

LogicalResult emitGlobalScratch(LoweringContext &context,
                                ttg::GlobalScratchAllocOp alloc) {
  if (alloc.getThirdPartyAllocation())
    return refuse(alloc) << "the memory is that of a profiler";
  auto bytes = alloc.getNbytesAttr().getInt(),
       alignment = alloc.getAlignmentAttr().getInt();
  if (bytes <= 0)
    return alloc.emitOpError()
           << "expects a positive number of bytes, but got " << bytes;
  if (alignment <= 0 || !llvm::isPowerOf2_64(alignment))
    return alloc.emitOpError()
           << "expects a power of two as the alignment, but got " << alignment;
  Value address =
      allocateGlobalScratch(context, alloc, static_cast<std::uint64_t>(bytes),
                            static_cast<std::uint64_t>(alignment));
  if (!address)
    return failure();
  context.set(alloc, address);
  return success();
}

} // namespace

void registerAddressEmitters(EmitterTable &table) {
  table.add<tt::GetProgramIdOp>(emitProgramId);
  table.add<tt::GetNumProgramsOp>(emitProgramCount);
  table.add<tt::MakeRangeOp>(emitRange);
  table.add<tt::SplatOp>(emitSplat);
  table.add<tt::UnsplatOp>(emitUnsplat);
  table.add<tt::AddPtrOp>(emitAddPointer);
  table.add<ttg::GlobalScratchAllocOp>(emitGlobalScratch);
}

} // namespace heddle
