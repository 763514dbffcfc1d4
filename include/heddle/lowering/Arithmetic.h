//===- Arithmetic.h - How exactly numbers are computed ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the language leaves open of floating-point arithmetic, decided by who
/// compiles. The defaults are Triton's on NVIDIA GPUs.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LOWERING_ARITHMETIC_H
#define HEDDLE_LOWERING_ARITHMETIC_H

namespace heddle {

/// How functions of f32 are computed.
enum class MathMode {
  /// exp, exp2, sqrt, rsqrt and tanh by the hardware's approximations,
  /// subnormal numbers taken as zero (FastFunctions.h); the others as below.
  Fast,
  /// To two units in the last place, subnormal numbers kept (MathFunctions.h).
  Precise
};

struct ArithmeticOptions {
  /// Products and sums of the program may become one op with one rounding: they
  /// carry `fastmath<contract>`, and `simt-fuse-products` does it. Triton calls
  /// this `enable_fp_fusion`.
  bool fusesProducts = true;
  MathMode math = MathMode::Fast;
};

} // namespace heddle

#endif // HEDDLE_LOWERING_ARITHMETIC_H
