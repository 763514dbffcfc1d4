//===- LoadOrder.cpp - Where a loop can load from shared memory -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadOrder.h"
#include "BufferViews.h"
#include "NextIteration.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

using namespace mlir;

namespace {

/// Is all that the op does to memory, when it is done, written elsewhere?
bool leavesAlone(Operation *op, llvm::ArrayRef<LoadedFactor> factors) {
  // Barriers order what other threads write.
  llvm::StringRef dialect = op->getName().getDialectNamespace();
  auto effects = getEffectsRecursively(op);
  if (!effects ||
      (!effects->empty() && (dialect == "ttng" || dialect == "gpu")))
    return false;
  return llvm::all_of(*effects, [&](const MemoryEffects::EffectInstance &each) {
    if (isa<MemoryEffects::Read, MemoryEffects::Allocate>(each.getEffect()) ||
        isa<ir::GlobalMemory>(each.getResource()))
      return true;
    ttg::LocalAllocOp written =
        each.getValue() ? allocationOf(each.getValue()) : ttg::LocalAllocOp();
    return written && llvm::all_of(factors, [&](const LoadedFactor &factor) {
             ttg::LocalAllocOp read = allocationOf(factor.memory);
             return read && read != written;
           });
  });
}

} // namespace

std::optional<llvm::SmallVector<ttg::AsyncWaitOp>>
waitsBefore(scf::ForOp loop, llvm::ArrayRef<LoadedFactor> factors) {
  Operation *last = factors[0].load;
  if (last->isBeforeInBlock(factors[1].load))
    last = factors[1].load;
  llvm::SmallVector<ttg::AsyncWaitOp> waits;
  bool commits = false;
  for (Operation &op : *loop.getBody()) {
    if (&op == last)
      return waits;
    if (auto wait = dyn_cast<ttg::AsyncWaitOp>(op)) {
      // It would not wait for the same groups before that commit.
      if (commits)
        return std::nullopt;
      waits.push_back(wait);
    } else if (isa<ttg::AsyncCommitGroupOp>(op)) {
      commits = true;
    } else if (!isa<ttg::AsyncCopyGlobalToLocalOp>(op) &&
               !leavesAlone(&op, factors)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

bool canLoadAt(tt::DotOp dot, llvm::ArrayRef<LoadedFactor> factors) {
  return llvm::all_of(factors, [&](const LoadedFactor &factor) {
    auto between = llvm::make_range(std::next(factor.load->getIterator()),
                                    dot->getIterator());
    return llvm::all_of(between, [&](Operation &op) {
      return isa<ttg::AsyncCommitGroupOp, ttg::AsyncWaitOp>(op) ||
             leavesAlone(&op, factors);
    });
  });
}

bool staysInMemory(scf::ForOp loop, Value memory) {
  while (!loop.isDefinedOutsideOfLoop(memory)) {
    Operation *op = memory.getDefiningOp();
    auto index = dyn_cast_or_null<ttg::MemDescIndexOp>(op);
    if (!index && (op == nullptr || !isView(op)))
      return false;
    if (index && !staysInRing(loop, index.getIndex(),
                              index.getSrc().getType().getShape()[0]))
      return false;
    memory = op->getOperand(0);
  }
  return true;
}

} // namespace heddle
