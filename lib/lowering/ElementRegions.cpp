//===- ElementRegions.cpp - Regions of scalars ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Regions of scalars, for all registers of a thread at once: the ops are those
/// of scalars, of which there are as many copies as there are registers. Which
/// way a branch takes may differ from register to register, so that all ways
/// are computed, and where they meet the values of the one that is taken are
/// chosen.
///
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

/// In which registers a place is reached, and with which values.
struct KernelLowering::Arrival {
  /// Null if in all.
  Value path;
  llvm::SmallVector<Value> values;
  bool isReached = false;
};

namespace {

/// A region of which part `op` is, for messages.
llvm::StringRef regionNameOf(Operation *op) {
  while (op != nullptr &&
         !isa<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(op))
    op = op->getParentOp();
  return op == nullptr ? "tt.func" : op->getName().getStringRef();
}

bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
      op);
}

} // namespace

InFlightDiagnostic KernelLowering::refuseElement(Operation *op) {
  return refuse(op) << "it is in the region of " << regionNameOf(op);
}

Value KernelLowering::both(Value path, Value condition, Location place) {
  return path ? make<arith::AndIOp>(place, path, condition).getResult()
              : condition;
}

Value KernelLowering::negation(Value condition, Location place) {
  return make<arith::XOrIOp>(place, condition, number(1, condition.getType()));
}

void KernelLowering::arrive(Arrival &at, Value path, ValueRange values,
                            Location place) {
  if (!at.isReached) {
    at = {path, llvm::to_vector(values), true};
    return;
  }
  for (auto [before, value] : llvm::zip(at.values, values))
    before = make<arith::SelectOp>(place, path, value, before);
  at.path = make<arith::OrIOp>(place, at.path, path);
}

LogicalResult
KernelLowering::lowerElements(Region &region, ValueRange arguments,
                              Value active,
                              llvm::SmallVectorImpl<Value> &results) {
  auto count = static_cast<unsigned>(
      cast<VectorType>(arguments.front().getType()).getNumElements());
  // Values from outside: one for all registers.
  region.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!region.isAncestor(operand.getParentRegion()) &&
          !uniform.contains(operand)) {
        Value value = get(operand);
        uniform[operand] = value;
        set(operand,
            make<simt::SplatOp>(
                op->getLoc(), simt::registers(value.getType(), count), value));
      }
  });
  copiesOfScalars = count;
  llvm::scope_exit leave([&] {
    copiesOfScalars = 0;
    for (auto [value, before] : uniform)
      set(value, before);
    uniform.clear();
  });
  llvm::DenseMap<Block *, Arrival> arrivals;
  Arrival end;
  arrivals[&region.front()] = {active, llvm::to_vector(arguments), true};
  llvm::SmallPtrSet<Block *, 4> done;
  for (Block *block :
       llvm::ReversePostOrderTraversal<Block *>(&region.front())) {
    done.insert(block);
    Arrival here = arrivals.lookup(block);
    for (auto [argument, value] : llvm::zip(block->getArguments(), here.values))
      set(argument, value);
    if (failed(lowerElementBlock(*block, here.path)))
      return failure();
    Operation *exit = block->getTerminator();
    if (llvm::any_of(block->getSuccessors(),
                     [&](Block *next) { return done.contains(next); }))
      return refuseElement(exit) << ", and goes back";
    Location place = exit->getLoc();
    if (auto jump = dyn_cast<cf::BranchOp>(exit)) {
      arrive(arrivals[jump.getDest()], here.path, all(jump.getDestOperands()),
             place);
    } else if (auto branch = dyn_cast<cf::CondBranchOp>(exit)) {
      Value condition = get(branch.getCondition());
      arrive(arrivals[branch.getTrueDest()], both(here.path, condition, place),
             all(branch.getTrueDestOperands()), place);
      arrive(arrivals[branch.getFalseDest()],
             both(here.path, negation(condition, place), place),
             all(branch.getFalseDestOperands()), place);
    } else if (exit->getNumSuccessors() == 0) {
      arrive(end, here.path, all(exit->getOperands()), place);
    } else {
      return refuseElement(exit);
    }
  }
  results.append(end.values);
  return success();
}

LogicalResult KernelLowering::lowerElementBlock(Block &block, Value path) {
  for (Operation &op : block.without_terminator()) {
    LogicalResult isLowered = success();
    if (auto branch = dyn_cast<scf::IfOp>(op))
      isLowered = lowerElementIf(branch, path);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      isLowered = lowerElementFor(loop, path);
    else
      isLowered = lowerElement(&op, path);
    if (failed(isLowered))
      return failure();
  }
  return success();
}

// Where the path does not lead, a check passes and a divisor is 1: nothing else
// stops, or is undefined so that the compiler may take it for impossible.
LogicalResult KernelLowering::lowerElement(Operation *op, Value path) {
  Location place = op->getLoc();
  if (auto check = dyn_cast<tt::AssertOp>(op)) {
    Value condition = get(check.getCondition());
    if (path)
      condition = make<arith::OrIOp>(place, condition, negation(path, place));
    make<simt::AssertOp>(place, condition, check.getMessage());
    return success();
  }
  Emit emit = op->getNumRegions() == 0 ? emitOf(op) : nullptr;
  bool isOfElements = emit != nullptr && isMemoryEffectFree(op) &&
                      llvm::all_of(op->getResultTypes(), [](Type type) {
                        return type.isIntOrFloat();
                      });
  if (!isOfElements)
    return refuseElement(op);
  if (!path || isSpeculatable(op))
    return (this->*emit)(op);
  if (!isDivision(op))
    return refuseElement(op) << ", and only some elements reach it";
  Value divisor = op->getOperand(1), before = get(divisor);
  set(divisor,
      make<arith::SelectOp>(place, path, before, number(1, before.getType())));
  LogicalResult isLowered = (this->*emit)(op);
  set(divisor, before);
  return isLowered;
}

LogicalResult KernelLowering::lowerElementIf(scf::IfOp branch, Value path) {
  Location place = branch.getLoc();
  Value condition = get(branch.getCondition());
  if (failed(
          lowerElementBlock(*branch.thenBlock(), both(path, condition, place))))
    return failure();
  if (branch.elseBlock() == nullptr)
    return success();
  if (failed(lowerElementBlock(*branch.elseBlock(),
                               both(path, negation(condition, place), place))))
    return failure();
  for (auto [result, taken, other] :
       llvm::zip(branch.getResults(), branch.thenYield().getOperands(),
                 branch.elseYield().getOperands()))
    set(result,
        make<arith::SelectOp>(place, condition, get(taken), get(other)));
  return success();
}

/// The one number that it is in all registers; null if they may differ.
Value KernelLowering::uniformOf(Value value) {
  if (Value outer = uniform.lookup(value))
    return outer;
  if (std::optional<std::int64_t> constant = getConstantIntValue(value))
    return number(*constant, value.getType());
  return {};
}

LogicalResult KernelLowering::lowerElementFor(scf::ForOp loop, Value path) {
  Location place = loop.getLoc();
  Value from = uniformOf(loop.getLowerBound()),
        to = uniformOf(loop.getUpperBound()), step = uniformOf(loop.getStep());
  if (!from || !to || !step)
    return refuseElement(loop)
           << ", and how often it runs may differ between elements";
  auto copy = make<scf::ForOp>(place, from, to, step, all(loop.getInitArgs()));
  copy.setUnsignedCmp(loop.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = copy.getBody();
  if (!body->empty())
    body->back().erase();
  builder.setInsertionPointToEnd(body);
  Value index = loop.getInductionVar();
  set(index, make<simt::SplatOp>(place, lowered(index.getType()),
                                 copy.getInductionVar()));
  for (auto [argument, value] :
       llvm::zip(loop.getRegionIterArgs(), copy.getRegionIterArgs()))
    set(argument, value);
  if (failed(lowerElementBlock(*loop.getBody(), path)))
    return failure();
  make<scf::YieldOp>(place,
                     all(loop.getBody()->getTerminator()->getOperands()));
  for (auto [result, value] : llvm::zip(loop.getResults(), copy.getResults()))
    set(result, value);
  return success();
}

/// Each group of `pack` registers of an operand is as many arguments, and so
/// are the results.
LogicalResult KernelLowering::emitMap(Operation *op) {
  auto map = cast<tt::MapElementwiseOp>(op);
  Location place = op->getLoc();
  unsigned pack = map.getPack();
  auto total = static_cast<std::uint32_t>(
      registersOf(cast<RankedTensorType>(map.getSrcs()[0].getType()))
          .getNumElements());
  if (total % pack != 0)
    return refuse(op) << "threads hold " << total << " elements, not groups of "
                      << pack;
  llvm::SmallVector<Value> arguments, results;
  for (Value source : all(map.getSrcs()))
    for (std::uint32_t first = 0; first < pack; ++first) {
      llvm::SmallVector<std::int32_t> indices;
      for (std::uint32_t index = first; index < total; index += pack)
        indices.push_back(static_cast<std::int32_t>(index));
      arguments.push_back(pick(source, indices));
    }
  if (failed(lowerElements(map.getScalarOp(), arguments, Value(), results)))
    return failure();
  // Register i of a result is register i / pack of value i % pack.
  llvm::SmallVector<std::int32_t> order;
  for (std::uint32_t index = 0; index < total; ++index)
    order.push_back(static_cast<std::int32_t>(index % pack * (total / pack) +
                                              index / pack));
  llvm::ArrayRef<Value> left = results;
  for (Value result : map.getResults()) {
    set(result, permuted(left.take_front(pack), order, place));
    left = left.drop_front(pack);
  }
  return success();
}

} // namespace heddle
