//===- LoopSchedule.cpp - When the ops of a loop run ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopSchedule.h"
#include "LoopBody.h"
#include "heddle/analysis/LoopLoads.h"
#include "mlir/IR/Builders.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// More stages than any memory has buffers for.
constexpr std::int64_t MostStages = 1024;

FailureOr<std::int64_t> numberOf(Operation *op, llvm::StringRef name,
                                 std::int64_t end) {
  std::optional<std::int64_t> number = numberIn(op, name);
  if (!number) {
    op->emitOpError() << "is in a scheduled loop, but has no '" << name << "'";
    return failure();
  }
  if (*number < 0 || *number >= end) {
    op->emitOpError() << "expects '" << name << "' from 0 to " << end - 1
                      << ", but got " << *number;
    return failure();
  }
  return *number;
}

} // namespace

FailureOr<LoopSchedule> LoopSchedule::take(scf::ForOp loop) {
  FailureOr<std::int64_t> last = numberOf(loop, LastStageAttr, MostStages);
  if (failed(last))
    return failure();
  if (std::optional<std::string> reason = reasonNotToExpand(loop)) {
    loop.emitOpError() << "is scheduled, but " << *reason;
    return failure();
  }
  struct Entry {
    Operation *op;
    std::int64_t stage, cluster;
  };
  std::vector<Entry> entries;
  for (Operation &op : loop.getBody()->without_terminator()) {
    FailureOr<std::int64_t> stage = numberOf(&op, StageAttr, *last + 1);
    FailureOr<std::int64_t> cluster =
        succeeded(stage)
            ? numberOf(&op, ClusterAttr, std::numeric_limits<int32_t>::max())
            : FailureOr<std::int64_t>(failure());
    if (failed(cluster))
      return failure();
    entries.push_back({&op, *stage, *cluster});
  }
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return a.cluster != b.cluster ? a.cluster < b.cluster
                                  : a.op->isBeforeInBlock(b.op);
  });
  LoopSchedule schedule(static_cast<unsigned>(*last));
  for (const Entry &entry : entries)
    schedule.append(entry.op, static_cast<unsigned>(entry.stage));
  if (failed(schedule.verify(loop)))
    return failure();
  loop->removeAttr(LastStageAttr);
  loop.getBody()->walk([](Operation *op) {
    for (llvm::StringRef name : {LatencyAttr, StageAttr, ClusterAttr})
      op->removeAttr(name);
  });
  return schedule;
}

bool LoopSchedule::runsBefore(Operation *first, Operation *second,
                              unsigned distance) const {
  unsigned before = stageOf(first), after = stageOf(second) + distance;
  return before < after ||
         (before == after && positionOf(first) < positionOf(second));
}

LogicalResult LoopSchedule::verify(scf::ForOp loop) const {
  auto expect = [&](Operation *op, Operation *user, unsigned distance) {
    if (runsBefore(op, user, distance))
      return success();
    InFlightDiagnostic error =
        user->emitOpError()
        << "is scheduled before what it uses: it is in stage " << stageOf(user);
    error.attachNote(op->getLoc())
        << "this is in stage " << stageOf(op)
        << (distance == 0 ? "" : ", of the iteration before");
    return LogicalResult(error);
  };
  for (Operation *op : ops) {
    if (stageOf(op) != lastStage && !canRunWithoutIteration(op))
      return op->emitOpError() << "is scheduled to run ahead, but has effects";
    for (Operation *user : usersInBody(loop, op))
      if (failed(expect(op, user, 0)))
        return failure();
    for (Operation *user : usersInNext(loop, op))
      if (failed(expect(op, user, 1)))
        return failure();
  }
  return success();
}

void LoopSchedule::write(scf::ForOp loop) const {
  Builder builder(loop.getContext());
  auto number = [&](std::size_t value) {
    return builder.getI32IntegerAttr(static_cast<std::int32_t>(value));
  };
  std::size_t cluster = 0;
  Operation *before = nullptr;
  for (Operation *op : ops) {
    if (before != nullptr &&
        (stageOf(before) != stageOf(op) || op->isBeforeInBlock(before)))
      ++cluster;
    op->setAttr(StageAttr, number(stageOf(op)));
    op->setAttr(ClusterAttr, number(cluster));
    before = op;
  }
  loop->setAttr(LastStageAttr, number(lastStage));
}

std::size_t LoopSchedule::positionOf(Operation *op) const {
  return static_cast<std::size_t>(llvm::find(ops, op) - ops.begin());
}

void LoopSchedule::append(Operation *op, unsigned stage) {
  ops.push_back(op);
  stages[op] = stage;
}

void LoopSchedule::insertBefore(Operation *at, Operation *op, unsigned stage) {
  ops.insert(llvm::find(ops, at), op);
  stages[op] = stage;
}

void LoopSchedule::insertAfter(Operation *at, Operation *op, unsigned stage) {
  ops.insert(llvm::find(ops, at) + 1, op);
  stages[op] = stage;
}

void LoopSchedule::erase(Operation *op) {
  llvm::erase(ops, op);
  stages.erase(op);
}

void LoopSchedule::sortBody(scf::ForOp loop) const {
  Operation *end = loop.getBody()->getTerminator();
  for (unsigned stage = 0; stage <= lastStage; ++stage)
    for (Operation *op : ops)
      if (stageOf(op) == stage)
        op->moveBefore(end);
}

} // namespace heddle
