//===- Conversion.h - Conversions of layouts --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From one layout of a tensor to another: the cheapest program for it on a
/// target, what it costs, and why the alternatives were rejected.
///
///     Conversion c = planConversion(src, dst, 16,
///     **findTarget("sm_90")).value(); c.strategy;           //
///     Strategy::Shuffle c.program.text();     // the instructions of a thread
///     checkCertificate(...) // Certificate.h: that they do what is wanted
///
/// Both layouts map (register, lane, warp, block) to elements of one tensor,
/// over the same numbers of lanes, warps and blocks. What a register of the
/// destination should hold is in one or more locations of the source; the
/// planner takes the nearest: the same thread, else the same warp, else the
/// same block.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_CONVERSION_H
#define HEDDLE_PLAN_CONVERSION_H

#include "heddle/plan/Program.h"

#include <optional>

namespace heddle {

/// How the data gets there, cheapest machinery first.
enum class Strategy {
  Nothing,   ///< each register stays where it is
  Registers, ///< a thread's registers are renumbered
  Shuffle,   ///< between lanes of a warp, or by the lane's choice of registers
  Shared,    ///< through shared memory of the block
  Cluster,   ///< through shared memory of the cluster's blocks
  Padded     ///< through shared memory with padded rows; only if asked for
};

/// "nothing", "registers", "shuffle", "shared", "cluster", "padded".
std::string_view strategyName(Strategy strategy);
[[nodiscard]] Result<Strategy> parseStrategy(std::string_view name);

struct ConversionOptions {
  /// Bytes of shared memory of a block; the target's limit if absent.
  std::optional<std::uint64_t> sharedBudget = {};
  /// This strategy or none.
  std::optional<Strategy> strategy = {};
  /// Only the cheapest, without alternatives, which takes less time.
  bool isCheapestOnly = false;
};

/// The wavefronts of all accesses of a block, and what they would be if none
/// had a conflict.
struct Wavefronts {
  std::uint64_t actual = 0, minimum = 0;
  friend bool operator==(const Wavefronts &, const Wavefronts &) = default;
};

/// What a block executes in a program, all warps and rounds together: warp
/// instructions, counted in the program itself.
struct ProgramCounts {
  std::uint64_t shuffles = 0;
  std::uint64_t stores = 0, loads = 0;
  Wavefronts write, read;
  /// What the wavefronts of loads ask of the memory of the cluster's blocks: a
  /// piece of each that one of their lanes reads from.
  std::uint64_t pieces = 0;
  /// Byte permutes and selects, and what computes addresses and lanes.
  std::uint64_t permutes = 0, selects = 0, addresses = 0;
  std::uint64_t warpBarriers = 0, blockBarriers = 0, clusterBarriers = 0;
  /// Steps of a thread that wait for the one before: shuffles, trips through
  /// memory.
  std::uint64_t shuffleSteps = 0, memorySteps = 0;
  /// Registers that a thread holds at once, about: all inputs, or all outputs,
  /// at a barrier, and while elements below a word are packed; with shuffles
  /// all outputs and some of the inputs. None where each can be given up at
  /// once.
  std::uint64_t heldRegisters = 0;
  /// The block's warps.
  std::uint64_t warps = 1;
  friend bool operator==(const ProgramCounts &,
                         const ProgramCounts &) = default;
};

/// O(instructions * lane bits^2).
ProgramCounts countProgram(const Program &program, const Target &target);

/// Cycles of a multiprocessor for one block that shares it with some others:
/// the busiest of its pipes, and an eighth of the others' work and of the
/// latencies. Good to compare plans of one conversion; measured
/// errors are in docs/conversions.md.
double predictCycles(const ProgramCounts &counts, const Target &target);

/// What offset bits of the scratch stand for, in bytes of the tensor: bit i
/// changes the byte by vector[i], and so on upwards. Bytes of elements are the
/// lowest bits of a byte's number, above them stand the coordinates of the
/// source layout's outputs in their order.
struct ScratchLayout {
  Words vector, bank, segment, rounds;
  SharedInstruction write, read;
  /// Each wavefront of the minimum takes 2^this many: zero unless vectors of
  /// different widths leave too few banks for one side.
  unsigned writeConflictBits = 0, readConflictBits = 0;
};

/// Another way that was weighed, or could not be.
struct Alternative {
  Strategy strategy;
  std::optional<double> cycles;
  /// Why it was not taken.
  std::string reason;
};

struct Conversion {
  Strategy strategy = Strategy::Nothing;
  unsigned elementBits = 0;
  Program program;
  ProgramCounts counts;
  double cycles = 0;
  /// What is special about this way, for people: "exchanges 2 bits of lanes and
  /// registers before". Empty if nothing is.
  std::string note;
  /// Only of conversions through shared memory.
  std::optional<ScratchLayout> scratch;
  /// Of shuffles: words that some lane must get from other lanes, the least
  /// number of shuffles of a warp that could do it. The gap is to
  /// `counts.shuffles / warps`.
  std::uint64_t shuffleBound = 0;
  std::vector<Alternative> alternatives;
};

/// Elements of 1 to 128 bits; those below 8 bits are a byte each. Fails unless
/// both are layouts of registers of one tensor over the same threads, and if no
/// way fits the budget; the remedy says what would.
[[nodiscard]] Result<Conversion>
planConversion(const LinearLayout &src, const LinearLayout &dst,
               unsigned elementBits, const Target &target,
               const ConversionOptions &options = {});

/// The counts of the cheapest plan, without its program where they are known
/// without: where words of registers are moved whole. Fails as `planConversion`
/// does.
[[nodiscard]] Result<ProgramCounts> countConversion(const LinearLayout &src,
                                                    const LinearLayout &dst,
                                                    unsigned elementBits,
                                                    const Target &target);

/// What `planConversion` finds with smaller and smaller budgets, without what
/// another beats in both cycles and shared memory; the fastest first. That may
/// be faster than the one of the whole budget, which looks for no rounds. Fails
/// as `planConversion` does. About as many calls of that as the budget has
/// bits.
[[nodiscard]] Result<std::vector<Conversion>>
planParetoSet(const LinearLayout &src, const LinearLayout &dst,
              unsigned elementBits, const Target &target,
              const ConversionOptions &options = {});

} // namespace heddle

#endif // HEDDLE_PLAN_CONVERSION_H
