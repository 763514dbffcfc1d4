//===- TestCrash.cpp - A pass that fails badly ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Crashes, hangs or fails at an op, as passes with mistakes do.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "heddle/ir/Tt.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <unistd.h>

namespace heddle {

using namespace mlir;

namespace {

class TestCrash : public PassWrapper<TestCrash, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestCrash)

  TestCrash() = default;
  TestCrash(const TestCrash &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const final { return "test-crash"; }
  llvm::StringRef getDescription() const final {
    return "crashes, hangs or fails at an op";
  }
  void runOnOperation() final;

  Option<std::string> op{*this, "op", llvm::cl::init("tt.dot"),
                         llvm::cl::desc("at which ops")};
  Option<std::string> within{
      *this, "within", llvm::cl::init(""),
      llvm::cl::desc("only in the regions of such an op")};
  Option<unsigned> depth{*this, "depth", llvm::cl::init(1),
                         llvm::cl::desc("how many of those around it")};
  Option<std::string> reads{
      *this, "reads", llvm::cl::init(""),
      llvm::cl::desc("only if an operand is the result of such an op, or "
                     "'argument' of a block in it")};
  Option<std::string> how{*this, "how", llvm::cl::init("assert"),
                          llvm::cl::desc("assert, fatal, null, hang, error")};

private:
  bool isHit(Operation *hit);
  void fail(Operation *hit);
};

bool TestCrash::isHit(Operation *hit) {
  if (hit->getName().getStringRef() != op)
    return false;
  unsigned around = 0;
  for (Operation *parent = hit->getParentOp(); parent != nullptr;
       parent = parent->getParentOp())
    around += parent->getName().getStringRef() == within ? 1 : 0;
  if (!within.empty() && around < depth)
    return false;
  return reads.empty() || llvm::any_of(hit->getOperands(), [&](Value operand) {
           if (reads == "argument")
             return isa<BlockArgument>(operand) &&
                    !isa<tt::FuncOp>(operand.getParentBlock()->getParentOp());
           Operation *maker = operand.getDefiningOp();
           return maker != nullptr && maker->getName().getStringRef() == reads;
         });
}

void TestCrash::fail(Operation *hit) {
  if (how == "hang")
    while (true)
      usleep(1000);
  if (how == "error") {
    hit->emitError() << "is not supported in a block of "
                     << hit->getBlock()->getOperations().size() << " ops";
    return signalPassFailure();
  }
  if (how == "fatal")
    llvm::report_fatal_error("cannot select an instruction", false);
  if (how == "null") {
    volatile int *nowhere = nullptr;
    *nowhere = 1;
  }
  llvm::errs() << "heddle-opt: TestCrash.cpp:1: void runOnOperation(): "
                  "Assertion `"
               << op << " has a layout' failed.\n";
  std::abort();
}

void TestCrash::runOnOperation() {
  Operation *hit = nullptr;
  getOperation().walk([&](Operation *each) {
    if (hit == nullptr && isHit(each))
      hit = each;
  });
  if (hit != nullptr)
    fail(hit);
}

} // namespace

void registerTestCrash() { PassRegistration<TestCrash>(); }

} // namespace heddle
