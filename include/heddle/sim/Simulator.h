//===- Simulator.h - Executes the program of one thread ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes kernels of `simt` on the host, as a GPU would, and detects errors
/// that a GPU does not show.
///
/// The lanes of a warp execute in lockstep. Warps take turns in a random order
/// determined by the seed, a few ops at a time. Blocks are distributed over
/// host threads in the order of their numbers; the results do not depend on the
/// number of threads, unless blocks race for global memory. Blocks run one
/// after the other if they have atomics of global memory, so that they may wait
/// for each other, or print.
///
/// The simulator knows of each register of each lane and of each byte of memory
/// whether it is defined. Undefined are: the result of a load with a false
/// predicate and no `other`, or an `other` that the tensor program does not
/// have (the load then computes with zeros; see `Launch::zeroLoads`), memory
/// that was never written, a quotient by zero, a shift by more than the width,
/// and everything computed from them, except for ops whose result does not
/// depend on them (a `select` that takes the other side, `and` with zero, `or`
/// with ones). Computing with undefined values is legal; using them is a trap:
/// in a store to global memory, an address, a predicate, a branch, an atomic.
///
/// Other traps: addresses outside every buffer or outside the block's shared
/// memory, misaligned addresses, lanes that disagree at a branch, warps that
/// disagree at a barrier, bytes of shared memory that two threads use, one of
/// them writing, without a barrier in between (of the warp if they are in one,
/// of the block otherwise), threads that store different values to the same
/// address in one instruction, and more instructions than `maxInstructions`.
///
/// The blocks of a cluster run together. Traps, too: bytes of shared memory
/// that threads of two blocks use, one of them writing, without a barrier of
/// the cluster in between; an access to another block before the first such
/// barrier or after that block's end; the end of a block without such a barrier
/// behind what others have accessed of it; blocks that disagree at a barrier.
///
/// Floating-point operations are those of IEEE 754, rounded once, as NVIDIA's
/// are; NaNs are canonical. `fptosi` and `fptoui` saturate, NaN becomes 0 (PTX
/// ISA, cvt). Approximations are computed in double precision and rounded: the
/// hardware's may differ by their documented error.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIM_SIMULATOR_H
#define HEDDLE_SIM_SIMULATOR_H

#include "heddle/sim/Counters.h"
#include "heddle/sim/GlobalMemory.h"
#include "heddle/sim/Timeline.h"
#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"

#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <optional>
#include <span>

namespace heddle::sim {

/// Instruction sets of the host. Results are identical.
enum class HostInstructions {
  Best,    ///< the best that it has and that this library is compiled for
  Baseline ///< the one that the rest of the library is compiled for
};
/// True if the best is AVX2 with FMA.
bool canUseAvx2();

enum class Watching {
  Everything,
  /// Nothing is counted, and all registers and memory count as defined: to
  /// measure the cost of watching.
  Nothing
};

/// What an op `simt.observe` shows: the registers of a value in one warp. Valid
/// during the call.
struct Observation {
  /// The op's number.
  std::uint64_t number = 0;
  std::array<std::uint32_t, 3> program = {};
  /// The block of the cluster, and the warp's number in it and in its
  /// partition.
  unsigned block = 0, warp = 0, warpInPartition = 0, lanes = 32;
  unsigned registers = 0, bytes = 0;
  /// Register by register an element of each lane.
  const std::uint8_t *elements = nullptr;
  /// Of each register a bit for each lane: its element is defined.
  const std::uint64_t *defined = nullptr;
  /// Of the block.
  std::span<const std::uint8_t> shared = {};

  std::uint64_t bits(unsigned index, unsigned lane) const {
    std::uint64_t element = 0;
    std::memcpy(&element,
                elements + (std::size_t(index) * lanes + lane) * bytes, bytes);
    return element;
  }
  bool isDefined(unsigned index, unsigned lane) const {
    return (defined[index] >> lane & 1U) != 0;
  }
};

struct Launch {
  /// Programs along x, y and z, each a block or a cluster of blocks.
  std::array<std::uint32_t, 3> grid = {1, 1, 1};
  /// One for each argument of the kernel, in the low bits; for pointers the
  /// address of a buffer.
  std::vector<std::uint64_t> arguments;
  std::uint64_t seed = 1;
  /// Of all warps of a block together; a program that needs more is taken to
  /// hang.
  std::uint64_t maxInstructions = std::uint64_t(1) << 32;
  /// Of the host; one for each of its cores if 0.
  unsigned threads = 0;
  HostInstructions host = HostInstructions::Best;
  Watching watching = Watching::Everything;
  /// Loads whose implied `other` counts as the zeros that it is. All of them do
  /// if `areAllZero`.
  llvm::SmallPtrSet<mlir::Operation *, 4> zeroLoads = {};
  bool areAllZero = false;
  /// The program whose warps are timed; needs `Watching::Everything`.
  std::optional<std::array<std::uint32_t, 3>> timed = std::nullopt;
  /// Receives what the kernel prints, line by line; the standard error if null.
  std::function<void(std::string_view line)> print = nullptr;
  /// Receives what `simt.observe` shows, a program after the other, in the
  /// order in which warps get there; nobody does if it is null.
  std::function<void(const Observation &)> observe = nullptr;
  /// Called, if set, by one thread at a time: after each program, in order,
  /// with the number of programs that have ended and the number of all; and
  /// from time to time within the first program, with the number of
  /// instructions that its warps have executed.
  std::function<void(std::uint64_t done, std::uint64_t all,
                     std::uint64_t executed)>
      progress = nullptr;
  /// Once it is true, execution ends within some millions of instructions, and
  /// the outcome means nothing.
  const std::atomic<bool> *isCancelled = nullptr;
};

/// Why execution stopped.
struct Trap {
  mlir::Location loc;
  /// "out-of-bounds 4-byte load, 12 bytes past the end of x", in the style of
  /// errors.
  std::string message;
  std::array<std::uint32_t, 3> program;
  unsigned warp;
  /// The lanes that trapped.
  std::uint64_t lanes;
  /// The trap is the use of an undefined value: see `traceUndefined`.
  bool isUndefined = false;
  /// Which block of the cluster; nothing if programs are one block each.
  std::optional<unsigned> block = std::nullopt;
};

/// Where an undefined value comes from.
struct UndefinedOrigin {
  mlir::Location loc;
  /// "this masked load, which has no `other`".
  std::string message;
  /// That load: it could be one of `Launch::zeroLoads`. Null of other origins.
  mlir::Operation *zeroLoad = nullptr;
};

/// What an op of the kernel executed.
struct OpCounters {
  mlir::Operation *op;
  Counters counters;
};

struct Outcome {
  /// Nothing if all programs ended.
  std::optional<Trap> trap;
  Counters counters;
  /// The counters of each op that was executed; `counters` is their sum. The
  /// size of shared memory belongs to no op.
  std::vector<OpCounters> ops;
  /// Of the program that was timed, up to its end or its trap.
  std::optional<Timeline> timeline;
};

/// Executes all programs of a grid. Fails, with an error at the op, if the
/// kernel has an op that is unknown here, or another number of arguments. The
/// trap is that of the first program that has one. Memory has the stores up to
/// the trap, and perhaps those of later programs.
mlir::FailureOr<Outcome> simulate(simt::KernelOp kernel, const Target &target,
                                  GlobalMemory &memory, const Launch &launch);

/// The origin of the undefined value that a run has trapped at: executes the
/// trap's program again, some ten times slower, and those before it if it may
/// depend on them. Memory and everything else has to be as it was before the
/// run. Nothing is printed. Returns nothing if the program does not trap again
/// at an undefined value, which can happen to programs with races.
std::optional<UndefinedOrigin>
traceUndefined(simt::KernelOp kernel, const Target &target,
               GlobalMemory &memory, const Launch &launch, const Trap &trap);

} // namespace heddle::sim

#endif // HEDDLE_SIM_SIMULATOR_H
