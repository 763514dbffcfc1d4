//===- NvmmaShared.cpp - Shared memory as wgmma and TMA read it -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "FamilyTraits.h"
#include "ParameterRows.h"
#include "SyntaxValues.h"

#include <algorithm>

namespace heddle {

template <> const Family<NvmmaSharedEncoding> &familyOf<NvmmaSharedEncoding>() {
  using E = NvmmaSharedEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"swizzlingByteWidth", &E::swizzlingByteWidth, Always,
       oneOf(0, 32, 64, 128), "bytes of a row within which groups move"},
      {"transposed", &E::transposed, Defaulted, AnyValue,
       "the first dimension is the contiguous one"},
      {"elementBitWidth", &E::elementBitWidth, Always, oneOf(8, 16, 32, 64),
       "bits of an element"},
      {"fp4Padded", &E::fp4Padded, NotDefault, AnyValue,
       "4-bit values in groups of 8 bytes, each followed by 8 free bytes"},
      cgaParameter<E>(),
      {"rank", &E::rank, Implied, AnyValue, "dimensions of the tensor"}};
  static constexpr Family<E> Table = {
      "ttg",
      "nvmma_shared",
      EncodingKind::Shared,
      Wrapping::Braces,
      Parameters,
      "shared memory as wgmma, tcgen05 and TMA read it"};
  return Table;
}

namespace {

bool isSwizzle(unsigned bytes) {
  return bytes == 0 || bytes == 32 || bytes == 64 || bytes == 128;
}

Checked checkRankAndCga(const NvmmaSharedEncoding &e, unsigned rank) {
  if (e.rank != NvmmaSharedEncoding().rank && e.rank != rank)
    return wrongValue("rank", concat(rank, ", as CGALayout says,"),
                      std::to_string(e.rank));
  return checkCga(e.cga, rank);
}

/// Elements are of any width.
Checked checkText(const NvmmaSharedEncoding &e, unsigned rank) {
  if (!isSwizzle(e.swizzlingByteWidth))
    return wrongValue("swizzlingByteWidth", "one of 0, 32, 64, 128",
                      std::to_string(e.swizzlingByteWidth));
  if (e.elementBitWidth == 0)
    return wrongValue("elementBitWidth", "a number of bits", "0");
  return checkRankAndCga(e, rank);
}

Checked checkRules(const NvmmaSharedEncoding &e, unsigned rank) {
  if (e.fp4Padded && rank < 2)
    return wrongValue("fp4Padded", "2 dimensions or more", "1");
  if (e.fp4Padded && e.elementBitWidth != 8)
    return wrongValue("elementBitWidth", "8 with fp4Padded",
                      std::to_string(e.elementBitWidth));
  return checkRankAndCga(e, rank);
}

/// PTX ISA, "Shared Memory Matrix Layout": the swizzle repeats every 8 rows and
/// moves groups of 16 bytes.
constexpr unsigned TileRowBits = 3;
constexpr unsigned GroupBytes = 16;
/// A TMA box has at most 256 elements along a dimension.
constexpr unsigned BoxBits = 8;

unsigned boxBits(const TileBuilder &tile, unsigned axis) {
  return std::min(tile.blockBits(axis), BoxBits);
}

// Without a swizzle the elements of one TMA box come one after the other, and
// then the boxes. Transposed, Triton (from 3.8 on) takes the sizes of the box
// from the transposed shape and assigns them to the dimensions by the inverse
// rotation. For matrices that is the same; for more dimensions sizes and
// dimensions do not match, and offsets stay empty. What Triton's programs agree
// on is the meaning of the encoding, so it is ours.
Result<LinearLayout> unswizzledLayout(const NvmmaSharedEncoding &e,
                                      const ShapeContext &c) {
  TileBuilder tile(c.bits, e.cga);
  unsigned rank = tile.rank();
  bool transposed = e.transposed && c.facts.transposesUnswizzledTile;
  for (unsigned i = rank; i-- > 0;) {
    unsigned sizeAxis = transposed ? (i + 1) % rank : i;
    unsigned axis = transposed ? (i + rank - 1) % rank : i;
    tile.place(Slot::Offset, axis, boxBits(tile, sizeAxis));
  }
  for (unsigned axis = rank; axis-- > 0;)
    tile.fill(Slot::Offset, axis);
  return tile.finish({Dim::Offset});
}

/// The rows of a box in memory: groups of columns within a row are XORed with
/// the row's number. With fp4Padded, groups of 8 bytes of values take up 16
/// bytes: bit 3 of a column's number in memory is no element.
class SwizzledRows {
public:
  explicit SwizzledRows(const NvmmaSharedEncoding &e)
      : bits(log2Exact(e.swizzlingByteWidth * 8 / e.elementBitWidth)),
        vec(GroupBytes * 8 / e.elementBitWidth),
        perPhase(128 / e.swizzlingByteWidth),
        maxPhase(e.swizzlingByteWidth / GroupBytes), fp4Padded(e.fp4Padded) {}

  /// Bits of a column's number in memory, and those that are elements.
  unsigned columnBits() const { return bits; }
  unsigned valueBits() const { return bits - (fp4Padded ? 1 : 0); }

  /// The column of the tensor that column `inMemory` of a row holds.
  std::uint64_t column(std::uint64_t inMemory) const {
    if (!fp4Padded)
      return inMemory;
    constexpr unsigned PairBits = 4;
    return (inMemory & 7) | (inMemory >> PairBits << 3);
  }
  std::uint64_t columnXor(std::uint64_t row) const {
    return column(row / perPhase % maxPhase * vec);
  }

private:
  unsigned bits, vec, perPhase, maxPhase;
  bool fp4Padded;
};

/// The elements of a box, in the order in which TMA counts them: along the
/// contiguous dimension, then along those around it. The box ends after one
/// row of the swizzle in the contiguous dimension.
class Box {
public:
  Box(const TileBuilder &tile, const NvmmaSharedEncoding &e,
      unsigned contiguousBits)
      : tile(tile) {
    unsigned rank = tile.rank();
    if (e.transposed) {
      add(0, contiguousBits);
      for (unsigned axis = rank; axis-- > 1;)
        add(axis, boxBits(tile, axis));
      // Triton folds the box into a matrix whose rows are the last dimension,
      // and whose columns are all the others. With two dimensions they are
      // what they should be.
      rows = boxBits(tile, rank - 1);
    } else {
      add(rank - 1, contiguousBits);
      for (unsigned axis = rank - 1; axis-- > 0;)
        add(axis, boxBits(tile, axis));
      rows = words.size() - contiguousBits;
    }
  }

  unsigned rowBits() const { return rows; }
  unsigned columnBits() const { return words.size() - rows; }
  Word column(std::uint64_t number) const { return sum(0, number); }
  Word row(unsigned bit) const { return words[columnBits() + bit]; }

private:
  void add(unsigned axis, unsigned count) {
    for (unsigned bit = 0; bit < count; ++bit)
      words.push_back(tile.wordOf(axis, f2::unit(bit)));
  }
  Word sum(unsigned first, std::uint64_t number) const {
    Word word = 0;
    for (; number != 0; number &= number - 1)
      word ^= words[first + f2::lowestBit(number)];
    return word;
  }

  const TileBuilder &tile;
  Words words;
  unsigned rows;
};

Result<LinearLayout> layoutOf(const NvmmaSharedEncoding &e,
                              const ShapeContext &c) {
  // One dimension is one row, which no swizzle moves.
  if (e.swizzlingByteWidth == 0 || c.bits.size() == 1)
    return unswizzledLayout(e, c);
  SwizzledRows swizzle(e);
  TileBuilder tile(c.bits, e.cga);
  unsigned contiguous = e.transposed ? 0 : tile.rank() - 1;
  if (tile.blockBits(contiguous) < swizzle.valueBits())
    return failure(concat("expects at least ", f2::unit(swizzle.valueBits()),
                          " elements of a block along dimension ", contiguous,
                          " for a swizzle of ", e.swizzlingByteWidth,
                          " bytes, but got ",
                          f2::unit(tile.blockBits(contiguous))),
                   {}, "use a smaller swizzlingByteWidth");

  Box box(tile, e, swizzle.valueBits());
  for (unsigned bit = 0; bit < swizzle.columnBits(); ++bit)
    tile.placeWord(Slot::Offset, box.column(swizzle.column(f2::unit(bit))));
  for (unsigned bit = 0; bit < box.rowBits(); ++bit) {
    Word word = box.row(bit);
    if (bit < TileRowBits)
      word ^= box.column(swizzle.columnXor(f2::unit(bit)));
    tile.placeWord(Slot::Offset, word);
  }
  for (unsigned bit = swizzle.valueBits(); bit < box.columnBits(); ++bit)
    tile.placeWord(Slot::Offset, box.column(f2::unit(bit)));
  for (unsigned axis = 0; axis < tile.rank(); ++axis) {
    tile.skip(axis,
              axis == contiguous ? swizzle.valueBits() : boxBits(tile, axis));
    tile.fill(Slot::Offset, axis);
  }
  return tile.finish({Dim::Offset});
}

// PTX ISA, "Matrix Descriptor Format": the swizzle's pattern repeats every 8
// rows, and starts at a multiple of that.
unsigned alignmentOf(const NvmmaSharedEncoding &e) {
  return 128 * std::max(e.swizzlingByteWidth / 16, 1U);
}

/// The bytes of a swizzle that (perPhase, maxPhase) stand for; 0 if none.
unsigned swizzleBytes(std::uint64_t perPhase, std::uint64_t maxPhase) {
  for (unsigned bytes : {32U, 64U, 128U})
    if (perPhase == 128 / bytes && maxPhase == bytes / 16)
      return bytes;
  return 0;
}

// `shared` with hasLeadingOffset is what Hopper's wgmma reads. Its vec followed
// from the element, and so did the element's width: from the tensor's type.
Parsed<void> readOldForm(SyntaxAttribute &attribute,
                         const ReadOptions &options) {
  const std::optional<ElementType> &element = options.element;
  SyntaxFields &fields = attribute.braces;
  SyntaxField *leading = fields.find("hasLeadingOffset");
  if (leading == nullptr || !isWord(*leading, "true"))
    return {};
  fields.take("hasLeadingOffset");
  std::optional<SyntaxField> vec = fields.take("vec");
  std::optional<SyntaxField> perPhase = fields.take("perPhase");
  std::optional<SyntaxField> maxPhase = fields.take("maxPhase");
  std::optional<SyntaxField> order = fields.take("order");
  if (!vec || !perPhase || !maxPhase || !order)
    return failAt(attribute.position, "expects vec, perPhase, maxPhase and "
                                      "order of a shared layout with "
                                      "hasLeadingOffset, but got not all");
  unsigned bytes = swizzleBytes(numberOf(perPhase->value).value_or(0),
                                numberOf(maxPhase->value).value_or(0));
  if (bytes == 0)
    return failAt(perPhase->value.position,
                  concat("expects (perPhase, maxPhase) = (4, 2), (2, 4) or "
                         "(1, 8) with hasLeadingOffset, but got (",
                         describe(perPhase->value), ", ",
                         describe(maxPhase->value), ")"));
  Parsed<UnsignedList> axes = numbersOf(*order);
  if (!axes)
    return tl::unexpected(std::move(axes.error()));
  bool transposed = *axes == UnsignedList{0, 1};
  if (!transposed && *axes != UnsignedList{1, 0})
    return failAt(
        order->value.position,
        concat("expects order [1, 0] or [0, 1] with hasLeadingOffset, but got ",
               listText(*axes)));
  if (!element)
    return failAt(attribute.position,
                  "expects the element type of a shared layout with "
                  "hasLeadingOffset, but got none",
                  {}, "pass the type of the tensor");
  constexpr unsigned GroupBits = 128;
  if (numberOf(vec->value) != GroupBits / element->bits)
    return failAt(vec->value.position,
                  concat("expects vec = ", GroupBits / element->bits,
                         ", 16 bytes of ", element->text,
                         ", with hasLeadingOffset, but got ",
                         describe(vec->value)));
  attribute.mnemonic = "nvmma_shared";
  setField(fields, "swizzlingByteWidth",
           numberValue(perPhase->position, bytes));
  setField(fields, "transposed",
           {order->position, std::string(transposed ? "true" : "false")});
  setField(fields, "elementBitWidth",
           numberValue(attribute.position, element->bits));
  return {};
}

OldForm writeOldForm(const NvmmaSharedEncoding &e,
                     const WriteOptions &options) {
  if (!isLegacy(options))
    return std::nullopt;
  if (e.fp4Padded || e.rank != 2 || e.swizzlingByteWidth == 0)
    return noOldForm("an nvmma_shared layout with fp4Padded, another rank than "
                     "2 or no swizzle");
  UnsignedList order = e.transposed ? UnsignedList{0, 1} : UnsignedList{1, 0};
  return legacyShared(128 / e.elementBitWidth, 128 / e.swizzlingByteWidth,
                      e.swizzlingByteWidth / 16, order, e.cga, "true");
}

} // namespace

template <>
const FamilyTraits<NvmmaSharedEncoding> &traitsOf<NvmmaSharedEncoding>() {
  using E = NvmmaSharedEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank =
          [](const E &e) {
            return e.cga.empty() ? e.rank : rankOfBases({&e.cga});
          },
      .check = checkRules,
      .layout = layoutOf,
      .alignment = alignmentOf,
      .checkText = checkText,
      .old = {.mnemonic = "shared",
              .read = readOldForm,
              .write = writeOldForm,
              .elementBits = [](const E &e) { return e.elementBitWidth; }},
  };
  return Traits;
}

} // namespace heddle
