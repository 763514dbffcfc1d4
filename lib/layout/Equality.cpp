//===- Equality.cpp - When two layouts are the same -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Equality.h"

#include "FieldMap.h"
#include "LayoutBuilder.h"
#include "heddle/f2/Subspace.h"

namespace heddle {

namespace {

bool same(std::span<const Word> a, std::span<const Word> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// The bases that are not zero, in order.
Words nonZero(std::span<const Word> bases) {
  Words result;
  for (Word basis : bases)
    if (basis != 0)
      result.push_back(basis);
  return result;
}

/// Without the zeros at the end.
std::span<const Word> withoutHighZeros(std::span<const Word> bases) {
  while (!bases.empty() && bases.back() == 0)
    bases = bases.first(bases.size() - 1);
  return bases;
}

bool sameUpToReplication(const LinearLayout &a, const LinearLayout &b,
                         Dim dim) {
  if (dim == Dim::Register)
    return nonZero(a.bases(dim)) == nonZero(b.bases(dim));
  return same(withoutHighZeros(a.bases(dim)), withoutHighZeros(b.bases(dim)));
}

} // namespace

bool equalIgnoringOutSizes(const LinearLayout &a, const LinearLayout &b) {
  if (!sameDims(a.ins(), b.ins()) || a.outs().size() != b.outs().size())
    return false;
  // The words of both with every coordinate as wide as in b: what does not fit
  // there cannot be equal.
  for (std::size_t i = 0; i < a.outs().size(); ++i)
    if (a.outs()[i].dim != b.outs()[i].dim)
      return false;
  FieldMap narrow(a.outs(), b.outs());
  FieldMap widen(b.outs(), a.outs());
  for (unsigned bit = 0; bit < a.totalInBits(); ++bit)
    if (narrow(a.bases()[bit]) != b.bases()[bit] ||
        widen(b.bases()[bit]) != a.bases()[bit])
      return false;
  return true;
}

bool equalUpToPermutation(const LinearLayout &a, const LinearLayout &b,
                          Dim dim) {
  if (!sameDims(a.ins(), b.ins()) || !sameDims(a.outs(), b.outs()))
    return false;
  for (const DimBits &entry : a.ins())
    if (entry.dim != dim && !same(a.bases(entry.dim), b.bases(entry.dim)))
      return false;
  // The two sides reach equally many elements equally often, so they reach the
  // same ones exactly if the spans are equal.
  unsigned bits = a.totalOutBits();
  return *f2::Subspace::span(bits, a.bases(dim)) ==
         *f2::Subspace::span(bits, b.bases(dim));
}

bool equalUpToReplication(const LinearLayout &a, const LinearLayout &b) {
  if (!sameDims(a.outs(), b.outs()))
    return false;
  for (std::span<const DimBits> ins : {a.ins(), b.ins()})
    for (const DimBits &entry : ins)
      if (!sameUpToReplication(a, b, entry.dim))
        return false;
  return true;
}

} // namespace heddle
