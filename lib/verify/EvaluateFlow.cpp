//===- EvaluateFlow.cpp - Loops, branches and calls ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "heddle/ir/Gpu.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace heddle::equivalence {

using namespace mlir;

using Data = llvm::SmallVector<Datum>;

namespace {

void setAll(Evaluator &evaluator, ValueRange values, const Data &data) {
  for (auto [value, datum] : llvm::zip(values, data))
    evaluator.set(value, datum);
}

Tensor scalarOf(Type type, Bits bits) {
  return {.element = type, .shape = {}, .elements = {cut(bits, type)}};
}

bool runFor(Evaluator &evaluator, scf::ForOp loop) {
  Type type = loop.getInductionVar().getType();
  bool isUnsigned = loop.getUnsignedCmp();
  auto at = [&](Value value) {
    return isUnsigned ? static_cast<std::int64_t>(evaluator.scalar(value))
                      : evaluator.integer(value);
  };
  std::int64_t end = at(loop.getUpperBound()), step = at(loop.getStep());
  if (step == 0)
    return evaluator.fail(Stop::Kind::Misuse, loop, "the step of a loop is 0");
  Data carried = evaluator.allOf(loop.getInitArgs());
  for (std::int64_t index = at(loop.getLowerBound()); index < end;
       index += step) {
    Data arguments = {std::make_shared<const Tensor>(
        scalarOf(type, static_cast<Bits>(index)))};
    arguments.append(carried);
    if (!evaluator.runBlock(*loop.getBody(), arguments, carried))
      return false;
  }
  setAll(evaluator, loop.getResults(), carried);
  return true;
}

bool runIf(Evaluator &evaluator, scf::IfOp branch) {
  bool isTaken = evaluator.scalar(branch.getCondition()) != 0;
  Region &region = isTaken ? branch.getThenRegion() : branch.getElseRegion();
  Data results;
  if (!region.empty() && !evaluator.runBlock(region.front(), {}, results))
    return false;
  setAll(evaluator, branch.getResults(), results);
  return true;
}

bool runWhile(Evaluator &evaluator, scf::WhileOp loop) {
  Data carried = evaluator.allOf(loop.getInits());
  while (true) {
    Data condition;
    if (!evaluator.spend(loop, 1) ||
        !evaluator.runBlock(*loop.getBeforeBody(), carried, condition))
      return false;
    bool goesOn = std::get<TensorRef>(condition.front())->elements.front() != 0;
    condition.erase(condition.begin());
    if (!goesOn) {
      setAll(evaluator, loop.getResults(), condition);
      return true;
    }
    if (!evaluator.runBlock(*loop.getAfterBody(), condition, carried))
      return false;
  }
}

bool runExecuteRegion(Evaluator &evaluator, scf::ExecuteRegionOp op) {
  Data results;
  if (!evaluator.runRegion(op.getRegion(), {}, results))
    return false;
  setAll(evaluator, op.getResults(), results);
  return true;
}

bool runCall(Evaluator &evaluator, tt::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isExternal())
    return evaluator.refuse(call);
  Data results;
  if (!evaluator.runRegion(callee.getBody(),
                           evaluator.allOf(call.getOperands()), results))
    return false;
  setAll(evaluator, call.getResults(), results);
  return true;
}

/// What it carries out where its condition is false are zeros.
bool runMask(Evaluator &evaluator, ttg::MaskOp mask) {
  Data results;
  if (evaluator.scalar(mask.getPred()) != 0) {
    if (!evaluator.runBlock(mask.getRegion().front(), {}, results))
      return false;
    setAll(evaluator, mask.getResults(), results);
    return true;
  }
  return evaluator.refuse(mask);
}

bool runPredicateStage(Evaluator &evaluator, ttg::PredicateStageOp op) {
  // The stages behind the first one are ahead by as many iterations.
  std::int64_t ahead = std::int64_t(op.getMaxStage()) - op.getStage();
  std::int64_t index =
      evaluator.integer(op.getIv()) + ahead * evaluator.integer(op.getStep());
  bool isOn = index < evaluator.integer(op.getUb());
  evaluator.set(op.getResult(), scalarOf(op.getType(), isOn ? 1 : 0));
  return true;
}

bool runAssert(Evaluator &evaluator, tt::AssertOp op) {
  for (Bits bits : evaluator.tensor(op.getCondition()).elements)
    if (bits == 0)
      return evaluator.fail(Stop::Kind::Assert, op,
                            "an assertion fails: " + op.getMessage());
  return true;
}

bool runPoison(Evaluator &evaluator, ub::PoisonOp op) {
  auto tensor = dyn_cast<RankedTensorType>(op.getType());
  if (!tensor &&
      !isa<IntegerType, FloatType, IndexType, tt::PointerType>(op.getType())) {
    evaluator.set(op.getResult(), Datum());
    return true;
  }
  Tensor result;
  result.element = getElementTypeOrSelf(op.getType());
  if (tensor)
    result.shape = Shape(tensor.getShape());
  result.elements.assign(sizeOf(result.shape), 0);
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

} // namespace

bool Evaluator::runRegion(Region &region, ArrayRef<Datum> arguments,
                          llvm::SmallVectorImpl<Datum> &results) {
  Block *block = &region.front();
  Data passed(arguments);
  while (true) {
    Data operands;
    if (!runBlock(*block, passed, operands))
      return false;
    Operation *end = block->getTerminator();
    if (auto branch = dyn_cast<cf::BranchOp>(end)) {
      passed = std::move(operands);
      block = branch.getDest();
    } else if (auto branch = dyn_cast<cf::CondBranchOp>(end)) {
      bool isTaken = scalar(branch.getCondition()) != 0;
      passed = allOf(isTaken ? branch.getTrueDestOperands()
                             : branch.getFalseDestOperands());
      block = isTaken ? branch.getTrueDest() : branch.getFalseDest();
    } else if (end->getNumSuccessors() == 0) {
      results = std::move(operands);
      return true;
    } else {
      return refuse(end);
    }
    if (!spend(end, 1))
      return false;
  }
}

void addFlowExecutors(ExecutorTable &table) {
  table.add<scf::ForOp>(runFor);
  table.add<scf::IfOp>(runIf);
  table.add<scf::WhileOp>(runWhile);
  table.add<scf::ExecuteRegionOp>(runExecuteRegion);
  table.add<tt::CallOp>(runCall);
  table.add<ttg::MaskOp>(runMask);
  table.add<ttg::PredicateStageOp>(runPredicateStage);
  table.add<tt::AssertOp>(runAssert);
  table.add<ub::PoisonOp>(runPoison);
  table.ignore<tt::PrintOp, LLVM::AssumeOp, gpu::BarrierOp, ttg::BarrierOp,
               ttg::LocalBarrierOp, tt::GridDependencyWaitOp,
               tt::GridDependencyLaunchDependentsOp>();
}

} // namespace heddle::equivalence
