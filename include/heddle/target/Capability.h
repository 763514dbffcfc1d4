//===- Capability.h - What compute capabilities promise ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Modules may name any NVIDIA GPU by its compute capability, "cuda:107", also
/// one without a row in the table of targets. What decides whether their text
/// is valid is therefore said of ranges of capabilities: 10 * major + minor.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_CAPABILITY_H
#define HEDDLE_TARGET_CAPABILITY_H

namespace heddle {

struct CapabilityRange {
  unsigned first, last;
  constexpr bool has(unsigned capability) const {
    return first <= capability && capability <= last;
  }
};

/// Tensor memory, tcgen05 (PTX ISA, "Tensorcore 5th Generation").
inline constexpr CapabilityRange TensorMemoryCapabilities = {100, 119};

/// tcgen05.mma may read blocks of A's scales along K first (Triton 3.9, the
/// verifier of its op).
inline constexpr CapabilityRange KFirstScalesCapabilities = {107, 119};

} // namespace heddle

#endif // HEDDLE_TARGET_CAPABILITY_H
