//===- Number.h - Elements and what is computed with them -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements of tensors as bits, and arithmetic on them: integers modulo 2^n,
/// pointers as 64-bit integers, floats rounded once to nearest, NaNs canonical.
/// This knows nothing of how ops are lowered; it is a second opinion.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_NUMBER_H
#define HEDDLE_LIB_VERIFY_NUMBER_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"

#include <cstdint>
#include <functional>

namespace heddle::equivalence {

/// The bits of an element, zero above its width.
using Bits = std::uint64_t;

/// 64 for pointers and indices.
unsigned widthOf(mlir::Type element);
/// As many as an element has in memory; an i1 has one.
unsigned bytesOf(mlir::Type element);
bool isFloat(mlir::Type element);

Bits cut(Bits bits, mlir::Type element);
std::int64_t signedOf(Bits bits, mlir::Type element);

double toDouble(Bits bits, mlir::Type element);
/// Rounded to nearest, ties to even. Floats of 8 bits and less saturate.
Bits fromDouble(double value, mlir::Type element);
bool isNan(Bits bits, mlir::Type element);

/// What an elementwise op computes, from the bits of its operands.
using ElementFunction = std::function<Bits(const Bits *operands)>;

/// The function of an op with one result, element by element; null if the op
/// is not known. Functions of libraries and inline assembly are some function
/// or other, the same for the same text and operands.
ElementFunction elementFunction(mlir::Operation *op);

/// A constant's bits.
Bits bitsOf(mlir::Attribute number);

/// Mixes numbers into one that looks random (SplitMix64's finaliser).
std::uint64_t mix(std::uint64_t a, std::uint64_t b);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_NUMBER_H
