//===- Machine.h - Instructions and warps -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel is translated to, and what executes it. An instruction works
/// on all registers of a vector in all lanes of a warp: register r of a value
/// is an array of one element a lane, and behind it is register r + 1.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_MACHINE_H
#define HEDDLE_LIB_SIM_MACHINE_H

#include "SharedMemory.h"
#include "Wavefronts.h"
#include "heddle/sim/Simulator.h"

#include <random>

namespace heddle::sim {

struct Instruction;
struct Warp;
struct ThreadBlock;

/// Executes one instruction. False if the warp cannot go on: it has come to its
/// end, waits at a barrier, or has trapped.
using Run = bool (*)(Warp &, const Instruction &);

/// Where the registers of a value are: elements as bytes from the beginning of
/// the warp's, and a mask for each register, whose bit l says that lane l has
/// it defined.
struct Operand {
  std::uint32_t data = 0, masks = 0;
};

struct Instruction {
  Run run = nullptr;
  /// Registers of the result; of stores and branches those of what is moved.
  std::uint32_t count = 1;
  /// Masks of each register, of ops that move words: 1 or 4.
  std::uint32_t parts = 1;
  /// Which op it is of.
  std::uint32_t op = 0;
  Operand result, a, b, c;
  /// What only some have: a number, the target of a branch, a place in a table.
  std::uint64_t immediate = 0;
  /// Instructions of the hardware that one execution by a warp is, and of which
  /// kind. Accesses count themselves.
  std::uint32_t cost = 0;
  InstructionClass kind = InstructionClass::None;
};

/// An op of the kernel, for messages and counts.
struct OpFacts {
  mlir::Location place;
  /// Words that are live in each thread while it is executed.
  std::uint32_t liveWords = 0;
};

/// The accesses of a `load` or `store`: number i moves `width` registers, from
/// register i * width on.
struct AccessTable {
  bool isShared = false, isStore = false;
  bool hasPredicates = false, hasOther = false;
  /// Elements are bits, of which only the lowest of a byte is one.
  bool isBits = false;
  unsigned width = 1, elementBytes = 4;
  llvm::SmallVector<std::int32_t> at, offsets;
  Operand bases, predicates, other;
  /// Masks of each register that is moved: `Instruction::parts`.
  unsigned parts = 1;

  /// Small matrices, `width` of them: addresses are of rows.
  bool isMatrix = false, isTransposed = false;
  bool isAtomic = false;
  simt::Atomic atomic = simt::Atomic::Add;
  mlir::Type element;

  unsigned bytes() const { return width * elementBytes; }
  /// Of shared memory.
  SharedInstruction instruction() const;
};

/// What `print` prints.
struct PrintTable {
  std::string format;
  struct Argument {
    Operand where;
    unsigned bytes;
    bool isFloat;
  };
  std::vector<Argument> arguments;
  std::optional<Operand> predicate;
};

struct Code {
  std::vector<Instruction> instructions;
  std::vector<OpFacts> ops;
  std::vector<AccessTable> accesses;
  /// Of `permute`: where each register comes from.
  std::vector<std::vector<Operand>> permutes;
  std::vector<PrintTable> prints;
  struct Argument {
    Operand where;
    unsigned bytes;
  };
  std::vector<Argument> arguments;
  /// Of `shared`: the bytes of the block's memory that it is.
  struct Piece {
    std::uint64_t at, bytes;
  };
  std::vector<Piece> pieces;
  /// What a warp's elements are at the beginning: constants, and a pattern that
  /// is likely to show where nothing has been computed.
  std::vector<std::uint8_t> data;
  std::vector<std::uint64_t> masks;
  unsigned warps = 1, lanes = 32;
  std::uint32_t sharedBytes = 0;
};

enum class WarpState : std::uint8_t { Running, AtBarrier, Done, Trapped };

struct Warp {
  ThreadBlock *block = nullptr;
  std::vector<std::uint8_t> data;
  std::vector<std::uint64_t> masks;
  std::uint32_t next = 0;
  unsigned number = 0, lanes = 32;
  /// A bit for each lane.
  std::uint64_t all = 0;
  /// Barriers that the warp has passed, its own and the block's.
  std::uint32_t clock = 1;
  WarpState state = WarpState::Running;

  template <class T> T *at(Operand operand) {
    return reinterpret_cast<T *>(data.data() + operand.data);
  }
  std::uint64_t *masksAt(Operand operand) {
    return masks.data() + operand.masks;
  }
};

struct ThreadBlock {
  const Code &code;
  const Target &target;
  GlobalMemory &memory;
  const Launch &launch;
  SharedMemory shared;
  /// Of each table of accesses; of global memory they mean nothing.
  std::vector<Wavefronts> wavefronts;
  /// Barriers that the block has passed, of all programs until now.
  std::uint32_t clock = 1;
  std::vector<Warp> warps;
  std::array<std::uint32_t, 3> program{};
  /// How often each instruction was executed.
  std::vector<std::uint64_t> executed;
  Counters counters;
  std::optional<Trap> trap;
  std::mt19937_64 random;

  ThreadBlock(const Code &code, const Target &target, GlobalMemory &memory,
              const Launch &launch);

  /// Runs all warps to their end; false if one trapped.
  bool run(std::array<std::uint32_t, 3> number);

private:
  /// Executes that many instructions or fewer, if the warp cannot go on; how
  /// many they were.
  std::uint64_t runWarp(Warp &warp, std::uint64_t most);
  bool passBarrier();
};

/// Stops the warp; false, as what the instruction returns.
bool stop(Warp &warp, const Instruction &instruction, std::uint64_t lanes,
          std::string message);

/// A bit for each of 32 or 64 lanes, or fewer.
inline std::uint64_t allLanes(unsigned lanes) {
  return ~std::uint64_t(0) >> (64 - lanes);
}

/// A bit for each lane whose i1 is true.
std::uint64_t lanesWhere(const std::uint8_t *bits, unsigned lanes);

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_MACHINE_H
