//===- Bisection.h - Which pass breaks a kernel -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the passes of a pipeline and finds the one that changes what a kernel
/// computes: tensor by tensor around each pass first, then those that make and
/// change the threads' program, which is compared with the kernel as it was
/// given.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_BISECTION_H
#define HEDDLE_TOOLS_HEDDLE_BISECTION_H

#include "heddle/pipeline/PipelineSteps.h"
#include "heddle/target/Target.h"
#include "heddle/verify/VerifyPasses.h"

namespace heddle {

/// What broke a kernel.
struct Finding {
  equivalence::PassVerdict pass;
  /// What the pass got, or all of lowering.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Of a pass over a thread's program, the chip that it is for.
  const Target *threads = nullptr;
};

struct BisectionOptions {
  /// Of heddle compile, if there are none.
  std::string passes;
  unsigned warps = 4, stages = 3;
  equivalence::VerifyOptions verify;
};

class Bisection {
public:
  Bisection(mlir::ModuleOp module, const Target &target,
            const BisectionOptions &options);

  /// Runs the passes; fails if one does for another reason. Finds nothing if
  /// none changes what a kernel computes.
  mlir::LogicalResult run(std::optional<Finding> &finding);

  /// Passes that ran, and their functions by what is known of them.
  unsigned passes = 0, proved = 0, tried = 0, undecided = 0;

private:
  mlir::LogicalResult addPasses(mlir::PassManager &manager);
  mlir::LogicalResult runTensorPasses(std::optional<Finding> &finding);
  mlir::LogicalResult runThreadPasses(std::optional<Finding> &finding);
  /// Null if the passes fail.
  mlir::OwningOpRef<mlir::ModuleOp>
  lowered(mlir::ModuleOp from, const std::vector<PipelineStep> &steps);
  /// Through the passes that a module with layouts needs before lowering.
  mlir::OwningOpRef<mlir::ModuleOp> completed(mlir::ModuleOp tensors);
  /// Of the first function that a thread's program does not compute.
  std::optional<equivalence::PassVerdict> differenceOf(mlir::ModuleOp threads,
                                                       bool counts = false);
  mlir::OwningOpRef<mlir::ModuleOp>
  loweredWithout(mlir::ModuleOp tensors, const std::vector<PipelineStep> &steps,
                 std::size_t index);
  void findThreadPass(mlir::ModuleOp tensors,
                      const std::vector<PipelineStep> &steps,
                      equivalence::PassVerdict &difference);
  /// Names the op whose lowering is wrong, if one can be told from the others.
  void findOp(mlir::ModuleOp tensors, equivalence::PassVerdict &difference);
  void count(const equivalence::Verdict &verdict);

  mlir::ModuleOp module;
  const Target &target;
  const BisectionOptions &options;
  /// As it was given.
  mlir::OwningOpRef<mlir::ModuleOp> original;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_BISECTION_H
