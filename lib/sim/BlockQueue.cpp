//===- BlockQueue.cpp - Blocks of a grid for threads ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockQueue.h"

namespace heddle::sim {

std::optional<std::uint64_t> BlockQueue::take() {
  std::uint64_t block = next.fetch_add(1);
  if (block >= firstTrap.load() || isCancelled())
    return std::nullopt;
  return block;
}

void BlockQueue::finish(std::uint64_t block, BlockEnd end) {
  if (end.trap) {
    std::uint64_t first = firstTrap.load();
    while (block < first && !firstTrap.compare_exchange_weak(first, block)) {
    }
  }
  std::lock_guard guard(mutex);
  early.emplace(block, std::move(end));
  for (auto first = early.begin(); first != early.end() && first->first == done;
       first = early.erase(first))
    add(std::move(first->second));
}

bool BlockQueue::note(std::uint64_t block, std::uint64_t executed) {
  if (launch.progress) {
    std::lock_guard guard(mutex);
    if (block == done && !whole.trap)
      launch.progress(done, blocks, executed);
  }
  return !isCancelled();
}

void BlockQueue::add(BlockEnd end) {
  ++done;
  if (whole.trap)
    return;
  whole.profile += end.profile;
  whole.trap = std::move(end.trap);
  if (launch.progress)
    launch.progress(done, blocks, 0);
}

} // namespace heddle::sim
