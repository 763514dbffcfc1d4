//===- Legacy.cpp - Texts of older releases -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyTraits.h"
#include "SyntaxValues.h"

#include <array>
#include <bit>

namespace heddle {

namespace {

// CTAsPerCGA blocks along each dimension, of which CTASplitNum parts are
// different; the blocks are numbered along CTAOrder.
Parsed<void> rewriteSplit(SyntaxFields &fields) {
  std::optional<SyntaxField> counts = fields.take("CTAsPerCGA");
  std::optional<SyntaxField> splits = fields.take("CTASplitNum");
  std::optional<SyntaxField> orders = fields.take("CTAOrder");
  if (!counts && !splits && !orders)
    return {};
  const SyntaxField &any = counts ? *counts : splits ? *splits : *orders;
  if (!counts || !splits || !orders)
    return failAt(any.position, "expects CTAsPerCGA, CTASplitNum and CTAOrder "
                                "together, but got only some of them");
  if (fields.find("CGALayout") != nullptr)
    return failAt(any.position, "expects either CGALayout or CTAsPerCGA, "
                                "CTASplitNum and CTAOrder, but got both");
  Parsed<UnsignedList> count = powersOfTwo(*counts);
  Parsed<UnsignedList> split = powersOfTwo(*splits);
  Parsed<UnsignedList> order = numbersOf(*orders);
  for (auto *list : {&count, &split, &order})
    if (!*list)
      return tl::unexpected(std::move(list->error()));
  std::size_t rank = count->size();
  if (split->size() != rank || order->size() != rank)
    return failAt(any.position,
                  concat("expects one number a dimension in CTAsPerCGA, "
                         "CTASplitNum and CTAOrder, but got ",
                         rank, ", ", split->size(), " and ", order->size()));
  Bases bases;
  std::vector<bool> seen(rank, false);
  for (unsigned axis : *order) {
    if (axis >= rank || seen[axis])
      return failAt(orders->value.position,
                    concat("expects a permutation of 0 ... ", rank - 1,
                           " as 'CTAOrder', but got ", axis,
                           axis < rank ? " twice" : ""));
    seen[axis] = true;
    if ((*split)[axis] > (*count)[axis])
      return failAt(splits->value.position,
                    concat("expects at most CTAsPerCGA = ", (*count)[axis],
                           " parts along dimension ", axis, ", but got ",
                           (*split)[axis]));
    appendBases(bases, rank, axis, 1, (*split)[axis],
                (*count)[axis] / (*split)[axis]);
  }
  setField(fields, "CGALayout", basesValue(any.position, bases));
  return {};
}

// Up to 3.7 tensor memory has CTASplitM and CTASplitN; 1 if left out. Which of
// the two the block's number runs along first is not written.
Parsed<void> rewriteTensorMemory(SyntaxFields &fields) {
  std::optional<SyntaxField> m = fields.take("CTASplitM");
  std::optional<SyntaxField> n = fields.take("CTASplitN");
  if (!m && !n)
    return {};
  const SyntaxField &any = m ? *m : *n;
  if (fields.find("CGALayout") != nullptr)
    return failAt(any.position, "expects either CGALayout or CTASplitM and "
                                "CTASplitN, but got both");
  std::array<unsigned, 2> parts = {1, 1};
  for (unsigned axis : {0U, 1U}) {
    const std::optional<SyntaxField> &field = axis == 0 ? m : n;
    if (!field)
      continue;
    std::optional<std::uint64_t> number = numberOf(field->value);
    constexpr std::uint64_t Limit = 1U << 16U;
    if (!number || !std::has_single_bit(*number) || *number > Limit)
      return failAt(field->value.position,
                    concat("expects a power of two as '", field->name,
                           "', but got ", describe(field->value)));
    parts[axis] = static_cast<unsigned>(*number);
  }
  if (parts[0] > 1 && parts[1] > 1)
    return failAt(any.position, "expects CTASplitM or CTASplitN, but got both",
                  {}, "write the blocks as a CGALayout");
  Bases bases;
  appendBases(bases, 2, 0, 1, parts[0], 1);
  appendBases(bases, 2, 1, 1, parts[1], 1);
  setField(fields, "CGALayout", basesValue(any.position, bases));
  return {};
}

/// The older form of a single family, in that family's words.
Parsed<void> rewriteFamily(SyntaxAttribute &attribute,
                           const ReadOptions &options) {
  Parsed<void> done = {};
  forEachFamily([&]<class E>() {
    const Family<E> &family = familyOf<E>();
    const OldTraits<E> &old = traitsOf<E>().old;
    std::string_view mnemonic =
        old.mnemonic.empty() ? family.mnemonic : old.mnemonic;
    if (done && old.read != nullptr && attribute.dialect == family.dialect &&
        attribute.mnemonic == mnemonic)
      done = old.read(attribute, options);
  });
  return done;
}

} // namespace

std::string_view modernDialect(std::string_view dialect) {
  if (dialect == "triton_gpu")
    return "ttg";
  return dialect == "triton_nvidia_gpu" ? "ttng" : dialect;
}

Parsed<void> modernize(SyntaxAttribute &attribute, const ReadOptions &options) {
  attribute.dialect = modernDialect(attribute.dialect);
  if (attribute.dialect == "ttng")
    if (Parsed<void> done = rewriteTensorMemory(attribute.bare); !done)
      return done;
  if (attribute.dialect == "ttg")
    if (Parsed<void> done = rewriteSplit(attribute.braces); !done)
      return done;
  return rewriteFamily(attribute, options);
}

} // namespace heddle
