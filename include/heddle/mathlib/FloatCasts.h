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

/// An f32 as f8E4M3FN or f8E5M2, to the nearest, ties to even, saturated.
Term toByte(Term x, mlir::Type element);
/// An f8E4M3FN or f8E5M2 as f16, which has all of them.
Term fromByte(Term x);

/// Whether the target converts 8-bit floats by an instruction.
enum class ByteCasts : bool { ByInstruction, ByProgram };

/// An 8-bit float as f16.
Term halfOfByte(Term x, ByteCasts how);

/// A float as one of another type; nothing if there is no such cast.
std::optional<Term> castFloat(Term x, mlir::Type to, simt::Rounding rounding,
                              ByteCasts how);

} // namespace heddle

#endif // HEDDLE_MATHLIB_FLOATCASTS_H
