//===- ElementRegion.cpp - Scalar regions ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementRegion.h"
#include "EmitterTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

Value bothOf(OpBuilder &builder, Location loc, Value path, Value condition) {
  return path ? arith::AndIOp::create(builder, loc, path, condition).getResult()
              : condition;
}

Value negationOf(ElementContext &context, Location loc, Value condition) {
  return context.make<arith::XOrIOp>(loc, condition,
                                     context.number(1, condition.getType()));
}

namespace {

using Values = llvm::SmallVector<Value>;

bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
      op);
}

/// The registers that reach a block, and what they pass to it.
struct Arrival {
  /// Null if all do.
  Value path;
  Values values;
  bool isReached = false;
};

/// One region, lowered once. In what follows a path is true in the registers
/// that reach an op; it is null if all do.
class ElementRegion : public ElementContext {
public:
  ElementRegion(LoweringContext &outer, Region &region, unsigned registers)
      : ElementContext(outer.builder, outer.target, outer.arithmetic),
        outer(outer), region(region), registers(registers) {}

  FailureOr<Values> lower(ValueRange arguments, Value active);

  using ElementContext::lowered;
  Type lowered(Type type) final {
    return simt::registers(outer.lowered(type), registers);
  }

private:
  LogicalResult takeOuterValues();
  LogicalResult lowerExit(Operation *exit, Value path);
  LogicalResult lowerBlock(Block &block, Value path);
  LogicalResult lowerOp(Operation &op, Value path);
  LogicalResult lowerAssert(tt::AssertOp check, Value path);
  LogicalResult lowerIf(scf::IfOp branch, Value path);
  LogicalResult lowerFor(scf::ForOp loop, Value path);
  void arrive(Arrival &at, Location loc, Value path, ValueRange passed);

  bool isOutside(Value value) const {
    return !region.isAncestor(value.getParentRegion());
  }
  /// The one number that a value is in all registers; null if they may differ.
  Value uniformOf(Value value);
  Value negation(Location loc, Value condition) {
    return negationOf(*this, loc, condition);
  }
  Value both(Location loc, Value path, Value condition) {
    return bothOf(builder, loc, path, condition);
  }
  InFlightDiagnostic refuseHere(Operation *op) const {
    return refuse(op) << "it is in the region of "
                      << region.getParentOp()->getName().getStringRef();
  }

  LoweringContext &outer;
  Region &region;
  unsigned registers;
  llvm::DenseMap<Block *, Arrival> arrivals;
  Arrival end;
};

} // namespace

void ElementRegion::arrive(Arrival &at, Location loc, Value path,
                           ValueRange passed) {
  if (!at.isReached) {
    at = {path, llvm::to_vector<6>(passed), true};
    return;
  }
  for (auto [before, value] : llvm::zip(at.values, passed))
    before = make<arith::SelectOp>(loc, path, value, before);
  at.path = make<arith::OrIOp>(loc, at.path, path);
}

/// Values from outside are the same in all registers.
LogicalResult ElementRegion::takeOuterValues() {
  WalkResult walked = region.walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      if (!isOutside(operand) || get(operand))
        continue;
      Value value = outer.get(operand);
      if (isa<VectorType>(value.getType())) {
        refuseHere(op) << ", and takes a tensor from outside";
        return WalkResult::interrupt();
      }
      set(operand, make<simt::SplatOp>(
                       op->getLoc(),
                       simt::registers(value.getType(), registers), value));
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

FailureOr<Values> ElementRegion::lower(ValueRange arguments, Value active) {
  if (failed(takeOuterValues()))
    return failure();
  arrivals[&region.front()] = {active, llvm::to_vector<6>(arguments), true};
  llvm::SmallPtrSet<Block *, 4> done;
  for (Block *block :
       llvm::ReversePostOrderTraversal<Block *>(&region.front())) {
    done.insert(block);
    Arrival here = arrivals.lookup(block);
    for (auto [argument, value] : llvm::zip(block->getArguments(), here.values))
      set(argument, value);
    if (failed(lowerBlock(*block, here.path)))
      return failure();
    Operation *exit = block->getTerminator();
    if (llvm::any_of(block->getSuccessors(),
                     [&](Block *next) { return done.contains(next); }))
      return refuseHere(exit) << ", and goes back";
    if (failed(lowerExit(exit, here.path)))
      return failure();
  }
  return std::move(end.values);
}

/// Where the end of a block leads to.
LogicalResult ElementRegion::lowerExit(Operation *exit, Value path) {
  Location loc = exit->getLoc();
  if (auto jump = dyn_cast<cf::BranchOp>(exit)) {
    arrive(arrivals[jump.getDest()], loc, path, get(jump.getDestOperands()));
    return success();
  }
  if (auto branch = dyn_cast<cf::CondBranchOp>(exit)) {
    Value condition = get(branch.getCondition());
    arrive(arrivals[branch.getTrueDest()], loc, both(loc, path, condition),
           get(branch.getTrueDestOperands()));
    arrive(arrivals[branch.getFalseDest()], loc,
           both(loc, path, negation(loc, condition)),
           get(branch.getFalseDestOperands()));
    return success();
  }
  if (exit->getNumSuccessors() != 0)
    return refuseHere(exit);
  arrive(end, loc, path, get(exit->getOperands()));
  return success();
}

LogicalResult ElementRegion::lowerBlock(Block &block, Value path) {
  for (Operation &op : block.without_terminator())
    if (failed(lowerOp(op, path)))
      return failure();
  return success();
}

// Where the path does not lead, a check passes and a divisor is 1: nothing else
// traps, or is undefined so that the compiler may take it for impossible.
LogicalResult ElementRegion::lowerOp(Operation &op, Value path) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return lowerIf(branch, path);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return lowerFor(loop, path);
  if (auto check = dyn_cast<tt::AssertOp>(op))
    return lowerAssert(check, path);
  const Emitter *emitter = outer.emitters.find(op.getName());
  bool isOfElements = op.getNumRegions() == 0 && emitter != nullptr &&
                      emitter->inRegion && isMemoryEffectFree(&op) &&
                      llvm::all_of(op.getResultTypes(), [](Type type) {
                        return type.isIntOrFloat();
                      });
  if (!isOfElements)
    return refuseHere(&op);
  if (!path || isSpeculatable(&op))
    return emitter->inRegion(*this, &op);
  if (!isDivision(&op))
    return refuseHere(&op) << ", and only some elements reach it";
  Value divisor = op.getOperand(1), before = get(divisor);
  set(divisor, make<arith::SelectOp>(op.getLoc(), path, before,
                                     number(1, before.getType())));
  LogicalResult isLowered = emitter->inRegion(*this, &op);
  set(divisor, before);
  return isLowered;
}

LogicalResult ElementRegion::lowerAssert(tt::AssertOp check, Value path) {
  Location loc = check.getLoc();
  Value condition = get(check.getCondition());
  if (path)
    condition = make<arith::OrIOp>(loc, condition, negation(loc, path));
  make<simt::AssertOp>(loc, condition, check.getMessage());
  return success();
}

LogicalResult ElementRegion::lowerIf(scf::IfOp branch, Value path) {
  Location loc = branch.getLoc();
  Value condition = get(branch.getCondition());
  if (failed(lowerBlock(*branch.thenBlock(), both(loc, path, condition))))
    return failure();
  if (branch.elseBlock() == nullptr)
    return success();
  if (failed(lowerBlock(*branch.elseBlock(),
                        both(loc, path, negation(loc, condition)))))
    return failure();
  for (auto [result, taken, other] :
       llvm::zip(branch.getResults(), branch.thenYield().getOperands(),
                 branch.elseYield().getOperands()))
    set(result, make<arith::SelectOp>(loc, condition, get(taken), get(other)));
  return success();
}

Value ElementRegion::uniformOf(Value value) {
  if (isOutside(value))
    return outer.get(value);
  if (std::optional<std::int64_t> constant = getConstantIntValue(value))
    return number(*constant, value.getType());
  return {};
}

/// Stays a loop, which runs equally often for all registers.
LogicalResult ElementRegion::lowerFor(scf::ForOp loop, Value path) {
  Location loc = loop.getLoc();
  Value from = uniformOf(loop.getLowerBound()),
        to = uniformOf(loop.getUpperBound()), step = uniformOf(loop.getStep());
  if (!from || !to || !step)
    return refuseHere(loop)
           << ", and how often it runs may differ between elements";
  auto copy = make<scf::ForOp>(loc, from, to, step, get(loop.getInitArgs()));
  copy.setUnsignedCmp(loop.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = copy.getBody();
  if (!body->empty())
    body->back().erase();
  builder.setInsertionPointToEnd(body);
  Value index = loop.getInductionVar();
  set(index, make<simt::SplatOp>(loc, lowered(index.getType()),
                                 copy.getInductionVar()));
  set(loop.getRegionIterArgs(), copy.getRegionIterArgs());
  if (failed(lowerBlock(*loop.getBody(), path)))
    return failure();
  make<scf::YieldOp>(loc, get(loop.getBody()->getTerminator()->getOperands()));
  set(loop.getResults(), copy.getResults());
  return success();
}

FailureOr<Values> lowerElementRegion(LoweringContext &context, Region &region,
                                     ValueRange arguments, Value active) {
  auto type = cast<VectorType>(arguments.front().getType());
  return ElementRegion(context, region,
                       static_cast<unsigned>(type.getNumElements()))
      .lower(arguments, active);
}

FailureOr<Values> combine(LoweringContext &context, Region &region,
                          llvm::ArrayRef<Value> left,
                          llvm::ArrayRef<Value> right, Value active) {
  Values arguments(left);
  arguments.append(right.begin(), right.end());
  return lowerElementRegion(context, region, arguments, active);
}

} // namespace heddle
