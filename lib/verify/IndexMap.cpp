//===- IndexMap.cpp - Affine maps between indices of tensors --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexMap.h"

#include <optional>

namespace heddle::equivalence {

IndexMap IndexMap::identity(unsigned bits) {
  llvm::SmallVector<Word> rows;
  for (unsigned bit = 0; bit < bits; ++bit)
    rows.push_back(f2::unit(bit));
  return ofRows(rows);
}

IndexMap IndexMap::ofBits(llvm::ArrayRef<unsigned> bits) {
  llvm::SmallVector<Word> rows;
  for (unsigned bit : bits)
    rows.push_back(f2::unit(bit));
  return ofRows(rows);
}

IndexMap IndexMap::ofRows(llvm::ArrayRef<Word> rows, Word constant) {
  IndexMap map;
  map.rowMatrix = f2::MatrixBuilder::build(
      f2::MaxBits, std::span<const Word>(rows.data(), rows.size()));
  map.offset = constant;
  return map;
}

bool IndexMap::keeps(Word bits) const {
  for (Word rest = bits; rest != 0; rest &= rest - 1) {
    unsigned bit = f2::lowestBit(rest);
    if (bit >= sourceBits() || row(bit) != f2::unit(bit))
      return false;
  }
  return (offset & bits) == 0;
}

Word IndexMap::resultBits() const {
  Word bits = 0;
  for (Word row : rows())
    bits |= row;
  return bits;
}

std::optional<IndexMap> IndexMap::below(unsigned bound) const {
  Word used = resultBits();
  if (sourceBits() + bound > f2::MaxBits ||
      (used != 0 && f2::highestBit(used) + bound >= f2::MaxBits))
    return std::nullopt;
  llvm::SmallVector<Word> all;
  for (unsigned bit = 0; bit < bound; ++bit)
    all.push_back(f2::unit(bit));
  for (Word row : rows())
    all.push_back(f2::shiftLeft(row, bound));
  return ofRows(all, f2::shiftLeft(offset, bound));
}

} // namespace heddle::equivalence
