//===- ScalarType.h - Types that instructions compute with ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The element types of instructions, with the names that the PTX ISA gives
/// them, and sets of them: what a matrix instruction multiplies, what an atomic
/// access adds.
///
///     constexpr TypeSet Bytes = {ScalarType::S8, ScalarType::U8};
///     Bytes.has(ScalarType::S8); // true
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_SCALARTYPE_H
#define HEDDLE_TARGET_SCALARTYPE_H

#include "heddle/target/EnumSet.h"

#include <optional>
#include <string_view>

namespace heddle {

/// Fnuz: floats with one zero, one NaN and no infinity (AMD's CDNA 3). The
/// others of eight bits or less are those of the Open Compute Project; UE8M0 is
/// a power of two without a sign, as blocks have for a scale.
enum class ScalarType : std::uint8_t {
  B1,
  S4,
  U4,
  S8,
  U8,
  U16,
  S32,
  U32,
  S64,
  U64,
  F16,
  BF16,
  TF32,
  F32,
  F64,
  E4M3,
  E5M2,
  E4M3Fnuz,
  E5M2Fnuz,
  E2M3,
  E3M2,
  E2M1,
  UE8M0,
};

/// A TF32 takes the 32 bits of a register, of which 19 count; E2M3 and E3M2
/// take a byte, of which the lower six bits count.
unsigned bitsOf(ScalarType type);

/// "f16", "s8", "e4m3".
std::string_view nameOf(ScalarType type);

/// The type of that name; nothing if there is none.
std::optional<ScalarType> findScalarType(std::string_view name);

using TypeSet = EnumSet<ScalarType>;

} // namespace heddle

#endif // HEDDLE_TARGET_SCALARTYPE_H
