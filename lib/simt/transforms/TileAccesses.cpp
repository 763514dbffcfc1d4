//===- TileAccesses.cpp - Who ends the rest of a tile ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAccesses.h"

namespace heddle {

using namespace mlir;

bool mayWrite(Operation *op, const llvm::BitVector &tiles,
              const SharedAllocations &allocations) {
  WalkResult result = op->walk([&](Operation *each) {
    for (const simt::MemoryAccess &access : simt::accessesOf(each)) {
      // Copies write where they begin; a wait for them writes nothing more.
      bool isEnd = access.asynchrony != simt::Asynchrony::None &&
                   access.completion == simt::Completion::AtOnce;
      if (access.space == simt::Space::Shared && access.writes && !isEnd &&
          allocations.accessedBy(access).anyCommon(tiles))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

bool mayRelease(Operation *op) {
  WalkResult result = op->walk([](Operation *each) {
    bool arrives = llvm::any_of(
        simt::accessesOf(each), [](const simt::MemoryAccess &access) {
          return access.asynchrony == simt::Asynchrony::Arrivals;
        });
    arrives = arrives || isa<simt::ClusterArriveOp>(each) ||
              simt::synchronizedBy(each) == simt::Scope::Cluster;
    return arrives ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

std::optional<llvm::BitVector>
namedTiles(simt::GroupWaitOp wait, const SharedAllocations &allocations) {
  llvm::BitVector tiles(static_cast<unsigned>(allocations.all().size()));
  for (Value address : wait.getRead()) {
    llvm::BitVector where = allocations.of(address);
    if (where.none())
      return std::nullopt;
    tiles |= where;
  }
  return tiles.none() ? std::nullopt : std::optional(tiles);
}

} // namespace heddle
