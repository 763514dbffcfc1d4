//===- Scratch.cpp - Tensors in shared memory -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/mathlib/Term.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// The number of an element in row-major order.
Word rowMajor(const LinearLayout &layout, Word element) {
  Word number = 0;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis) {
    Dim dim = Dim::standard(axis);
    number = number << layout.outBits(dim) | layout.field(element, dim);
  }
  return number;
}

std::uint64_t elementsOf(const LinearLayout &layout) {
  return std::uint64_t(1) << layout.totalOutBits();
}

} // namespace

Value KernelLowering::makeScratch(std::uint64_t bytes, Operation *op) {
  constexpr unsigned Alignment = 16;
  if (bytes > target.sharedBytes) {
    refuse(op) << "it needs " << bytes << " bytes of shared memory";
    return {};
  }
  return make<simt::SharedOp>(op->getLoc(), builder.getI32Type(),
                              static_cast<std::uint32_t>(bytes), Alignment,
                              IntegerAttr());
}

Value KernelLowering::scratchAddresses(Value piece, const LinearLayout &layout,
                                       unsigned bytes, Location place) {
  ThreadMap map;
  for (Dim dim : {Dim::Lane, Dim::Warp})
    for (Word basis : layout.bases(dim))
      map.columns.push_back(rowMajor(layout, basis) * bytes);
  llvm::SmallVector<std::int32_t> offsets;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index)
    offsets.push_back(static_cast<std::int32_t>(
        rowMajor(layout, f2::multiply(layout.bases(Dim::Register), index)) *
        bytes));
  VectorType type = simt::registers(builder.getI32Type(),
                                    static_cast<unsigned>(offsets.size()));
  Value mine = make<simt::SplatOp>(place, type, apply(map, place));
  Value others = make<arith::ConstantOp>(
      place, DenseElementsAttr::get(type, llvm::ArrayRef(offsets)));
  Value offset = make<arith::XOrIOp>(place, mine, others);
  return make<arith::AddIOp>(place, offset,
                             make<simt::SplatOp>(place, type, piece));
}

Value KernelLowering::forAll(Value predicate, unsigned count, Location place) {
  if (!predicate || isa<VectorType>(predicate.getType()))
    return predicate;
  return make<simt::SplatOp>(place, simt::registers(builder.getI1Type(), count),
                             predicate);
}

/// Accesses 0 to count - 1, one register each.
static std::pair<llvm::SmallVector<std::int32_t>,
                 llvm::SmallVector<std::int32_t>>
singleAccesses(Value addresses) {
  auto count = static_cast<std::int32_t>(
      cast<VectorType>(addresses.getType()).getNumElements());
  return {llvm::to_vector(llvm::seq<std::int32_t>(0, count)),
          llvm::SmallVector<std::int32_t>(static_cast<std::size_t>(count), 0)};
}

Value KernelLowering::loadScratch(Value addresses, Type element,
                                  Location place) {
  auto [at, offsets] = singleAccesses(addresses);
  return make<simt::LoadOp>(
      place, simt::registers(element, static_cast<unsigned>(at.size())),
      simt::Space::Shared, addresses, Value(), Value(), at, offsets, 1U,
      simt::CacheLevelAttr(), simt::EvictionAttr(), /*isVolatile=*/false);
}

void KernelLowering::storeScratch(Value addresses, Value registers,
                                  Value predicates, Location place) {
  auto [at, offsets] = singleAccesses(addresses);
  make<simt::StoreOp>(
      place, simt::Space::Shared, addresses, registers,
      forAll(predicates, static_cast<unsigned>(at.size()), place), at, offsets,
      1U, simt::CacheLevelAttr(), simt::EvictionAttr());
}

// The source is written to shared memory, and every register reads its element
// at the place that the indices say.
LogicalResult KernelLowering::emitGather(Operation *op) {
  auto gather = cast<tt::GatherOp>(op);
  Location place = op->getLoc();
  const LinearLayout source =
      layoutOf(cast<RankedTensorType>(gather.getSrc().getType()));
  const LinearLayout result =
      layoutOf(cast<RankedTensorType>(gather.getType()));
  Value registers = get(gather.getSrc());
  Type element = getElementTypeOrSelf(registers.getType());
  unsigned bytes = simt::bytesOf(element);
  Value piece = makeScratch(elementsOf(source) * bytes, op);
  if (!piece)
    return failure();
  storeScratch(scratchAddresses(piece, source, bytes, place), registers,
               isOwner(source, place), place);
  Term index(builder, place, get(gather.getIndices()));
  Type i32 = index.typeOf(builder.getI32Type());
  if (index.bits() < 32)
    index = index.unary<arith::ExtSIOp>(i32);
  else
    index = truncate(index, 32);
  // Coordinates of the result along other axes, which are those of the source.
  Term address =
      index.with(make<simt::SplatOp>(place, index.integer(32), piece));
  std::uint64_t stride = bytes;
  for (auto axis = static_cast<unsigned>(result.outs().size()); axis-- > 0;) {
    Term coordinate = axis == gather.getAxis()
                          ? index
                          : index.with(coordinates(result, axis, place));
    address = address + coordinate * static_cast<double>(stride);
    stride *= source.outSize(Dim::standard(axis));
  }
  set(gather, loadScratch(address.get(), element, place));
  return success();
}

Value KernelLowering::coordinates(const LinearLayout &layout, unsigned axis,
                                  Location place) {
  llvm::SmallVector<std::int32_t> offsets;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index)
    offsets.push_back(static_cast<std::int32_t>(
        layout.field(f2::multiply(layout.bases(Dim::Register), index),
                     Dim::standard(axis))));
  VectorType type = simt::registers(builder.getI32Type(),
                                    static_cast<unsigned>(offsets.size()));
  Value mine =
      make<simt::SplatOp>(place, type, apply(threadMapOf(layout, axis), place));
  return make<arith::XOrIOp>(
      place, mine,
      make<arith::ConstantOp>(
          place, DenseElementsAttr::get(type, llvm::ArrayRef(offsets))));
}

// Counters in shared memory, one for each number; the threads that hold copies
// of an element count it once.
LogicalResult KernelLowering::emitHistogram(Operation *op) {
  auto histogram = cast<tt::HistogramOp>(op);
  Location place = op->getLoc();
  const LinearLayout source =
      layoutOf(cast<RankedTensorType>(histogram.getSrc().getType()));
  auto type = cast<RankedTensorType>(histogram.getType());
  const LinearLayout result = layoutOf(type);
  Type i32 = builder.getI32Type();
  if (!type.getElementType().isInteger(32))
    return refuse(op) << "it counts in " << type.getElementType();
  Value piece = makeScratch(elementsOf(result) * 4, op);
  if (!piece)
    return failure();
  Value counters = scratchAddresses(piece, result, 4, place);
  storeScratch(counters, number(0, registersOf(type)), isOwner(result, place),
               place);
  Term value(builder, place, get(histogram.getSrc()));
  Value isInside = make<arith::CmpIOp>(
      place, arith::CmpIPredicate::ult, value.get(),
      value.number(static_cast<double>(elementsOf(result))).get());
  if (value.bits() < 32 && elementsOf(result) >= std::uint64_t(1)
                                                     << value.bits())
    isInside = value.with(isInside).number(1).get();
  auto count = static_cast<unsigned>(
      cast<VectorType>(value.get().getType()).getNumElements());
  if (histogram.getMask())
    isInside = make<arith::AndIOp>(place, isInside, get(histogram.getMask()));
  if (Value owner = forAll(isOwner(source, place), count, place))
    isInside = make<arith::AndIOp>(place, isInside, owner);
  value = value.bits() < 32 ? zeroExtend(value, 32) : truncate(value, 32);
  Value ones = number(1, simt::registers(i32, count));
  Term address =
      (value << 2) +
      value.with(make<simt::SplatOp>(place, value.integer(32), piece));
  make<simt::AtomicOp>(place, simt::registers(i32, count), simt::Atomic::Add,
                       simt::Order::Relaxed, simt::Reach::Block,
                       simt::Space::Shared, address.get(), ones, Value(),
                       isInside);
  set(histogram, loadScratch(counters, i32, place));
  return success();
}

} // namespace heddle
