//===- BlockCluster.h - Blocks that run together ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_BLOCKCLUSTER_H
#define HEDDLE_LIB_SIM_BLOCKCLUSTER_H

#include "Machine.h"

#include <memory>
#include <utility>

namespace heddle::sim {

/// Which blocks of a cluster an address of theirs is of.
inline constexpr unsigned PeerShift = 24;
inline unsigned peerOf(std::uint64_t address) {
  return static_cast<unsigned>(address >> PeerShift);
}
inline std::uint64_t atPeer(std::uint64_t address) {
  return address & ((std::uint64_t(1) << PeerShift) - 1);
}

/// The block of this rank in the cluster of a warp that does something to it:
/// "copies a box to". Null after a trap: there is none, it may not have
/// started, or it has ended.
ThreadBlock *findPeer(Warp &warp, const Instruction &each, std::uint64_t lanes,
                      unsigned rank, const char *does);

/// The blocks of a program that is a cluster. They take turns where they wait
/// for each other, at barriers of the cluster, and at their own mbarriers for
/// copies and arrivals of others: what happens in between the barriers is
/// followed, so that nothing depends on the order.
class BlockCluster {
public:
  explicit BlockCluster(const Execution &execution);
  BlockCluster(const BlockCluster &) = delete;
  BlockCluster &operator=(const BlockCluster &) = delete;

  /// Runs all blocks of a program to their end, or one to a trap.
  void run(std::uint64_t number);
  /// The trap of the last program, and what all of its blocks counted.
  std::optional<Trap> takeTrap() { return std::exchange(trap, std::nullopt); }
  Profile profile() const;

  ThreadBlock *blockAt(unsigned rank) {
    return rank < blocks.size() ? blocks[rank].get() : nullptr;
  }
  /// Why others may do nothing to this block, behind its name: it may not have
  /// started, or has ended; null if they may.
  const char *absenceOf(unsigned rank) const;

private:
  /// Runs one up to where it waits for the others; false after a trap.
  bool runBlock(ThreadBlock &block, std::uint64_t number);
  /// False if none waits, or after a trap.
  bool passBarrier();

  std::vector<std::unique_ptr<ThreadBlock>> blocks;
  std::vector<bool> ended;
  std::uint64_t barriers = 0;
  std::optional<Trap> trap;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_BLOCKCLUSTER_H
