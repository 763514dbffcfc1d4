//===- ElementGroups.cpp - Elements of a thread side by side --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementGroups.h"
#include "heddle/f2/Elimination.h"
#include "heddle/ir/Layout.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::equivalence {

using namespace mlir;

Word rowMajorIndex(const LinearLayout &layout, Word word) {
  Word index = 0;
  unsigned shift = 0;
  for (auto axis = static_cast<unsigned>(layout.outs().size()); axis-- > 0;) {
    index |= f2::shiftLeft(layout.field(word, Dim::standard(axis)), shift);
    shift += layout.outBits(Dim::standard(axis));
  }
  return index;
}

std::optional<ElementGroups> ElementGroups::of(RankedTensorType type,
                                               std::uint64_t pack) {
  if (!type.getEncoding() || !llvm::isPowerOf2_64(pack))
    return std::nullopt;
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  unsigned count = llvm::Log2_64(pack);
  if (!layout || layout->inBits(Dim::Register) < count)
    return std::nullopt;
  ElementGroups groups;
  for (const DimBits &out : layout->outs())
    groups.indexBits += out.bits;
  for (Word basis : layout->bases(Dim::Register).first(count))
    groups.steps.push_back(rowMajorIndex(*layout, basis));
  // The other bases without what others before them reach, too.
  f2::ColumnEchelon others;
  llvm::SmallVector<Word> columns(groups.steps);
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block})
    for (Word basis :
         layout->bases(dim).subspan(dim == Dim::Register ? count : 0)) {
      Word rest = others.reduce(rowMajorIndex(*layout, basis)).remainder;
      if (rest == 0)
        continue;
      others.insert(rest);
      columns.push_back(rest);
    }
  // Not square, or singular: an element is in two slots.
  if (columns.size() != groups.indexBits)
    return std::nullopt;
  Result<f2::Matrix> matrix = f2::Matrix::fromColumns(
      groups.indexBits, ListRef<Word>(columns.data(), columns.size()));
  Result<f2::Matrix> inverse =
      matrix ? f2::leftInverse(*matrix) : failure("no matrix");
  if (!inverse)
    return std::nullopt;
  f2::Matrix rows = f2::transpose(*inverse);
  for (unsigned bit = 0; bit < count; ++bit)
    groups.forms.push_back(rows.column(bit));
  return groups;
}

ElementGroups ElementGroups::ofBits(unsigned indexBits, unsigned first,
                                    unsigned count) {
  ElementGroups groups;
  groups.indexBits = indexBits;
  for (unsigned bit = 0; bit < count; ++bit) {
    groups.steps.push_back(f2::unit(first + bit));
    groups.forms.push_back(f2::unit(first + bit));
  }
  return groups;
}

Word ElementGroups::slotOf(Word index) const {
  Word slot = 0;
  for (auto [bit, form] : llvm::enumerate(forms))
    slot |= Word(f2::dot(form, index)) << bit;
  return slot;
}

Word ElementGroups::indexAt(Word index, Word slot) const {
  Word changed = slotOf(index) ^ slot;
  for (auto [bit, step] : llvm::enumerate(steps))
    index ^= (changed >> bit & 1) != 0 ? step : 0;
  return index;
}

IndexMap ElementGroups::mapTo(Word slot) const {
  llvm::SmallVector<Word> rows;
  for (unsigned bit = 0; bit < indexBits; ++bit) {
    Word row = f2::unit(bit);
    for (auto [step, form] : llvm::zip(steps, forms))
      row ^= (step >> bit & 1) != 0 ? form : 0;
    rows.push_back(row);
  }
  Word constant = 0;
  for (auto [bit, step] : llvm::enumerate(steps))
    constant ^= (slot >> bit & 1) != 0 ? step : 0;
  return IndexMap::ofRows(rows, constant);
}

} // namespace heddle::equivalence
