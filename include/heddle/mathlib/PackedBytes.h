//===- PackedBytes.h - Floats from bytes, a word at a time ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Floats of 16 bits from packed bytes. Byte permutations bring bytes to where
/// a float has them, in both halves of a word; what is left is bitwise, or an
/// op on two halves at once.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MATHLIB_PACKEDBYTES_H
#define HEDDLE_MATHLIB_PACKEDBYTES_H

#include "heddle/mathlib/Term.h"

namespace heddle {

/// Words of two floats each from a word of `count` bytes, in order.
using FromWord = llvm::function_ref<void(
    Term word, unsigned count, llvm::SmallVectorImpl<mlir::Value> &halves)>;

/// Registers of 8 bits as `count` of a float of 16 bits, which `make` makes of
/// a word with the first four bytes, the next four, and so on.
Term floatsOfWords(Term bytes, mlir::Type element, unsigned count,
                   FromWord make);

/// The bytes 0 to 3 of `a` and 4 to 7 of `b` that the selector names.
Term permuteBytes(Term a, Term b, std::uint64_t selector);

/// A constant word.
Term wordOf(Term like, std::uint64_t bits);

/// Registers of f8E4M3FN or f8E5M2 as f16, which has all of them.
Term halvesOfBytes(Term bytes);

/// Registers of i8 as whole numbers with sign in f16 or bf16, both of which
/// have them all.
Term floatsOfSigned(Term bytes, mlir::Type element);

} // namespace heddle

#endif // HEDDLE_MATHLIB_PACKEDBYTES_H
