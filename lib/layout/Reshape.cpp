//===- Reshape.cpp - Regrouping the dimensions of layouts -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Reshape.h"

#include "FieldMap.h"
#include "LayoutBuilder.h"
#include "heddle/layout/ColumnAction.h"

namespace heddle {

namespace {

DimBitsList &dimsOf(LayoutBuilder &builder, Side side) {
  return side == Side::In ? builder.ins : builder.outs;
}
std::span<const DimBits> dimsOf(const LinearLayout &a, Side side) {
  return side == Side::In ? a.ins() : a.outs();
}

/// The dimensions in the given order, which has to name each of them once.
Result<DimBitsList> reorder(std::span<const DimBits> dims,
                            std::span<const Dim> order, Side side) {
  DimBitsList result;
  for (Dim dim : order) {
    unsigned index = indexOf(dims, dim);
    if (index == dims.size())
      return unknownDim(dims, dim, side);
    if (indexOf(result, dim) < result.size())
      return failure(concat("expects an order that names each ", sideText(side),
                            " dimension once, but got '", dim.name(),
                            "' twice"));
    result.push_back(dims[index]);
  }
  if (result.size() != dims.size())
    return failure(concat("expects an order of all ", dims.size(), " ",
                          sideText(side), " dimensions, but got ",
                          order.size()),
                   concat("the dimensions are ", dimsText(dims)));
  return result;
}

Result<LinearLayout> reshape(const LinearLayout &a,
                             std::span<const DimSize> dims, Side side) {
  Result<DimBitsList> list = toDimBits(dims, side);
  if (!list)
    return tl::unexpected(list.error());
  unsigned bits = sumOfBits(dimsOf(a, side));
  if (sumOfBits(*list) != bits)
    return failure(concat("expects ", sideText(side),
                          " sizes whose product is ", sizeText(bits),
                          ", but got ", sizeText(sumOfBits(*list))),
                   concat("the dimensions are ", dimsText(dimsOf(a, side))));
  Result<LinearLayout> result(tl::in_place, a);
  LayoutBuilder builder(*result);
  dimsOf(builder, side) = *list;
  return result;
}

void flatten(DimBitsList &list) {
  if (list.empty())
    return;
  list[0].bits = sumOfBits(list);
  list.resizeUninitialized(1);
}

Result<LinearLayout> rename(const LinearLayout &a, Dim from, Dim to,
                            Side side) {
  std::span<const DimBits> dims = dimsOf(a, side);
  unsigned index = indexOf(dims, from);
  if (index == dims.size())
    return unknownDim(dims, from, side);
  if (from != to && indexOf(dims, to) < dims.size())
    return failure(concat("expects a name that no other ", sideText(side),
                          " dimension has, but got '", to.name(), "'"),
                   concat("the dimensions are ", dimsText(dims)));
  Result<LinearLayout> result(tl::in_place, a);
  LayoutBuilder builder(*result);
  dimsOf(builder, side)[index].dim = to;
  return result;
}

Result<LinearLayout> squeeze(const LinearLayout &a, Dim dim, Side side) {
  std::span<const DimBits> dims = dimsOf(a, side);
  unsigned index = indexOf(dims, dim);
  if (index == dims.size())
    return unknownDim(dims, dim, side);
  if (dims[index].bits != 0)
    return failure(concat("expects a dimension of size 1, but '", dim.name(),
                          "' has size ", sizeText(dims[index].bits)));
  Result<LinearLayout> result(tl::in_place, a);
  LayoutBuilder builder(*result);
  DimBitsList &list = dimsOf(builder, side);
  std::copy(list.begin() + index + 1, list.end(), list.begin() + index);
  list.resizeUninitialized(list.size() - 1);
  return result;
}

Result<void> checkKnown(std::span<const DimBits> list,
                        std::span<const Dim> names, Side side) {
  for (Dim dim : names)
    if (indexOf(list, dim) == list.size())
      return unknownDim(list, dim, side);
  return {};
}

/// The dimensions that `names` names, in their own order.
DimBitsList select(std::span<const DimBits> list, std::span<const Dim> names) {
  DimBitsList result;
  for (const DimBits &entry : list)
    if (std::find(names.begin(), names.end(), entry.dim) != names.end())
      result.push_back(entry);
  return result;
}

} // namespace

Result<LinearLayout> transposeIns(const LinearLayout &a, ListRef<Dim> order) {
  Result<DimBitsList> ins = reorder(a.ins(), order, Side::In);
  if (!ins)
    return tl::unexpected(ins.error());
  Words words;
  for (const DimBits &entry : *ins)
    for (Word basis : a.bases(entry.dim))
      words.push_back(basis);
  return LinearLayout::fromWords(*ins, a.outs(), words);
}

Result<LinearLayout> transposeOuts(const LinearLayout &a, ListRef<Dim> order) {
  Result<DimBitsList> outs = reorder(a.outs(), order, Side::Out);
  if (!outs)
    return tl::unexpected(outs.error());
  FieldMap fields(a.outs(), *outs);
  Words words;
  for (Word basis : a.bases())
    words.push_back(fields(basis));
  return LinearLayout::fromWords(a.ins(), *outs, words);
}

Result<LinearLayout> reshapeIns(const LinearLayout &a, ListRef<DimSize> dims) {
  return reshape(a, dims, Side::In);
}
Result<LinearLayout> reshapeOuts(const LinearLayout &a, ListRef<DimSize> dims) {
  return reshape(a, dims, Side::Out);
}

LinearLayout flattenIns(const LinearLayout &a) {
  LinearLayout result = a;
  flatten(LayoutBuilder(result).ins);
  return result;
}
LinearLayout flattenOuts(const LinearLayout &a) {
  LinearLayout result = a;
  flatten(LayoutBuilder(result).outs);
  return result;
}

Result<LinearLayout> resizeIn(const LinearLayout &a, Dim dim,
                              std::uint64_t size) {
  if (!a.hasIn(dim))
    return unknownDim(a.ins(), dim, Side::In);
  Result<unsigned> bits = log2OfSize(size, concat("the size of ", dim.name()));
  if (!bits)
    return tl::unexpected(bits.error());
  if (*bits > a.inBits(dim))
    return failure(concat("expects at most the present size of '", dim.name(),
                          "', which is ", sizeText(a.inBits(dim)), ", but got ",
                          size),
                   {}, "multiply by identity1D or zeros1D to add input bits");
  InplaceVector<unsigned, f2::MaxBits> kept;
  for (unsigned bit = 0; bit < *bits; ++bit)
    kept.push_back(bit);
  return apply(*ColumnAction::create(dim, a.inBits(dim), kept), a);
}

Result<LinearLayout> resizeOut(const LinearLayout &a, Dim dim,
                               std::uint64_t size) {
  if (!a.hasOut(dim))
    return unknownDim(a.outs(), dim, Side::Out);
  Result<unsigned> bits = log2OfSize(size, concat("the size of ", dim.name()));
  if (!bits)
    return tl::unexpected(bits.error());
  DimBitsList outs(a.outs());
  outs[indexOf(outs, dim)].bits = *bits;
  FieldMap fields;
  if (sumOfBits(outs) <= f2::MaxBits)
    fields = FieldMap(a.outs(), outs);
  Words words;
  for (Word basis : a.bases())
    words.push_back(fields(basis));
  return LinearLayout::fromWords(a.ins(), outs, words);
}

Result<LinearLayout> renameIn(const LinearLayout &a, Dim from, Dim to) {
  return rename(a, from, to, Side::In);
}
Result<LinearLayout> renameOut(const LinearLayout &a, Dim from, Dim to) {
  return rename(a, from, to, Side::Out);
}

Result<LinearLayout> squeezeIn(const LinearLayout &a, Dim dim) {
  return squeeze(a, dim, Side::In);
}
Result<LinearLayout> squeezeOut(const LinearLayout &a, Dim dim) {
  return squeeze(a, dim, Side::Out);
}

Result<LinearLayout> sublayout(const LinearLayout &a, ListRef<Dim> ins,
                               ListRef<Dim> outs) {
  if (auto checked = checkKnown(a.ins(), ins, Side::In); !checked)
    return tl::unexpected(checked.error());
  if (auto checked = checkKnown(a.outs(), outs, Side::Out); !checked)
    return tl::unexpected(checked.error());
  DimBitsList inList = select(a.ins(), ins);
  DimBitsList outList = select(a.outs(), outs);
  FieldMap fields(a.outs(), outList);
  Words words;
  for (const DimBits &entry : inList)
    for (Word basis : a.bases(entry.dim))
      words.push_back(fields(basis));
  return LinearLayout::fromWords(inList, outList, words);
}

Result<bool> isZeroSublayout(const LinearLayout &a, ListRef<Dim> ins,
                             ListRef<Dim> outs) {
  Result<LinearLayout> part = sublayout(a, ins, outs);
  if (!part)
    return tl::unexpected(part.error());
  return std::all_of(part->bases().begin(), part->bases().end(),
                     [](Word basis) { return basis == 0; });
}

Result<LinearLayout> removeZeroBases(const LinearLayout &a, Dim dim) {
  Result<ColumnAction> action = actionRemoveZeroBases(a, dim);
  if (!action)
    return tl::unexpected(action.error());
  return apply(*action, a);
}

} // namespace heddle
