//===- Queries.cpp - Evaluating and examining layouts ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutBuilder.h"
#include "heddle/f2/Elimination.h"
#include "heddle/layout/LinearLayout.h"

namespace heddle {

f2::Matrix LinearLayout::matrix() const {
  return *f2::Matrix::fromColumns(outBitCount, basisWords);
}

namespace {

/// Why `location` does not name one location of the layout. It does not.
tl::unexpected<Error> badLocation(const LinearLayout &layout,
                                  std::span<const Coordinate> location) {
  for (const DimBits &entry : layout.ins()) {
    std::size_t found = 0;
    for (const Coordinate &coordinate : location)
      found += coordinate.dim == entry.dim ? 1 : 0;
    if (found != 1)
      return failure(
          concat("expects one coordinate for each input dimension, "
                 "but got ",
                 found, " for ", entry.dim.name()),
          concat("the input dimensions are ", dimsText(layout.ins())));
  }
  for (const Coordinate &coordinate : location) {
    unsigned i = indexOf(layout.ins(), coordinate.dim);
    if (i == layout.ins().size())
      return unknownDim(layout.ins(), coordinate.dim, Side::In);
    if ((coordinate.value & ~f2::lowMask(layout.ins()[i].bits)) != 0)
      return failure(concat("expects a coordinate below the size of ",
                            coordinate.dim.name(), ", which is ",
                            sizeText(layout.ins()[i].bits), ", but got ",
                            coordinate.value));
  }
  return failure("expects a location of the layout");
}

} // namespace

Result<Coordinates> LinearLayout::apply(ListRef<Coordinate> location) const {
  if (location.size() != inList.size())
    return badLocation(*this, location);
  Word flattened = 0;
  unsigned shift = 0;
  for (unsigned i = 0; i < inList.size(); ++i) {
    const DimBits &entry = inList[i];
    const Coordinate *coordinate = &location[i];
    if (coordinate->dim != entry.dim) {
      coordinate =
          std::find_if(location.data(), location.data() + location.size(),
                       [&](const Coordinate &c) { return c.dim == entry.dim; });
      if (coordinate == location.data() + location.size())
        return badLocation(*this, location);
    }
    Word value = coordinate->value;
    if ((value & ~f2::lowMask(entry.bits)) != 0)
      return badLocation(*this, location);
    flattened |= f2::shiftLeft(value, shift);
    shift += entry.bits;
  }
  Word result = applyWord(flattened);
  Result<Coordinates> element(tl::in_place);
  for (const DimBits &entry : outList) {
    element->push_back({entry.dim, result & f2::lowMask(entry.bits)});
    result = f2::shiftRight(result, entry.bits);
  }
  return element;
}

bool LinearLayout::isSurjective() const {
  return f2::rank(bases()) == totalOutBits();
}

bool LinearLayout::isInjective() const {
  return f2::rank(bases()) == totalInBits();
}

bool LinearLayout::isInvertible() const {
  return totalInBits() == totalOutBits() && isInjective();
}

Coordinates LinearLayout::freeVariableMasks() const {
  Word pivots = f2::ColumnEchelon(bases()).pivots();
  Coordinates masks;
  for (const DimBits &entry : inList) {
    masks.push_back({entry.dim, ~pivots & f2::lowMask(entry.bits)});
    pivots = f2::shiftRight(pivots, entry.bits);
  }
  return masks;
}

std::uint64_t LinearLayout::numConsecutiveInOut() const {
  if (inList.empty() || outList.empty())
    return 1;
  unsigned limit = std::min(inList[0].bits, outList[0].bits);
  unsigned run = 0;
  while (run < limit && basisWords[run] == f2::unit(run))
    ++run;
  // Another input bit that moves the first output dimension by less than the
  // run would start a vector in its middle.
  Word others = 0;
  for (Word basis : bases().subspan(run))
    others |= basis & f2::lowMask(outList[0].bits);
  if (others != 0)
    run = std::min(run, f2::lowestBit(others));
  // A dimension of 64 bits counts as one of 63: its size fits no number.
  return f2::unit(std::min(run, f2::MaxBits - 1));
}

bool LinearLayout::isTrivialOver(ListRef<Dim> dims) const {
  Word fields = 0;
  Word covered = 0;
  for (Dim dim : dims) {
    if (!hasIn(dim) || !hasOut(dim) || inBits(dim) != outBits(dim))
      return false;
    for (unsigned bit = 0; bit < inBits(dim); ++bit) {
      Word target = f2::unit(outShift(dim) + bit);
      if (bases(dim)[bit] != target)
        return false;
      fields |= target;
      covered |= f2::unit(inShift(dim) + bit);
    }
  }
  for (unsigned bit = 0; bit < totalInBits(); ++bit)
    if ((covered >> bit & 1) == 0 && (basisWords[bit] & fields) != 0)
      return false;
  return true;
}

bool LinearLayout::isIdentityOnOut(Dim dim) const {
  if (!hasIn(dim) || !hasOut(dim) || inBits(dim) != outBits(dim))
    return false;
  for (unsigned bit = 0; bit < totalInBits(); ++bit) {
    unsigned own = bit - inShift(dim);
    Word wanted = bit >= inShift(dim) && own < inBits(dim) ? f2::unit(own) : 0;
    if (field(basisWords[bit], dim) != wanted)
      return false;
  }
  return true;
}

std::size_t hashValue(const LinearLayout &layout) {
  // Multiply-xor-shift over everything that equality compares.
  Word hash = 0x9e3779b97f4a7c15ULL;
  auto mix = [&hash](Word value) {
    hash = (hash ^ value) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  };
  for (std::span<const DimBits> list : {layout.ins(), layout.outs()}) {
    mix(list.size());
    for (const DimBits &entry : list)
      mix(Word(entry.dim.id()) << 8 | entry.bits);
  }
  for (Word basis : layout.bases())
    mix(basis);
  return hash;
}

} // namespace heddle
