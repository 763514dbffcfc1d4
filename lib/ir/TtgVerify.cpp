//===- TtgVerify.cpp - Rules of ops of ttg --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "Verify.h"
#include "Views.h"
#include "heddle/ir/Subslices.h"

namespace heddle::ttg {

using namespace mlir;
using ir::expectAxis;
using ir::expectMutable;
using ir::expectSame;
using ir::expectShape;
using ir::expectShared;
using ir::expectType;
using ir::expectWhole;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

LogicalResult Fp4ToFpOp::verify() {
  auto from = cast<RankedTensorType>(getSrc().getType());
  int64_t axis = getAxisAttr().getInt();
  if (failed(expectAxis(*this, axis, from.getRank())))
    return failure();
  llvm::SmallVector<int64_t> shape(from.getShape());
  shape[static_cast<size_t>(axis)] *= 2;
  Type element = getElementTypeOrSelf(getType());
  if (!element.isF16() && !element.isBF16())
    return emitOpError() << "expects a result of f16 or bf16, but got "
                         << getType();
  if (failed(expectShape(*this, "a result", getType(), shape)) ||
      failed(ir::expectAllOrNoLayouts(*this)))
    return failure();
  const Encoding *encoding = ir::encodingOf(getType());
  const auto *blocked =
      encoding == nullptr ? nullptr : encoding->getIf<BlockedEncoding>();
  if (blocked != nullptr &&
      blocked->sizePerThread[static_cast<size_t>(axis)] < 2)
    return emitOpError() << "expects a result with both elements of a pair in "
                            "one box of a thread, sizePerThread of 2 or more "
                            "along axis "
                         << axis << ", but got " << getType();
  // The axis is twice as long: its bits and those above move up by one.
  std::uint64_t below = 1;
  for (int64_t each = axis + 1; each < from.getRank(); ++each)
    below *= static_cast<std::uint64_t>(from.getDimSize(each));
  return ir::expectRenamed(*this, from, getType(),
                           [&](std::uint64_t number) {
                             return (number & (below - 1)) |
                                    (number & ~(below - 1)) << 1;
                           },
                           ir::Registers::Exact, {below});
}

LogicalResult InlineAsmOp::verify() {
  for (Type type : getOperation()->getOperandTypes())
    if (isa<RankedTensorType>(type) && ir::encodingOf(type) == nullptr)
      return emitOpError() << "expects tensors with layouts, but got " << type;
  for (Type type : getResultTypes())
    if (isa<RankedTensorType>(type) && ir::encodingOf(type) == nullptr)
      return emitOpError() << "expects tensors with layouts, but got " << type;
  if (!getPure())
    return success();
  for (Type type : getArgs().getTypes())
    if (isa<MemDescType>(type))
      return emitOpError()
             << "expects 'pure = false' with operands in memory, but got "
             << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

void LocalAllocOp::getEffects(
    llvm::SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  auto result = cast<OpResult>(getResult());
  effects.emplace_back(MemoryEffects::Allocate::get(), result,
                       ir::SharedMemory::get());
  if (getSrc())
    effects.emplace_back(MemoryEffects::Write::get(), result,
                         ir::SharedMemory::get());
}

LogicalResult LocalAllocOp::verify() {
  MemDescType memory = getType();
  if (failed(expectShared(*this, memory)))
    return failure();
  if (memory.getAllocShape() != memory.getShape())
    return emitOpError() << "expects a buffer as large as its allocation, "
                         << ir::shapeText(memory.getAllocShape())
                         << ", but got " << memory;
  if (getSrc())
    return expectSame(*this, getSrc().getType(), memory);
  return expectMutable(*this, memory);
}

LogicalResult LocalLoadOp::verify() {
  return expectSame(*this, getType(), getSrc().getType());
}

LogicalResult LocalStoreOp::verify() {
  if (failed(expectMutable(*this, getDst().getType())))
    return failure();
  return expectSame(*this, getSrc().getType(), getDst().getType());
}

/// Values at indices along an axis of a buffer.
static LogicalResult verifyIndexed(Operation *op, MemDescType memory,
                                   RankedTensorType values,
                                   RankedTensorType indices, int64_t axis) {
  if (failed(expectShared(op, memory)) ||
      failed(expectShape(op, "values", values, indices.getShape())) ||
      failed(expectType(op, "values with elements", values.getElementType(),
                        memory.getElementType())))
    return failure();
  if (values.getEncoding() != indices.getEncoding())
    return op->emitOpError()
           << "expects values with the layout of the indices, " << indices
           << ", but got " << values;
  auto rank = static_cast<int64_t>(memory.getShape().size());
  if (indices.getRank() != rank)
    return op->emitOpError() << "expects as many axes of the buffer and of the "
                                "indices, but got "
                             << memory << " and " << indices;
  return expectAxis(op, axis, rank);
}

LogicalResult LocalGatherOp::verify() {
  return verifyIndexed(
      *this, getSrc().getType(), cast<RankedTensorType>(getType()),
      cast<RankedTensorType>(getIndices().getType()), getAxisAttr().getInt());
}

LogicalResult LocalScatterOp::verify() {
  return verifyIndexed(
      *this, getDst().getType(), cast<RankedTensorType>(getValues().getType()),
      cast<RankedTensorType>(getIndices().getType()), getAxisAttr().getInt());
}

LogicalResult LocalAtomicScatterRMWOp::verify() {
  if (failed(expectMutable(*this, getDst().getType())))
    return failure();
  return verifyIndexed(
      *this, getDst().getType(), cast<RankedTensorType>(getValues().getType()),
      cast<RankedTensorType>(getIndices().getType()), getAxisAttr().getInt());
}

//===----------------------------------------------------------------------===//
// Views of memory
//===----------------------------------------------------------------------===//

/// A view is of the same memory, with the same elements.
static LogicalResult verifyView(Operation *op, MemDescType from,
                                MemDescType to) {
  if (failed(expectType(op, "a view with elements", to.getElementType(),
                        from.getElementType())))
    return failure();
  if (from.getMemorySpace() != to.getMemorySpace())
    return op->emitOpError() << "expects a view of " << from.getMemorySpace()
                             << ", but got " << to;
  return success();
}

/// A view of all of the memory is as mutable, and says of what it is a part.
static LogicalResult verifyWholeView(Operation *op, MemDescType from,
                                     MemDescType to,
                                     ArrayRef<int64_t> allocShape) {
  if (failed(verifyView(op, from, to)))
    return failure();
  if (from.getMutableMemory() != to.getMutableMemory())
    return op->emitOpError() << "expects a view that is as mutable as " << from
                             << ", but got " << to;
  if (to.getAllocShape() != allocShape)
    return op->emitOpError() << "expects a view with the allocation "
                             << ir::shapeText(allocShape) << ", but got " << to;
  return success();
}

LogicalResult MemDescIndexOp::verify() {
  MemDescType from = getSrc().getType();
  if (failed(verifyView(*this, from, getType())) ||
      failed(expectShape(*this, "a result", getType(),
                         from.getShape().drop_front())))
    return failure();
  if (from.getEncoding() != getType().getEncoding())
    return emitOpError() << "expects the layout of the source, "
                         << from.getEncoding() << ", but got " << getType();
  size_t rank = getType().getShape().size();
  if (from.getAllocShape().take_back(rank) != from.getShape().take_back(rank))
    return emitOpError() << "expects an array of whole buffers, but got "
                         << from;
  if (getType().getAllocShape() != getType().getShape())
    return emitOpError() << "expects a buffer without an allocation of its "
                            "own, but got "
                         << getType();
  return success();
}

static LogicalResult expectUnmixed(MemDescSubsliceOp op) {
  MemDescType from = op.getSrc().getType();
  for (auto [axis, size] : llvm::enumerate(op.getType().getShape()))
    if (std::optional<int64_t> element =
            ir::mixedElement(from, static_cast<unsigned>(axis), size))
      return op.emitOpError()
             << "expects a part that keeps whole patterns of the swizzle, but "
                "got "
             << size << " of " << from.getShape()[axis] << " along axis "
             << axis << ", where element " << *element
             << " is swizzled by another axis too";
  return success();
}

LogicalResult MemDescSubsliceOp::verify() {
  MemDescType from = getSrc().getType();
  MemDescType to = getType();
  if (failed(ir::expectShared(*this, from)) ||
      failed(verifyView(*this, from, to)))
    return failure();
  if (from.getEncoding() != to.getEncoding())
    return emitOpError() << "expects the layout of the source, "
                         << from.getEncoding() << ", but got " << to;
  if (ir::has(getContext(), ir::Feature::PartsKeepAllocations) &&
      from.getAllocShape() != to.getAllocShape())
    return emitOpError() << "expects the allocation of the source, "
                         << ir::shapeText(from.getAllocShape()) << ", but got "
                         << to;
  size_t rank = from.getShape().size();
  if (to.getShape().size() != rank || getOffsets().size() != rank)
    return emitOpError() << "expects " << rank
                         << " sizes and offsets, as the source has axes, but "
                            "got "
                         << to.getShape().size() << " and "
                         << getOffsets().size();
  for (size_t axis = 0; axis < rank; ++axis) {
    int64_t offset = getOffsets()[axis];
    int64_t size = to.getShape()[axis];
    if (offset < 0 || offset + size > from.getShape()[axis])
      return emitOpError() << "expects a part of the source's "
                           << from.getShape()[axis] << " along axis " << axis
                           << ", but got " << offset << " to " << offset + size;
    if (offset % size != 0)
      return emitOpError()
             << "expects an offset that is a multiple of the size " << size
             << " along axis " << axis << ", but got " << offset;
  }
  return expectUnmixed(*this);
}

LogicalResult MemDescTransOp::verify() {
  MemDescType from = getSrc().getType();
  size_t rank = from.getShape().size();
  if (failed(
          ir::expectPermutation(*this, getOrder(), static_cast<int64_t>(rank))))
    return failure();
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<int64_t> allocShape(from.getAllocShape().drop_back(rank));
  for (int32_t axis : getOrder()) {
    shape.push_back(from.getShape()[static_cast<size_t>(axis)]);
    allocShape.push_back(
        from.getAllocShape().take_back(rank)[static_cast<size_t>(axis)]);
  }
  if (failed(verifyWholeView(*this, from, getType(), allocShape)) ||
      failed(expectShape(*this, "a result", getType(), shape)))
    return failure();
  return ir::expectTransposed(*this, from, getType(), getOrder());
}

LogicalResult MemDescReshapeOp::verify() {
  MemDescType from = getSrc().getType();
  if (failed(expectWhole(*this, from)))
    return failure();
  llvm::SmallVector<int64_t> allocShape(
      from.getAllocShape().drop_back(from.getShape().size()));
  llvm::append_range(allocShape, getType().getShape());
  if (failed(verifyWholeView(*this, from, getType(), allocShape)))
    return failure();
  if (from.getNumElements() != getType().getNumElements())
    return emitOpError() << "expects as many elements on both sides, but got "
                         << from << " and " << getType();
  return ir::expectRenamed(*this, from, getType(),
                           [](std::uint64_t number) { return number; });
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

LogicalResult AsyncCopyGlobalToLocalOp::verify() {
  MemDescType memory = getResult().getType();
  Type pointer = getSrc().getType();
  if (failed(expectMutable(*this, memory)))
    return failure();
  if (getMask() && failed(expectType(*this, "a mask", getMask().getType(),
                                     tt::boolLike(pointer))))
    return failure();
  if (getOther() &&
      failed(expectType(*this, "another value", getOther().getType(),
                        tt::pointee(pointer))))
    return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Warps with work of their own
//===----------------------------------------------------------------------===//

WarpSpecializePartitionsOp WarpSpecializeOp::getPartitionOp() {
  return cast<WarpSpecializePartitionsOp>(
      getPartitionOpHolder().front().front());
}

RegionRange WarpSpecializeOp::getPartitionRegions() {
  return getPartitionOp().getPartitionRegions();
}

void WarpSpecializeOp::getSuccessorRegions(
    RegionBranchPoint point,
    llvm::SmallVectorImpl<RegionSuccessor> &successors) {
  if (point.isParent()) {
    successors.emplace_back(&getDefaultRegion());
    successors.emplace_back(&getPartitionOpHolder());
    return;
  }
  successors.emplace_back(getOperation(), getResults());
}

LogicalResult WarpSpecializeOp::verify() {
  if (!getCaptures().empty()) {
    InFlightDiagnostic diagnostic = emitOpError()
                                    << "expects no operands, but got "
                                    << getCaptures().size();
    diagnostic.attachNote()
        << "since Triton 3.7 they are operands of "
           "'ttg.warp_specialize.partitions'; the custom form, "
           "'ttg.warp_specialize(%a) default {...}', is the same in all "
           "releases";
    return diagnostic;
  }
  if (!getPartitionOpHolder().hasOneBlock() ||
      getPartitionOpHolder().front().empty() ||
      !isa<WarpSpecializePartitionsOp>(getPartitionOpHolder().front().front()))
    return emitOpError("expects 'ttg.warp_specialize.partitions' in its second "
                       "region");
  if (auto outer = (*this)->getParentOfType<WarpSpecializeOp>()) {
    InFlightDiagnostic diagnostic =
        emitOpError("expects to be in no other 'ttg.warp_specialize', but got "
                    "one around it");
    diagnostic.attachNote(outer.getLoc())
        << "warps are handed out here, once for the whole kernel; make what is "
           "inside partitions of this op";
    return diagnostic;
  }
  constexpr unsigned WarpsOfGroup = 4;
  if (std::optional<unsigned> warps = ir::warpsAt(*this);
      warps && *warps % WarpsOfGroup != 0)
    return emitOpError() << "expects a multiple of " << WarpsOfGroup
                         << " warps as '" << WarpsAttr << "', but got "
                         << *warps;
  size_t partitions = getPartitionRegions().size();
  if (getPartitionNumWarps().size() != partitions)
    return emitOpError() << "expects a number of warps for each of "
                         << partitions << " partitions, but got "
                         << getPartitionNumWarps().size();
  for (auto [number, warps] : llvm::enumerate(getPartitionNumWarps()))
    if (warps <= 0 || !llvm::isPowerOf2_32(static_cast<uint32_t>(warps)))
      return emitOpError() << "expects a power of two of warps, but got "
                           << warps << " in partition " << number;
  std::optional<ArrayRef<int32_t>> starts = getWarpGroupStartIds();
  if (starts && starts->size() != partitions)
    return emitOpError() << "expects " << partitions
                         << " numbers as 'warpGroupStartIds', but got "
                         << starts->size();
  return success();
}

void WarpSpecializePartitionsOp::getSuccessorRegions(
    RegionBranchPoint point,
    llvm::SmallVectorImpl<RegionSuccessor> &successors) {
  if (!point.isParent())
    return;
  for (Region &region : getPartitionRegions())
    successors.emplace_back(&region, region.getArguments());
}

OperandRange
WarpSpecializePartitionsOp::getEntrySuccessorOperands(RegionSuccessor) {
  return getExplicitCaptures();
}

LogicalResult WarpSpecializePartitionsOp::verify() {
  for (auto [number, region] : llvm::enumerate(getPartitionRegions()))
    if (!llvm::equal(region.getArgumentTypes(), getOperandTypes()))
      return emitOpError() << "expects arguments of partition " << number
                           << " with the types of what is handed to it";
  return success();
}

LogicalResult WarpYieldOp::verify() {
  auto parent = cast<WarpSpecializeOp>((*this)->getParentOp());
  if (llvm::equal(parent.getResultTypes(), getValues().getTypes()))
    return success();
  return emitOpError("expects values of the types of the results of "
                     "'ttg.warp_specialize'");
}

} // namespace heddle::ttg
