//===- FloatCasts.h - Programs of casts -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Casts between floats: by an instruction where the target has one, else as
/// programs of integers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MATHLIB_FLOATCASTS_H
#define HEDDLE_MATHLIB_FLOATCASTS_H

#include "heddle/mathlib/Term.h"

#include <optional>

namespace heddle {

/// f8E4M3FN, f8E5M2, f8E4M3FNUZ or f8E5M2FNUZ, as `tt` has them.
bool isByteFloat(mlir::Type type);

/// An f32 as a float of 8 bits, to the nearest, ties to even, or toward zero.
/// What is larger than the largest finite number, also infinity, becomes that
/// number with its sign. NaN is 0x7F, of the FNUZ formats 0x80.
Term toByte(Term x, mlir::Type element,
            simt::Rounding rounding = simt::Rounding::NearestEven);
/// A float of 8 bits as f16, which has all of them.
Term fromByte(Term x);

/// An f64 as the f32 that is next to it toward zero.
Term singleTowardZero(Term x);

/// Whether the target converts 8-bit floats by an instruction.
enum class ByteCasts : bool { ByInstruction, ByProgram };

/// An 8-bit float as f16. Instructions are of f8E4M3FN and f8E5M2.
Term halfOfByte(Term x, ByteCasts how);

/// A float of 8 bits, an f16, bf16, f32 or f64 as another of them, rounded
/// once; nothing for other types. Toward zero infinity stays infinite where the
/// format has one.
std::optional<Term> castFloat(Term x, mlir::Type to, simt::Rounding rounding,
                              ByteCasts how);

} // namespace heddle

#endif // HEDDLE_MATHLIB_FLOATCASTS_H
