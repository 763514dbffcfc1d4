//===- Reasons.cpp - Why a mistake has no effect --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reasons.h"
#include "heddle/simt/Loops.h"
#include "heddle/simt/transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// Barriers of a changed copy, with those that the compiler inserts.
unsigned countBarriers(simt::KernelOp kernel,
                       llvm::function_ref<void(simt::KernelOp)> change) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernel.getLoc());
  auto copy = cast<simt::KernelOp>(kernel->clone());
  module->push_back(copy);
  change(copy);
  if (failed(insertBarriers(copy)))
    return ~0U;
  unsigned count = 0;
  copy.walk([&](Operation *op) {
    count += isa<simt::BarrierOp, simt::ClusterWaitOp>(op) ? 1 : 0;
  });
  return count;
}

bool isBeforeArrival(Operation *barrier) {
  return isa_and_nonnull<simt::MbarrierArriveOp, simt::MbarrierExpectOp>(
      barrier->getNextNode());
}

} // namespace

bool needsBarrier(simt::KernelOp kernel, const Mutation &mutation) {
  return countBarriers(kernel, [&](simt::KernelOp copy) {
           mutate(copy, mutation);
         }) >= countBarriers(kernel, [](simt::KernelOp) {});
}

bool needsBarrierInLoops(simt::KernelOp kernel, const Mutation &mutation) {
  auto mark = [](simt::KernelOp copy) { copy.walk(simt::markIterating); };
  return countBarriers(kernel, [&](simt::KernelOp copy) {
           mutate(copy, mutation);
           mark(copy);
         }) >= countBarriers(kernel, mark);
}

bool isBeforeArrival(simt::KernelOp kernel, const Mutation &mutation) {
  return isBeforeArrival(findOp(kernel, mutation.op));
}

void eraseBeforeArrivals(simt::KernelOp kernel) {
  kernel.walk([](simt::BarrierOp barrier) {
    if (isBeforeArrival(barrier))
      barrier.erase();
  });
}

void eraseAllLike(simt::KernelOp kernel, const Mutation &mutation) {
  OperationName name = findOp(kernel, mutation.op)->getName();
  kernel.walk([&](Operation *op) {
    if (op->getName() == name)
      op->erase();
  });
}

void eraseMbarrier(simt::KernelOp kernel, const Mutation &ofInit) {
  auto init = cast<simt::MbarrierInitOp>(findOp(kernel, ofInit.op));
  kernel.walk([&](simt::MbarrierEndOp end) {
    if (end.getAddress() == init.getAddress())
      end.erase();
  });
  init.erase();
}

bool threadsUseSharedMemory(simt::KernelOp kernel) {
  return kernel
      .walk([](Operation *op) {
        bool uses = llvm::TypeSwitch<Operation *, bool>(op)
                        .Case<simt::LoadOp, simt::StoreOp, simt::AtomicOp>(
                            [](auto access) {
                              return access.getSpace() == simt::Space::Shared;
                            })
                        .Case<simt::MatrixLoadOp, simt::MatrixStoreOp,
                              simt::AsyncCopyOp>([](auto) { return true; })
                        .Default(false);
        return uses ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace heddle
