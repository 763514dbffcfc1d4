//===- ColumnAction.h - Reordering the bits of one dimension ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A column action keeps some bits of one input dimension, in some order, and
/// drops the others. On a layout it picks columns of the matrix; on the values
/// of a thread's registers it picks and reorders them, so that the values keep
/// fitting the layout:
///
///     ColumnAction::create(Dim::Register, 3, {2, 0, 1})
///
/// makes bit 0 of the new register index the old bit 2, bit 1 the old bit 0,
/// bit 2 the old bit 1: the values r0..r7 become r0 r4 r1 r5 r2 r6 r3 r7.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_COLUMNACTION_H
#define HEDDLE_LAYOUT_COLUMNACTION_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

class [[nodiscard]] ColumnAction {
public:
  /// New bit i of `dim` is its old bit sources[i]; old bits that are no source
  /// are dropped. Fails if a source occurs twice or is not below `inBits`.
  [[nodiscard]] static Result<ColumnAction> create(Dim dim, unsigned inBits,
                                                   ListRef<unsigned> sources);
  /// The action that changes nothing. Fails above 64 bits.
  [[nodiscard]] static Result<ColumnAction> identity(Dim dim, unsigned inBits);

  Dim dim() const { return name; }
  unsigned inBits() const { return oldBits; }
  unsigned outBits() const { return sourceBits.size(); }
  std::span<const unsigned> sources() const { return sourceBits; }

  bool isIdentity() const;
  /// No bit is dropped.
  bool isPermutation() const { return outBits() == oldBits; }

  /// The old index of the value that gets this new index. Bits of the index at
  /// or above `outBits()` are ignored.
  Word sourceIndex(Word index) const;

  friend bool operator==(const ColumnAction &, const ColumnAction &) = default;

private:
  Dim name = Dim::Register;
  unsigned oldBits = 0;
  InplaceVector<unsigned, f2::MaxBits> sourceBits;
};

/// The layout of the values after the action. Fails unless the layout has the
/// dimension with as many bits as the action takes.
[[nodiscard]] Result<LinearLayout> apply(const ColumnAction &action,
                                         const LinearLayout &layout);

/// The values after the action: element i is values[sourceIndex(i)]. Fails
/// unless there are 2^inBits values.
template <class T>
[[nodiscard]] Result<std::vector<T>>
applyToValues(const ColumnAction &action, const std::vector<T> &values) {
  if (action.inBits() >= f2::MaxBits ||
      values.size() != f2::unit(action.inBits()))
    return failure(concat("expects one value for each setting of ",
                          action.inBits(), " bits, but got ", values.size()));
  std::vector<T> result;
  result.reserve(f2::unit(action.outBits()));
  for (Word index = 0; index < f2::unit(action.outBits()); ++index)
    result.push_back(values[action.sourceIndex(index)]);
  return result;
}

/// The action that undoes this one. Fails if it drops bits.
[[nodiscard]] Result<ColumnAction> inverse(const ColumnAction &action);

/// First one action, then another. Fails unless they concern the same dimension
/// and `second` takes as many bits as `first` leaves.
[[nodiscard]] Result<ColumnAction> compose(const ColumnAction &first,
                                           const ColumnAction &second);

/// Keeps the bits of `dim` whose basis is not zero: one copy of each value that
/// a thread holds several times in a row. Fails if the layout has no such
/// dimension.
[[nodiscard]] Result<ColumnAction>
actionRemoveZeroBases(const LinearLayout &layout, Dim dim);

} // namespace heddle

#endif // HEDDLE_LAYOUT_COLUMNACTION_H
