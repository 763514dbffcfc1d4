//===- Trial.h - Arguments to try kernels with -------------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_TRIAL_H
#define HEDDLE_LIB_VERIFY_TRIAL_H

#include "Evaluator.h"

namespace heddle::equivalence {

/// One way to call a kernel.
struct Trial {
  Contents contents;
  Program program;
  std::uint64_t seed;
  /// Which size all integers among the arguments are: a tile, part of one, 0,
  /// 1, one more than a tile, three less one. Nothing: by chance.
  std::optional<unsigned> size;
};

/// The trial of this number: exact numbers and round sizes first.
/// What the function is promised to divide an argument; 1 if nothing.
std::uint64_t divisibilityOf(tt::FuncOp function, unsigned argument);

Trial trialOf(unsigned number, std::uint64_t seed);

/// One of a kernel's parameters; of a pointer its address.
struct Scalar {
  mlir::Type type;
  Bits bits;
};

/// What a kernel is called with. Descriptors are also known as their parts:
/// base, sizes, strides, and whether NaN is read outside.
class Arguments {
public:
  /// Are they such as can be made: scalars, pointers, descriptors?
  static bool canMakeFor(tt::FuncOp function);

  /// For this kernel, with memory for its pointers.
  Arguments(tt::FuncOp function, const Trial &trial, Memory &memory);

  /// For another version of it, which may take descriptors as their parts;
  /// nothing if its arguments are others.
  std::optional<llvm::SmallVector<Datum>> passTo(tt::FuncOp function) const;

  /// Descriptors as their parts.
  const std::vector<Scalar> &all() const { return scalars; }

  /// "n = 100", of each argument that is no pointer.
  std::string text() const;

private:
  void add(mlir::Type type, Bits bits);
  void addDescriptor(tt::TensorDescType type, std::string name, Memory &memory);
  /// Of the trial, or by chance.
  std::int64_t sizeOf(std::uint64_t chance) const;

  const Trial &trial;
  std::uint64_t seed;
  std::int64_t tile;
  std::vector<Scalar> scalars;
  std::string words;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_TRIAL_H
