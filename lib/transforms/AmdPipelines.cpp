//===- AmdPipelines.cpp - Loops of AMD GPUs -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops are the same for both vendors; what differs is that what these GPUs
// load ahead waits in registers.
//
//===----------------------------------------------------------------------===//

#include "heddle/transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUSCHEDULELOOPS
#define GEN_PASS_DEF_TRITONAMDGPUPIPELINE
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

struct TritonAMDGPUScheduleLoops
    : impl::TritonAMDGPUScheduleLoopsBase<TritonAMDGPUScheduleLoops> {
  using TritonAMDGPUScheduleLoopsBase::TritonAMDGPUScheduleLoopsBase;

  void runOnOperation() final {
    OpPassManager passes(ModuleOp::getOperationName());
    passes.addPass(createTritonGPUAssignLatencies(
        {.numStages = numStages, .inRegisters = true}));
    passes.addPass(createTritonGPUScheduleLoops());
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
};

struct TritonAMDGPUPipeline
    : impl::TritonAMDGPUPipelineBase<TritonAMDGPUPipeline> {
  void runOnOperation() final {
    OpPassManager passes(ModuleOp::getOperationName());
    passes.addPass(createTritonGPUPipeline());
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
};

} // namespace
} // namespace heddle
