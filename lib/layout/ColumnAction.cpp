//===- ColumnAction.cpp - Reordering the bits of one dimension ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/ColumnAction.h"

#include "LayoutBuilder.h"

namespace heddle {

Result<ColumnAction> ColumnAction::create(Dim dim, unsigned inBits,
                                          ListRef<unsigned> sources) {
  if (inBits > f2::MaxBits)
    return failure(concat("expects at most 64 bits of ", dim.name(),
                          ", but got ", inBits));
  Word used = 0;
  ColumnAction action;
  action.name = dim;
  action.oldBits = inBits;
  for (unsigned source : sources) {
    if (source >= inBits)
      return failure(
          concat("expects source bits below ", inBits, ", but got ", source));
    if ((used >> source & 1) != 0)
      return failure(concat("expects each source bit once, but got bit ",
                            source, " twice"));
    used |= f2::unit(source);
    action.sourceBits.push_back(source);
  }
  return action;
}

Result<ColumnAction> ColumnAction::identity(Dim dim, unsigned inBits) {
  InplaceVector<unsigned, f2::MaxBits> sources;
  for (unsigned bit = 0; bit < std::min(inBits, f2::MaxBits); ++bit)
    sources.push_back(bit);
  return create(dim, inBits, sources);
}

bool ColumnAction::isIdentity() const {
  if (!isPermutation())
    return false;
  for (unsigned bit = 0; bit < oldBits; ++bit)
    if (sourceBits[bit] != bit)
      return false;
  return true;
}

Word ColumnAction::sourceIndex(Word index) const {
  Word source = 0;
  for (unsigned bit : sourceBits) {
    source |= (index & 1) << bit;
    index >>= 1;
  }
  return source;
}

Result<LinearLayout> apply(const ColumnAction &action,
                           const LinearLayout &layout) {
  unsigned index = indexOf(layout.ins(), action.dim());
  if (index == layout.ins().size())
    return unknownDim(layout.ins(), action.dim(), Side::In);
  if (layout.ins()[index].bits != action.inBits())
    return failure(concat("expects ", action.dim().name(), " to have ",
                          action.inBits(), " bits, but got ",
                          layout.ins()[index].bits),
                   "the action was made for another size");
  unsigned shift = layout.inShift(action.dim());
  std::span<const Word> all = layout.bases();
  Result<LinearLayout> result(tl::in_place, layout);
  LayoutBuilder builder(*result);
  builder.ins[index].bits = action.outBits();
  builder.words = Words(all.first(shift));
  for (unsigned source : action.sources())
    builder.words.push_back(all[shift + source]);
  for (Word word : all.subspan(shift + action.inBits()))
    builder.words.push_back(word);
  return result;
}

Result<ColumnAction> inverse(const ColumnAction &action) {
  InplaceVector<unsigned, f2::MaxBits> sources;
  for (unsigned bit = 0; bit < action.inBits(); ++bit) {
    const unsigned *place =
        std::find(action.sources().data(),
                  action.sources().data() + action.outBits(), bit);
    auto i = static_cast<unsigned>(place - action.sources().data());
    if (i == action.outBits())
      return failure(concat("expects a permutation, but got an action that "
                            "keeps ",
                            action.outBits(), " of ", action.inBits(), " bits"),
                     concat("bit ", bit, " is dropped"));
    sources.push_back(i);
  }
  return ColumnAction::create(action.dim(), action.outBits(), sources);
}

Result<ColumnAction> compose(const ColumnAction &first,
                             const ColumnAction &second) {
  if (first.dim() != second.dim())
    return failure(concat("expects actions on one dimension, but got ",
                          first.dim().name(), " and ", second.dim().name()));
  if (first.outBits() != second.inBits())
    return failure(concat("expects the second action to take the ",
                          first.outBits(),
                          " bits that the first leaves, but "
                          "it takes ",
                          second.inBits()));
  InplaceVector<unsigned, f2::MaxBits> sources;
  for (unsigned source : second.sources())
    sources.push_back(first.sources()[source]);
  return ColumnAction::create(first.dim(), first.inBits(), sources);
}

Result<ColumnAction> actionRemoveZeroBases(const LinearLayout &layout,
                                           Dim dim) {
  if (!layout.hasIn(dim))
    return unknownDim(layout.ins(), dim, Side::In);
  InplaceVector<unsigned, f2::MaxBits> sources;
  for (unsigned bit = 0; bit < layout.inBits(dim); ++bit)
    if (layout.bases(dim)[bit] != 0)
      sources.push_back(bit);
  return ColumnAction::create(dim, layout.inBits(dim), sources);
}

} // namespace heddle
