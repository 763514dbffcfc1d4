//===- BlockCluster.cpp - Blocks take turns -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockCluster.h"

namespace heddle::sim {

ThreadBlock *findPeer(Warp &warp, const Instruction &each, std::uint64_t lanes,
                      unsigned rank, const char *does) {
  BlockCluster *cluster = warp.block->cluster;
  ThreadBlock *peer = cluster == nullptr ? nullptr : cluster->blockAt(rank);
  auto refuse = [&](const char *why) -> ThreadBlock * {
    stop(warp, each, lanes, concat(does, " block ", rank, why));
    return nullptr;
  };
  if (peer == nullptr)
    return refuse(" of the cluster, which it does not have");
  const char *absence = cluster->absenceOf(rank);
  return absence == nullptr ? peer : refuse(absence);
}

const char *BlockCluster::absenceOf(unsigned rank) const {
  if (barriers == 0)
    return ", which may not have started: no barrier of the cluster is before";
  return ended[rank] ? ", which has ended" : nullptr;
}

BlockCluster::BlockCluster(const Execution &execution) {
  for (unsigned rank = 0; rank < execution.code.clusterBlocks; ++rank) {
    auto block = std::make_unique<ThreadBlock>(execution);
    block->cluster = this;
    block->rank = rank;
    block->shared.share(rank);
    blocks.push_back(std::move(block));
  }
  ended.resize(blocks.size());
}

void BlockCluster::run(std::uint64_t number) {
  barriers = 0;
  ended.assign(blocks.size(), false);
  for (const auto &block : blocks)
    block->begin(number);
  const ThreadBlock &any = *blocks.front();
  auto count = static_cast<unsigned>(blocks.size());
  Turns turns(any.execution.launch.seed, number);
  bool goesOn = true;
  while (goesOn) {
    unsigned first = turns.below(count);
    ThreadBlock *stalled = nullptr;
    bool isMoving = false;
    for (unsigned turn = 0; turn < count && goesOn; ++turn) {
      unsigned rank = (first + turn) % count;
      if (ended[rank])
        continue;
      goesOn = runBlock(*blocks[rank], number);
      isMoving |= blocks[rank]->hasMoved;
      if (blocks[rank]->isStalled)
        stalled = blocks[rank].get();
    }
    if (goesOn && stalled == nullptr) {
      goesOn = passBarrier();
    } else if (goesOn && !isMoving) {
      stalled->stopStalled();
      trap = std::exchange(stalled->trap, std::nullopt);
      goesOn = false;
    }
  }
  for (const auto &block : blocks)
    block->endFlow();
}

bool BlockCluster::runBlock(ThreadBlock &block, std::uint64_t number) {
  block.goOnWith(number);
  if (!block.trap && !block.isStalled && block.clusterBarrier() == nullptr) {
    ended[block.rank] = true;
    if (const std::string *met = block.shared.meetAtEnd()) {
      Warp &warp = block.warps.front();
      stop(warp, block.code.instructions[warp.next - 1], warp.all,
           "ends with " + *met);
    }
  }
  // It may have let another one's warps go on where they cannot.
  for (const auto &each : blocks)
    if (each->trap) {
      trap = std::exchange(each->trap, std::nullopt);
      return false;
    }
  return true;
}

// Those that have ended are not waited for.
bool BlockCluster::passBarrier() {
  ThreadBlock *first = nullptr;
  for (const auto &block : blocks) {
    const Instruction *barrier = block->clusterBarrier();
    if (barrier == nullptr)
      continue;
    if (first == nullptr)
      first = block.get();
    if (barrier == first->clusterBarrier())
      continue;
    Warp &warp = first->warps.front();
    stop(warp, *first->clusterBarrier(), warp.all,
         concat("expects all blocks of the cluster at this barrier, but block ",
                block->rank, " waits at another"));
    trap = std::exchange(first->trap, std::nullopt);
    return false;
  }
  if (first == nullptr)
    return false;
  ++barriers;
  for (const auto &block : blocks)
    if (block->clusterBarrier() != nullptr)
      block->passClusterBarrier();
  return true;
}

Profile BlockCluster::profile() const {
  Profile sum = blocks.front()->profile;
  for (std::size_t rank = 1; rank < blocks.size(); ++rank)
    sum += blocks[rank]->profile;
  return sum;
}

} // namespace heddle::sim
