//===- TestSharedUse.cpp - How full shared memory is ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/simt/transforms/Passes.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

using namespace mlir;

namespace {

class TestSharedUse
    : public PassWrapper<TestSharedUse, OperationPass<simt::KernelOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestSharedUse)

  llvm::StringRef getArgument() const final { return "test-shared-use"; }
  llvm::StringRef getDescription() const final {
    return "gives shared memory its places and remarks how much is lost";
  }
  void runOnOperation() final {
    simt::KernelOp kernel = getOperation();
    allocateShared(kernel);
    kernel.emitRemark() << kernel.getSharedBytes() << " bytes, of which "
                        << peakSharedBytes(kernel) << " live at one time";
  }
};

} // namespace

void registerTestSharedUse() { PassRegistration<TestSharedUse>(); }

} // namespace heddle
