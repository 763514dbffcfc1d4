//===- MathFunctions.h - Functions as programs ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of `math` and of Triton's libraries as programs of `arith`,
/// `math.fma` and `simt.approximate`, the same on every chip and on the
/// simulator. Except through `simt.approximate` results are the same to the bit
/// everywhere.
///
/// Errors below are the worst that test/unit/mathlib/MathFunctionsTest.cpp
/// finds, in units in the last place (ulp) of the result, subnormal results
/// included.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MATHLIB_MATHFUNCTIONS_H
#define HEDDLE_MATHLIB_MATHFUNCTIONS_H

#include "heddle/mathlib/Term.h"

namespace heddle {

/// The program of a function, from its arguments.
using MathFunction = Term (*)(llvm::ArrayRef<Term> arguments);

/// The program of a function of f32, or of f64, by the name of its op in `math`
/// without the dialect ("exp", "log2", ...); null if there is none.
MathFunction mathFunction(llvm::StringRef name, mlir::Type element);

/// The same by the name of CUDA's library for devices ("__nv_expf", ...).
MathFunction libraryFunction(llvm::StringRef symbol);

/// \name Functions of f32
/// What is said of a unit in the last place (ulp) holds for every f32.
/// @{
Term exp2Single(Term x);
Term expSingle(Term x);
Term expm1Single(Term x);
Term logSingle(Term x);
Term log2Single(Term x);
Term log10Single(Term x);
Term log1pSingle(Term x);
Term tanhSingle(Term x);
Term erfSingle(Term x);
/// tanh of x, from 1 - 2 / (e^2|x| + 1), which is taken where |x| >= 0.6.
Term tanhWithFar(Term x, Term far);
Term sinSingle(Term x);
Term cosSingle(Term x);
/// As the hardware has it.
Term rsqrtSingle(Term x);
/// @}

/// \name Functions of f32 by way of f64
/// Rounded correctly but where f64 is within 2^-40 of the middle between two
/// numbers.
/// @{
Term exp10Single(Term x);
Term coshSingle(Term x);
Term sinhSingle(Term x);
Term cbrtSingle(Term x);
Term atanSingle(Term x);
Term tanSingle(Term x);
Term powSingle(Term base, Term exponent);
/// @}

/// \name Functions of f64
/// To 3.2 units in the last place, `normcdfDouble` to 4.7; special values as in
/// Annex F of ISO 9899. docs/heddle-compile.md has the error of each.
/// @{
Term expDouble(Term x);
Term exp2Double(Term x);
Term logDouble(Term x);
Term log2Double(Term x);
Term rsqrtDouble(Term x);
Term sinDouble(Term x);
Term cosDouble(Term x);
Term tanDouble(Term x);
Term sinPiDouble(Term x);
Term cosPiDouble(Term x);
Term atanDouble(Term x);
Term asinDouble(Term x);
Term acosDouble(Term x);
Term sinhDouble(Term x);
Term coshDouble(Term x);
Term tanhDouble(Term x);
Term asinhDouble(Term x);
Term acoshDouble(Term x);
Term atanhDouble(Term x);
Term expm1Double(Term x);
Term log1pDouble(Term x);
Term exp10Double(Term x);
Term log10Double(Term x);
Term cbrtDouble(Term x);
Term rcbrtDouble(Term x);
Term erfDouble(Term x);
Term erfcDouble(Term x);
Term erfcxDouble(Term x);
Term erfinvDouble(Term x);
Term erfcinvDouble(Term x);
Term normcdfDouble(Term x);
Term normcdfinvDouble(Term x);
Term powDouble(Term x, Term y);
Term atan2Double(Term y, Term x);
/// The root of the sum of the parts' squares, and its reciprocal.
Term normDouble(llvm::ArrayRef<Term> parts);
Term inverseNormDouble(llvm::ArrayRef<Term> parts);
/// @}

/// x^y from |x|^y, with the cases that C has (ISO 9899, F.10.4.4).
Term withCasesOfPow(Term x, Term y, Term power);

/// x less a whole multiple of y, with the sign of x and less than |y|; exact,
/// as C's fmod. Of f32 and f64.
Term remainder(Term x, Term y);

/// The logarithm within ]0, inf[, and outside what all logarithms are there.
Term withPolesOfLog(Term x, Term logarithm);

} // namespace heddle

#endif // HEDDLE_MATHLIB_MATHFUNCTIONS_H
