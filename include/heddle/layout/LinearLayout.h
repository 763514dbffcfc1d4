//===- LinearLayout.h - Linear maps between named bit spaces ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A layout says which register of which lane of which warp (or which offset of
/// shared memory) holds which element of a tensor. `LinearLayout` is such a
/// layout as a linear map over F2: the bits of a hardware location go in, the
/// bits of a tensor coordinate come out, and
///
///     L(x ^ y) = L(x) ^ L(y).
///
/// So L is given by its *bases*, the images of the locations with a single bit
/// set. The 4x4 swizzle (thread, warp) -> (thread, warp ^ thread):
///
///     L(thread=1) = (1, 1)    L(warp=1) = (0, 1)
///     L(thread=2) = (2, 2)    L(warp=2) = (0, 2)
///
///     auto swizzle = LinearLayout::fromBases(
///         {{Dim::Thread, {{1, 1}, {2, 2}}}, {Dim::Warp, {{0, 1}, {0, 2}}}},
///         {Dim::standard(0), Dim::standard(1)});
///     // L(thread=3, warp=2) = (1,1) ^ (2,2) ^ (0,2) = (3, 1)
///
/// Many locations may hold one element (a basis of zero broadcasts), an element
/// may be held by none. What a layout cannot express: sizes that are not powers
/// of two, padding, and anything that adds with carry. Slices and flips, which
/// are A*x ^ b, are in AffineLayout.h.
///
/// **Order.** Dimensions go from minor to major on both sides: the first varies
/// fastest when dimensions are flattened. Order matters for flattening and for
/// exact equality, not for what the layout means.
///
/// **Storage.** One 64-bit word a basis: it concatenates the bits of all output
/// dimensions, the first dimension lowest. The bases stand in the order of the
/// input bits. At most 64 input bits, 64 output bits, 32 dimensions a side. No
/// heap; a copy touches the bits in use only.
///
/// Source: Zhou et al., "Linear Layouts: Robust Code Generation of Efficient
/// Tensor Computation Using F2" (arXiv 2505.23819), section 4.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_LINEARLAYOUT_H
#define HEDDLE_LAYOUT_LINEARLAYOUT_H

#include "heddle/f2/Bits.h"
#include "heddle/f2/Error.h"
#include "heddle/f2/Matrix.h"
#include "heddle/layout/Dim.h"

#include <string>
#include <utility>
#include <vector>

namespace heddle {

using f2::Word;
using f2::Words;

/// A dimension with its number of bits: its size is 2^bits.
struct DimBits {
  Dim dim;
  unsigned bits;
  friend bool operator==(const DimBits &, const DimBits &) = default;
};
using DimBitsList = InplaceVector<DimBits, MaxDims>;

/// A dimension with its size, which has to be a power of two. A dimension of 64
/// bits has no size that fits; `fromWords`, flattening and the texts make them.
struct DimSize {
  Dim dim;
  std::uint64_t size;
  friend bool operator==(const DimSize &, const DimSize &) = default;
};

/// One coordinate of a location or an element: `{Dim::Lane, 5}`.
struct Coordinate {
  Dim dim;
  std::uint64_t value;
  friend bool operator==(const Coordinate &, const Coordinate &) = default;
};
using Coordinates = InplaceVector<Coordinate, MaxDims>;

/// The bases of one input dimension, lowest bit first; each lists its
/// coordinate in every output dimension.
using DimBases = std::pair<Dim, std::vector<std::vector<std::uint64_t>>>;

/// Must every element be held by some location?
enum class Surjectivity { Required, NotRequired };

class [[nodiscard]] LinearLayout {
public:
  /// The empty layout: no dimensions. The neutral element of the product. Not
  /// `= default`, with which `LinearLayout()` would clear all of the storage.
  LinearLayout() {}

  /// From bases alone. The size of each output dimension is the next power of
  /// two above its largest coordinate. Fails if the layout is not surjective
  /// onto that: pass sizes where it should not be.
  [[nodiscard]] static Result<LinearLayout> fromBases(ListRef<DimBases> bases,
                                                      ListRef<Dim> outs);

  /// From bases and output sizes. Fails if a size is not a power of two, a
  /// coordinate does not fit, or surjectivity is required and missing.
  [[nodiscard]] static Result<LinearLayout>
  fromBases(ListRef<DimBases> bases, ListRef<DimSize> outs,
            Surjectivity surjectivity = Surjectivity::Required);

  /// From basis words as they are stored. Fails on a repeated dimension, above
  /// the limits, if the number of words is not the number of input bits, or if
  /// a word has a bit past the output bits.
  [[nodiscard]] static Result<LinearLayout>
  fromWords(ListRef<DimBits> ins, ListRef<DimBits> outs, ListRef<Word> bases);

  /// x -> x for x below `size`. Fails unless the size is a power of two.
  [[nodiscard]] static Result<LinearLayout> identity1D(std::uint64_t size,
                                                       Dim in, Dim out);

  /// x -> stride * x; the output has the size stride * size. Fails unless both
  /// are powers of two, the output of at most 64 bits.
  [[nodiscard]] static Result<LinearLayout>
  strided1D(std::uint64_t size, std::uint64_t stride, Dim in, Dim out);

  /// x -> 0: every location holds element 0. Fails unless the sizes are powers
  /// of two.
  [[nodiscard]] static Result<LinearLayout>
  zeros1D(std::uint64_t size, Dim in, Dim out, std::uint64_t outSize = 1);

  /// The row-major, column-major, ... identity from one input dimension onto a
  /// tensor of this shape; order[0] is the axis that varies fastest, and the
  /// output dimensions dim0, dim1, ... stand in that order. Fails unless the
  /// order permutes the axes and the sizes are powers of two.
  [[nodiscard]] static Result<LinearLayout>
  identityStandardND(Dim in, ListRef<std::uint64_t> shape,
                     ListRef<unsigned> order);

  std::span<const DimBits> ins() const { return inList; }
  std::span<const DimBits> outs() const { return outList; }
  unsigned totalInBits() const { return basisWords.size(); }
  unsigned totalOutBits() const { return outBitCount; }

  bool hasIn(Dim dim) const { return indexOf(inList, dim) < inList.size(); }
  bool hasOut(Dim dim) const { return indexOf(outList, dim) < outList.size(); }
  /// The bits of a dimension; 0 for one that the layout does not have, which is
  /// the same as one of size 1.
  unsigned inBits(Dim dim) const { return bitsOf(inList, dim); }
  unsigned outBits(Dim dim) const { return bitsOf(outList, dim); }
  /// 2^bits, or the largest 64-bit number for a dimension of 64 bits.
  std::uint64_t inSize(Dim dim) const { return sizeOf(inBits(dim)); }
  std::uint64_t outSize(Dim dim) const { return sizeOf(outBits(dim)); }
  /// The place of a dimension's lowest bit among all input bits, or in a basis
  /// word. For a dimension that the layout does not have: past the last bit.
  unsigned inShift(Dim dim) const { return shiftOf(inList, dim); }
  unsigned outShift(Dim dim) const { return shiftOf(outList, dim); }

  /// All basis words in the order of the input bits.
  std::span<const Word> bases() const { return basisWords; }
  /// The basis words of one input dimension; none if the layout has it not.
  std::span<const Word> bases(Dim in) const {
    return bases().subspan(inShift(in), inBits(in));
  }
  /// Coordinate `out` of the image of bit `bit` of `in`; 0 where the layout has
  /// no such dimension or bit.
  std::uint64_t basis(Dim in, unsigned bit, Dim out) const {
    return bit < inBits(in) ? field(bases(in)[bit], out) : 0;
  }
  /// Coordinate `out` of an output word.
  std::uint64_t field(Word word, Dim out) const {
    return f2::shiftRight(word, outShift(out)) & f2::lowMask(outBits(out));
  }

  /// The matrix of the map: column i is basis word i.
  f2::Matrix matrix() const;

  /// Evaluates on a flattened location: bit i of x is input bit i. Higher bits
  /// are ignored.
  Word applyWord(Word x) const {
    Word result = 0;
    for (Word basis : basisWords) {
      result ^= basis & -(x & 1);
      x >>= 1;
    }
    return result;
  }

  /// Evaluates on one location, given by all its coordinates in any order;
  /// the result stands in the order of the output dimensions. Fails on a
  /// coordinate that is missing, given twice, unknown or too large.
  [[nodiscard]] Result<Coordinates> apply(ListRef<Coordinate> location) const;

  /// Every element is held by some location: the rank is all output bits.
  bool isSurjective() const;
  /// No two locations hold the same element: the rank is all input bits.
  bool isInjective() const;
  bool isInvertible() const;

  /// Per input dimension the bits that only replicate: the columns that depend
  /// on columns before them. The other bits are enough to reach every element
  /// that the layout reaches. Order as in `ins()`.
  Coordinates freeVariableMasks() const;

  /// The largest 2^k such that the first 2^k values of the first input
  /// dimension are 2^k consecutive coordinates of the first output dimension,
  /// wherever the other input bits are: what one vector access can cover. At
  /// most 2^63.
  std::uint64_t numConsecutiveInOut() const;

  /// On these dimensions, which are both inputs and outputs of equal size, the
  /// layout is the identity, and they and all others do not mix.
  bool isTrivialOver(ListRef<Dim> dims) const;

  /// Output `dim` depends on input `dim` only, as the identity. Other outputs
  /// may depend on that input too.
  bool isIdentityOnOut(Dim dim) const;

  /// Exact: same dimensions in the same order with the same sizes, same bases.
  friend bool operator==(const LinearLayout &, const LinearLayout &) = default;

private:
  friend struct LayoutBuilder;

  static unsigned indexOf(const DimBitsList &list, Dim dim) {
    unsigned i = 0;
    while (i < list.size() && list[i].dim != dim)
      ++i;
    return i;
  }
  static unsigned bitsOf(const DimBitsList &list, Dim dim) {
    for (const DimBits &entry : list)
      if (entry.dim == dim)
        return entry.bits;
    return 0;
  }
  static std::uint64_t sizeOf(unsigned bits) {
    return bits < f2::MaxBits ? f2::unit(bits) : ~std::uint64_t(0);
  }
  static unsigned shiftOf(const DimBitsList &list, Dim dim) {
    unsigned shift = 0;
    for (const DimBits &entry : list) {
      if (entry.dim == dim)
        break;
      shift += entry.bits;
    }
    return shift;
  }

  DimBitsList inList;
  DimBitsList outList;
  Words basisWords;
  unsigned outBitCount = 0;
};

/// A mix of the dimensions, sizes and bases; equal layouts have equal hashes.
std::size_t hashValue(const LinearLayout &layout);

/// "(dim0=2, dim1=3)", for messages: the coordinates of an output word.
std::string elementText(const LinearLayout &layout, Word word);

/// log2 of a size. Fails unless it is a power of two; the remedy names the next
/// one. `what` is the subject of the message, such as "the size of lane".
[[nodiscard]] Result<unsigned> log2OfSize(std::uint64_t size,
                                          std::string_view what);

} // namespace heddle

template <> struct std::hash<heddle::LinearLayout> {
  std::size_t operator()(const heddle::LinearLayout &layout) const noexcept {
    return heddle::hashValue(layout);
  }
};

#endif // HEDDLE_LAYOUT_LINEARLAYOUT_H
