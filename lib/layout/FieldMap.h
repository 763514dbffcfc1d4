//===- FieldMap.h - Moving the fields of a word -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Basis words concatenate coordinates. When two layouts order or size their
/// dimensions differently, a word of the one becomes a word of the other by
/// moving fields of bits; bits in no field are dropped.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LAYOUT_FIELDMAP_H
#define HEDDLE_LIB_LAYOUT_FIELDMAP_H

#include "heddle/f2/Bits.h"
#include "heddle/layout/LinearLayout.h"

namespace heddle {

class FieldMap {
public:
  FieldMap() = default;
  /// Moves each dimension of `from` to its place in `to`, dropping the bits
  /// that do not fit and the dimensions that `to` does not have.
  FieldMap(std::span<const DimBits> from, std::span<const DimBits> to) {
    unsigned shift = 0;
    for (const DimBits &source : from) {
      unsigned target = 0;
      for (const DimBits &entry : to) {
        if (entry.dim == source.dim) {
          add(shift, std::min(source.bits, entry.bits), target);
          break;
        }
        target += entry.bits;
      }
      shift += source.bits;
    }
  }

  /// Bits from .. from + width - 1 go to the bits from `to` on.
  void add(unsigned from, unsigned width, unsigned to) {
    if (width == 0)
      return;
    Word mask = f2::shiftLeft(f2::lowMask(width), from);
    unsigned right = from > to ? from - to : 0;
    unsigned left = to > from ? to - from : 0;
    // Fields that move equally far move together.
    for (Field &field : fields) {
      if (field.right != right || field.left != left)
        continue;
      field.mask |= mask;
      return;
    }
    fields.push_back({mask, right, left});
  }

  Word operator()(Word word) const {
    Word result = 0;
    for (const Field &field : fields)
      result |= (word & field.mask) >> field.right << field.left;
    return result;
  }

private:
  struct Field {
    Word mask;
    unsigned right; // at most one of the two distances is not zero
    unsigned left;
  };
  InplaceVector<Field, f2::MaxBits> fields;
};

} // namespace heddle

#endif // HEDDLE_LIB_LAYOUT_FIELDMAP_H
