//===- ViewTerms.cpp - Views of tensors and buffers as terms --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "heddle/ir/Amdg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// The lowest bit of each axis in an index.
llvm::SmallVector<unsigned> axisOffsets(Type type) {
  llvm::SmallVector<unsigned> bits = axisBitsOf(type), offsets(bits.size());
  unsigned next = 0;
  for (std::size_t axis = bits.size(); axis-- != 0; next += bits[axis])
    offsets[axis] = next;
  return offsets;
}

/// Bits of an axis, lowest first.
void appendBits(llvm::SmallVector<unsigned> &bits, unsigned offset,
                unsigned count) {
  for (unsigned bit = 0; bit < count; ++bit)
    bits.push_back(offset + bit);
}

/// Where the bits of the source are in the result, whose axis i is axis
/// `order[i]` of the source.
llvm::SmallVector<unsigned> transposedBits(Type source, Type result,
                                           llvm::ArrayRef<int32_t> order) {
  llvm::SmallVector<unsigned> sizes = axisBitsOf(source),
                              offsets = axisOffsets(result), bits;
  for (std::size_t axis = sizes.size(); axis-- != 0;)
    for (auto [place, from] : llvm::enumerate(order))
      if (static_cast<std::size_t>(from) == axis)
        appendBits(bits, offsets[place], sizes[axis]);
  return bits;
}

/// The same of a source that is as long as the result along each axis, or 1.
llvm::SmallVector<unsigned> broadcastBits(Type source, Type result) {
  llvm::SmallVector<unsigned> sizes = axisBitsOf(source),
                              offsets = axisOffsets(result), bits;
  for (std::size_t axis = sizes.size(); axis-- != 0;)
    appendBits(bits, offsets[axis], sizes[axis]);
  return bits;
}

bool isPowerOfTwo(Type type) {
  return llvm::all_of(cast<ShapedType>(type).getShape(), [](int64_t size) {
    return llvm::isPowerOf2_64(static_cast<std::uint64_t>(size));
  });
}

/// Where a part of a tensor is in it; none unless offsets are multiples of the
/// part's sizes, since then an offset is bits that are set. Axes of the source
/// in front of those of the result have an offset only.
std::optional<IndexMap> partMap(Type source, Type result,
                                llvm::ArrayRef<int64_t> offsets) {
  llvm::SmallVector<unsigned> sourceSizes = axisBitsOf(source),
                              resultSizes = axisBitsOf(result),
                              resultOffsets = axisOffsets(result);
  std::size_t added = sourceSizes.size() - resultSizes.size();
  llvm::SmallVector<Word> rows;
  Word constant = 0;
  for (std::size_t axis = sourceSizes.size(); axis-- != 0;) {
    unsigned kept = axis < added ? 0 : resultSizes[axis - added];
    auto offset = static_cast<Word>(offsets[axis]);
    if (offsets[axis] < 0 || (offset & f2::lowMask(kept)) != 0 ||
        f2::shiftRight(offset, sourceSizes[axis]) != 0 ||
        kept > sourceSizes[axis])
      return std::nullopt;
    constant |= f2::shiftLeft(offset, static_cast<unsigned>(rows.size()));
    for (unsigned bit = 0; bit < sourceSizes[axis]; ++bit)
      rows.push_back(bit < kept ? f2::unit(resultOffsets[axis - added] + bit)
                                : 0);
  }
  return IndexMap::ofRows(rows, constant);
}

/// Half of the pairs along the last axis.
IndexMap halfMap(Type source, bool second) {
  llvm::SmallVector<Word> rows = {0};
  for (unsigned bit = 1; bit < indexBitsOf(source); ++bit)
    rows.push_back(f2::unit(bit - 1));
  return IndexMap::ofRows(rows, Word(second));
}

} // namespace

bool FunctionTerms::viewBits(Operation *op, llvm::ArrayRef<unsigned> bits) {
  return set(op->getResult(0), terms.pullBack(valueOf(op->getOperand(0)),
                                              IndexMap::ofBits(bits)));
}

std::optional<bool> FunctionTerms::executeView(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<bool>>(op)
      .Case<tt::SplatOp, tt::UnsplatOp, tt::ExpandDimsOp, ttg::ConvertLayoutOp,
            amdg::InThreadTransposeOp>([&](auto view) {
        return set(view->getResult(0), valueOf(view->getOperand(0)));
      })
      .Case([&](tt::ReshapeOp view) {
        if (!view.getAllowReorder())
          return set(view, valueOf(view.getSrc()));
        return executeUnordered(view);
      })
      .Case([&](tt::CatOp cat) { return executeUnordered(cat); })
      .Case([&](tt::BroadcastOp view) {
        return viewBits(view,
                        broadcastBits(view.getSrc().getType(), view.getType()));
      })
      .Case([&](tt::TransOp view) {
        return viewBits(view, transposedBits(view.getSrc().getType(),
                                             view.getType(), view.getOrder()));
      })
      .Case([&](tt::SplitOp split) {
        TermRef source = valueOf(split.getSrc());
        Type type = split.getSrc().getType();
        set(split.getOutLHS(), terms.pullBack(source, halfMap(type, false)));
        return set(split.getOutRHS(),
                   terms.pullBack(source, halfMap(type, true)));
      })
      .Case([&](amdg::ExtractSliceOp part) -> bool {
        std::optional<IndexMap> map =
            partMap(part.getSource().getType(), part.getType(),
                    part.getStaticOffsets());
        if (!map)
          return stop(part, "cannot follow a slice at an odd offset");
        return set(part, terms.pullBack(valueOf(part.getSource()), *map));
      })
      .Case([&](tt::MakeRangeOp range) {
        return set(range, terms.range(elementOf(range.getType()),
                                      static_cast<Word>(range.getStart()),
                                      indexBitsOf(range.getType())));
      })
      .Case([&](arith::ConstantOp constant) { return setConstant(constant); })
      .Default(std::nullopt);
}

bool FunctionTerms::setConstant(Operation *op) {
  TypedAttr value = cast<arith::ConstantOp>(op).getValue();
  auto list = dyn_cast<DenseElementsAttr>(value);
  if (!list)
    return isa<ElementsAttr>(value)
               ? stop(op, "cannot follow constants of this kind")
               : set(op->getResult(0), terms.constant(value));
  if (list.isSplat())
    return set(op->getResult(0),
               terms.constant(list.getSplatValue<TypedAttr>()));
  Type element = elementOf(value.getType());
  auto row = RankedTensorType::get({list.getNumElements()}, element);
  TermRef whole = terms.raw({.kind = TermKind::Whole,
                             .type = element,
                             .attribute = list.reshape(row),
                             .data = {0}});
  return set(op->getResult(0),
             terms.elements(whole, indexBitsOf(value.getType())));
}

/// The order of elements is not said, so two of these with one operand need not
/// be equal: the first of one program is the first of the other.
bool FunctionTerms::executeUnordered(Operation *op) {
  TermRef first = valueOf(op->getOperand(0));
  return executeWhole(op, {}, {Word(unordered[first]++)});
}

std::optional<bool> FunctionTerms::executeJoin(Operation *op) {
  if (auto join = dyn_cast<tt::JoinOp>(op)) {
    llvm::SmallVector<unsigned> bits;
    appendBits(bits, 1, indexBitsOf(join.getLhs().getType()));
    IndexMap map = IndexMap::ofBits(bits);
    return set(join, terms.select(terms.indexBit(1, false),
                                  terms.pullBack(valueOf(join.getRhs()), map),
                                  terms.pullBack(valueOf(join.getLhs()), map)));
  }
  auto tiles = dyn_cast<amdg::ConcatOp>(op);
  if (!tiles)
    return std::nullopt;
  Type part = tiles.getSources().front().getType(), whole = tiles.getType();
  llvm::SmallVector<unsigned> partSizes = axisBitsOf(part),
                              sizes = axisBitsOf(whole),
                              offsets = axisOffsets(whole), tileBits;
  for (std::size_t axis = sizes.size(); axis-- != 0;)
    appendBits(tileBits, offsets[axis] + partSizes[axis],
               sizes[axis] - partSizes[axis]);
  IndexMap map = IndexMap::ofBits(broadcastBits(part, whole));
  TermList list;
  for (Value source : tiles.getSources())
    list.push_back(terms.pullBack(valueOf(source), map));
  // Neighbours differ in the lowest bit of their numbers.
  for (unsigned bit : tileBits) {
    TermRef isSecond = terms.indexBit(f2::unit(bit), false);
    for (std::size_t pair = 0; pair < list.size() / 2; ++pair)
      list[pair] = terms.select(isSecond, list[2 * pair + 1], list[2 * pair]);
    list.resize(list.size() / 2);
  }
  return set(tiles, list.front());
}

std::optional<bool> FunctionTerms::executeBufferView(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<bool>>(op)
      .Case([&](ttg::MemDescTransOp view) {
        return viewBits(view, transposedBits(view.getSrc().getType(),
                                             view.getType(), view.getOrder()));
      })
      .Case([&](ttg::MemDescReshapeOp view) {
        if (!isPowerOfTwo(view.getSrc().getType()))
          return stop(view, "cannot follow a reshape of a buffer with a size "
                            "that is no power of two");
        return set(view, valueOf(view.getSrc()));
      })
      .Case([&](ttg::MemDescSubsliceOp view) {
        llvm::SmallVector<int64_t> offsets(view.getOffsets());
        std::optional<IndexMap> map =
            partMap(view.getSrc().getType(), view.getType(), offsets);
        if (!map)
          return stop(view, "cannot follow a slice at an odd offset");
        return set(view, terms.pullBack(valueOf(view.getSrc()), *map));
      })
      .Case([&](ttg::MemDescIndexOp view) {
        TermRef index = valueOf(view.getIndex());
        TermRef from = valueOf(view.getSrc());
        if (from->kind == TermKind::Buffer && from->data.size() == 2)
          return indexRing(view, from);
        Type source = view.getSrc().getType();
        auto rank =
            static_cast<std::size_t>(cast<ShapedType>(source).getRank());
        llvm::SmallVector<int64_t> offsets(rank, 0);
        if (index->kind != TermKind::Integer)
          return executeWhole(view);
        offsets[0] = static_cast<int64_t>(index->data[0]);
        std::optional<IndexMap> map = partMap(source, view.getType(), offsets);
        if (!map)
          return stop(view, "cannot follow a buffer past the last one");
        return set(view, terms.pullBack(valueOf(view.getSrc()), *map));
      })
      .Default(std::nullopt);
}

} // namespace heddle::equivalence
