//===- EvaluatePartitions.cpp - Warps with programs of their own ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Partitions go on in turn: one runs until it waits for an mbarrier whose phase
// has not ended, and then the next one. If none can go on, they wait forever.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "heddle/ir/Ttng.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

using Data = llvm::SmallVector<Datum>;

bool runPartitions(Evaluator &evaluator, ttg::WarpSpecializeOp op) {
  if (!evaluator.underWay.isFollowed() || evaluator.strands != nullptr)
    return evaluator.refuse(op);
  Data captures = evaluator.allOf(op.getPartitionOp().getExplicitCaptures());
  Data results;
  bool isDone = true;
  std::vector<std::function<void()>> bodies = {[&] {
    isDone &= evaluator.runRegion(op.getDefaultRegion(), {}, results);
  }};
  for (Region *region : op.getPartitionRegions())
    bodies.emplace_back([&, region] {
      Data none;
      isDone &= evaluator.runRegion(*region, captures, none);
    });
  Strands strands;
  evaluator.strands = &strands;
  strands.run(bodies);
  evaluator.strands = nullptr;
  if (!isDone)
    return false;
  for (auto [value, datum] : llvm::zip(op.getResults(), results))
    evaluator.set(value, datum);
  return true;
}

bool runWaitBarrier(Evaluator &evaluator, ttng::WaitBarrierOp op) {
  if (!evaluator.isOn(op.getPred()))
    return true;
  UnderWay::Problem problem;
  auto succeeds = [&] {
    // Others may have failed meanwhile.
    if (evaluator.hasStopped())
      return true;
    problem = evaluator.underWay.waitFor(evaluator.view(op.getAlloc()),
                                         evaluator.scalar(op.getPhase()));
    return !problem;
  };
  bool isOver = evaluator.strands != nullptr
                    ? evaluator.strands->waitUntil(succeeds)
                    : succeeds();
  if (evaluator.hasStopped())
    return false;
  return isOver || evaluator.check(op, problem);
}

} // namespace

void addPartitionExecutors(ExecutorTable &table) {
  table.add<ttg::WarpSpecializeOp>(runPartitions);
  table.add<ttng::WaitBarrierOp>(runWaitBarrier);
}

} // namespace heddle::equivalence
