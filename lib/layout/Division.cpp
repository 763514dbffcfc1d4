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

/// Where the bits of the factor and of the quotient lie in the dividend.
class Division {
public:
  Division(const LinearLayout &a, const LinearLayout &factor, FactorSide side)
      : a(a), factor(factor), side(side) {}

  Result<LinearLayout> divide() const {
    for (auto [whole, part, where] :
         {std::tuple(a.ins(), factor.ins(), Side::In),
          std::tuple(a.outs(), factor.outs(), Side::Out)})
      if (auto checked = checkDims(whole, part, where); !checked)
        return tl::unexpected(checked.error());

    Result<LinearLayout> quotient(tl::in_place);
    LayoutBuilder builder(*quotient);
    FieldMap toQuotient;
    Word factorBits = 0;
    for (const DimBits &entry : a.outs()) {
      unsigned taken = factor.outBits(entry.dim);
      unsigned from = a.outShift(entry.dim);
      unsigned low = side == FactorSide::Left ? taken : 0;
      unsigned factorLow = side == FactorSide::Left ? 0 : entry.bits - taken;
      factorBits |= f2::shiftLeft(f2::lowMask(taken), from + factorLow);
      toQuotient.add(from + low, entry.bits - taken, builder.outBits);
      builder.outs.push_back({entry.dim, entry.bits - taken});
      builder.outBits += entry.bits - taken;
    }
    for (const DimBits &entry : a.ins()) {
      unsigned taken = factor.inBits(entry.dim);
      unsigned low = side == FactorSide::Left ? taken : 0;
      builder.ins.push_back({entry.dim, entry.bits - taken});
      for (Word basis : a.bases(entry.dim).subspan(low, entry.bits - taken))
        builder.words.push_back(toQuotient(basis));
    }
    if (std::optional<Mismatch> found = findMismatch(factorBits))
      return explain(*found);
    return quotient;
  }

  /// The bit of `dim` in the dividend that bit `bit` of the factor has to be.
  unsigned place(const DimBits &entry, unsigned bit) const {
    return side == FactorSide::Left
               ? bit
               : entry.bits - factor.inBits(entry.dim) + bit;
  }

  /// The factor's output words, in the dividend's terms.
  FieldMap toDividend() const {
    FieldMap map;
    for (const DimBits &entry : factor.outs())
      map.add(factor.outShift(entry.dim), entry.bits,
              a.outShift(entry.dim) +
                  (side == FactorSide::Left
                       ? 0
                       : a.outBits(entry.dim) - entry.bits));
    return map;
  }

  /// The factor's dimensions are among the dividend's, no larger, in the same
  /// order.
  static Result<void> checkDims(std::span<const DimBits> whole,
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

private:
  /// What basis `bit` of `entry` has to be in the bits of the factor.
  Word wanted(const FieldMap &map, const DimBits &entry, unsigned bit) const {
    unsigned own = bit - place(entry, 0);
    std::span<const Word> bases = factor.bases(entry.dim);
    return bit >= place(entry, 0) && own < bases.size() ? map(bases[own]) : 0;
  }
  /// ... and whether it is one of the factor's, which has no bits elsewhere.
  bool isFactorBit(const DimBits &entry, unsigned bit) const {
    return bit - place(entry, 0) < factor.inBits(entry.dim);
  }

  /// The first input bit at which the factor does not divide.
  struct Mismatch {
    DimBits entry;
    unsigned bit;
    Word wanted;
  };
  std::optional<Mismatch> findMismatch(Word factorBits) const {
    FieldMap map = toDividend();
    for (const DimBits &entry : a.ins()) {
      std::span<const Word> bases = a.bases(entry.dim);
      for (unsigned bit = 0; bit < entry.bits; ++bit) {
        Word mask = isFactorBit(entry, bit) ? ~Word(0) : factorBits;
        Word target = wanted(map, entry, bit);
        if ((bases[bit] & mask) != target)
          return Mismatch{entry, bit, target};
      }
    }
    return std::nullopt;
  }

  [[gnu::cold]] tl::unexpected<Error> explain(const Mismatch &found) const {
    std::string location =
        concat(found.entry.dim.name(), "=", f2::unit(found.bit));
    std::string element = elementText(a, a.bases(found.entry.dim)[found.bit]);
    return failure(
        concat("expects a layout with that ",
               side == FactorSide::Left ? "left" : "right",
               " factor, but got one without"),
        isFactorBit(found.entry, found.bit)
            ? concat(location, " holds element ", element,
                     ", where the factor has ", elementText(a, found.wanted))
            : concat(location, ", outside of the factor, holds element ",
                     element, ", which has bits that belong to the factor"));
  }

  const LinearLayout &a;
  const LinearLayout &factor;
  FactorSide side;
};

Result<PermutedDivision> dividePermuted(const LinearLayout &a,
                                        const LinearLayout &factor, Dim dim,
                                        FactorSide side) {
  if (!a.hasIn(dim))
    return unknownDim(a.ins(), dim, Side::In);
  Division division(a, factor, side);
  for (auto [whole, part, where] :
       {std::tuple(a.ins(), factor.ins(), Side::In),
        std::tuple(a.outs(), factor.outs(), Side::Out)})
    if (auto checked = Division::checkDims(whole, part, where); !checked)
      return tl::unexpected(checked.error());

  // Equal bases are interchangeable, so any match for each of the factor's
  // bases is as good as any other.
  FieldMap map = division.toDividend();
  std::span<const Word> bases = a.bases(dim);
  Word used = 0;
  InplaceVector<unsigned, f2::MaxBits> claimed;
  for (Word basis : factor.bases(dim)) {
    Word target = map(basis);
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
  Result<LinearLayout> quotient = Division(*permuted, factor, side).divide();
  if (!quotient)
    return tl::unexpected(quotient.error());
  return PermutedDivision{*quotient, *permutation};
}

} // namespace

Result<LinearLayout> divideLeft(const LinearLayout &a,
                                const LinearLayout &factor) {
  return Division(a, factor, FactorSide::Left).divide();
}

Result<LinearLayout> divideRight(const LinearLayout &a,
                                 const LinearLayout &factor) {
  return Division(a, factor, FactorSide::Right).divide();
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
