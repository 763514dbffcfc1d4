//===- AmdgVerify.cpp - Rules of buffers and parts of tensors -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "heddle/ir/Amdg.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle::amdg {

using namespace mlir;
using ir::expectShape;
using ir::expectType;
using mlir::failure;

static RankedTensorType tensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Buffer accesses
//===----------------------------------------------------------------------===//

/// The pointer is to such elements.
static LogicalResult expectPointer(Operation *op, Value pointer, Type element) {
  auto type = cast<tt::PointerType>(pointer.getType());
  if (type.getPointee() == element)
    return success();
  return op->emitOpError() << "expects a pointer to " << element << ", but got "
                           << type;
}

/// Values at offsets, in their layout, where a mask of their shape is true.
static LogicalResult verifyAccess(Operation *op, Value pointer, Value offsets,
                                  Value mask, RankedTensorType values) {
  Type word = IntegerType::get(op->getContext(), 32);
  if (failed(expectPointer(op, pointer, values.getElementType())) ||
      failed(expectType(op, "offsets", offsets.getType(),
                        tt::withElement(values, word))))
    return failure();
  if (!mask)
    return success();
  return expectType(op, "a mask", mask.getType(), tt::boolLike(values));
}

LogicalResult BufferLoadOp::verify() {
  if (getOther() && failed(expectType(*this, "another value",
                                      getOther().getType(), getType())))
    return failure();
  return verifyAccess(*this, getPtr(), getOffsets(), getMask(),
                      tensor(getResult()));
}

LogicalResult BufferStoreOp::verify() {
  return verifyAccess(*this, getPtr(), getOffsets(), getMask(),
                      tensor(getValue()));
}

LogicalResult BufferLoadToLocalOp::verify() {
  Type element = getDest().getType().getElementType();
  auto values =
      cast<RankedTensorType>(tt::withElement(getOffsets().getType(), element));
  if (getOther() &&
      failed(expectType(*this, "another value", getOther().getType(), values)))
    return failure();
  return verifyAccess(*this, getPtr(), getOffsets(), getMask(), values);
}

LogicalResult BufferAtomicRMWOp::verify() {
  if (failed(expectType(*this, "a result", getType(), getValue().getType())))
    return failure();
  return verifyAccess(*this, getPtr(), getOffsets(), getMask(),
                      tensor(getValue()));
}

LogicalResult BufferAtomicCASOp::verify() {
  if (failed(expectType(*this, "a result", getType(), getVal().getType())) ||
      failed(expectType(*this, "a value to compare with", getCmp().getType(),
                        getVal().getType())))
    return failure();
  return verifyAccess(*this, getPtr(), getOffsets(), {}, tensor(getVal()));
}

//===----------------------------------------------------------------------===//
// Parts of tensors, and other layouts of them
//===----------------------------------------------------------------------===//

namespace {

using ElementIndex = llvm::SmallVector<uint64_t, 4>;

std::string indexText(ArrayRef<uint64_t> index) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(index, stream << "(");
  stream << ")";
  return text;
}

/// What bit `bit` of `dim` adds to the index of an element.
ElementIndex basisOf(const LinearLayout &layout, Dim dim, unsigned bit,
                     size_t rank) {
  ElementIndex index;
  for (unsigned axis = 0; axis < rank; ++axis)
    index.push_back(layout.basis(dim, bit, Dim::standard(axis)));
  return index;
}

LogicalResult expectBasis(Operation *op, Dim dim, unsigned bit,
                          ArrayRef<uint64_t> expected, ArrayRef<uint64_t> found,
                          Type type) {
  if (expected == found)
    return success();
  return op->emitOpError() << "expects " << dim.name() << " "
                           << (uint64_t(1) << bit) << " at "
                           << indexText(expected)
                           << ", as in the source, but "
                              "got "
                           << indexText(found) << " in " << type;
}

/// The lanes, warps and blocks of two layouts are arranged alike.
LogicalResult expectSameThreads(Operation *op, const LinearLayout &from,
                                const LinearLayout &to, RankedTensorType type) {
  auto rank = static_cast<size_t>(type.getRank());
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    for (unsigned bit = 0; bit < std::max(from.inBits(dim), to.inBits(dim));
         ++bit)
      if (failed(expectBasis(op, dim, bit, basisOf(from, dim, bit, rank),
                             basisOf(to, dim, bit, rank), type)))
        return failure();
  return success();
}

/// The elements that the first thread holds.
std::vector<ElementIndex> heldByThread(const LinearLayout &layout,
                                       size_t rank) {
  std::vector<ElementIndex> indices;
  for (Word i = 0; i < layout.inSize(Dim::Register); ++i) {
    Word word = layout.applyWord(i << layout.inShift(Dim::Register));
    ElementIndex &index = indices.emplace_back();
    for (unsigned axis = 0; axis < rank; ++axis)
      index.push_back(layout.field(word, Dim::standard(axis)));
  }
  return indices;
}

/// Each thread has its elements of `to` in `from`, where `move` says what index
/// in `from` a index in `to` is.
LogicalResult expectHeld(Operation *op, RankedTensorType from,
                         RankedTensorType to,
                         llvm::function_ref<void(ElementIndex &)> move) {
  if (ir::encodingOf(from) == nullptr || ir::encodingOf(to) == nullptr)
    return success();
  Result<LinearLayout> source = ir::linearLayoutOf(from);
  Result<LinearLayout> result = ir::linearLayoutOf(to);
  if (!source || !result)
    return success(); // The traits have said so.
  auto rank = static_cast<size_t>(to.getRank());
  if (failed(expectSameThreads(op, *source, *result, to)))
    return failure();
  std::vector<ElementIndex> held = heldByThread(*source, rank);
  llvm::sort(held);
  for (const ElementIndex &index : heldByThread(*result, rank)) {
    ElementIndex moved = index;
    move(moved);
    if (!llvm::binary_search(held, moved))
      return op->emitOpError()
             << "expects elements of the result where their thread has them in "
                "the source, but got element "
             << indexText(index) << ", " << indexText(moved)
             << " of the source, in the first thread";
  }
  return success();
}

/// One rank and one element type.
LogicalResult expectAlike(Operation *op, RankedTensorType from,
                          RankedTensorType to) {
  if (from.getRank() != to.getRank())
    return op->emitOpError() << "expects as many axes of source and result, "
                                "but got "
                             << from << " and " << to;
  return expectType(op, "a result with elements", to.getElementType(),
                    from.getElementType());
}

} // namespace

LogicalResult ExtractSliceOp::verify() {
  RankedTensorType from = tensor(getSource());
  RankedTensorType to = tensor(getResult());
  if (failed(expectAlike(*this, from, to)))
    return failure();
  ArrayRef<int64_t> offsets = getStaticOffsets();
  if (offsets.size() != static_cast<size_t>(from.getRank()))
    return emitOpError() << "expects " << from.getRank()
                         << " offsets, as the source has axes, but got "
                         << offsets.size();
  for (auto [axis, offset] : llvm::enumerate(offsets)) {
    int64_t size = to.getShape()[axis];
    int64_t most = from.getShape()[axis] - size;
    if (offset < 0 || offset > most)
      return emitOpError() << "expects a part of the source's "
                           << from.getShape()[axis] << " along axis " << axis
                           << ", but got " << size << " from " << offset;
  }
  return expectHeld(*this, from, to, [&](ElementIndex &index) {
    for (auto [coordinate, offset] : llvm::zip(index, offsets))
      coordinate += static_cast<uint64_t>(offset);
  });
}

namespace {

/// A part of one of the tiles that a tensor was put together from.
struct PartOfTile {
  Value tile;
  llvm::SmallVector<int64_t> offsets;

  /// Nothing unless the part is of a concatenation, and within one tile.
  static std::optional<PartOfTile> match(ExtractSliceOp op) {
    auto concat = op.getSource().getDefiningOp<ConcatOp>();
    if (!concat)
      return std::nullopt;
    ArrayRef<int64_t> whole = tensor(concat.getResult()).getShape();
    ArrayRef<int64_t> sizes = tensor(concat.getSources().front()).getShape();
    ArrayRef<int64_t> part = tensor(op.getResult()).getShape();
    PartOfTile found;
    int64_t number = 0;
    for (auto [axis, offset] : llvm::enumerate(op.getStaticOffsets())) {
      int64_t size = sizes[axis];
      found.offsets.push_back(offset % size);
      if (found.offsets.back() + part[axis] > size)
        return std::nullopt;
      number = number * (whole[axis] / size) + offset / size;
    }
    found.tile = concat.getSources()[static_cast<size_t>(number)];
    return found;
  }
};

} // namespace

LogicalResult ExtractSliceOp::canonicalize(ExtractSliceOp op,
                                           PatternRewriter &rewriter) {
  if (op.getSource().getType() == op.getType()) {
    rewriter.replaceOp(op, op.getSource());
    return success();
  }
  std::optional<PartOfTile> part = PartOfTile::match(op);
  if (!part)
    return failure();
  if (part->tile.getType() == op.getType())
    rewriter.replaceOp(op, part->tile);
  else
    rewriter.replaceOpWithNewOp<ExtractSliceOp>(op, op.getType(), part->tile,
                                                part->offsets);
  return success();
}

LogicalResult ConcatOp::verify() {
  if (getSources().empty())
    return emitOpError("expects at least one source, but got none");
  RankedTensorType from = tensor(getSources().front());
  RankedTensorType to = tensor(getResult());
  for (Type type : getSources().getTypes())
    if (failed(expectType(*this, "sources", type, from)))
      return failure();
  if (failed(expectAlike(*this, from, to)))
    return failure();
  int64_t tiles = 1;
  for (auto [axis, size] : llvm::enumerate(from.getShape())) {
    if (to.getShape()[axis] % size != 0)
      return emitOpError() << "expects a multiple of " << size << " along axis "
                           << axis << " of the result, but got "
                           << to.getShape()[axis];
    tiles *= to.getShape()[axis] / size;
  }
  if (tiles != static_cast<int64_t>(getSources().size()))
    return emitOpError() << "expects " << tiles << " sources to make " << to
                         << ", but got " << getSources().size();
  return expectHeld(*this, from, to, [&](ElementIndex &index) {
    for (auto [coordinate, size] : llvm::zip(index, from.getShape()))
      coordinate %= static_cast<uint64_t>(size);
  });
}

LinearEncoding transposedInThread(const BlockedEncoding &blocked,
                                  const LinearLayout &layout) {
  auto basesFrom = [&](Dim dim, size_t first) {
    Bases bases;
    for (auto bit = static_cast<unsigned>(first); bit < layout.inBits(dim);
         ++bit) {
      ElementIndex index = basisOf(layout, dim, bit, 2);
      bases.emplace_back(index.begin(), index.end());
    }
    return bases;
  };
  Bases box;
  for (unsigned axis : {blocked.order[1], blocked.order[0]})
    for (unsigned step = 1; step < blocked.sizePerThread[axis]; step *= 2) {
      UnsignedList &index = box.emplace_back(2, 0);
      index[axis] = step;
    }
  LinearEncoding transposed = {basesFrom(Dim::Register, box.size()),
                               basesFrom(Dim::Lane, 0), basesFrom(Dim::Warp, 0),
                               basesFrom(Dim::Block, 0)};
  transposed.registers.insert(transposed.registers.begin(), box.begin(),
                              box.end());
  return transposed;
}

LogicalResult InThreadTransposeOp::verify() {
  RankedTensorType from = tensor(getSrc());
  RankedTensorType to = tensor(getResult());
  if (failed(expectShape(*this, "a result", to, from.getShape())) ||
      failed(expectAlike(*this, from, to)))
    return failure();
  const Encoding *encoding = ir::encodingOf(from);
  const auto *blocked =
      encoding == nullptr ? nullptr : encoding->getIf<BlockedEncoding>();
  if (blocked == nullptr || from.getRank() != 2)
    return emitOpError()
           << "expects a source of two axes in a blocked layout, but got "
           << from;
  if (ir::encodingOf(to) == nullptr)
    return emitOpError() << "expects a result with a layout, but got " << to;
  Result<LinearLayout> source = ir::linearLayoutOf(from);
  Result<LinearLayout> result = ir::linearLayoutOf(to);
  if (!source || !result)
    return success(); // The traits have said so.
  for (unsigned axis : {0U, 1U})
    if (blocked->sizePerThread[axis] >
        static_cast<uint64_t>(from.getDimSize(axis)))
      return success(); // What it means differs between releases.
  Bases expected = transposedInThread(*blocked, *source).registers;
  if (result->inBits(Dim::Register) != expected.size())
    return emitOpError() << "expects a result with " << expected.size()
                         << " bits of registers, but got "
                         << result->inBits(Dim::Register) << " in " << to;
  for (unsigned bit = 0; bit < expected.size(); ++bit) {
    ElementIndex found = basisOf(*result, Dim::Register, bit, 2);
    ElementIndex wanted(expected[bit].begin(), expected[bit].end());
    if (found != wanted)
      return emitOpError() << "expects register " << (uint64_t(1) << bit)
                           << " at " << indexText(wanted)
                           << ", as the source has it transposed, but got "
                           << indexText(found) << " in " << to;
  }
  return expectSameThreads(*this, *source, *result, to);
}

/// Pairs along M or N in memory, along K in the result.
static LogicalResult verifyPacked(Operation *op, ttg::MemDescType memory,
                                  RankedTensorType result) {
  const Encoding *encoding = ir::encodingOf(result);
  const auto *operand =
      encoding == nullptr ? nullptr : encoding->getIf<DotOperandEncoding>();
  if (operand == nullptr)
    return op->emitOpError()
           << "expects a result with a dot_op layout, but got " << result;
  size_t rank = memory.getShape().size();
  if (rank < 2)
    return op->emitOpError()
           << "expects at least two axes in memory, but got " << memory;
  llvm::SmallVector<int64_t> shape(memory.getShape());
  size_t k = operand->opIdx == 0 ? rank - 1 : rank - 2;
  size_t other = operand->opIdx == 0 ? rank - 2 : rank - 1;
  shape[k] /= 2;
  shape[other] *= 2;
  if (failed(expectShape(op, "a result", result, shape)))
    return failure();
  Result<LinearLayout> layout = ir::linearLayoutOf(memory);
  if (!layout ||
      layout->basis(Dim::Offset, 0, Dim::standard(unsigned(other))) == 1)
    return success();
  return op->emitOpError() << "expects neighbours along axis " << other
                           << " side by side in memory for operand "
                           << operand->opIdx << ", but got " << memory;
}

LogicalResult LocalLoadPackedTransposedOp::verify() {
  return verifyPacked(*this, getSrc().getType(), tensor(getResult()));
}

LogicalResult LocalLoadPackedTranposedOp::verify() {
  return verifyPacked(*this, getSrc().getType(), tensor(getResult()));
}

} // namespace heddle::amdg
