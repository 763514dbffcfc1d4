//===- TtngVerifyCopies.cpp - Rules of asynchronous copies ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorText.h"
#include "Releases.h"
#include "TtngVerify.h"
#include "Verify.h"
#include "heddle/encoding/Queries.h"
#include "heddle/layout/Compose.h"

namespace heddle::ttng {

using namespace mlir;
using ir::expectShape;
using ir::expectType;
using mlir::failure;

//===----------------------------------------------------------------------===//
// What all copies by descriptors obey
//===----------------------------------------------------------------------===//

namespace {

/// A descriptor of either kind.
struct Descriptor {
  RankedTensorType block;
  Attribute layout;

  explicit Descriptor(Type type) {
    if (auto tiles = dyn_cast<tt::TensorDescType>(type)) {
      block = tiles.blockType();
      layout = tiles.getLayout();
      return;
    }
    auto windows = cast<Im2ColDescType>(type);
    block = ir::blockType(windows.getShape(), windows.getElementType());
    layout = windows.getLayout();
  }
};

} // namespace

/// The same pattern, of so many axes: a buffer may lack axes of its block that
/// have one element.
static bool isSamePattern(Attribute descriptor, Attribute buffer) {
  if (descriptor == buffer)
    return true;
  const Encoding *one = ir::encodingOf(descriptor);
  const Encoding *other = ir::encodingOf(buffer);
  const auto *left =
      one == nullptr ? nullptr : one->getIf<NvmmaSharedEncoding>();
  const auto *right =
      other == nullptr ? nullptr : other->getIf<NvmmaSharedEncoding>();
  if (left == nullptr || right == nullptr)
    return false;
  bool isOfOneBlock = left->cga.empty() && right->cga.empty();
  if (one->rank() != other->rank() && !isOfOneBlock)
    return false;
  // How blocks share the tensor is the buffer's alone: the engine of each block
  // copies its part.
  NvmmaSharedEncoding fitted = *left;
  fitted.rank = right->rank;
  fitted.cga = right->cga;
  return fitted == *right;
}

/// The layout is one that the engine writes. Releases before 3.9 do not need it
/// in the descriptor.
static LogicalResult expectEngineLayout(Operation *op, Attribute descriptor,
                                        ttg::MemDescType memory) {
  if (failed(ir::expectShared(op, memory)))
    return failure();
  const Encoding *encoding = ir::encodingOf(memory);
  const auto *layout = encoding->getIf<NvmmaSharedEncoding>();
  if (layout == nullptr)
    return op->emitOpError()
           << "expects an nvmma_shared layout, but got " << memory;
  // Of one axis there is nothing to transpose, but 3.6 says so.
  if (layout->transposed && encoding->rank() > 1)
    return op->emitOpError()
           << "expects a layout that is not transposed, but got " << memory;
  if (encoding->rank() != memory.getShape().size())
    return op->emitOpError() << "expects a layout of as many axes as the "
                                "buffer has, but got "
                             << memory;
  if (!descriptor &&
      ir::has(op->getContext(), ir::Feature::LayoutsInDescriptors))
    return op->emitOpError() << "expects a descriptor with the layout of the "
                                "buffer, but got one without, and "
                             << memory;
  if (descriptor && !isSamePattern(descriptor, memory.getEncoding()))
    return op->emitOpError() << "expects the layout of the descriptor, "
                             << descriptor << ", but got " << memory;
  return success();
}

static LogicalResult verifyPolicy(Operation *op, Attribute attribute) {
  if (!attribute)
    return success();
  tt::CacheModifier modifier = tt::CacheModifier::None;
  if (auto policy = dyn_cast<tt::CachePolicyAttr>(attribute)) {
    // Before 3.9 a modifier counts as nothing.
    if (ir::has(op->getContext(), ir::Feature::CacheModifiersCount))
      modifier = policy.getCacheModifier();
  } else if (auto detailed = dyn_cast<CachePolicyAttr>(attribute)) {
    modifier = detailed.getCacheModifier();
    if (detailed.getL1() != EvictionPriority::None ||
        detailed.getL2PrefetchSize())
      return op->emitOpError() << "expects a policy for the second-level cache "
                                  "without a prefetch, but got "
                               << attribute;
  } else {
    return op->emitOpError()
           << "expects #tt.cache_policy or #ttng.cache_policy, but got "
           << attribute;
  }
  if (modifier == tt::CacheModifier::None)
    return success();
  return op->emitOpError() << "expects no cache modifier, but got "
                           << attribute;
}

/// A block between global memory and a buffer of as many elements.
static LogicalResult verifyTile(Operation *op, Type type, size_t coordinates,
                                ttg::MemDescType memory) {
  constexpr int64_t MostAxes = 5;
  Descriptor descriptor(type);
  RankedTensorType block = descriptor.block;
  if (block.getRank() < 1 || block.getRank() > MostAxes)
    return op->emitOpError() << "expects a block of 1 to " << MostAxes
                             << " axes, but got " << type;
  bool isTile = isa<tt::TensorDescType>(type);
  if (isTile && coordinates != static_cast<size_t>(block.getRank()))
    return op->emitOpError()
           << "expects " << block.getRank()
           << " coordinates, as the block has axes, but got " << coordinates;
  if (failed(expectEngineLayout(op, descriptor.layout, memory)) ||
      failed(expectType(op, "a buffer with elements", memory.getElementType(),
                        block.getElementType())))
    return failure();
  if (memory.getNumElements() != block.getNumElements())
    return op->emitOpError()
           << "expects a buffer of " << block.getNumElements()
           << " elements, as the block has, but got " << memory;
  return success();
}

static LogicalResult verifyMulticast(Operation *op, bool isMulticast,
                                     ttg::MemDescType memory) {
  if (!isMulticast)
    return success();
  Result<LinearLayout> layout = ir::linearLayoutOf(memory);
  if (layout && llvm::is_contained(layout->bases(Dim::Block), Word(0)))
    return success();
  return op->emitOpError() << "expects with 'multicast' a layout that several "
                              "blocks have the same part of, but got "
                           << memory;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The pixel where a block of windows starts, and that of each window.
static LogicalResult verifyWindows(Operation *op, size_t coordinates,
                                   size_t offsets) {
  constexpr size_t Fewest = 3, Most = 5;
  if (coordinates < Fewest || coordinates > Most)
    return op->emitOpError()
           << "expects " << Fewest << " to " << Most
           << " coordinates of a tensor of windows, but got " << coordinates;
  if (offsets == coordinates - 2)
    return success();
  return op->emitOpError() << "expects " << coordinates - 2 << " offsets with "
                           << coordinates << " coordinates, but got "
                           << offsets;
}

LogicalResult AsyncTMACopyGlobalToLocalOp::verify() {
  ttg::MemDescType memory = getResult().getType();
  size_t coordinates = getCoord().size();
  if (isa<Im2ColDescType>(getDesc().getType())) {
    if (failed(verifyWindows(*this, coordinates, getOffsets().size())))
      return failure();
  } else if (!getOffsets().empty()) {
    return emitOpError() << "expects no offsets, but got "
                         << getOffsets().size() << " with "
                         << getDesc().getType();
  }
  if (getIsVolatile())
    return emitOpError("expects a copy that is not volatile");
  if (failed(expectBarrier(*this, getBarrier().getType())) ||
      failed(verifyTile(*this, getDesc().getType(), coordinates, memory)) ||
      failed(ir::expectMutable(*this, memory)) ||
      failed(verifyPolicy(*this, getCachePolicyAttr())))
    return failure();
  return verifyMulticast(*this, getMulticast(), memory);
}

LogicalResult AsyncTMACopyLocalToGlobalOp::verify() {
  if (failed(verifyTile(*this, getDesc().getType(), getCoord().size(),
                        getSrc().getType())))
    return failure();
  return verifyPolicy(*this, getCachePolicyAttr());
}

bool canReduceBlocks(tt::DescriptorReduceKind kind, Type element) {
  using enum tt::DescriptorReduceKind;
  bool isWord = element.isInteger(32) || element.isInteger(64);
  switch (kind) {
  case Add:
    return element.isF32() || element.isF16() || element.isBF16() ||
           (isWord && !element.isSignedInteger(64));
  case Min:
  case Max:
    return element.isF16() || element.isBF16() || isWord;
  case And:
  case Or:
  case Xor:
    return isWord;
  case Inc:
  case Dec:
    return false;
  }
  return false;
}

LogicalResult AsyncTMAReduceOp::verify() {
  Type element = getDesc().getType().getElementType();
  if (!canReduceBlocks(getKind(), element))
    return emitOpError() << "expects elements that '"
                         << tt::stringifyDescriptorReduceKind(getKind())
                         << "' is for, but got " << element;
  return verifyTile(*this, getDesc().getType(), getCoord().size(),
                    getSrc().getType());
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The engine takes four rows at a time, whose numbers one thread has. Which
/// thread of a warp that is does not matter: all have the same.
static LogicalResult verifyRowNumbers(Operation *op, RankedTensorType rows) {
  constexpr unsigned AtOnce = 4;
  if (rows.getRank() != 1)
    return op->emitOpError()
           << "expects row numbers along one axis, but got " << rows;
  Result<LinearLayout> layout = ir::linearLayoutOf(rows);
  if (ir::encodingOf(rows) == nullptr || !layout)
    return success();
  if (contiguityPerThread(*layout).front() < AtOnce)
    return op->emitOpError()
           << "expects " << AtOnce
           << " consecutive row numbers in a thread, but got "
           << contiguityPerThread(*layout).front() << " with " << rows;
  if (!llvm::all_of(layout->bases(Dim::Lane),
                    [](Word basis) { return basis == Word(0); }))
    return op->emitOpError()
           << "expects all lanes of a warp to have the same row numbers, but "
              "got "
           << rows;
  return success();
}

/// Each block has the numbers of the rows that it copies.
static LogicalResult expectOwnRowNumbers(Operation *op, RankedTensorType rows,
                                         ttg::MemDescType memory) {
  Result<LinearLayout> numbers = ir::linearLayoutOf(rows);
  Result<LinearLayout> cells = ir::linearLayoutOf(memory);
  if (ir::encodingOf(rows) == nullptr || !numbers || !cells ||
      numbers->inBits(Dim::Block) != cells->inBits(Dim::Block))
    return success();
  for (unsigned bit = 0; bit < cells->inBits(Dim::Block); ++bit) {
    std::uint64_t held = numbers->basis(Dim::Block, bit, Dim::standard(0));
    std::uint64_t row = cells->basis(Dim::Block, bit, Dim::standard(0));
    if (held != row)
      return op->emitOpError()
             << "expects block " << (1U << bit) << " to have the number of row "
             << row << ", which it copies, but got that of row " << held
             << " with " << rows << " and " << memory;
  }
  return success();
}

static LogicalResult verifyRows(Operation *op, Type type, RankedTensorType rows,
                                ttg::MemDescType memory) {
  Descriptor descriptor(type);
  RankedTensorType block = descriptor.block;
  if (block.getRank() != 2 || block.getDimSize(0) != 1)
    return op->emitOpError()
           << "expects a descriptor of one row, but got " << type;
  if (failed(verifyRowNumbers(op, rows)) ||
      failed(expectOwnRowNumbers(op, rows, memory)) ||
      failed(expectEngineLayout(op, descriptor.layout, memory)) ||
      failed(expectType(op, "a buffer with elements", memory.getElementType(),
                        block.getElementType())) ||
      failed(expectShape(op, "a buffer", memory,
                         {rows.getDimSize(0), block.getDimSize(1)})))
    return failure();
  return ir::expectEngineRows(op, rows.getDimSize(0), block);
}

LogicalResult AsyncTMAGatherOp::verify() {
  ttg::MemDescType memory = getResult().getType();
  if (failed(expectBarrier(*this, getBarrier().getType())) ||
      failed(verifyRows(*this, getDesc().getType(),
                        cast<RankedTensorType>(getXOffsets().getType()),
                        memory)) ||
      failed(ir::expectMutable(*this, memory)) ||
      failed(verifyPolicy(*this, getCachePolicyAttr())))
    return failure();
  return verifyMulticast(*this, getMulticast(), memory);
}

LogicalResult AsyncTMAScatterOp::verify() {
  if (failed(verifyRows(*this, getDesc().getType(),
                        cast<RankedTensorType>(getXOffsets().getType()),
                        getSrc().getType())))
    return failure();
  return verifyPolicy(*this, getCachePolicyAttr());
}

//===----------------------------------------------------------------------===//
// Stores by threads
//===----------------------------------------------------------------------===//

/// How many of a thread's elements are contiguous, in any order of its
/// registers.
static unsigned elementsAtOnce(RankedTensorType tensor,
                               ttg::MemDescType memory) {
  Result<LinearLayout> registers = ir::linearLayoutOf(tensor);
  Result<LinearLayout> offsets = ir::linearLayoutOf(memory);
  if (!registers || !offsets)
    return 1;
  Result<LinearLayout> toMemory = invertAndCompose(*registers, *offsets);
  if (!toMemory)
    return 1;
  unsigned count = 1;
  auto isNext = [&](Word basis) {
    return toMemory->field(basis, Dim::Offset) == count &&
           toMemory->field(basis, Dim::Block) == 0;
  };
  while (llvm::any_of(toMemory->bases(Dim::Register), isNext))
    count *= 2;
  return count;
}

LogicalResult AsyncSharedStoreOp::verify() {
  constexpr unsigned FewestBits = 32;
  auto tensor = cast<RankedTensorType>(getSrc().getType());
  ttg::MemDescType memory = getDst().getType();
  if (blocksOf(*this) < 2)
    return emitOpError("expects a cluster of several blocks, but "
                       "'ttg.num-ctas' is 1");
  if (failed(ir::expectShared(*this, memory)) ||
      failed(ir::expectMutable(*this, memory)) ||
      failed(ir::expectSame(*this, tensor, memory)) ||
      failed(expectBarrier(*this, getMbarrier().getType())))
    return failure();
  unsigned bits = elementsAtOnce(tensor, memory) * ir::elementBits(tensor);
  if (bits < FewestBits)
    return emitOpError() << "expects layouts that let a thread store at least "
                         << FewestBits << " bits at once, but got " << bits
                         << " with " << tensor << " and " << memory;
  return success();
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

LogicalResult TensormapCreateOp::verify() {
  constexpr size_t MostAxes = 5;
  size_t rank = getBoxDim().size();
  if (rank < 1 || rank > MostAxes)
    return emitOpError() << "expects 1 to " << MostAxes
                         << " sizes of a block, but got " << rank;
  struct {
    llvm::StringRef noun;
    size_t got, expected;
  } const lists[] = {
      {"sizes of the tensor", getGlobalDim().size(), rank},
      {"strides of the tensor", getGlobalStride().size(), rank - 1},
      {"strides of elements", getElementStride().size(), rank}};
  for (const auto &list : lists)
    if (list.got != list.expected)
      return emitOpError() << "expects " << list.expected << " " << list.noun
                           << " with " << rank << " axes, but got " << list.got;
  struct {
    StringAttr name;
    int64_t got, most;
  } const numbers[] = {
      {getElemTypeAttrName(), getElemTypeAttr().getInt(), 15},
      {getInterleaveLayoutAttrName(), getInterleaveLayoutAttr().getInt(), 2},
      {getSwizzleModeAttrName(), getSwizzleModeAttr().getInt(), 3},
      {getFillModeAttrName(), getFillModeAttr().getInt(), 1}};
  for (const auto &number : numbers)
    if (number.got < 0 || number.got > number.most)
      return emitOpError() << "expects " << number.name << " from 0 to "
                           << number.most << ", but got " << number.got;
  return success();
}

} // namespace heddle::ttng
