//===- Passes.cpp - Passes over one thread's program ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/SharedMemory.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

using namespace mlir;

namespace {

class AllocateShared
    : public PassWrapper<AllocateShared, OperationPass<simt::KernelOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AllocateShared)

  llvm::StringRef getArgument() const final { return "simt-allocate-shared"; }
  llvm::StringRef getDescription() const final {
    return "gives pieces of shared memory their places";
  }
  void runOnOperation() final { allocateShared(getOperation()); }
};

class InsertBarriers
    : public PassWrapper<InsertBarriers, OperationPass<simt::KernelOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InsertBarriers)

  llvm::StringRef getArgument() const final { return "simt-insert-barriers"; }
  llvm::StringRef getDescription() const final {
    return "lets threads wait where they share bytes of memory";
  }
  void runOnOperation() final { insertBarriers(getOperation()); }
};

} // namespace

void registerSimtPasses() {
  PassRegistration<AllocateShared>();
  PassRegistration<InsertBarriers>();
}

} // namespace heddle
