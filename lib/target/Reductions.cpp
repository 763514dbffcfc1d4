//===- Reductions.cpp - Atomic accesses of neighbours ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/Reductions.h"

namespace heddle {

unsigned reductionBytes(const Target &target, ScalarType type) {
  constexpr unsigned ByteBits = 8, FirstWithVectors = 90, Vector = 16;
  bool isVector = type == ScalarType::F32 || type == ScalarType::F16 ||
                  type == ScalarType::BF16;
  return isVector && target.capability >= FirstWithVectors
             ? Vector
             : bitsOf(type) / ByteBits;
}

} // namespace heddle
