//===- LoopSchedule.h - When the ops of a loop run --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The schedule of a loop that is to be pipelined: a stage and a cluster for
/// each op of its body, in the attributes by which Triton's passes hand it on.
///
/// Iteration k of the pipelined loop runs the ops of stage s for iteration
/// k + last - s of the source, where `last` is the last stage: an op of stage 0
/// runs `last` iterations ahead. Within an iteration clusters run in the order
/// of their numbers, and the ops of a cluster in that of the body.
///
///     stage 0, cluster 0   load A[k + 2]
///     stage 2, cluster 1   sum += A[k] * B
///
/// A schedule is valid if each op runs behind those whose results it uses: of
/// the same iteration in an earlier stage, or in the same one and before it in
/// the order; of the iteration before in no later stage, or one later and
/// before it in the order.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_LOOPSCHEDULE_H
#define HEDDLE_LIB_TRANSFORMS_LOOPSCHEDULE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {

/// Of a load: how many iterations before its use it is to run.
inline constexpr llvm::StringLiteral LatencyAttr = "tt.latency";
/// Of a loop: copies for later iterations are to stand behind the products that
/// read what they overwrite, which takes a barrier, and saves a buffer.
inline constexpr llvm::StringLiteral CopiesBehindAttr = "heddle.copies_behind";
/// Of an op of a scheduled loop.
inline constexpr llvm::StringLiteral StageAttr = "loop.stage";
inline constexpr llvm::StringLiteral ClusterAttr = "loop.cluster";
/// Of a loop: the last stage of its schedule.
inline constexpr llvm::StringLiteral LastStageAttr = "tt.scheduled_max_stage";

class LoopSchedule {
public:
  /// Of no op yet.
  explicit LoopSchedule(unsigned lastStage) : lastStage(lastStage) {}

  /// What the attributes say, which are removed. Fails with an error at an op
  /// that has none, or that runs before what it needs.
  static mlir::FailureOr<LoopSchedule> take(mlir::scf::ForOp loop);
  /// Writes the attributes: a cluster is a run of neighbours that stand in the
  /// order of the body.
  void write(mlir::scf::ForOp loop) const;

  unsigned last() const { return lastStage; }
  unsigned stageOf(mlir::Operation *op) const { return stages.lookup(op); }
  /// In the order in which one iteration runs them.
  llvm::ArrayRef<mlir::Operation *> order() const { return ops; }
  std::size_t positionOf(mlir::Operation *op) const;

  void append(mlir::Operation *op, unsigned stage);
  void insertBefore(mlir::Operation *at, mlir::Operation *op, unsigned stage);
  void insertAfter(mlir::Operation *at, mlir::Operation *op, unsigned stage);
  /// Ops in regions have no place of their own.
  void erase(mlir::Operation *op);

  /// Puts the ops of the body in an order in which they could run one iteration
  /// after the other: by stages, and then as scheduled.
  void sortBody(mlir::scf::ForOp loop) const;

private:
  mlir::LogicalResult verify(mlir::scf::ForOp loop) const;
  /// Whether `first` runs before `second` if both are of one iteration; with
  /// `distance` 1, if `second` is of the next.
  bool runsBefore(mlir::Operation *first, mlir::Operation *second,
                  unsigned distance) const;

  unsigned lastStage;
  std::vector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> stages;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOOPSCHEDULE_H
