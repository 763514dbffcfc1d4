//===- ProgramBuilder.h - Building programs ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds a `Program` and simplifies as it goes: a permutation that changes
/// nothing, selections on one condition inside of another, selections between
/// permutations of the same words. What nothing uses is dropped at the end.
///
/// Bytes are the currency: a stage of a conversion ends with a list of which
/// thread holds which byte, and the next stage gathers words from it. A
/// renaming of registers costs nothing then, and a byte is moved once.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_PROGRAMBUILDER_H
#define HEDDLE_LIB_PLAN_PROGRAMBUILDER_H

#include "heddle/plan/Program.h"

#include <array>
#include <map>
#include <optional>

namespace heddle {

/// A byte of a value.
struct ByteRef {
  unsigned value = NoValue; ///< none: this byte is never read
  unsigned byte = 0;
  friend bool operator==(const ByteRef &, const ByteRef &) = default;
};

/// Byte i of a thread's registers is `state[i]`.
using ByteState = std::vector<ByteRef>;

class ProgramBuilder {
public:
  ProgramBuilder(ThreadBits threads, unsigned elementBytes);

  const ThreadBits &threads() const { return program.threads; }

  /// Registers [0, count), and their bytes.
  ByteState inputs(unsigned count);

  /// A word with these four bytes.
  unsigned word(const std::array<ByteRef, 4> &bytes);
  /// `a` in threads with an odd number of bits in `mask`, else `b`.
  unsigned select(Word mask, unsigned a, unsigned b);
  unsigned shuffleXor(unsigned a, Word lanes);
  unsigned shuffleIndex(unsigned a, const Words &lanes, Word constant);
  void store(const SharedInstruction &access, std::span<const unsigned> words,
             const ThreadMap &address, Word idleMask);
  /// The words that it loads, of another block if one is given.
  std::vector<unsigned> load(const SharedInstruction &access,
                             const ThreadMap &address,
                             const std::optional<ThreadMap> &block = {});
  void barrier(Scope scope);

  /// Takes the bytes of the output registers and finishes. The builder is empty
  /// afterwards.
  Program finish(const ByteState &outputs, std::uint64_t scratchBytes);

private:
  unsigned append(const Instruction &instruction);
  /// A value that has these bytes of at most two values, anywhere.
  unsigned gather(std::span<const ByteRef> refs);
  unsigned permute(unsigned a, unsigned b, std::uint32_t selector);
  unsigned permuteBy(Word mask, const Instruction &whenTrue,
                     const Instruction &whenFalse);
  unsigned mapIndex(const Words &columns);
  unsigned addressIndex(const ThreadMap &address, std::uint32_t &immediate);

  Program program;
  /// What `gather` made of two values.
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> gathered;
};

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_PROGRAMBUILDER_H
