//===- ElementGroups.h - Elements of a thread side by side ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which elements of a tensor `tt.map_elementwise` hands to its function
/// together: `pack` registers of a thread that follow each other. Only a layout
/// says which these are. With n = log2(pack), an index x is in slot P*x of its
/// group, and slot j of that group is the index x + B*(P*x + j), over F2: the
/// columns of B are the first n bases of registers, and P is zero for all other
/// bases.
///
///     sizePerThread = [4], pack = 2: B = (1), P = (1): index 6 is in slot 0,
///     and slot 1 of its group is index 7
///
/// Indices are row-major; sizes are powers of two.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_ELEMENTGROUPS_H
#define HEDDLE_LIB_VERIFY_ELEMENTGROUPS_H

#include "IndexMap.h"
#include "heddle/layout/LinearLayout.h"
#include "mlir/IR/BuiltinTypes.h"

namespace heddle::equivalence {

/// The row-major index of the element with these coordinates, an output word of
/// a layout. Linear over F2.
Word rowMajorIndex(const LinearLayout &layout, Word word);

class ElementGroups {
public:
  /// Nothing if the tensor has no layout, if `pack` is no power of two, or if a
  /// thread holds an element twice in a group, so that its slot is not certain.
  static std::optional<ElementGroups> of(mlir::RankedTensorType type,
                                         std::uint64_t pack);
  /// Bits of the index as those of the slot: a grouping that no layout has to
  /// have.
  static ElementGroups ofBits(unsigned indexBits, unsigned first,
                              unsigned count);

  /// The rows of P: bit i of the slot as a linear form of the index.
  llvm::ArrayRef<Word> slotForms() const { return forms; }
  Word slotOf(Word index) const;
  /// The index of a slot of the same group.
  Word indexAt(Word index, Word slot) const;
  /// The same as a map.
  IndexMap mapTo(Word slot) const;

private:
  unsigned indexBits = 0;
  llvm::SmallVector<Word> steps, forms;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_ELEMENTGROUPS_H
