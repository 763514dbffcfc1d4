//===- SharedEmitter.cpp - Printing accesses to shared memory -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPlanner.h"

namespace heddle {

namespace {

using f2::ColumnEchelon;
using f2::multiply;
using f2::unit;

/// Emits one side, round by round.
class SideEmitter {
public:
  SideEmitter(const SharedSide &side, const MemoryLayout &memory,
              ProgramBuilder &builder, const Words &registerBlocks = {},
              const Words &threadBlocks = {})
      : side(side), builder(builder), registers(productsOf(side.registers)),
        registerBlocks(registerBlocks), threadBlocks(threadBlocks),
        bits{side.form.registers, side.registers.size() - side.form.registers -
                                      memory.rounds.size()} {}

  /// Stores in which some threads are inactive follow each other directly:
  /// one condition is enough for all.
  void store(Word round, const ByteState &state) const {
    std::vector<std::vector<unsigned>> words(unit(bits.group));
    for (Word group = 0; group < words.size(); ++group) {
      words[group] = wordsOf(firstOf(round, group), state);
      if (side.idle == 0)
        storeGroup(round, group, words[group]);
    }
    for (Word group = 0; side.idle != 0 && group < words.size(); ++group)
      storeGroup(round, group, words[group]);
  }

  void load(Word round, ByteState &loaded) const {
    for (Word group = 0; group < unit(bits.group); ++group) {
      Word first = firstOf(round, group);
      std::vector<unsigned> words =
          builder.load(side.form.instruction, addressOf(first), blockOf(first));
      for (Word byte = 0; byte < unit(bits.access); ++byte)
        loaded[first | byte] = {words[byte / WordBytes],
                                static_cast<unsigned>(byte % WordBytes)};
    }
  }

private:
  std::vector<unsigned> wordsOf(Word first, const ByteState &state) const {
    std::vector<unsigned> words;
    words.reserve(side.form.instruction.words());
    for (Word byte = 0; byte < unit(bits.access); byte += WordBytes) {
      std::array<ByteRef, WordBytes> bytes;
      for (Word i = 0; i < WordBytes && i < unit(bits.access); ++i)
        bytes[i] = state[registers[first | byte | i]];
      words.push_back(builder.word(bytes));
    }
    return words;
  }
  void storeGroup(Word round, Word group,
                  std::span<const unsigned> words) const {
    builder.store(side.form.instruction, words,
                  addressOf(firstOf(round, group)), side.idle);
  }

  /// In coordinates of `side.registers`.
  Word firstOf(Word round, Word group) const {
    return group << bits.access | round << (bits.access + bits.group);
  }
  ThreadMap addressOf(Word first) const {
    return {side.threadOffsets, multiply(side.registerOffsets, first)};
  }

  /// The block to read from; none if it is the own one.
  std::optional<ThreadMap> blockOf(Word first) const {
    if (threadBlocks.empty())
      return std::nullopt;
    return ThreadMap{threadBlocks, multiply(registerBlocks, registers[first])};
  }

  const SharedSide &side;
  ProgramBuilder &builder;
  /// The byte in the thread of each byte that is accessed.
  std::vector<Word> registers;
  Words registerBlocks, threadBlocks;
  struct {
    unsigned access, group;
  } bits;
};

} // namespace

Words outputCoordinates(const SharedPlan &plan) {
  auto pointOf = [&](Word byte) {
    return pointOfRegister(plan.within.dst, plan.registerBlocks, byte);
  };
  ColumnEchelon known;
  for (Word byte : plan.read.registers)
    known.insert(pointOf(byte));
  Words coordinates;
  for (unsigned bit = 0; bit < plan.within.dst.registers.size(); ++bit)
    coordinates.push_back(known.reduce(pointOf(unit(bit))).columns);
  return coordinates;
}

void emitShared(const SharedPlan &plan, ProgramBuilder &builder,
                ByteState &state) {
  SideEmitter writer(plan.write, plan.memory, builder);
  SideEmitter reader(plan.read, plan.memory, builder, plan.registerBlocks,
                     plan.threadBlocks);
  ByteState loaded(unit(plan.read.registers.size()));
  bool isAcross = plan.scope == Scope::Cluster;
  // Whoever used the scratch before may have been of another warp, but is not
  // of another block: conversions across blocks end with a barrier.
  Scope guard = isAcross ? Scope::Warp : plan.scope;
  if (builder.threads().warp > 0)
    guard = Scope::Block;
  for (Word round = 0; round < unit(plan.memory.rounds.size()); ++round) {
    if (round == 0 || !isAcross)
      builder.barrier(round == 0 ? guard : plan.scope);
    writer.store(round, state);
    builder.barrier(plan.scope);
    reader.load(round, loaded);
    // Other blocks may do anything with their memory afterwards.
    if (isAcross)
      builder.barrier(Scope::Cluster);
  }
  state.clear();
  for (Word byte : productsOf(outputCoordinates(plan)))
    state.push_back(loaded[byte]);
}

} // namespace heddle
