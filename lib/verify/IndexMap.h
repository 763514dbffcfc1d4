//===- IndexMap.h - Affine maps between indices of tensors ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The index of an element is its number row by row, as a vector of bits: the
/// last axis is in the lowest bits. A view of a tensor says at which index of
/// the source an index of the result is: by an affine map over F2.
///
/// A map is stored by rows: bit p of the source's index is the parity of
/// `rows[p] & x`, xor bit p of `constant`, for the result's index x. Rows are
/// the columns of the transposed matrix, which pulls linear forms back: the
/// parity of `v & source index` is that of `pulled(v) & x` up to a constant.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_INDEXMAP_H
#define HEDDLE_LIB_VERIFY_INDEXMAP_H

#include "heddle/f2/Matrix.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace heddle::equivalence {

using f2::Word;

class IndexMap {
public:
  /// The identity on so many bits.
  static IndexMap identity(unsigned bits);
  /// Bit p of the source's index is bit `bits[p]` of the result's.
  static IndexMap ofBits(llvm::ArrayRef<unsigned> bits);
  /// At most 64 rows.
  static IndexMap ofRows(llvm::ArrayRef<Word> rows, Word constant = 0);

  unsigned sourceBits() const { return rowMatrix.cols(); }
  std::span<const Word> rows() const { return rowMatrix.columns(); }
  Word row(unsigned sourceBit) const { return rowMatrix.column(sourceBit); }
  Word constant() const { return offset; }

  /// The linear form v of the source's index, as one of the result's.
  Word pulled(Word v) const { return f2::apply(rowMatrix, v); }
  /// What is added to it.
  bool isFlipped(Word v) const { return f2::dot(v, offset); }

  /// Does it leave these bits of the index as they are?
  bool keeps(Word bits) const;
  /// All bits of the result's index that matter.
  Word resultBits() const;

  /// The map of an index below `bound` new lowest bits, which it keeps. None
  /// above 64 bits.
  std::optional<IndexMap> below(unsigned bound) const;

private:
  f2::Matrix rowMatrix;
  Word offset = 0;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_INDEXMAP_H
