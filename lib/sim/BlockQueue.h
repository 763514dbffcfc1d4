//===- BlockQueue.h - Blocks of a grid for threads --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of a grid for threads of the host, so that what comes out does not
/// depend on how many threads there are.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_BLOCKQUEUE_H
#define HEDDLE_LIB_SIM_BLOCKQUEUE_H

#include "Profile.h"

#include <atomic>
#include <map>
#include <mutex>

namespace heddle::sim {

/// Hands out the blocks of a grid in order, and adds up what they counted in
/// that order too, until the first that trapped. Safe for many threads.
class BlockQueue {
public:
  BlockQueue(std::uint64_t blocks, const Launch &launch, Profile nothing)
      : blocks(blocks), firstTrap(blocks), launch(launch),
        whole({.trap = {}, .profile = std::move(nothing)}) {}

  /// The number of the next block; nothing if there is none, or if one before
  /// it has trapped.
  std::optional<std::uint64_t> take();
  /// What became of a block that was taken.
  struct BlockEnd {
    std::optional<Trap> trap;
    Profile profile;
  };
  void finish(std::uint64_t block, BlockEnd end);
  /// How many instructions a block that was taken has executed until now. False
  /// if it is to stop there, since nobody waits for it any more.
  bool note(std::uint64_t block, std::uint64_t executed);
  /// Of all of them, once they have been finished.
  BlockEnd sum() { return std::move(whole); }

private:
  void add(BlockEnd end);
  bool isCancelled() const {
    return launch.isCancelled != nullptr && launch.isCancelled->load();
  }

  std::uint64_t blocks;
  std::atomic<std::uint64_t> next = 0, firstTrap;
  const Launch &launch;
  std::mutex mutex;
  /// Of the first `done` blocks.
  BlockEnd whole;
  std::uint64_t done = 0;
  /// Finished before one that was taken earlier.
  std::map<std::uint64_t, BlockEnd> early;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_BLOCKQUEUE_H
