//===- Accesses.h - The steps of an access ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps of an access: which lanes are active, and what each moves.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_ACCESSES_H
#define HEDDLE_LIB_SIM_ACCESSES_H

#include "Machine.h"
#include "Variant.h"

HEDDLE_SIM_BEGIN

inline constexpr unsigned MostLanes = 64;

/// One access of an instruction: the active lanes and their addresses.
struct Taking {
  std::uint64_t lanes = 0;
  /// From lane to lane by what each moves, in all of them, also in those that
  /// are inactive.
  bool areConsecutive = false;
  /// The register of addresses, which of the two depends on the memory, and
  /// what is added to them.
  const std::uint64_t *wide = nullptr;
  const std::uint32_t *narrow = nullptr;
  std::uint64_t offset = 0;
  /// All bits that one of the addresses in the register has.
  std::uint64_t together = 0;
  /// Lanes that would take part, but are outside of the buffer.
  std::uint64_t outside = 0;
  /// The addresses in a buffer, to which `wide` points then.
  std::array<std::uint64_t, MostLanes> ofBuffer;

  std::uint64_t at(unsigned lane) const {
    return wide != nullptr ? wide[lane] + offset
                           : static_cast<std::uint32_t>(narrow[lane] + offset);
  }
};

/// One access of a load or a store.
struct Step {
  Warp &warp;
  const Instruction &each;
  const AccessTable &table;
  const Taking &taking;
  /// The first register that it loads or stores.
  std::size_t first;
};

/// What one lane moves, and which bytes of it are defined.
struct Piece {
  alignas(8) std::array<std::uint8_t, 32> bytes;
  alignas(8) std::array<std::uint8_t, 32> isDefined;
};

template <class Fn> void forLanes(std::uint64_t lanes, Fn &&see) {
  for (; lanes != 0; lanes &= lanes - 1)
    see(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Finds the active lanes of access `number`, and their addresses. False after
/// a trap, here and below.
bool takePart(Warp &warp, const Instruction &each, const AccessTable &table,
              std::size_t number, Taking &taking);
/// Keeps the lanes where register `number` of these predicates is true.
bool keepWhere(Warp &warp, const Instruction &each, Operand predicates,
               std::size_t number, std::uint64_t &lanes);
/// Finds the addresses of the active lanes.
bool takeAddresses(Warp &warp, const Instruction &each,
                   const AccessTable &table, std::size_t number,
                   Taking &taking);
/// The buffer that has all that the lanes access; null if none has, or no lane
/// is active.
const BufferView *bufferOf(Warp &warp, const AccessTable &table,
                           const Taking &taking);
/// True if the warp traps, since a lane accesses memory that does not exist.
bool isOutside(Warp &warp, const Instruction &each, const AccessTable &table,
               unsigned lane, std::uint64_t address);
bool loadPiece(Warp &warp, const Instruction &each, const AccessTable &table,
               unsigned lane, std::uint64_t address, Piece &piece);
bool storePiece(Warp &warp, const Instruction &each, const AccessTable &table,
                unsigned lane, std::uint64_t address, const Piece &piece);

/// "byte 4 of x (64 bytes)", for messages.
std::string placeText(Warp &warp, const AccessTable &table,
                      std::uint64_t address);
/// A lane of the warp as it accesses shared memory now.
Accessor accessorOf(const Warp &warp, const AccessTable &table, unsigned lane);
/// Stops the warp, at a race.
void stopAtMeeting(Warp &warp, const Instruction &each,
                   const AccessTable &table, unsigned lane,
                   const std::string &met);
/// The same, if there was a race.
inline bool meets(Warp &warp, const Instruction &each, const AccessTable &table,
                  unsigned lane, const std::string *met) {
  if (met != nullptr)
    stopAtMeeting(warp, each, table, lane, *met);
  return met != nullptr;
}
/// What counts the wavefronts of an access to shared memory.
inline const Wavefronts &wavefrontsOf(const Warp &warp,
                                      const Instruction &each) {
  return warp.block->execution.wavefronts[each.immediate];
}
/// Counts one access.
void countAccess(Warp &warp, const Instruction &each, const AccessTable &table,
                 const Taking &taking);
/// Counts one atomic access. How long shared memory takes for it is not known.
void countAtomic(Warp &warp, const Instruction &each, const AccessTable &table,
                 const Taking &taking);
/// Counts one instruction that shared memory serves in that time.
void countSharedAccess(Warp &warp, const Instruction &each,
                       Wavefronts::Time time, unsigned ideal);

/// Counts each access of a load or store and runs it: `run(step, element)`,
/// with an unsigned number of an element's size. False after a trap.
template <class Run>
bool runSteps(Warp &warp, const Instruction &each, Run run) {
  const AccessTable &table = warp.block->code.accesses[each.immediate];
  auto runAll = [&](auto element) {
    Taking taking;
    for (std::size_t number = 0; number < table.at.size(); ++number) {
      if (!takePart(warp, each, table, number, taking))
        return false;
      countAccess(warp, each, table, taking);
      Step step = {.warp = warp,
                   .each = each,
                   .table = table,
                   .taking = taking,
                   .first = number * table.width};
      if (!run(step, element))
        return false;
    }
    return true;
  };
  std::uint8_t byte = 0;
  std::uint16_t half = 0;
  std::uint32_t word = 0;
  std::uint64_t pair = 0;
  unsigned bytes = table.elementBytes;
  if (bytes == sizeof(byte))
    return runAll(byte);
  if (bytes == sizeof(half))
    return runAll(half);
  return bytes == sizeof(word) ? runAll(word) : runAll(pair);
}

HEDDLE_SIM_END

#endif // HEDDLE_LIB_SIM_ACCESSES_H
