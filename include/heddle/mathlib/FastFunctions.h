//===- FastFunctions.h - Functions by approximations ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of f32 that take what the hardware approximates as it is, with
/// subnormal numbers flushed to zero. What they are off by is in
/// docs/heddle-compile.md.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MATHLIB_FASTFUNCTIONS_H
#define HEDDLE_MATHLIB_FASTFUNCTIONS_H

#include "heddle/mathlib/MathFunctions.h"

namespace heddle {

/// The program of a function of f32 by the name of its op in `math` ("exp") or
/// of CUDA's library ("__nv_exp2f"); null where there is none that is faster
/// than that of MathFunctions.h.
MathFunction fastFunction(llvm::StringRef name);

} // namespace heddle

#endif // HEDDLE_MATHLIB_FASTFUNCTIONS_H
