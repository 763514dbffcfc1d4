//===- StartedCopies.h - Copies that go on by themselves --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_STARTEDCOPIES_H
#define HEDDLE_LIB_SIM_STARTEDCOPIES_H

#include "heddle/simt/Simt.h"
#include "heddle/target/TensorMap.h"

#include <array>
#include <optional>
#include <vector>

namespace heddle::sim {

struct Instruction;

/// A copy from global to shared memory that a lane has begun and not waited
/// for: so many bytes, and which of them are defined.
struct StartedCopy {
  static constexpr unsigned MostBytes = 16;
  std::uint32_t at = 0;
  std::uint8_t lane = 0, count = 0;
  std::array<std::uint8_t, MostBytes> bytes{}, isDefined{};
  /// The first arrival at an mbarrier that it comes before, 0 if there is none:
  /// then it may be done, at that time, and those who know of that mbarrier
  /// know of it.
  std::uint64_t arrival = 0;
  bool isDone = false;
  unsigned mbarrier = 0;
  std::uint64_t time = 0;
};

/// A copy of a box to global memory that a lane has begun and not waited for.
struct StartedStore {
  const Instruction *instruction = nullptr;
  TensorMap map;
  std::vector<std::int64_t> coordinates;
  std::optional<simt::BoxReduction> reduction;
  unsigned lane = 0;
  std::vector<std::uint8_t> bytes;
  /// Pieces of 16 bytes of shared memory that it still reads.
  std::vector<std::uint32_t> pieces;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_STARTEDCOPIES_H
