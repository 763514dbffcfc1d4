//===- TestFault.cpp - Passes that break kernels ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites ops by patterns, all of them rightly but one.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace heddle {

using namespace mlir;

namespace {

constexpr llvm::StringLiteral Seen = "test.seen";

/// What a fault does with an op; false if there is no such fault of it.
using Fault = bool (*)(Operation *op);

bool swapOperands(Operation *op) {
  if (!isa<arith::SubIOp, arith::SubFOp, arith::DivFOp, arith::DivSIOp,
           arith::CmpIOp, arith::CmpFOp>(op) ||
      op->getOperand(0) == op->getOperand(1))
    return false;
  Value first = op->getOperand(0);
  op->setOperand(0, op->getOperand(1));
  op->setOperand(1, first);
  return true;
}

bool addOne(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return false;
  if (auto number = dyn_cast<IntegerAttr>(constant.getValue())) {
    constant.setValueAttr(
        IntegerAttr::get(number.getType(), number.getValue() + 1));
    return true;
  }
  auto dense = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  if (!dense || !dense.isSplat())
    return false;
  constant.setValueAttr(DenseElementsAttr::get(
      dense.getType(), dense.getSplatValue<APInt>() + 1));
  return true;
}

bool dropMask(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op); load && load.getMask()) {
    load.getMaskMutable().clear();
    load.getOtherMutable().clear();
    return true;
  }
  auto store = dyn_cast<tt::StoreOp>(op);
  if (!store || !store.getMask())
    return false;
  store.getMaskMutable().clear();
  return true;
}

bool yieldOther(Operation *op) {
  auto yield = dyn_cast<scf::YieldOp>(op);
  if (!yield)
    return false;
  for (unsigned left = 0; left < yield->getNumOperands(); ++left)
    for (unsigned right = left + 1; right < yield->getNumOperands(); ++right) {
      Value a = yield->getOperand(left), b = yield->getOperand(right);
      if (a == b || a.getType() != b.getType() ||
          isa<ttg::AsyncTokenType>(a.getType()))
        continue;
      yield->setOperand(left, b);
      yield->setOperand(right, a);
      return true;
    }
  return false;
}

bool turnPredicate(Operation *op) {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return false;
  compare.setPredicate(arith::invertPredicate(compare.getPredicate()));
  return true;
}

bool multiplyForAdd(Operation *op) {
  if (!isa<arith::AddFOp>(op))
    return false;
  OpBuilder builder(op);
  auto product = arith::MulFOp::create(builder, op->getLoc(), op->getOperand(0),
                                       op->getOperand(1));
  op->getResult(0).replaceAllUsesWith(product);
  return true;
}

Fault faultOf(llvm::StringRef kind) {
  return llvm::StringSwitch<Fault>(kind)
      .Case("operands", swapOperands)
      .Case("constant", addOne)
      .Case("mask", dropMask)
      .Case("yield", yieldOther)
      .Case("predicate", turnPredicate)
      .Case("op", multiplyForAdd)
      .Default(nullptr);
}

/// Marks every op as seen, and breaks the one of this number among those that
/// have such a fault.
class MarkOrBreak : public RewritePattern {
public:
  MarkOrBreak(MLIRContext *context, Fault fault, unsigned number)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context), fault(fault),
        left(number) {
    setDebugName("MarkOrBreak");
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const final {
    if (op->hasAttr(Seen) || isa<ModuleOp, tt::FuncOp>(op))
      return mlir::failure();
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr(Seen, rewriter.getUnitAttr());
      // Behind the one that is broken the number is none.
      if (left == 0 ? fault(op) : canBreak(op))
        --left;
    });
    return success();
  }

private:
  bool canBreak(Operation *op) const {
    if (left == ~0U)
      return false;
    OwningOpRef<Operation *> copy(op->clone());
    return fault(copy.get());
  }

  Fault fault;
  /// Those to be left alone before the one that is broken.
  mutable unsigned left;
};

class TestFault : public PassWrapper<TestFault, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestFault)

  TestFault() = default;
  TestFault(const TestFault &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const final { return "test-fault"; }
  llvm::StringRef getDescription() const final {
    return "breaks one op of a kernel";
  }
  void runOnOperation() final;

  Option<std::string> kind{
      *this, "kind", llvm::cl::init("operands"),
      llvm::cl::desc("operands, constant, mask, yield, predicate, op")};
  Option<unsigned> number{
      *this, "number", llvm::cl::init(0),
      llvm::cl::desc("which one of the ops that can be broken so")};
};

void TestFault::runOnOperation() {
  Fault fault = faultOf(kind);
  if (fault == nullptr)
    return signalPassFailure();
  RewritePatternSet patterns(&getContext());
  patterns.add<MarkOrBreak>(&getContext(), fault, number);
  GreedyRewriteConfig config;
  config.enableFolding(false);
  if (failed(
          applyPatternsGreedily(getOperation(), std::move(patterns), config)))
    return signalPassFailure();
  getOperation().walk([](Operation *op) { op->removeAttr(Seen); });
}

} // namespace

void registerTestFault() { PassRegistration<TestFault>(); }

} // namespace heddle
