//===- Pipelines.cpp - Which passes run, and in what order ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/Pipelines.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

namespace heddle {

using namespace mlir;

static void addDescriptors(OpPassManager &passes, const Target &target,
                           unsigned blocks) {
  passes.addPass(createTritonRewriteTensorDescriptorToPointer(
      {.hasEngine = target.hasBoxCopies,
       .blocks = static_cast<std::int32_t>(blocks)}));
}

void buildPreparation(OpPassManager &passes, const Target &target,
                      unsigned blocks) {
  passes.addPass(createInlinerPass());
  addDescriptors(passes, target, blocks);
}

namespace {

/// What a warp of its own is to load comes by descriptors.
void addDescriptorsOfLoops(OpPassManager &passes,
                           const TensorPipelineOptions &options) {
  if (options.specialization == WarpSpecialization::Off || options.blocks > 1 ||
      options.stages < 2 || !options.allowsScratch ||
      !options.target->matrix.sets.has(MatrixSet::HopperWgmma))
    return;
  passes.addPass(createHeddlePointersToDescriptors(
      {.numWarps = static_cast<std::int32_t>(options.warps)}));
}

/// What a loop does not change is not copied into the stages of its pipeline.
void addLoopPipelining(OpPassManager &passes,
                       const TensorPipelineOptions &options) {
  TritonGPUAssignLatenciesOptions latencies;
  latencies.numStages = static_cast<std::int32_t>(options.stages);
  if (options.stages > 1)
    passes.addPass(createLoopInvariantCodeMotionPass());
  if (options.specialization != WarpSpecialization::Off)
    passes.addPass(createTritonGPUAutomaticWarpSpecialization(
        {.numStages = latencies.numStages,
         .all = options.specialization == WarpSpecialization::All}));
  passes.addPass(createTritonGPUAssignLatencies(latencies));
  passes.addPass(createTritonGPUScheduleLoops());
  passes.addPass(createTritonGPUPipeline());
  passes.addPass(createTritonGPUPrefetch(
      {.defersProducts = true, .inSpareRegisters = !options.prefetches}));
  passes.addPass(createTritonNvidiaGPUTMALowering());
}

/// Last, since other passes know pointers. Without a mask, `global_load` with a
/// scalar base is as good and needs no descriptor.
void addBuffers(OpPassManager &passes) {
  passes.addPass(createTritonAMDGPUCanonicalizePointers());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createTritonAMDGPUConvertToBufferOps({.onlyMasked = true}));
  passes.addPass(createCanonicalizerPass());
}

/// Of functions that are inlined: coalesced accesses, and all that needs no
/// products by matrix instructions.
void addFirstLayouts(OpPassManager &passes,
                     const TensorPipelineOptions &options) {
  ConvertTritonToTritonGPUOptions layouts;
  layouts.target = moduleName(*options.target);
  layouts.numWarps = static_cast<std::int32_t>(options.warps);
  layouts.numCTAs = static_cast<std::int32_t>(options.blocks);
  layouts.threadsPerWarp = static_cast<std::int32_t>(options.target->lanes);

  addDescriptors(passes, *options.target, options.blocks);
  passes.addPass(createTritonDecomposeScaledDot({.target = layouts.target}));
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createConvertTritonToTritonGPU(layouts));
  passes.addPass(createTritonGPUCoalesce());
  if (options.blocks > 1) {
    passes.addPass(createTritonNvidiaGPUPlanCTA());
    passes.addPass(createTritonNvidiaGPUOptimizeCTALocality());
  }
  passes.addPass(createTritonGPUF32DotTC());
}

std::unique_ptr<Pass> createRemovalByRules() {
  TritonGPURemoveLayoutConversionsOptions options;
  options.costModel = CostModel::Triton;
  return createTritonGPURemoveLayoutConversions(options);
}

} // namespace

void buildTensorPipeline(OpPassManager &passes,
                         const TensorPipelineOptions &options) {
  passes.addPass(createInlinerPass());
  if (options.target->vendor == Vendor::Nvidia && options.blocks == 1)
    passes.addPass(createHeddleOrderPrograms());
  passes.addPass(createHeddleLoadDistinct());
  addDescriptorsOfLoops(passes, options);
  addFirstLayouts(passes, options);
  passes.addPass(createTritonGPUAccelerateMatmul(
      {.numStages = static_cast<std::int32_t>(options.stages)}));
  if (!options.layoutHints.empty())
    passes.addPass(createHeddleLayoutHints({.file = options.layoutHints}));
  passes.addPass(
      createTritonGPURemoveLayoutConversions(options.stages, options.choice));
  addLoopPipelining(passes, options);
  // Of a loop that is there twice, one is not split. Where masks are gone, more
  // may be scaled behind them.
  passes.addPass(createHeddleScaledMaximum());
  passes.addPass(createHeddleSplitMaskedLoops());
  passes.addPass(createHeddleScaledMaximum());
  passes.addPass(createTritonGPUReloadFactors());
  passes.addPass(createTritonGPULoopOverDotDepth());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  if (options.target->vendor == Vendor::Amd)
    addBuffers(passes);
}

void buildTritonPipeline(OpPassManager &passes,
                         const TensorPipelineOptions &options) {
  passes.addPass(createInlinerPass());
  addFirstLayouts(passes, options);
  passes.addPass(createRemovalByRules());
  passes.addPass(createTritonGPUOptimizeThreadLocality());
  passes.addPass(createTritonGPUAccelerateMatmul(
      {.numStages = static_cast<std::int32_t>(options.stages)}));
  passes.addPass(createRemovalByRules());
  passes.addPass(createTritonGPUOptimizeDotOperands());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createTritonLoopAwareCSE());
  passes.addPass(createTritonLoopInvariantCodeMotion());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createTritonGPUCombineTensorSelectAndIf());
  if (options.target->vendor == Vendor::Nvidia) {
    passes.addPass(createTritonGPUAssignLatencies(
        {.numStages = static_cast<std::int32_t>(options.stages)}));
    passes.addPass(createTritonGPUScheduleLoops());
    passes.addPass(createTritonGPUPipeline());
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createTritonLoopAwareCSE());
    if (options.prefetches)
      passes.addPass(createTritonGPUPrefetch());
    passes.addPass(createTritonGPUOptimizeDotOperands());
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createTritonNvidiaGPUTMALowering());
  }
  passes.addPass(createRemovalByRules());
  passes.addPass(createTritonGPUReduceDataDuplication());
  passes.addPass(createTritonGPUReorderInstructions());
  passes.addPass(createTritonLoopAwareCSE());
  passes.addPass(createCanonicalizerPass());
}

void buildCompletion(OpPassManager &passes, const Target &target,
                     unsigned blocks) {
  passes.addPass(createInlinerPass());
  // Kernels of Gluon leave layouts open.
  passes.addPass(createGluonInferCoalescedEncodings());
  passes.addPass(createGluonResolveAutoEncodings());
  passes.addPass(createTritonRewriteTensorDescriptorToPointer(
      {.hasEngine = target.hasBoxCopies && blocks == 1}));
  bool hasBuffers = target.vendor == Vendor::Amd;
  passes.addPass(createTritonAMDGPUBufferOpsToPointers(
      {.target = hasBuffers ? std::string(target.name) : ""}));
  passes.addPass(createTritonNvidiaGPUTMALowering());
}

// MLIR's canonicalizer does not run on simt: it would undo what lowering chose.
void buildThreadPipeline(OpPassManager &passes,
                         const ThreadPipelineOptions &options) {
  passes.addPass(createLowerToSimtPass(options.target, options.arithmetic,
                                       options.record));
  passes.addPass(createCSEPass());
  passes.addPass(createLoopInvariantCodeMotionPass());
  passes.addNestedPass<simt::KernelOp>(createSimtShareOffsets());
  passes.addNestedPass<simt::KernelOp>(createSimtFuseProducts());
  passes.addNestedPass<simt::KernelOp>(createSimtMarkLastUses());
  passes.addNestedPass<simt::KernelOp>(createSimtDeferWaits());
  SimtAllocateSharedOptions room;
  if (options.target != nullptr) {
    room.limit = options.target->sharedBytes;
    if (options.target->timing) {
      room.ofMultiprocessor =
          options.target->timing->multiprocessor.sharedBytes;
      room.reserved =
          options.target->timing->multiprocessor.reservedSharedBytes;
    }
  }
  passes.addNestedPass<simt::KernelOp>(createSimtAllocateShared(room));
  passes.addNestedPass<simt::KernelOp>(
      createSimtInsertBarriers({.insertsFences = options.insertsFences}));
  // What comes before reads addresses from the thread's number.
  passes.addNestedPass<simt::KernelOp>(createSimtKeepInBranches());
}

namespace {

struct TensorOptions : PassPipelineOptions<TensorOptions> {
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("the GPU: sm_90, gfx942, ...")};
  Option<unsigned> warps{*this, "num-warps", llvm::cl::desc("warps of a block"),
                         llvm::cl::init(4)};
  Option<unsigned> blocks{*this, "num-ctas",
                          llvm::cl::desc("blocks of a cluster"),
                          llvm::cl::init(1)};
  Option<unsigned> stages{*this, "num-stages",
                          llvm::cl::desc("stages of a loop's pipeline"),
                          llvm::cl::init(3)};
  Option<bool> prefetches{
      *this, "prefetch",
      llvm::cl::desc("load operands of all pipelined products a slice ahead"),
      llvm::cl::init(false)};
};

using Build = void (*)(OpPassManager &, const TensorPipelineOptions &);

void registerTensorPipeline(const char *name, llvm::StringRef description,
                            Build build) {
  registerPassPipeline(
      name, description,
      [=](OpPassManager &passes, llvm::StringRef text,
          llvm::function_ref<LogicalResult(const Twine &)> fail) {
        TensorOptions options;
        if (failed(options.parseFromString(text)))
          return fail(llvm::Twine(name) + " cannot read its options '" + text +
                      "'");
        Result<const Target *> target = findTarget(options.target.getValue());
        if (!target)
          return fail(llvm::Twine(name) + ": " + target.error().text());
        build(passes, {.target = *target,
                       .warps = options.warps,
                       .blocks = options.blocks,
                       .stages = options.stages,
                       .prefetches = options.prefetches});
        return success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> handle) {
        handle(TensorOptions());
      });
}

} // namespace

void registerPipelines() {
  registerTensorPipeline("heddle-tensors",
                         "TTIR to TTGIR, as heddle compile does it",
                         buildTensorPipeline);
  registerTensorPipeline("triton-tensors",
                         "TTIR to TTGIR, by Triton's passes and rules",
                         buildTritonPipeline);
  PassPipelineRegistration<>(
      "heddle-threads", "TTGIR to kernels of simt, as heddle compile does it",
      [](OpPassManager &passes) { buildThreadPipeline(passes); });
}

} // namespace heddle
