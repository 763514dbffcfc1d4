//===- Product.cpp - Products of layouts ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Product.h"

#include "FieldMap.h"
#include "LayoutBuilder.h"

namespace heddle {

namespace {

/// A dimension of a product, with its place in the two factors.
struct MergedDim {
  Dim dim;
  unsigned innerBits;
  unsigned innerShift;
  unsigned outerBits;
  unsigned outerShift;
};
using MergedDims = InplaceVector<MergedDim, 2 * MaxDims>;

/// The two orders contradict each other: `late` comes before `early` in the
/// outer list and after it in the inner list.
tl::unexpected<Error> contradiction(Dim early, Dim late, Side side) {
  return failure(concat("expects ", sideText(side),
                        " dimensions in one common order, but "
                        "got a contradiction"),
                 concat("'", early.name(), "' comes before '", late.name(),
                        "' in the left factor and after it in the right one"),
                 concat("reorder one factor with transpose",
                        side == Side::In ? "Ins" : "Outs"));
}

/// Merges the two orders into `merged`, the inner list's dimensions first where
/// they are free.
Result<void> mergeOrders(std::span<const DimBits> inner,
                         std::span<const DimBits> outer, Side side,
                         MergedDims &merged) {
  unsigned next = 0;
  unsigned innerShift = 0;
  unsigned outerShift = 0;
  auto pushOuter = [&] {
    merged.push_back({outer[next].dim, 0, 0, outer[next].bits, outerShift});
    outerShift += outer[next++].bits;
  };
  for (const DimBits &own : inner) {
    unsigned place = indexOf(outer, own.dim);
    if (place == outer.size()) {
      merged.push_back({own.dim, own.bits, innerShift, 0, 0});
    } else {
      while (next < place) {
        if (indexOf(inner, outer[next].dim) < inner.size())
          return contradiction(own.dim, outer[next].dim, side);
        pushOuter();
      }
      pushOuter();
      merged.back().innerBits = own.bits;
      merged.back().innerShift = innerShift;
    }
    innerShift += own.bits;
  }
  while (next < outer.size())
    pushOuter();
  return {};
}

Result<void> checkMerged(const MergedDims &merged, Side side) {
  if (merged.size() > MaxDims)
    return failure(concat("expects a product of at most ", MaxDims, " ",
                          sideText(side), " dimensions, but got ",
                          merged.size()));
  unsigned bits = 0;
  for (const MergedDim &entry : merged)
    bits += entry.innerBits + entry.outerBits;
  if (bits > f2::MaxBits)
    return failure(concat("expects a product of at most 64 ", sideText(side),
                          " bits, but got ", bits));
  return {};
}

} // namespace

Result<LinearLayout> product(const LinearLayout &inner,
                             const LinearLayout &outer) {
  MergedDims ins;
  MergedDims outs;
  if (auto merged = mergeOrders(inner.ins(), outer.ins(), Side::In, ins);
      !merged)
    return tl::unexpected(merged.error());
  if (auto merged = mergeOrders(inner.outs(), outer.outs(), Side::Out, outs);
      !merged)
    return tl::unexpected(merged.error());
  for (auto [merged, side] : {std::pair(&ins, Side::In), {&outs, Side::Out}})
    if (auto checked = checkMerged(*merged, side); !checked)
      return tl::unexpected(checked.error());

  Result<LinearLayout> result(tl::in_place);
  LayoutBuilder builder(*result);
  FieldMap innerFields;
  FieldMap outerFields;
  for (const MergedDim &entry : outs) {
    unsigned to = builder.outBits;
    unsigned bits = entry.innerBits + entry.outerBits;
    innerFields.add(entry.innerShift, entry.innerBits, to);
    outerFields.add(entry.outerShift, entry.outerBits, to + entry.innerBits);
    builder.outs.push_back({entry.dim, bits});
    builder.outBits += bits;
  }
  auto append = [&](std::span<const Word> bases, const FieldMap &fields) {
    for (Word basis : bases)
      builder.words.push_back(fields(basis));
  };
  for (const MergedDim &entry : ins) {
    builder.ins.push_back({entry.dim, entry.innerBits + entry.outerBits});
    append(inner.bases().subspan(entry.innerShift, entry.innerBits),
           innerFields);
    append(outer.bases().subspan(entry.outerShift, entry.outerBits),
           outerFields);
  }
  return result;
}

Result<LinearLayout> operator*(const LinearLayout &a, const LinearLayout &b) {
  return product(a, b);
}
Result<LinearLayout> operator*(const Result<LinearLayout> &a,
                               const LinearLayout &b) {
  return a ? product(*a, b) : a;
}
Result<LinearLayout> operator*(const LinearLayout &a,
                               const Result<LinearLayout> &b) {
  return b ? product(a, *b) : b;
}
Result<LinearLayout> operator*(const Result<LinearLayout> &a,
                               const Result<LinearLayout> &b) {
  return a ? *a * b : a;
}

Result<LinearLayout> quotient(const LinearLayout &a, ListRef<Dim> dims) {
  for (Dim dim : dims) {
    if (!a.hasIn(dim))
      return unknownDim(a.ins(), dim, Side::In);
    if (!a.hasOut(dim))
      return unknownDim(a.outs(), dim, Side::Out);
    if (!a.isTrivialOver({dim}))
      return failure(concat("expects a layout that is trivial over '",
                            dim.name(), "', but got one that is not"),
                     concat("'", dim.name(),
                            "' is not mapped to itself as the "
                            "identity, unmixed with the other dimensions"));
  }
  auto isKept = [&](const DimBits &entry) {
    return std::find(dims.begin(), dims.end(), entry.dim) == dims.end();
  };
  Result<LinearLayout> result(tl::in_place);
  LayoutBuilder builder(*result);
  for (const DimBits &entry : a.outs())
    if (isKept(entry))
      builder.outs.push_back(entry);
  builder.outBits = sumOfBits(builder.outs);
  FieldMap fields(a.outs(), builder.outs);
  for (const DimBits &entry : a.ins()) {
    if (!isKept(entry))
      continue;
    builder.ins.push_back(entry);
    for (Word basis : a.bases(entry.dim))
      builder.words.push_back(fields(basis));
  }
  return result;
}

namespace {

/// Both lists have the same dimensions with the same sizes, in any order.
Result<void> checkSameDims(std::span<const DimBits> a, const char *whatA,
                           std::span<const DimBits> b, const char *whatB) {
  if (auto checked = checkSameNames(a, whatA, b, whatB); !checked)
    return checked;
  for (const DimBits &entry : a)
    if (unsigned bits = b[indexOf(b, entry.dim)].bits; bits != entry.bits)
      return failure(concat("expects ", whatA, " and ", whatB,
                            " to have the same sizes, but got ", dimsText(a),
                            " and ", dimsText(b)),
                     concat("'", entry.dim.name(), "' has size ",
                            sizeText(entry.bits), " and ", sizeText(bits)));
  return {};
}

Result<void> checkDisjoint(std::span<const DimBits> a,
                           std::span<const DimBits> b, Side side) {
  for (const DimBits &entry : a)
    if (indexOf(b, entry.dim) < b.size())
      return failure(concat("expects different ", sideText(side),
                            " dimensions in the two layouts, but both have '",
                            entry.dim.name(), "'"),
                     {}, "rename one of them");
  return {};
}

} // namespace

Result<LinearLayout> concatIns(const LinearLayout &a, const LinearLayout &b) {
  if (auto checked = checkSameDims(a.outs(), "the outputs of the first layout",
                                   b.outs(), "the outputs of the second");
      !checked)
    return tl::unexpected(checked.error());
  if (auto checked = checkDisjoint(a.ins(), b.ins(), Side::In); !checked)
    return tl::unexpected(checked.error());
  FieldMap fields(b.outs(), a.outs());
  std::vector<DimBits> ins(a.ins().begin(), a.ins().end());
  ins.insert(ins.end(), b.ins().begin(), b.ins().end());
  if (auto checked = checkDims(ins, Side::In); !checked)
    return tl::unexpected(checked.error());
  Words words(a.bases());
  for (Word basis : b.bases())
    words.push_back(fields(basis));
  return LinearLayout::fromWords(ins, a.outs(), words);
}

Result<LinearLayout> concatOuts(const LinearLayout &a, const LinearLayout &b) {
  if (auto checked = checkSameDims(a.ins(), "the inputs of the first layout",
                                   b.ins(), "the inputs of the second");
      !checked)
    return tl::unexpected(checked.error());
  if (auto checked = checkDisjoint(a.outs(), b.outs(), Side::Out); !checked)
    return tl::unexpected(checked.error());
  std::vector<DimBits> outs(a.outs().begin(), a.outs().end());
  outs.insert(outs.end(), b.outs().begin(), b.outs().end());
  if (auto checked = checkDims(outs, Side::Out); !checked)
    return tl::unexpected(checked.error());
  Words words;
  for (const DimBits &entry : a.ins())
    for (unsigned bit = 0; bit < entry.bits; ++bit)
      words.push_back(a.bases(entry.dim)[bit] |
                      f2::shiftLeft(b.bases(entry.dim)[bit], a.totalOutBits()));
  return LinearLayout::fromWords(a.ins(), outs, words);
}

} // namespace heddle
