//===- Program.h - The instructions of a conversion -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A conversion as the instructions of one thread. What a planner decides ends
/// here, and what an emitter prints or an interpreter runs starts here: values
/// are 32-bit words, numbered in the order of the instructions that make them.
///
///     v0 = input 0             registers 0 and 1, of 16 bits each
///     v1 = input 1             registers 2 and 3
///     v2 = permute v0 v1 5410  registers 0 and 2
///     v3 = shuffle v2 xor 1    those of the neighbour lane
///     v4 = select 1 v3 v2      v3 in lanes with an odd number, else v2
///     output 0 = v4
///
/// A thread's registers are the bytes of their elements in order, four to a
/// word: small elements lie packed, as in a vector that is cast to words.
///
/// Conditions, lanes and addresses are functions of the *thread*: the bits of
/// lane, warp and block in one word, the lane lowest. All are linear over F2,
/// up to a constant.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_PROGRAM_H
#define HEDDLE_PLAN_PROGRAM_H

#include "heddle/layout/Padding.h"
#include "heddle/plan/Banks.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace heddle {

/// The bits of a thread's number.
struct ThreadBits {
  unsigned lane = 0, warp = 0, block = 0;
  unsigned total() const { return lane + warp + block; }
  Word laneMask() const { return f2::lowMask(lane); }
  Word warpMask() const { return f2::shiftLeft(f2::lowMask(warp), lane); }
  Word blockMask() const {
    return f2::shiftLeft(f2::lowMask(block), lane + warp);
  }
  friend bool operator==(const ThreadBits &, const ThreadBits &) = default;
};

/// thread -> sum of the columns that its bits select, xor a constant.
struct ThreadMap {
  Words columns;
  Word constant = 0;
  Word operator()(Word thread) const {
    return f2::multiply(columns, thread) ^ constant;
  }
  /// The bits of the thread's number by how far they are moved (down, if that
  /// is negative): those that move equally far take one mask and one shift.
  std::map<int, Word> moves() const;
  friend bool operator==(const ThreadMap &, const ThreadMap &) = default;
};

/// Which threads wait for each other.
enum class Scope { None, Warp, Block, Cluster };

/// See `Instruction::Op::Permute`.
inline constexpr unsigned AnyByte = 8;

/// What a selector of `Instruction::Op::Permute` says of byte i.
constexpr unsigned selectorDigit(std::uint32_t selector, unsigned i) {
  return selector >> (4 * i) & 0xF;
}

/// The value of no instruction.
inline constexpr unsigned NoValue = ~0U;

struct Instruction {
  enum class Op : std::uint8_t {
    /// Word `index` of the input registers; zero beyond their bytes.
    Input,
    /// Bytes of `a` (numbered 0 to 3) and `b` (4 to 7): hex digit i of
    /// `immediate` names the byte that goes to byte i, as in PTX's prmt; any
    /// byte
    /// will do where it is `AnyByte` or more.
    Permute,
    /// The same with one of two selectors: the low half of `immediate` in
    /// threads that meet the condition of `Select`, the high half in others.
    PermuteBy,
    /// `a` in threads that meet the condition, else `b`. The condition: an odd
    /// number of the thread's bits are in `mask`.
    Select,
    /// `a` of the lane `thread's lane ^ immediate`.
    ShuffleXor,
    /// `a` of the lane that `maps[index]` computes, xor `immediate`.
    ShuffleIndex,
    /// Stores the words `operands[a]`, `operands[a + 1]`, ... in shared memory,
    /// at `addresses[index]` plus `immediate`: as many as `access` has, or the
    /// low bytes of one. Only threads with no bit in `mask` are active.
    Store,
    /// Loads from there. The value is the first word, with zeros above the
    /// bytes of `access`.
    Load,
    /// Word `immediate` of the load `a`.
    Part,
    /// All threads of `scope` wait for each other.
    Barrier
  };
  Op op;
  Scope scope = Scope::None;
  /// The instruction of a store or a load.
  SharedInstruction access = {};
  unsigned a = NoValue, b = NoValue;
  unsigned index = 0;
  std::uint32_t immediate = 0;
  Word mask = 0;
  /// Of a load from another block's memory: the block is `maps[block]` xor
  /// `blockConstant`.
  unsigned block = NoValue;
  std::uint32_t blockConstant = 0;

  /// Of a store or a load.
  AccessKind kind() const {
    return op == Op::Load ? AccessKind::Load : AccessKind::Store;
  }
};

/// Which lanes are active in an access whose address has these columns, if
/// threads with a bit of `idle` are not.
inline LaneUse laneUseOf(const Words &columns, Word idle) {
  return {.idle = idle,
          .doNeighboursAgree = columns[0] == 0 || columns[1] == 0};
}

struct Program {
  ThreadBits threads;
  unsigned elementBytes = 0;
  unsigned inputs = 0, outputs = 0;
  std::vector<Instruction> code;
  /// The values that stores store.
  std::vector<unsigned> operands;
  /// Lanes, and blocks, to read from.
  std::vector<ThreadMap> maps;
  /// Byte offsets in shared memory; with paddings, before them: an access is at
  /// `paddedOffset(paddings, address + immediate)`. Accesses cross no interval.
  std::vector<ThreadMap> addresses;
  std::vector<Padding> paddings;
  /// The values of the words of the output registers.
  std::vector<unsigned> outputWords;
  /// Instead of code and output words: output register i is input register
  /// `renamed[i]`.
  std::vector<unsigned> renamed;
  /// Shared memory, in bytes.
  std::uint64_t scratchBytes = 0;

  /// The bytes of a thread's registers, before and after.
  unsigned inputBytes() const { return inputs * elementBytes; }
  unsigned outputBytes() const { return outputs * elementBytes; }
  /// Which lanes of a warp are active in a store or a load.
  LaneUse laneUse(const Instruction &access) const {
    return laneUseOf(addresses[access.index].columns, access.mask);
  }
  /// As in the example above.
  std::string text() const;
};

} // namespace heddle

#endif // HEDDLE_PLAN_PROGRAM_H
