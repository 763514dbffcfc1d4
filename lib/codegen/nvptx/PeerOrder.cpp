//===- PeerOrder.cpp - What other blocks have to see ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeerOrder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// Is there a way through the program from one op to the other? True if in
/// doubt.
bool mayPrecede(Operation *first, Operation *second) {
  for (Operation *op = first; op != nullptr; op = op->getParentOp()) {
    if (isa<LoopLikeOpInterface>(op) && op->isProperAncestor(second))
      return true;
    Block *block = op->getBlock();
    Operation *other =
        block == nullptr ? nullptr : block->findAncestorOpInBlock(*second);
    if (other == nullptr)
      continue;
    if (other != op && op->isBeforeInBlock(other))
      return true;
    if ((other == op && !isa<scf::IfOp, LoopLikeOpInterface>(op)) ||
        !block->getParent()->hasOneBlock())
      return true;
  }
  return false;
}

/// By threads, or by copies that go on by themselves.
bool readsGlobal(Operation *op) {
  return llvm::any_of(
      simt::accessesOf(op), [](const simt::MemoryAccess &access) {
        return access.space == simt::Space::Global && access.reads;
      });
}

bool loadsGlobal(Operation *op) {
  return llvm::any_of(
      simt::accessesOf(op), [](const simt::MemoryAccess &access) {
        return access.space == simt::Space::Global && access.reads &&
               access.asynchrony != simt::Asynchrony::BoxLoads;
      });
}

bool storesGlobal(Operation *op) {
  return llvm::any_of(
      simt::accessesOf(op), [](const simt::MemoryAccess &access) {
        return access.space == simt::Space::Global && access.writes &&
               access.asynchrony == simt::Asynchrony::None;
      });
}

/// At the mbarrier of another block.
bool isPeerArrival(Operation *op) {
  if (auto arrive = dyn_cast<simt::MbarrierArriveOp>(op))
    return arrive.getIsDistributed();
  auto expect = dyn_cast<simt::MbarrierExpectOp>(op);
  return expect && expect.getIsDistributed();
}

/// Of the kernel that the op is in.
template <class Test> bool kernelHas(Operation *op, Test test) {
  return op->getParentOfType<simt::KernelOp>()
      .walk([&](Operation *each) {
        return test(each) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

bool publishesStores(Operation *arrival) {
  return kernelHas(arrival, readsGlobal) &&
         kernelHas(arrival, [&](Operation *op) {
           return storesGlobal(op) && mayPrecede(op, arrival);
         });
}

bool publishesCopies(simt::BoxWaitOp wait) {
  return !wait.getIsRead() && kernelHas(wait, readsGlobal) &&
         kernelHas(wait, [&](Operation *op) {
           return isPeerArrival(op) && mayPrecede(wait, op);
         });
}

bool mayLearnOfStores(simt::MbarrierWaitOp wait) {
  return kernelHas(wait, isPeerArrival) && kernelHas(wait, loadsGlobal) &&
         kernelHas(wait, [](Operation *op) {
           if (auto copies = dyn_cast<simt::BoxWaitOp>(op))
             return publishesCopies(copies);
           return isPeerArrival(op) && publishesStores(op);
         });
}

bool tellsOfRead(simt::LoadOp load) {
  return load.getSpace() == simt::Space::Cluster &&
         kernelHas(load, [&](Operation *op) {
           auto arrive = dyn_cast<simt::ClusterArriveOp>(op);
           return arrive && arrive.getIsOwn() && mayPrecede(load, arrive);
         });
}

} // namespace heddle::codegen
