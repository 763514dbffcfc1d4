//===- LayoutBuilder.cpp - Shared checks and messages ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutBuilder.h"

namespace heddle {

std::string sizeText(unsigned bits) {
  return bits < f2::MaxBits ? std::to_string(f2::unit(bits))
                            : "18446744073709551616";
}

std::string dimsList(std::span<const DimBits> dims) {
  std::string text;
  for (const DimBits &entry : dims) {
    if (!text.empty())
      text += ", ";
    text += concat(entry.dim.name(), " (size ", sizeText(entry.bits), ")");
  }
  return text;
}

std::string dimsText(std::span<const DimBits> dims) {
  return dims.empty() ? "none" : dimsList(dims);
}

tl::unexpected<Error> unknownDim(std::span<const DimBits> list, Dim dim,
                                 Side side) {
  return failure(
      concat("expects an ", sideText(side),
             " dimension of the layout, but got '", dim.name(), "'"),
      concat("its ", sideText(side), " dimensions are ", dimsText(list)));
}

Result<void> checkDims(std::span<const DimBits> list, Side side) {
  if (list.size() > MaxDims)
    return failure(concat("expects at most ", MaxDims, " ", sideText(side),
                          " dimensions, but got ", list.size()));
  for (std::size_t i = 0; i < list.size(); ++i)
    if (indexOf(list.first(i), list[i].dim) < i)
      return failure(concat("expects each ", sideText(side),
                            " dimension once, but got '", list[i].dim.name(),
                            "' twice"),
                     concat("the dimensions are ", dimsText(list)));
  // In 64 bits, so that absurd bit counts do not wrap around.
  std::uint64_t bits = 0;
  for (const DimBits &entry : list)
    bits += entry.bits;
  if (bits > f2::MaxBits) {
    std::string each;
    for (const DimBits &entry : list)
      each += concat(each.empty() ? "" : ", ", entry.dim.name(), " has ",
                     entry.bits);
    return failure(
        concat("expects at most 64 ", sideText(side), " bits, but got ", bits),
        each, "split the layout into factors");
  }
  return {};
}

Result<unsigned> log2OfSize(std::uint64_t size, std::string_view what) {
  if (std::has_single_bit(size))
    return f2::lowestBit(size);
  if (size == 0)
    return failure(concat("expects ", what, " to be a power of two, but got 0"),
                   "an empty dimension holds no element",
                   "a dimension that does not vary has size 1");
  if (f2::highestBit(size) == f2::MaxBits - 1)
    return failure(
        concat("expects ", what, " to be a power of two, but got ", size),
        "the largest power of two that fits a number is 2^63",
        "dimensions of 64 bits come from fromWords, flattenIns, "
        "flattenOuts or a text");
  std::string padded = sizeText(f2::highestBit(size) + 1);
  return failure(
      concat("expects ", what, " to be a power of two, but got ", size),
      concat(size, " lies between ", f2::unit(f2::highestBit(size)), " and ",
             padded),
      concat("pad it to ", padded, " and mask the elements past ", size - 1));
}

Result<DimBitsList> toDimBits(std::span<const DimSize> sizes, Side side) {
  if (sizes.size() > MaxDims)
    return failure(concat("expects at most ", MaxDims, " ", sideText(side),
                          " dimensions, but got ", sizes.size()));
  DimBitsList list;
  for (const DimSize &entry : sizes) {
    Result<unsigned> bits =
        log2OfSize(entry.size, concat("the size of ", entry.dim.name()));
    if (!bits)
      return tl::unexpected(bits.error());
    list.push_back({entry.dim, *bits});
  }
  if (auto checked = checkDims(list, side); !checked)
    return tl::unexpected(checked.error());
  return list;
}

Result<void> checkSameNames(std::span<const DimBits> a, const char *whatA,
                            std::span<const DimBits> b, const char *whatB) {
  auto lacks = [](std::span<const DimBits> list, const DimBits &entry) {
    return indexOf(list, entry.dim) == list.size();
  };
  for (const auto &[one, other, owner] :
       {std::tuple(a, b, whatB), std::tuple(b, a, whatA)})
    for (const DimBits &entry : one)
      if (lacks(other, entry))
        return failure(concat("expects ", whatA, " and ", whatB,
                              " to have the same dimensions, but got ",
                              dimsText(a), " and ", dimsText(b)),
                       concat("'", entry.dim.name(), "' is not among ", owner),
                       "rename the dimension with renameIn or renameOut, or "
                       "regroup the bits with reshapeIns or reshapeOuts");
  return {};
}

std::string locationText(const LinearLayout &layout, Word location) {
  std::string text;
  for (const DimBits &entry : layout.ins()) {
    if (Word value = location & f2::lowMask(entry.bits)) {
      if (!text.empty())
        text += ", ";
      text += concat(entry.dim.name(), "=", value);
    }
    location = f2::shiftRight(location, entry.bits);
  }
  return text;
}

std::string elementText(const LinearLayout &layout, Word word) {
  std::string text = "(";
  for (const DimBits &entry : layout.outs()) {
    if (text.size() > 1)
      text += ", ";
    text += concat(entry.dim.name(), "=", layout.field(word, entry.dim));
  }
  return text + ")";
}

} // namespace heddle
