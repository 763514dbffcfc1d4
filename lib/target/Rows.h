//===- Rows.h - What rows of GPUs are made of --------------------*- C++
//-*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builders of what rows of both vendors have: phases, sets of types.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TARGET_ROWS_H
#define HEDDLE_LIB_TARGET_ROWS_H

#include "heddle/target/Target.h"

#include <bit>

namespace heddle {

constexpr std::uint64_t KiB = 1024;

/// Lanes 0 to 2^bits - 1.
constexpr LaneSpace lowLanes(unsigned bits) {
  LaneSpace space = {};
  while (space.dimension < bits) {
    space.vectors[space.dimension] = std::uint32_t(1) << space.dimension;
    ++space.dimension;
  }
  return space;
}

/// Phases of consecutive lanes, as many as fill all banks when each lane reads
/// words of its own: [CUDA] "Shared Memory" of 5.x and later; the Data Share
/// chapters of AMD's manuals. Accesses below a word are served as one of a
/// word.
constexpr AccessPhases consecutive(unsigned lanes, unsigned banks) {
  AccessPhases phases = {};
  for (unsigned log = 0; log < AccessSizes; ++log) {
    unsigned words = log < 2 ? 1 : 1U << (log - 2);
    unsigned together = lanes < banks / words ? lanes : banks / words;
    phases.spaces[log] =
        lowLanes(static_cast<unsigned>(std::countr_zero(together)));
  }
  return phases;
}

constexpr AccessPhases Lanes32Banks32 = consecutive(32, 32);

constexpr MatrixAccess NoMatrix = {};

/// Operations on words of 32 and 64 bits; adds wrap around, so that those of
/// signed numbers are those of unsigned ones.
constexpr TypeSet WordTypes = {ScalarType::U32, ScalarType::U64};

/// What matrix units multiply at one rate; 8-bit floats of the Open Compute
/// Project.
constexpr TypeSet Half = {ScalarType::F16, ScalarType::BF16};
constexpr TypeSet Byte = {ScalarType::S8, ScalarType::U8};
constexpr TypeSet Float8 = {ScalarType::E4M3, ScalarType::E5M2};

/// `atomics`, which also add these.
constexpr Atomics withAdd(Atomics atomics, TypeSet types) {
  atomics.add = atomics.add | types;
  return atomics;
}

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_ROWS_H
