//===- PendingSums.cpp - Sums of groups under way -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PendingSums.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle {

using namespace mlir;

namespace {

using Seen = llvm::SmallPtrSet<Value, 8>;

/// Is the wait for this group, too: because at least so many come between the
/// two as may still be under way?
bool isWaitedFor(Value sums, simt::GroupWaitOp wait) {
  auto group = sums.getDefiningOp<simt::GroupMmaOp>();
  if (!group || group->getBlock() != wait->getBlock())
    return wait.getPending() == 0;
  std::int64_t later = 0;
  for (Operation *op = group->getNextNode(); op != wait; op = op->getNextNode())
    later += isa<simt::GroupMmaOp>(op) ? 1 : 0;
  return later >= static_cast<std::int64_t>(wait.getPending());
}

/// May the value be sums that nobody has waited for?
bool mayBePending(Value value, Seen &seen) {
  if (!isa<VectorType>(value.getType()) || !seen.insert(value).second)
    return false;
  auto yields = [&](Region &region, unsigned number) {
    return !region.empty() &&
           mayBePending(region.front().getTerminator()->getOperand(number),
                        seen);
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument.getArgNumber() == 0)
      return false;
    unsigned number = argument.getArgNumber() - 1;
    return mayBePending(loop.getInitArgs()[number], seen) ||
           yields(loop.getRegion(), number);
  }
  unsigned number = cast<OpResult>(value).getResultNumber();
  Operation *op = value.getDefiningOp();
  if (isa<simt::GroupMmaOp>(op))
    return true;
  if (auto wait = dyn_cast<simt::GroupWaitOp>(op))
    return !isWaitedFor(wait.getRegisters()[number], wait);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return mayBePending(loop.getInitArgs()[number], seen) ||
           yields(loop.getRegion(), number);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return yields(branch.getThenRegion(), number) ||
           yields(branch.getElseRegion(), number);
  return false;
}

bool mayBePending(Value value) {
  Seen seen;
  return mayBePending(value, seen);
}

/// Does the operand's owner read registers, rather than pass them on?
bool isRead(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (auto group = dyn_cast<simt::GroupMmaOp>(op))
    return operand.get() == group.getA();
  return !isa<simt::GroupWaitOp, scf::YieldOp, scf::ForOp>(op);
}

/// A select of zeros that only the next round's group takes as its sums.
struct Reset {
  arith::SelectOp select;
  scf::ForOp loop;
  /// Which of the values that the loop carries the sums are.
  unsigned number = 0;
  simt::GroupMmaOp group;
  /// Uses the sums in the rounds that select zeros.
  scf::IfOp end;
  simt::GroupWaitOp wait;

  static std::optional<Reset> match(arith::SelectOp select);
  bool matchEnd();
  void rewrite(IRRewriter &rewriter);
};

/// Does nobody need the value but a wait that gives it to nobody?
bool isOnlyWaitedFor(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return isa<simt::GroupWaitOp>(user) && user->use_empty();
  });
}

std::optional<Reset> Reset::match(arith::SelectOp select) {
  Reset reset = {.select = select,
                 .loop = dyn_cast<scf::ForOp>(select->getParentOp()),
                 .group = {},
                 .end = {},
                 .wait = {}};
  if (!reset.loop || !select.getCondition().getType().isInteger(1) ||
      !matchPattern(select.getTrueValue(), m_AnyZeroFloat()) ||
      !mayBePending(select.getFalseValue()) || !select->hasOneUse())
    return std::nullopt;
  OpOperand &use = *select->use_begin();
  if (use.getOwner() != reset.loop.getBody()->getTerminator())
    return std::nullopt;
  reset.number = use.getOperandNumber();
  BlockArgument sums = reset.loop.getRegionIterArgs()[reset.number];
  if (!sums.hasOneUse() || !isOnlyWaitedFor(reset.loop.getResult(reset.number)))
    return std::nullopt;
  reset.group = dyn_cast<simt::GroupMmaOp>(*sums.user_begin());
  if (!reset.group || reset.group.getC() != sums || reset.group.getUseC() ||
      reset.group->getBlock() != reset.loop.getBody() || !reset.matchEnd())
    return std::nullopt;
  return reset;
}

bool Reset::matchEnd() {
  Value sums = select.getFalseValue();
  for (Operation *user : sums.getUsers()) {
    if (user == select)
      continue;
    auto found = dyn_cast<simt::GroupWaitOp>(user);
    if (!found || wait || found.getPending() != 0 ||
        found.getRegisters().size() != 1)
      return false;
    wait = found;
    end = dyn_cast<scf::IfOp>(wait->getParentOp());
  }
  return wait && end && end->getBlock() == loop.getBody() &&
         end.getNumResults() == 0 && end.getElseRegion().empty() &&
         end.getCondition() == select.getCondition();
}

/// The branch gives the loop the sums that it has waited for: if both lived on,
/// they would be copied, and that is a read.
void Reset::rewrite(IRRewriter &rewriter) {
  Value sums = select.getFalseValue();
  rewriter.setInsertionPoint(end);
  auto branch =
      scf::IfOp::create(rewriter, end.getLoc(), TypeRange(sums.getType()),
                        end.getCondition(), /*withElseRegion=*/true);
  rewriter.eraseOp(end.thenBlock()->getTerminator());
  rewriter.mergeBlocks(end.thenBlock(), branch.thenBlock());
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(rewriter, end.getLoc(), wait.getResults());
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, end.getLoc(), sums);
  rewriter.eraseOp(end);

  Operation *yield = loop.getBody()->getTerminator();
  rewriter.modifyOpInPlace(
      yield, [&] { yield->setOperand(number, branch.getResult(0)); });
  Value condition = select.getCondition();
  rewriter.eraseOp(select);
  rewriter.setInsertionPoint(loop);
  Value all = arith::ConstantOp::create(rewriter, loop.getLoc(),
                                        rewriter.getBoolAttr(true));
  auto addsNext = [&](OpBuilder &builder, Location loc,
                      llvm::ArrayRef<BlockArgument>) {
    Value one =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    return llvm::SmallVector<Value>{
        arith::XOrIOp::create(builder, loc, condition, one)};
  };
  FailureOr<LoopLikeOpInterface> replaced = loop.replaceWithAdditionalYields(
      rewriter, all, /*replaceInitOperandUsesInLoop=*/false, addsNext);
  assert(succeeded(replaced) && "a for loop can carry one value more");
  auto made = cast<scf::ForOp>(replaced->getOperation());
  rewriter.modifyOpInPlace(group, [&] {
    group.getUseCMutable().assign(made.getRegionIterArgs().back());
  });
}

} // namespace

void replaceResetsBySkippedSums(simt::KernelOp kernel) {
  llvm::SmallVector<arith::SelectOp> selects;
  kernel.walk([&](arith::SelectOp select) { selects.push_back(select); });
  IRRewriter rewriter(kernel.getContext());
  for (arith::SelectOp select : selects)
    if (std::optional<Reset> reset = Reset::match(select))
      reset->rewrite(rewriter);
}

void waitBeforeReads(simt::KernelOp kernel) {
  llvm::SmallVector<OpOperand *> reads;
  kernel.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (isRead(operand) && mayBePending(operand.get()))
        reads.push_back(&operand);
  });
  const DominanceInfo dominance(kernel);
  OpBuilder builder(kernel.getContext());
  for (OpOperand *read : reads) {
    Value sums = read->get();
    // An earlier wait may have replaced it.
    if (!mayBePending(sums))
      continue;
    Operation *reader = read->getOwner();
    builder.setInsertionPoint(reader);
    llvm::SmallVector<Type> types = {sums.getType()};
    auto wait = simt::GroupWaitOp::create(builder, reader->getLoc(), types,
                                          /*pending=*/0, ValueRange(sums),
                                          ValueRange());
    sums.replaceUsesWithIf(wait.getResults().front(), [&](OpOperand &use) {
      return use.getOwner() != wait &&
             (use.getOwner() == reader ||
              dominance.properlyDominates(reader, use.getOwner()));
    });
  }
}

} // namespace heddle
