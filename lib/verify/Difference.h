//===- Difference.h - What two executions have left behind -- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_DIFFERENCE_H
#define HEDDLE_LIB_VERIFY_DIFFERENCE_H

#include "Evaluator.h"

namespace heddle::equivalence {

/// How far floats may be apart, by what the program does with them.
struct Tolerance {
  /// Sums are made in some order.
  bool hasSums = false;
  /// How long the sums of products are at most whose factors may lose bits; 0
  /// if there are none.
  std::int64_t tf32Depth = 0;
};

Tolerance toleranceOf(tt::FuncOp function);

bool areClose(Bits a, Bits b, mlir::Type element, const Tolerance &tolerance,
              Contents contents);

/// "1.5", or "not written".
std::string numberText(std::optional<Bits> bits, mlir::Type element);

/// An element of global memory that is not the same.
struct ElementDifference {
  std::uint64_t address;
  mlir::Type element;
  /// Nothing where it was not written.
  std::optional<Bits> left, right;
  /// Who wrote it.
  mlir::Operation *leftOp = nullptr, *rightOp = nullptr;

  /// "out[3] is 2, and 1.5 in the first program"
  std::string text(const Memory &memory) const;
};

/// The first one, in the first regions: those of arguments.
std::optional<ElementDifference> findDifference(Memory &left, Memory &right,
                                                std::size_t regions,
                                                const Tolerance &tolerance,
                                                Contents contents);

/// "out[-1], which the first program does not use", of the first element that
/// the right one reads or writes below or above all that the left one does.
std::optional<std::string> findOutside(const Memory &left, const Memory &right,
                                       std::size_t regions);

/// The first op of the right program that makes something other than the left
/// one has from what the left one has, too, on the way to a difference; and its
/// like on the left.
struct Parting {
  mlir::Operation *left = nullptr, *right = nullptr;
  std::string message;
};

Parting whereTheyPart(llvm::ArrayRef<TraceEntry> left,
                      llvm::ArrayRef<TraceEntry> right,
                      const ElementDifference &difference);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_DIFFERENCE_H
