//===- PipelineSteps.h - The passes of a pipeline, one by one ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bisecting a pipeline: its passes by number and by name, and the pipeline up
/// to one of them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PIPELINE_PIPELINESTEPS_H
#define HEDDLE_PIPELINE_PIPELINESTEPS_H

#include "heddle/f2/Error.h"
#include "mlir/Pass/PassManager.h"

#include <string>
#include <vector>

namespace heddle {

/// A pass of a pipeline, as `--pass-pipeline` writes it.
struct PipelineStep {
  std::string name;
  /// `{num-stages=3}`; empty without options.
  std::string options;
  /// The pipeline up to it, without the op around it.
  std::string upTo;
};

/// In the order in which they run. Passes need names by which they are
/// registered.
std::vector<PipelineStep> stepsOf(const mlir::OpPassManager &passes);

/// Leaves out what comes after a pass, which is told by its name (the first of
/// that name), by its name and which one of that name it is (`cse#2`), or by
/// its number in the pipeline, from 1 on. Fails if there is none.
[[nodiscard]] Result<void> stopAfter(mlir::OpPassManager &passes,
                                     llvm::StringRef step);

} // namespace heddle

#endif // HEDDLE_PIPELINE_PIPELINESTEPS_H
