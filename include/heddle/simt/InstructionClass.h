//===- InstructionClass.h - Kinds of instructions ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The classes that instructions are counted by, in plans, programs, runs and
/// reports alike.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_INSTRUCTIONCLASS_H
#define HEDDLE_SIMT_INSTRUCTIONCLASS_H

#include <cstddef>
#include <cstdint>

namespace heddle::simt {

/// Kinds of instructions, by the unit that executes them.
enum class InstructionClass : std::uint8_t {
  None, ///< names registers, nothing is executed
  Integer,
  Half,  ///< floating-point of 16 bits
  Float, ///< of 32
  Double,
  Conversion,    ///< between number formats
  Special,       ///< approximations of functions
  MatrixProduct, ///< mma, wgmma
  Shuffle,
  Branch,
  Fence,        ///< also what waits for groups of products or copies
  ClusterFence, ///< until the cluster sees what the thread did anywhere
  WarpBarrier,
  BlockBarrier,
  ClusterBarrier,
  Mbarrier, ///< what an mbarrier is told and asked
  GlobalLoad,
  GlobalStore,
  GlobalAtomic,    ///< whose result is used
  GlobalReduction, ///< an atomic access whose result is not
  SharedLoad,
  SharedStore,
  MatrixLoad, ///< ldmatrix
  MatrixStore,
  SharedAtomic,
  DistributedLoad, ///< of shared memory of the cluster's blocks
  DistributedStore,
  AsyncCopy, ///< cp.async: from global to shared memory
  BoxCopy,   ///< cp.async.bulk.tensor, either way
};
inline constexpr std::size_t InstructionClasses = 29;

/// Whether it accesses memory.
constexpr bool isAccess(InstructionClass kind) {
  return kind >= InstructionClass::GlobalLoad;
}

/// The part of a multiprocessor that an instruction keeps busy, beside the
/// issue slot that each takes.
enum class Pipe : std::uint8_t {
  None,    ///< nothing is executed
  Integer, ///< and logic
  Float,   ///< all arithmetic that is not integer
  Tensor,  ///< products of matrices
  Shared,  ///< shared memory; shuffles use it too
  Global,
  Barrier,
};
constexpr Pipe pipeOf(InstructionClass kind) {
  using enum InstructionClass;
  switch (kind) {
  case None:
    return Pipe::None;
  case Integer:
  case Branch:
    return Pipe::Integer;
  case Half:
  case Float:
  case Double:
  case Conversion:
  case Special:
    return Pipe::Float;
  case MatrixProduct:
    return Pipe::Tensor;
  case Shuffle:
  case SharedLoad:
  case SharedStore:
  case MatrixLoad:
  case MatrixStore:
  case SharedAtomic:
  case DistributedLoad:
  case DistributedStore:
    return Pipe::Shared;
  case Fence:
  case ClusterFence:
  case WarpBarrier:
  case BlockBarrier:
  case ClusterBarrier:
  case Mbarrier:
    return Pipe::Barrier;
  case GlobalLoad:
  case GlobalStore:
  case GlobalAtomic:
  case GlobalReduction:
  case AsyncCopy:
  case BoxCopy:
    return Pipe::Global;
  }
  return Pipe::None;
}

} // namespace heddle::simt

#endif // HEDDLE_SIMT_INSTRUCTIONCLASS_H
