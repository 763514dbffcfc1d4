//===- Simulator.h - Executes the program of one thread ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes kernels of `simt` on the host, as a GPU would, and sees what a GPU
/// does not show.
///
/// The lanes of a warp go in lockstep. Warps take turns in a random order that
/// the seed fixes, a few ops at a time. Blocks are divided among threads of the
/// host, in the order of their numbers; what comes out does not depend on how
/// many threads there are, but of kernels whose blocks race for global memory.
/// Where blocks may wait for others, having atomics of global memory, and where
/// they print, they come one after the other.
///
/// Of each register of each lane and of each byte of memory the simulator knows
/// whether it is defined. Undefined are: what a load with a false predicate
/// leaves without an `other`, or with one that the tensor program did not give
/// (zeros, which is what is computed with; see `Launch::zeroLoads`), memory
/// that nobody wrote, a quotient by zero, a shift by more than the width. It
/// goes on with what is computed from that, but for ops whose result does not
/// depend on it (a `select` that takes the other side, `and` with zero, `or`
/// with ones). That is legal; the trap is where it shows: a store to global
/// memory, an address, a predicate, a branch, an atomic.
///
/// Other traps: addresses outside of every buffer or of the block's shared
/// memory, addresses that are no multiple of what is moved, lanes that
/// disagree at a branch, warps that disagree at a barrier, bytes of shared
/// memory that two threads use, one of them writing, without a barrier between
/// (of the warp if they are in one, of the block otherwise), threads that store
/// different values to the same place in one instruction, and more instructions
/// than `maxInstructions`.
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
#include <functional>
#include <optional>

namespace heddle::sim {

/// Instructions of the host. Results are the same to the bit.
enum class HostInstructions {
  Best,    ///< that it has and that this library is compiled for
  Baseline ///< what the rest of the library takes
};
/// True if the best are AVX2 and FMA.
bool canUseAvx2();

enum class Watching {
  Everything,
  /// Nothing is counted, all registers and all memory pass as defined: to see
  /// what watching costs.
  Nothing
};

struct Launch {
  /// Programs along x, y and z.
  std::array<std::uint32_t, 3> grid = {1, 1, 1};
  /// One for each argument of the kernel: its bits in the low ones. For
  /// pointers the address of a buffer.
  std::vector<std::uint64_t> arguments;
  std::uint64_t seed = 1;
  /// Of all warps of a block together; a program that needs more hangs.
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
  /// What the kernel prints goes there, line by line; to the standard error if
  /// it is not there.
  std::function<void(std::string_view line)> print = nullptr;
  /// Called, if it is there, by one thread at a time: after each program, in
  /// order, with how many of how many have ended; and now and then within the
  /// first of them, with how many instructions of its warps were executed.
  std::function<void(std::uint64_t done, std::uint64_t all,
                     std::uint64_t executed)>
      progress = nullptr;
};

/// Why execution stopped.
struct Trap {
  mlir::Location loc;
  /// "out-of-bounds 4-byte load, 12 bytes past the end of x", in the style of
  /// errors.
  std::string message;
  std::array<std::uint32_t, 3> program;
  unsigned warp;
  /// The lanes it happened in.
  std::uint64_t lanes;
  /// A value was undefined where that shows: see `traceUndefined`.
  bool isUndefined = false;
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
  /// Nothing if all programs came to their end.
  std::optional<Trap> trap;
  Counters counters;
  /// Of which they are the sum: of each op that was executed. Shared memory is
  /// not any op's.
  std::vector<OpCounters> ops;
  /// Of the program that was timed, up to its end or its trap.
  std::optional<Timeline> timeline;
};

/// Executes all programs of a grid. Fails, with an error at the op, if the
/// kernel has an op that is unknown here, or arguments of other number. The
/// trap is that of the first program that has one. What was stored until then
/// is in memory, and perhaps what programs behind it stored.
mlir::FailureOr<Outcome> simulate(simt::KernelOp kernel, const Target &target,
                                  GlobalMemory &memory, const Launch &launch);

/// Where the undefined value comes from that a run has trapped at: executes the
/// trap's program again, some ten times slower, and those before it if it may
/// depend on them. Memory has to be as it was before the run, and everything
/// else the same. Nothing is printed. Nothing is found if the program does not
/// trap again at an undefined value, as programs that race may.
std::optional<UndefinedOrigin>
traceUndefined(simt::KernelOp kernel, const Target &target,
               GlobalMemory &memory, const Launch &launch, const Trap &trap);

} // namespace heddle::sim

#endif // HEDDLE_SIM_SIMULATOR_H
