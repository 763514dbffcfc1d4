//===- Slice.cpp - A layout without one of its dimensions -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyTraits.h"
#include "ParameterRows.h"
#include "heddle/encoding/ToLinearLayout.h"

namespace heddle {

template <> const Family<SliceEncoding> &familyOf<SliceEncoding>() {
  using E = SliceEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"dim", &E::dim, Always, AnyValue,
       "the dimension of the parent that is left out"},
      {"parent", &E::parent, Always, AnyValue,
       "a distributed layout of one dimension more"}};
  static constexpr Family<E> Table = {
      "ttg",
      "slice",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "the parent without a dimension, as a reduction leaves it"};
  return Table;
}

namespace {

Checked checkRules(const SliceEncoding &e, unsigned rank) {
  if (e.parent->kind() != EncodingKind::Distributed)
    return wrongValue("parent", "a distributed layout", "another kind");
  if (e.dim > rank)
    return wrongValue("dim", concat("a dimension of the parent, 0 ... ", rank),
                      std::to_string(e.dim));
  return {};
}

unsigned rankOf(const SliceEncoding &e) {
  unsigned rank = e.parent ? e.parent->rank() : 0;
  return rank > 0 ? rank - 1 : 0;
}

// The parent on a shape of size 1 along the dimension already has no bit there;
// what is left to do is to drop the name, and the registers that only differed
// in it.
Result<LinearLayout> layoutOf(const SliceEncoding &e, const ShapeContext &c) {
  InplaceVector<std::uint64_t, MaxDims> parentShape;
  unsigned rank = static_cast<unsigned>(c.bits.size());
  if (rank == MaxDims)
    return failure(concat("expects the parent of a slice to have at most ",
                          MaxDims, " dimensions, but got ", rank + 1));
  for (unsigned axis = 0; axis <= rank; ++axis) {
    if (axis == e.dim)
      parentShape.push_back(1);
    if (axis < rank)
      parentShape.push_back(f2::unit(c.bits[axis]));
  }
  Result<LinearLayout> parent =
      toLinearLayout(*e.parent, parentShape, c.facts.version);
  if (!parent)
    return parent;

  Words words;
  InplaceVector<DimBits, MaxDims> ins, outs;
  for (const DimBits &in : parent->ins()) {
    unsigned before = words.size();
    for (Word word : parent->bases(in.dim))
      if (in.dim != Dim::Register || word != 0)
        words.push_back(word);
    ins.push_back({in.dim, words.size() - before});
  }
  for (unsigned axis = 0; axis < rank; ++axis)
    outs.push_back({Dim::standard(axis), c.bits[axis]});
  return LinearLayout::fromWords(ins, outs, words);
}

} // namespace

template <> const FamilyTraits<SliceEncoding> &traitsOf<SliceEncoding>() {
  using E = SliceEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = rankOf,
      .check = checkRules,
      .layout = layoutOf,
      .nested = &E::parent,
      .ignoresUnknown = true,
  };
  return Traits;
}

} // namespace heddle
