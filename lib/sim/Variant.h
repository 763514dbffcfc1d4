//===- Variant.h - For which host, and what is watched ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What executes instructions is compiled several times: for the processors
/// that the whole program is for and for better ones, and with and without
/// what is watched. Each time it is in a namespace of its own.
///
/// The build gives HEDDLE_SIM_VARIANT, that namespace's name, and of what is in
/// it HEDDLE_SIM_IS_WATCHED and HEDDLE_SIM_HAS_AVX2, 0 or 1. Only what stands
/// between HEDDLE_SIM_BEGIN and HEDDLE_SIM_END has instructions of better
/// processors: functions of other headers, of which the linker keeps one for
/// all, have not.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_VARIANT_H
#define HEDDLE_LIB_SIM_VARIANT_H

// Sums of products are rounded as often as they say, whoever executes them.
#if defined(__clang__)
#pragma clang fp contract(off)
#endif

#if HEDDLE_SIM_HAS_AVX2
// clang-format off
#define HEDDLE_SIM_BEGIN                                                       \
  _Pragma("clang attribute push(__attribute__((target(\"avx2,fma,bmi2,popcnt\"))), apply_to = function)") \
  namespace heddle::sim::HEDDLE_SIM_VARIANT {
// clang-format on
#define HEDDLE_SIM_END                                                         \
  }                                                                            \
  _Pragma("clang attribute pop")
#else
#define HEDDLE_SIM_BEGIN namespace heddle::sim::HEDDLE_SIM_VARIANT {
#define HEDDLE_SIM_END }
#endif

namespace heddle::sim::HEDDLE_SIM_VARIANT {
/// Registers and memory know what is defined, and accesses are counted.
inline constexpr bool IsWatched = HEDDLE_SIM_IS_WATCHED != 0;
} // namespace heddle::sim::HEDDLE_SIM_VARIANT

#endif // HEDDLE_LIB_SIM_VARIANT_H
