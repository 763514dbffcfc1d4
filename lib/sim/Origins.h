//===- Origins.h - Where undefined values come from -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows undefined values from the op that made them to the trap that they
/// end in. Beside each mask there is, for each lane, the op that the undefined
/// value comes from, and the same for each byte of shared memory. That would
/// cost every run several times its time, so that only the program that has
/// trapped is executed again with it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_ORIGINS_H
#define HEDDLE_LIB_SIM_ORIGINS_H

#include "Executors.h"

#include <map>

namespace heddle::sim {

class OriginTrace {
public:
  OriginTrace(const Code &code, const Executors &runs);

  /// Executes the warp's next instruction. After a trap at an undefined value,
  /// `found` says where that comes from.
  bool run(Warp &warp, const Instruction &each);
  std::optional<UndefinedOrigin> found;

private:
  /// A number in `origins`, from 1; 0 if nothing is known.
  using Id = std::uint32_t;
  /// Masks of an operand, `count` of them from `first` on, in one lane.
  struct Source {
    std::uint32_t first, count = 1;
    unsigned lane = 0;
  };
  using Sources = llvm::SmallVector<Source, 8>;
  /// One lane's part of one of the accesses of an instruction.
  struct LaneAccess {
    const AccessTable &table;
    std::size_t number;
    unsigned lane;
  };

  Id &registerId(const Warp &warp, std::uint32_t mask, unsigned lane) {
    return registers[threadWarp(warp)][std::size_t(mask) * warp.lanes + lane];
  }
  /// Among the warps of all blocks of the cluster.
  unsigned threadWarp(const Warp &warp) const {
    return warp.block->rank * code.warps + warp.number;
  }
  /// Of an access's bytes of shared memory, as far as there are any.
  std::span<Id> sharedIds(const Warp &warp, const AccessTable &table,
                          std::uint64_t address, std::size_t bytes);
  Id add(mlir::Operation *op, std::string text);
  mlir::Operation *opOf(const Instruction &each) const {
    return code.ops[each.op].op;
  }

  void note(Warp &warp, const Instruction &each);
  void noteResults(Warp &warp, const Instruction &each);
  void noteLoad(Warp &warp, const Instruction &each);
  void noteSharedStore(Warp &warp, const Instruction &each);
  void noteCopy(Warp &warp, const Instruction &each);
  void noteMatrices(Warp &warp, const Instruction &each);
  void noteProduct(Warp &warp, const Instruction &each);
  void noteGroup(Warp &warp, const Instruction &each);
  void noteGroupWait(Warp &warp, const Instruction &each);
  /// Of what is undefined in some lane of so many registers; 0 if nothing is.
  Id anyOf(Warp &warp, Operand operand, std::uint32_t count);
  void setUndefined(Warp &warp, Operand operand, std::uint32_t count, Id id);
  Id loaded(Warp &warp, const Instruction &each, const LaneAccess &access,
            std::uint32_t mask);
  Id inMemory(Warp &warp, const Instruction &each, const AccessTable &table,
              std::uint64_t address, unsigned bytes);

  bool isTruncation(const Instruction &each) const;
  /// Masks of each register of the result.
  unsigned resultParts(const Instruction &each) const;
  /// What mask `index` of a result depends on.
  Sources sourcesOf(Warp &warp, const Instruction &each, std::uint32_t index,
                    unsigned lane) const;
  void addMoved(Warp &warp, const Instruction &each, std::uint32_t index,
                unsigned lane, Sources &sources) const;
  /// The first of them that is undefined; 0 if none is.
  Id firstOf(Warp &warp, const Sources &sources);
  Id atTrap(Warp &warp, const Instruction &each, std::uint64_t lanes);
  Id atAccess(Warp &warp, const Instruction &each, const LaneAccess &access);

  const Code &code;
  const Executors &runs;
  std::vector<UndefinedOrigin> origins;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Id, 2>> known;
  /// The message for loads of a buffer that was never written.
  std::map<std::pair<mlir::Operation *, const BufferView *>, std::string>
      unwritten;
  /// Of each warp of the cluster, of each mask and lane.
  std::vector<std::vector<Id>> registers;
  /// Of each block of the cluster, of each byte.
  std::vector<std::vector<Id>> shared;
  /// Of each warp of the cluster, of each group of products the last time: 0 if
  /// its sums are defined once it is done.
  std::map<std::pair<unsigned, std::uint32_t>, Id> groups;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_ORIGINS_H
