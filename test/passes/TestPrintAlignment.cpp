//===- TestPrintAlignment.cpp - Shows runs of numbers ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What AxisInfo.h says of each result, as a remark on its op.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

using namespace mlir;

namespace {

class TestPrintAlignment
    : public PassWrapper<TestPrintAlignment, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPrintAlignment)

  llvm::StringRef getArgument() const final { return "test-print-alignment"; }
  llvm::StringRef getDescription() const final {
    return "remarks the contiguity, divisibility and constancy of results";
  }
  void runOnOperation() final {
    AxisFacts facts(getOperation());
    getOperation()->walk([&](Operation *op) {
      for (Value result : op->getResults())
        op->emitRemark() << toText(facts.of(result));
    });
  }
};

} // namespace

void registerTestPrintAlignment() { PassRegistration<TestPrintAlignment>(); }

} // namespace heddle
