//===- PropReasons.cpp - Why a layout is what it is -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PropReasons.h"
#include "heddle/encoding/Queries.h"
#include "heddle/f2/Elimination.h"
#include "heddle/f2/Subspace.h"

namespace heddle {

namespace {

/// "register=2, lane=0": a flattened location.
std::string locationText(const LinearLayout &layout, Word location) {
  std::string text;
  for (const DimBits &in : layout.ins())
    text += concat(text.empty() ? "" : ", ", in.dim.name(), "=",
                   f2::shiftRight(location, layout.inShift(in.dim)) &
                       f2::lowMask(in.bits));
  return text;
}

/// An element that no location holds: a unit vector outside of the image.
std::optional<Word> missingElement(const LinearLayout &layout) {
  f2::VectorEchelon image;
  for (Word basis : layout.bases())
    image.insert(basis);
  for (unsigned bit = 0; bit < layout.totalOutBits(); ++bit)
    if (!image.contains(f2::unit(bit)))
      return f2::unit(bit);
  return std::nullopt;
}

std::string surjectiveReason(const LinearLayout &layout, unsigned rank) {
  if (std::optional<Word> missing = missingElement(layout))
    return concat("element ", elementText(layout, *missing),
                  " is held by no location: rank ", rank, " of ",
                  layout.totalOutBits(), " element bits");
  return concat("rank ", rank, " of ", layout.totalOutBits(),
                " element bits: some location reaches each element");
}

std::string injectiveReason(const LinearLayout &layout, unsigned rank) {
  if (rank == layout.totalInBits())
    return concat("rank ", rank, " of ", layout.totalInBits(),
                  " location bits: no two locations hold the same element");
  Word same = f2::kernel(layout.matrix()).basis().front();
  return concat(locationText(layout, 0), " and ", locationText(layout, same),
                " hold the same element");
}

std::string copiesReason(const LinearLayout &layout) {
  std::string text;
  for (const Coordinate &mask : layout.freeVariableMasks())
    for (unsigned bit = 0; bit < f2::MaxBits; ++bit)
      if ((mask.value >> bit & 1) != 0)
        text += concat(text.empty() ? "" : ", ", mask.dim.name(), " bit ", bit);
  return text.empty() ? "every bit of a location leads to other elements"
                      : concat("only copies: ", text);
}

/// The bits of registers whose basis vectors are 1, 2, 4, ... in a dimension.
std::string contiguityReason(const LinearLayout &layout) {
  std::string text;
  for (const DimBits &out : layout.outs()) {
    unsigned run = 0;
    while (run < layout.inBits(Dim::Register) && run < out.bits &&
           layout.bases(Dim::Register)[run] ==
               f2::unit(layout.outShift(out.dim) + run))
      ++run;
    if (run > 0)
      text += concat(text.empty() ? "" : "; ", "registers 0 to ",
                     f2::unit(run) - 1, " step along ", out.dim.name());
  }
  return text.empty() ? "register 1 is not the next element of any dimension"
                      : text;
}

} // namespace

json reasonsJson(const LinearLayout &layout) {
  f2::VectorEchelon image;
  for (Word basis : layout.bases())
    image.insert(basis);
  json reasons = {{"surjective", surjectiveReason(layout, image.rank())},
                  {"injective", injectiveReason(layout, image.rank())},
                  {"replication", copiesReason(layout)}};
  if (layout.hasIn(Dim::Register))
    reasons["contiguityPerThread"] = contiguityReason(layout);
  return reasons;
}

} // namespace heddle
