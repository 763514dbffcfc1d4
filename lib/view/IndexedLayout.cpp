//===- IndexedLayout.cpp - Locations and elements as numbers --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexedLayout.h"

#include "heddle/f2/Elimination.h"

namespace heddle::view {

namespace {

/// The input dimensions of a kind, major to minor. Those of other kinds are
/// listed minor to major by the layout.
std::vector<Dim> locationDims(LayoutKind kind, const LinearLayout &layout) {
  std::vector<Dim> dims;
  switch (kind) {
  case LayoutKind::Distributed:
    return {Dim::Block, Dim::Warp, Dim::Lane, Dim::Register};
  case LayoutKind::Shared:
    if (layout.hasIn(Dim::Partition))
      return {Dim::Block, Dim::Partition, Dim::Offset};
    return {Dim::Block, Dim::Offset};
  case LayoutKind::TensorMemory:
    return {Dim::Block, Dim::Row, Dim::Col};
  case LayoutKind::Other:
    for (const DimBits &in : layout.ins())
      dims.insert(dims.begin(), in.dim);
    break;
  }
  return dims;
}

/// dim0, dim1, ... in that order, independent of the order in the layout.
std::vector<Dim> elementDims(const LinearLayout &layout) {
  std::vector<Dim> dims;
  for (const DimBits &out : layout.outs())
    dims.push_back(out.dim);
  bool isStandard = std::all_of(dims.begin(), dims.end(),
                                [](Dim dim) { return dim.id() < MaxDims; });
  if (isStandard)
    std::sort(dims.begin(), dims.end(),
              [](Dim a, Dim b) { return a.id() < b.id(); });
  return dims;
}

template <class BitsOf>
Axes axesWithShifts(const std::vector<Dim> &dims, BitsOf bitsOf) {
  Axes axes;
  unsigned shift = 0;
  for (Dim dim : dims)
    shift += bitsOf(dim);
  for (Dim dim : dims) {
    shift -= bitsOf(dim);
    axes.push_back({dim, bitsOf(dim), shift});
  }
  return axes;
}

} // namespace

IndexedLayout::IndexedLayout(const LinearLayout &layout)
    : layoutKind(heddle::layoutKind(layout)),
      outBitCount(layout.totalOutBits()) {
  inAxes = axesWithShifts(locationDims(layoutKind, layout),
                          [&](Dim dim) { return layout.inBits(dim); });
  outAxes = axesWithShifts(elementDims(layout),
                           [&](Dim dim) { return layout.outBits(dim); });
  words.resizeUninitialized(layout.totalInBits());
  for (const Axis &in : inAxes)
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      Word word = 0;
      for (const Axis &out : outAxes)
        word |= f2::shiftLeft(layout.basis(in.dim, bit, out.dim), out.shift);
      words[in.shift + bit] = word;
    }
  f2::ColumnEchelon echelon(words);
  for (unsigned bit = 0; bit < outBitCount; ++bit) {
    f2::ColumnEchelon::Reduction reduction = echelon.reduce(f2::unit(bit));
    remainders.push_back(reduction.remainder);
    holders.push_back(reduction.columns);
  }
  kernel = f2::kernel(matrix());
}

Axis IndexedLayout::in(Dim dim) const {
  for (const Axis &axis : inAxes)
    if (axis.dim == dim)
      return axis;
  return {dim, 0, 0};
}

std::vector<Word> allImages(std::span<const Word> columns) {
  std::vector<Word> images(f2::unit(static_cast<unsigned>(columns.size())));
  LinearCounter counter(columns);
  for (Word &image : images) {
    image = counter.value();
    counter.next();
  }
  return images;
}

Result<void> checkCountable(const IndexedLayout &layout) {
  constexpr unsigned MostBits = 62;
  if (layout.inBits() > MostBits)
    return failure(concat("expects at most 2^", MostBits,
                          " locations, but got 2^", layout.inBits()));
  if (layout.outBits() > MostBits)
    return failure(concat("expects at most 2^", MostBits,
                          " elements, but got 2^", layout.outBits()));
  return {};
}

} // namespace heddle::view
