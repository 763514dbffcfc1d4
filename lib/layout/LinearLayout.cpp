//===- LinearLayout.cpp - Linear maps between named bit spaces ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/LinearLayout.h"

#include "LayoutBuilder.h"
#include "heddle/f2/Elimination.h"

namespace heddle {

namespace {

/// The words of the bases, one after the other; `outs` gives the fields.
Result<Words> packBases(std::span<const DimBases> bases,
                        std::span<const DimBits> outs) {
  Words words;
  for (const auto &[dim, vectors] : bases) {
    for (std::size_t bit = 0; bit < vectors.size(); ++bit) {
      const std::vector<std::uint64_t> &vector = vectors[bit];
      auto subject = [&, dim = dim] {
        return concat("basis ", bit, " of ", dim.name());
      };
      if (vector.size() != outs.size())
        return failure(concat("expects one coordinate for each of ",
                              outs.size(), " output dimensions, but ",
                              subject(), " has ", vector.size()),
                       concat("the output dimensions are ", dimsText(outs)));
      Word word = 0;
      unsigned shift = 0;
      for (std::size_t i = 0; i < outs.size(); ++i) {
        if ((vector[i] & ~f2::lowMask(outs[i].bits)) != 0)
          return failure(concat("expects coordinates below the size of ",
                                outs[i].dim.name(), ", which is ",
                                sizeText(outs[i].bits), ", but ", subject(),
                                " has ", vector[i]),
                         {}, "give the dimension a larger size");
        word |= f2::shiftLeft(vector[i], shift);
        shift += outs[i].bits;
      }
      words.push_back(word);
    }
  }
  return words;
}

/// The number of bases of each dimension, checked.
Result<DimBitsList> inputDims(std::span<const DimBases> bases) {
  if (bases.size() > MaxDims)
    return failure(concat("expects at most ", MaxDims,
                          " input dimensions, but got ", bases.size()));
  DimBitsList ins;
  for (const auto &[dim, vectors] : bases)
    ins.push_back({dim, static_cast<unsigned>(
                            std::min<std::size_t>(vectors.size(), ~0U))});
  if (auto checked = checkDims(ins, Side::In); !checked)
    return tl::unexpected(checked.error());
  return ins;
}

/// Fails with the lowest output bit outside of the image as the witness.
Result<void> checkSurjective(const LinearLayout &layout) {
  f2::ColumnEchelon echelon(layout.bases());
  if (echelon.rank() == layout.totalOutBits())
    return {};
  Word missing = ~echelon.leading() & f2::lowMask(layout.totalOutBits());
  unsigned bit = f2::lowestBit(missing);
  unsigned shift = 0;
  const DimBits *owner = layout.outs().data();
  while (bit >= shift + owner->bits)
    shift += owner++->bits;
  return failure(
      concat("expects a surjective layout, but got rank ", echelon.rank(),
             " for ", layout.totalOutBits(), " output bits"),
      concat("bit ", bit - shift, " of ", owner->dim.name(),
             " is not reached alone: no location holds element ",
             elementText(layout, f2::unit(bit))),
      "add a basis that reaches it, or pass explicit output sizes and "
      "Surjectivity::NotRequired");
}

/// A layout of one input and one output dimension.
void fill1D(LinearLayout &layout, DimBits in, DimBits out, unsigned firstBit) {
  LayoutBuilder builder(layout);
  builder.ins.push_back(in);
  builder.outs.push_back(out);
  builder.outBits = out.bits;
  for (unsigned bit = 0; bit < in.bits; ++bit)
    builder.words.push_back(f2::unit(firstBit + bit));
}

} // namespace

Result<LinearLayout> layoutFromBases(std::span<const DimBases> bases,
                                     std::span<const DimBits> outs,
                                     Surjectivity surjectivity) {
  Result<DimBitsList> ins = inputDims(bases);
  if (!ins)
    return tl::unexpected(ins.error());
  if (auto checked = checkDims(outs, Side::Out); !checked)
    return tl::unexpected(checked.error());
  Result<Words> words = packBases(bases, outs);
  if (!words)
    return tl::unexpected(words.error());
  Result<LinearLayout> layout = LinearLayout::fromWords(*ins, outs, *words);
  if (layout && surjectivity == Surjectivity::Required)
    if (auto checked = checkSurjective(*layout); !checked)
      return tl::unexpected(checked.error());
  return layout;
}

Result<LinearLayout> LinearLayout::fromBases(ListRef<DimBases> bases,
                                             ListRef<Dim> outs) {
  if (outs.size() > MaxDims)
    return failure(concat("expects at most ", MaxDims,
                          " output dimensions, but got ", outs.size()));
  DimBitsList list;
  for (std::size_t i = 0; i < outs.size(); ++i) {
    unsigned bits = 0;
    for (const auto &[dim, vectors] : bases)
      for (const std::vector<std::uint64_t> &vector : vectors)
        if (i < vector.size())
          bits = std::max<unsigned>(bits, std::bit_width(vector[i]));
    list.push_back({outs[i], bits});
  }
  if (auto checked = checkDims(list, Side::Out); !checked)
    return tl::unexpected(checked.error());
  return layoutFromBases(bases, list, Surjectivity::Required);
}

Result<LinearLayout> LinearLayout::fromBases(ListRef<DimBases> bases,
                                             ListRef<DimSize> outs,
                                             Surjectivity surjectivity) {
  Result<DimBitsList> list = toDimBits(outs, Side::Out);
  if (!list)
    return tl::unexpected(list.error());
  return layoutFromBases(bases, *list, surjectivity);
}

Result<LinearLayout> LinearLayout::fromWords(ListRef<DimBits> ins,
                                             ListRef<DimBits> outs,
                                             ListRef<Word> bases) {
  if (auto checked = checkDims(ins, Side::In); !checked)
    return tl::unexpected(checked.error());
  if (auto checked = checkDims(outs, Side::Out); !checked)
    return tl::unexpected(checked.error());
  if (bases.size() != sumOfBits(ins))
    return failure(concat("expects one basis word for each of ", sumOfBits(ins),
                          " input bits, but got ", bases.size()),
                   concat("the input dimensions are ", dimsText(ins)));
  unsigned outBits = sumOfBits(outs);
  for (std::size_t i = 0; i < bases.size(); ++i)
    if (Word excess = bases[i] & ~f2::lowMask(outBits))
      return failure(concat("expects basis words of ", outBits,
                            " bits, but word ", i, " is ", bases[i]),
                     concat("its bit ", f2::lowestBit(excess), " is set"));
  Result<LinearLayout> layout(tl::in_place);
  LayoutBuilder builder(*layout);
  builder.ins = DimBitsList(ins);
  builder.outs = DimBitsList(outs);
  builder.words = Words(bases);
  builder.outBits = outBits;
  return layout;
}

Result<LinearLayout> LinearLayout::identity1D(std::uint64_t size, Dim in,
                                              Dim out) {
  return strided1D(size, 1, in, out);
}

Result<LinearLayout> LinearLayout::strided1D(std::uint64_t size,
                                             std::uint64_t stride, Dim in,
                                             Dim out) {
  Result<unsigned> bits = log2OfSize(size, "the size of the input dimension");
  if (!bits)
    return tl::unexpected(bits.error());
  Result<unsigned> shift = log2OfSize(stride, "the stride");
  if (!shift)
    return tl::unexpected(shift.error());
  if (*bits + *shift > f2::MaxBits)
    return failure(
        concat("expects at most 64 output bits, but got ", *bits + *shift),
        concat("the size ", size, " and the stride ", stride, " multiply"));
  Result<LinearLayout> layout(tl::in_place);
  fill1D(*layout, {in, *bits}, {out, *bits + *shift}, *shift);
  return layout;
}

Result<LinearLayout> LinearLayout::zeros1D(std::uint64_t size, Dim in, Dim out,
                                           std::uint64_t outSize) {
  Result<unsigned> bits = log2OfSize(size, "the size of the input dimension");
  if (!bits)
    return tl::unexpected(bits.error());
  Result<unsigned> outBits =
      log2OfSize(outSize, "the size of the output dimension");
  if (!outBits)
    return tl::unexpected(outBits.error());
  Result<LinearLayout> layout(tl::in_place);
  fill1D(*layout, {in, *bits}, {out, *outBits}, 0);
  for (Word &word : LayoutBuilder(*layout).words)
    word = 0;
  return layout;
}

Result<LinearLayout>
LinearLayout::identityStandardND(Dim in, ListRef<std::uint64_t> shape,
                                 ListRef<unsigned> order) {
  if (shape.size() > MaxDims)
    return failure(concat("expects at most ", MaxDims,
                          " output dimensions, but got ", shape.size()));
  if (order.size() != shape.size())
    return failure(concat("expects an order of ", shape.size(),
                          " axes, but got ", order.size()),
                   concat("the shape has rank ", shape.size()));
  DimBitsList outs;
  Words words;
  for (unsigned axis : order) {
    if (axis >= shape.size())
      return failure(concat("expects an order of the axes 0 to ",
                            shape.size() - 1, ", but got axis ", axis));
    Result<unsigned> bits =
        log2OfSize(shape[axis], concat("the size of dim", axis));
    if (!bits)
      return tl::unexpected(bits.error());
    outs.push_back({Dim::standard(axis), *bits});
  }
  if (auto checked = checkDims(outs, Side::Out); !checked)
    return tl::unexpected(checked.error());
  unsigned bits = sumOfBits(outs);
  for (unsigned bit = 0; bit < bits; ++bit)
    words.push_back(f2::unit(bit));
  return fromWords({{in, bits}}, outs, words);
}

} // namespace heddle
