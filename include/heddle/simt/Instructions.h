//===- Instructions.h - What ops execute and access -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an op of a kernel executes and accesses. This is the one truth about
/// instructions: barriers, bank conflicts, counters, timelines, reports and
/// predicted time ask here, and keep no lists of ops of their own.
///
/// Every op of `simt` answers through `InstructionOpInterface`; one that does
/// not does not compile. What is said of `arith`, `math`, `scf` and `cf` is
/// said by the functions at the end. Any other op is taken for the worst: it
/// reads and writes all memory.
///
/// A `simt.store shared %bases [0, 1] + [0, 64], %v width 2 if %p` of f32:
///
///     instructions  {SharedStore, 2}
///     access        shared, writes, at once; 8 bytes a lane; instruction 0 at
///                   bases[0] + 0 if p[0], instruction 1 at bases[1] + 64 if
///                   p[1]
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_INSTRUCTIONS_H
#define HEDDLE_SIMT_INSTRUCTIONS_H

#include "heddle/simt/InstructionClass.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace heddle::simt {

enum class Space : std::uint32_t;
enum class Scope : std::uint32_t;

/// So many instructions of one class, of one warp that executes the op once.
struct InstructionCount {
  InstructionClass kind = InstructionClass::None;
  unsigned count = 0;
  friend bool operator==(const InstructionCount &,
                         const InstructionCount &) = default;
};
/// One entry for each class; none if the op only names registers.
using InstructionCounts = llvm::SmallVector<InstructionCount, 1>;

/// When what an op does to memory is done.
enum class Completion : std::uint8_t {
  AtOnce, ///< when the op ends
  Later   ///< when something else has waited for it
};

/// What goes on by itself. An access of a kind is where some of it begins (then
/// it completes later), or where it ends: at addresses that are given, or
/// wherever one has begun.
enum class Asynchrony : std::uint8_t {
  None,
  ThreadCopies, ///< `simt.async_copy`
  BoxLoads,
  BoxStores,
  Products, ///< of warp groups
  Arrivals  ///< at an mbarrier: what came before is done
};

/// What an op does to one memory.
struct MemoryAccess {
  /// Which bytes a lane accesses, given an address.
  enum class Form : std::uint8_t {
    Unknown,         ///< any of what the address may point into
    Vector,          ///< `bytes` bytes from its own address on
    Matrix,          ///< as `simt.matrix_load` says
    MatrixTransposed ///< the same with rows and columns exchanged
  };
  /// An instruction: at register `base` of the addresses, plus `offset` bytes.
  struct Instruction {
    unsigned base;
    std::int32_t offset;
  };

  Space space;
  bool reads, writes;
  Completion completion;
  /// Nobody has to wait between two atomic accesses.
  bool isAtomic = false;
  /// Of shared memory: perhaps of another block of the cluster.
  bool isDistributed = false;
  /// An arrival: is only what its own warp did before it done?
  bool isOfWarp = false;
  Asynchrony asynchrony = Asynchrony::None;
  /// Null if it may be anywhere in that memory.
  mlir::Value addresses = {};
  Form form = Form::Unknown;
  /// What a lane gives or gets by one instruction.
  unsigned bytes = 0;
  /// In order. Unless the form is unknown.
  llvm::SmallVector<Instruction, 1> instructions = {};
  /// Register i says whether a lane takes part in instruction i; null if all
  /// lanes do.
  mlir::Value predicates = {};
};
using MemoryAccesses = llvm::SmallVector<MemoryAccess, 1>;

/// \name Of an op of any dialect
/// @{

/// Structured control flow counts without what its regions contain: a `scf.for`
/// has the branch that leaves it, its `scf.yield` the step, the test and the
/// jump of an iteration.
InstructionCounts instructionsOf(mlir::Operation *op);

/// Without what its regions contain. Of an op that nothing is known of:
/// everything.
MemoryAccesses accessesOf(mlir::Operation *op);

/// Whose threads wait for each other at the op; nothing if nobody's do.
std::optional<Scope> synchronizedBy(mlir::Operation *op);

/// The access to shared memory among those; nothing if there is none.
std::optional<MemoryAccess> sharedAccessOf(mlir::Operation *op);
/// @}

} // namespace heddle::simt

#endif // HEDDLE_SIMT_INSTRUCTIONS_H
