//===- Timeline.h - When warps do what --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When the warps of one block would execute each instruction, in a simple
/// model.
///
/// Warps are in order: an instruction starts when the one before has, when what
/// it uses is there, and when its units are free; of several warps that can
/// start, the one that could first does. Of a multiprocessor that has the block
/// alone:
///
/// - Warp w is scheduler w's modulo how many there are, 1 / `Costs::issue`. A
///   scheduler starts an instruction a cycle; those of integers it takes as
///   long for as `Costs::alu` says, approximations eight cycles.
/// - Shared memory serves one wavefront after the other, and shuffles, each for
///   what `Costs` says; the memory system takes two sectors of 32 bytes a
///   cycle.
/// - What is computed can be used `aluLatency` cycles after the start, shuffles
///   `shuffleLatency`; loads of shared memory `sharedLatency` after their last
///   wavefront began, of global memory 500 after their last sector (an
///   estimate: there are no caches). Stores delay no warp.
/// - All warps leave a barrier `blockBarrier` cycles after the last has
///   arrived, one of the cluster `clusterBarrier` cycles after.
///
/// It shows which warps wait for which; it does not predict a time.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIM_TIMELINE_H
#define HEDDLE_SIM_TIMELINE_H

#include "heddle/sim/Counters.h"
#include "mlir/IR/Operation.h"

#include <array>
#include <cstdint>
#include <vector>

namespace heddle::sim {

/// What a warp did from `begin` to `end`, in cycles. Spans of one warp do not
/// overlap.
struct Span {
  enum class Kind : std::uint8_t {
    Compute, ///< one instruction after the other, of any op
    Shuffle, ///< the same
    Access,
    Barrier, ///< from its arrival until it goes on
    Wait,    ///< until what it uses is there
  };
  Kind kind = Kind::Compute;
  unsigned warp = 0;
  double begin = 0, end = 0;
  /// The first one; of a wait, what is waited for.
  mlir::Operation *op = nullptr;
  /// Of an access; of the first instruction otherwise.
  InstructionClass instruction = InstructionClass::None;
  std::uint64_t instructions = 0, wavefronts = 0, sectors = 0;
};

struct Timeline {
  std::array<std::uint32_t, 3> program{};
  /// Sorted by where they begin, then by warp.
  std::vector<Span> spans;
  unsigned warps = 0;
  double cycles = 0;
  /// The program went on, but it had more instructions than are kept.
  bool isCut = false;
};

} // namespace heddle::sim

#endif // HEDDLE_SIM_TIMELINE_H
