//===- Shape.cpp - Layouts on tensors of a given shape --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldMap.h"
#include "LayoutBuilder.h"
#include "heddle/layout/ColumnAction.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Reshape.h"

namespace heddle {

namespace {

/// The shape as bits, each dimension known to the layout.
Result<DimBitsList> checkShape(const LinearLayout &a,
                               std::span<const DimSize> shape) {
  Result<DimBitsList> list = toDimBits(shape, Side::Out);
  if (!list)
    return list;
  for (const DimBits &entry : *list)
    if (!a.hasOut(entry.dim))
      return unknownDim(a.outs(), entry.dim, Side::Out);
  return list;
}

/// Drops the register bits whose basis the shrinking has made zero.
Result<LinearLayout> dropExcess(const LinearLayout &before,
                                const LinearLayout &after) {
  InplaceVector<unsigned, f2::MaxBits> kept;
  for (unsigned bit = 0; bit < after.inBits(Dim::Register); ++bit)
    if (after.bases(Dim::Register)[bit] != 0 ||
        before.bases(Dim::Register)[bit] == 0)
      kept.push_back(bit);
  return apply(
      *ColumnAction::create(Dim::Register, after.inBits(Dim::Register), kept),
      after);
}

} // namespace

Result<LinearLayout> growToShape(const LinearLayout &a,
                                 ListRef<DimSize> shape) {
  Result<DimBitsList> wanted = checkShape(a, shape);
  if (!wanted)
    return tl::unexpected(wanted.error());
  Result<LinearLayout> result(tl::in_place, a);
  for (const DimBits &entry : a.outs()) {
    unsigned index = indexOf(*wanted, entry.dim);
    if (index == wanted->size() || (*wanted)[index].bits <= entry.bits)
      continue;
    if (a.ins().empty())
      return failure(concat("expects an input dimension to grow in, but got "
                            "none for '",
                            entry.dim.name(), "' of size ",
                            sizeText(entry.bits)),
                     {}, "multiply by identity1D with the input to use");
    std::uint64_t factor = f2::unit((*wanted)[index].bits - entry.bits);
    result =
        result * LinearLayout::identity1D(factor, a.ins()[0].dim, entry.dim);
    if (!result)
      return result;
  }
  return result;
}

Result<LinearLayout> shrinkToShape(const LinearLayout &a,
                                   ListRef<DimSize> shape,
                                   ExcessRegisters excess) {
  Result<DimBitsList> wanted = checkShape(a, shape);
  if (!wanted)
    return tl::unexpected(wanted.error());
  DimBitsList outs(a.outs());
  for (const DimBits &entry : *wanted) {
    DimBits &own = outs[indexOf(outs, entry.dim)];
    own.bits = std::min(own.bits, entry.bits);
  }
  FieldMap fields(a.outs(), outs);
  Words words;
  for (Word basis : a.bases())
    words.push_back(fields(basis));
  Result<LinearLayout> result = LinearLayout::fromWords(a.ins(), outs, words);
  if (excess == ExcessRegisters::Drop && a.hasIn(Dim::Register))
    return dropExcess(a, *result);
  return result;
}

Result<LinearLayout> restrictToShape(const LinearLayout &a,
                                     ListRef<DimSize> shape,
                                     ExcessRegisters excess) {
  Result<LinearLayout> shrunk = shrinkToShape(a, shape, excess);
  return shrunk ? growToShape(*shrunk, shape) : shrunk;
}

} // namespace heddle
