//===- Division.cpp - Quotients of layouts --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldMap.h"
#include "LayoutBuilder.h"
#include "heddle/layout/Product.h"

#include <optional>

namespace heddle {

namespace {

/// On which side of the quotient the factor stands. A left factor owns the low
/// bits of each dimension, a right factor the high ones.
enum class FactorSide { Left, Right };

/// How the bits of one dimension of the dividend are split between the factor
/// and the quotient.
struct Split {
  unsigned factorLow;
  unsigned factorBits;
  unsigned restLow;
  unsigned restBits;
};

Split split(FactorSide side, unsigned bits, unsigned factorBits) {
  unsigned rest = bits - factorBits;
  return side == FactorSide::Left ? Split{0, factorBits, factorBits, rest}
                                  : Split{rest, factorBits, 0, rest};
}

/// The factor's dimensions are among the dividend's, no larger, in the same
/// order.
Result<void> checkDims(std::span<const DimBits> whole,
                       std::span<const DimBits> part, Side where) {
  unsigned last = 0;
  for (unsigned i = 0; i < part.size(); ++i) {
    unsigned place = indexOf(whole, part[i].dim);
    if (place == whole.size())
      return failure(concat("expects a factor whose ", sideText(where),
                            " dimensions the layout has, but got '",
                            part[i].dim.name(), "'"),
                     concat("the layout has ", dimsText(whole)));
    if (part[i].bits > whole[place].bits)
      return failure(concat("expects a factor no larger than the layout, but "
                            "its '",
                            part[i].dim.name(), "' has size ",
                            sizeText(part[i].bits), " of ",
                            sizeText(whole[place].bits)));
    if (i != 0 && place < last)
      return failure(concat("expects a factor with its ", sideText(where),
                            " dimensions in the order of the layout, but "
                            "got '",
                            part[i].dim.name(), "' after '",
                            part[i - 1].dim.name(), "'"),
                     concat("the layout has ", dimsText(whole)),
                     concat("reorder the factor with transpose",
                            where == Side::In ? "Ins" : "Outs"));
    last = place;
  }
  return {};
}

Result<void> checkFactor(const LinearLayout &a, const LinearLayout &factor) {
  if (auto checked = checkDims(a.ins(), factor.ins(), Side::In); !checked)
    return checked;
  return checkDims(a.outs(), factor.outs(), Side::Out);
}

/// The output words of the factor and the quotient, and those of the dividend.
/// Precondition: the factor's dimensions were checked.
struct OutputWords {
  FieldMap factorToDividend;
  FieldMap dividendToQuotient;
  Word factorBits = 0;

  OutputWords(const LinearLayout &a, const LinearLayout &factor,
              FactorSide side) {
    unsigned shift = 0;
    unsigned factorShift = 0;
    unsigned quotientShift = 0;
    for (const DimBits &entry : a.outs()) {
      // The factor has its dimensions in the same order.
      Split bits = split(side, entry.bits, factor.outBits(entry.dim));
      factorToDividend.add(factorShift, bits.factorBits,
                           shift + bits.factorLow);
      dividendToQuotient.add(shift + bits.restLow, bits.restBits,
                             quotientShift);
      factorBits |=
          f2::shiftLeft(f2::lowMask(bits.factorBits), shift + bits.factorLow);
      shift += entry.bits;
      factorShift += bits.factorBits;
      quotientShift += bits.restBits;
    }
  }
};

/// The basis at `bit` of `entry` is not the factor's (`wanted`), or is outside
/// of the factor and has bits that belong to it.
[[gnu::cold]] tl::unexpected<Error> mismatch(const LinearLayout &a,
                                             FactorSide side,
                                             const DimBits &entry, unsigned bit,
                                             std::optional<Word> wanted) {
  std::string location = concat(entry.dim.name(), "=", f2::unit(bit));
  std::string element = elementText(a, a.bases(entry.dim)[bit]);
  return failure(
      concat("expects a layout with that ",
             side == FactorSide::Left ? "left" : "right",
             " factor, but got one without"),
      wanted ? concat(location, " holds element ", element,
                      ", where the factor has ", elementText(a, *wanted))
             : concat(location, ", outside of the factor, holds element ",
                      element, ", which has bits that belong to the factor"));
}

/// The bases of the factor are where they have to be, and the others are clear
/// of its bits.
Result<void> checkBases(const LinearLayout &a, const LinearLayout &factor,
                        FactorSide side, const OutputWords &words) {
  const Word *basis = a.bases().data();
  const Word *factorBasis = factor.bases().data();
  for (const DimBits &entry : a.ins()) {
    Split bits = split(side, entry.bits, factor.inBits(entry.dim));
    for (unsigned bit = 0; bit < bits.factorBits; ++bit) {
      Word wanted = words.factorToDividend(*factorBasis++);
      if (basis[bits.factorLow + bit] != wanted)
        return mismatch(a, side, entry, bits.factorLow + bit, wanted);
    }
    for (unsigned bit = 0; bit < bits.restBits; ++bit)
      if ((basis[bits.restLow + bit] & words.factorBits) != 0)
        return mismatch(a, side, entry, bits.restLow + bit, std::nullopt);
    basis += entry.bits;
  }
  return {};
}

Result<LinearLayout> divide(const LinearLayout &a, const LinearLayout &factor,
                            FactorSide side) {
  if (auto checked = checkFactor(a, factor); !checked)
    return tl::unexpected(checked.error());
  OutputWords words(a, factor, side);
  if (auto checked = checkBases(a, factor, side, words); !checked)
    return tl::unexpected(checked.error());

  Result<LinearLayout> quotient(tl::in_place);
  LayoutBuilder builder(*quotient);
  for (const DimBits &entry : a.outs()) {
    unsigned rest = entry.bits - factor.outBits(entry.dim);
    builder.outs.push_back({entry.dim, rest});
    builder.outBits += rest;
  }
  const Word *basis = a.bases().data();
  for (const DimBits &entry : a.ins()) {
    Split bits = split(side, entry.bits, factor.inBits(entry.dim));
    builder.ins.push_back({entry.dim, bits.restBits});
    for (unsigned bit = 0; bit < bits.restBits; ++bit)
      builder.words.push_back(
          words.dividendToQuotient(basis[bits.restLow + bit]));
    basis += entry.bits;
  }
  return quotient;
}

Result<PermutedDivision> dividePermuted(const LinearLayout &a,
                                        const LinearLayout &factor, Dim dim,
                                        FactorSide side) {
  if (!a.hasIn(dim))
    return unknownDim(a.ins(), dim, Side::In);
  if (auto checked = checkFactor(a, factor); !checked)
    return tl::unexpected(checked.error());

  // Equal bases are interchangeable, so any match for each of the factor's
  // bases is as good as any other.
  OutputWords words(a, factor, side);
  std::span<const Word> bases = a.bases(dim);
  Word used = 0;
  InplaceVector<unsigned, f2::MaxBits> claimed;
  for (Word basis : factor.bases(dim)) {
    Word target = words.factorToDividend(basis);
    unsigned bit = 0;
    while (bit < bases.size() &&
           ((used >> bit & 1) != 0 || bases[bit] != target))
      ++bit;
    if (bit == bases.size())
      return failure(concat("expects a layout with that factor up to the order "
                            "of the bits of ",
                            dim.name(), ", but got one without"),
                     concat("no further bit of ", dim.name(), " holds element ",
                            elementText(a, target)));
    used |= f2::unit(bit);
    claimed.push_back(bit);
  }
  InplaceVector<unsigned, f2::MaxBits> order;
  for (unsigned bit = 0; bit < bases.size(); ++bit)
    if ((used >> bit & 1) == 0)
      order.push_back(bit);
  auto *where = side == FactorSide::Left ? order.begin() : order.end();
  std::vector<unsigned> sources(order.begin(), where);
  sources.insert(sources.end(), claimed.begin(), claimed.end());
  sources.insert(sources.end(), where, order.end());

  Result<ColumnAction> permutation =
      ColumnAction::create(dim, static_cast<unsigned>(bases.size()), sources);
  Result<LinearLayout> permuted = apply(*permutation, a);
  Result<LinearLayout> quotient = divide(*permuted, factor, side);
  if (!quotient)
    return tl::unexpected(quotient.error());
  return PermutedDivision{*quotient, *permutation};
}

} // namespace

Result<LinearLayout> divideLeft(const LinearLayout &a,
                                const LinearLayout &factor) {
  return divide(a, factor, FactorSide::Left);
}

Result<LinearLayout> divideRight(const LinearLayout &a,
                                 const LinearLayout &factor) {
  return divide(a, factor, FactorSide::Right);
}

Result<PermutedDivision>
divideLeftPermuted(const LinearLayout &a, const LinearLayout &factor, Dim dim) {
  return dividePermuted(a, factor, dim, FactorSide::Left);
}

Result<PermutedDivision> divideRightPermuted(const LinearLayout &a,
                                             const LinearLayout &factor,
                                             Dim dim) {
  return dividePermuted(a, factor, dim, FactorSide::Right);
}

} // namespace heddle
