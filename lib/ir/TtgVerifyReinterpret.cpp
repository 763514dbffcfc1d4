//===- TtgVerifyReinterpret.cpp - Bytes as another type -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A buffer may be seen as another type that has no more of each block's memory
/// than the buffer has: bytes of shared memory, columns of tensor memory.
///
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "Verify.h"
#include "heddle/ir/Ttg.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::ttg {

using namespace mlir;
using mlir::failure;

namespace {

/// How much memory of a block a type has, in bytes or columns.
struct Footprint {
  std::uint64_t size = 0;
  llvm::StringRef unit;
};

/// How many buffers an array has: the axes that the layout does not describe.
std::uint64_t buffersOf(MemDescType type, const LinearLayout &layout) {
  std::uint64_t buffers = 1;
  for (int64_t size : type.getShape().drop_back(layout.outs().size()))
    buffers *= static_cast<std::uint64_t>(size);
  return buffers;
}

/// With the gaps of a padded layout, but for those behind the last element.
std::uint64_t withGaps(std::uint64_t elements, const Encoding &encoding) {
  const auto *padded = encoding.getIf<PaddedSharedEncoding>();
  if (padded == nullptr || elements == 0)
    return elements;
  std::uint64_t gaps = 0;
  for (const Padding &padding : padded->paddings)
    gaps += (elements - 1) / padding.interval * padding.padding;
  return elements + gaps;
}

/// Columns of 32 bits are numbered by elements of 32 bits, or by parts of them.
std::uint64_t columnsOf(MemDescType type, const LinearLayout &layout) {
  constexpr std::uint64_t ColumnBits = 32;
  std::uint64_t columns = layout.inSize(Dim::Col) * buffersOf(type, layout);
  return llvm::divideCeil(columns * ir::elementBits(type.getElementType()),
                          ColumnBits);
}

/// The offsets from 0 on that all belong to a part of a buffer: each bit of the
/// offset up to the last of them stays inside the part.
std::uint64_t ownedOffsets(MemDescType type, const LinearLayout &layout) {
  ArrayRef<int64_t> shape = type.getShape().take_back(layout.outs().size());
  unsigned bits = 0;
  for (Word basis : layout.bases(Dim::Offset)) {
    for (auto [axis, size] : llvm::enumerate(shape))
      if (layout.field(basis, Dim::standard(unsigned(axis))) >=
          static_cast<std::uint64_t>(size))
        return std::uint64_t(1) << bits;
    ++bits;
  }
  return std::uint64_t(1) << bits;
}

bool isPart(MemDescType type) {
  return type.getAllocShape().take_back(type.getShape().size()) !=
         type.getShape();
}

std::optional<Footprint> footprintOf(MemDescType type) {
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout || layout->outs().size() > type.getShape().size())
    return std::nullopt;
  if (!type.isInSharedMemory())
    return Footprint{columnsOf(type, *layout), "columns of tensor memory"};
  std::uint64_t elements =
      isPart(type) ? ownedOffsets(type, *layout)
                   : layout->inSize(Dim::Offset) * buffersOf(type, *layout);
  constexpr unsigned ByteBits = 8;
  return Footprint{withGaps(elements, *ir::encodingOf(type)) *
                       ir::elementBits(type.getElementType()) / ByteBits,
                   "bytes"};
}

/// Gaps stay where they are.
LogicalResult expectSameGaps(MemDescReinterpretOp op) {
  const Encoding &from = *ir::encodingOf(op.getSrc().getType());
  const Encoding &to = *ir::encodingOf(op.getType());
  const auto *source = from.getIf<PaddedSharedEncoding>();
  const auto *result = to.getIf<PaddedSharedEncoding>();
  if (source == nullptr && result == nullptr)
    return success();
  if (source != nullptr && result != nullptr &&
      source->paddings == result->paddings)
    return success();
  return op.emitOpError() << "expects the gaps of the source, "
                          << op.getSrc().getType() << ", but got "
                          << op.getType();
}

} // namespace

LogicalResult MemDescReinterpretOp::verify() {
  MemDescType from = getSrc().getType();
  MemDescType to = getType();
  if (from.getMemorySpace() != to.getMemorySpace())
    return emitOpError() << "expects a view of " << from.getMemorySpace()
                         << ", but got " << to;
  if (!ir::has(getContext(), ir::Feature::ViewsWithinMemory))
    return success();
  if (from.getMutableMemory() != to.getMutableMemory())
    return emitOpError() << "expects a view that is as mutable as " << from
                         << ", but got " << to;
  if (failed(expectSameGaps(*this)) || failed(ir::expectWhole(*this, to)))
    return failure();
  std::optional<Footprint> source = footprintOf(from);
  std::optional<Footprint> result = footprintOf(to);
  if (!source || !result || result->size <= source->size)
    return success();
  InFlightDiagnostic diagnostic =
      emitOpError() << "expects a view of at most " << source->size << " "
                    << source->unit << ", but got one of " << result->size
                    << " in " << to;
  diagnostic.attachNote() << "the source " << from
                          << (isPart(from) ? " owns so many side by side"
                                           : " has no more");
  return diagnostic;
}

} // namespace heddle::ttg
