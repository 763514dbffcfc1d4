//===- Pipelines.h - Which passes run, and in what order --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass pipelines of the compiler, a line a pass in Pipelines.cpp. Each is
/// registered by a name, so that `heddle-opt` runs the same ones, prints after
/// each pass and stops where it is told to:
///
///     heddle-opt k.ttir --heddle-tensors=target=sm_90
///     heddle-opt k.ttir --triton-tensors=target=sm_90 --stop-after cse
///     heddle-opt k.ttgir --heddle-threads --mlir-print-ir-after-all
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PIPELINE_PIPELINES_H
#define HEDDLE_PIPELINE_PIPELINES_H

#include "heddle/lowering/Arithmetic.h"
#include "heddle/lowering/Record.h"
#include "heddle/target/Target.h"
#include "heddle/transforms/LayoutChoice.h"
#include "mlir/Pass/PassManager.h"

namespace heddle {

/// Which loops have warps of their own for their copies, where that is
/// possible: none, those that the program marks by `tt.warp_specialize` and
/// those where it pays, or all.
enum class WarpSpecialization { Off, Marked, All };

struct TensorPipelineOptions {
  const Target *target = nullptr;
  unsigned warps = 4;
  /// Blocks of a cluster.
  unsigned blocks = 1;
  /// Of a loop that does not say how many; 1: its loads wait.
  unsigned stages = 3;
  /// Loads operands of all pipelined products a slice ahead, not only where
  /// that costs no block.
  bool prefetches = false;
  WarpSpecialization specialization = WarpSpecialization::Marked;
  /// May loads by pointers become those of descriptors, which take global
  /// scratch memory?
  bool allowsScratch = true;
  /// A file that says something of layouts (`heddle-layout-hints`); empty:
  /// none.
  std::string layoutHints = {};
  /// If it is not null, what is to be said of the layouts goes there.
  LayoutChoice *choice = nullptr;
};

struct ThreadPipelineOptions {
  /// Null for the one that the module names.
  const Target *target = nullptr;
  ArithmeticOptions arithmetic = {};
  /// If there is one, it says what lowering decided, and keeps the tensor
  /// program.
  LoweringRecord *record = nullptr;
  /// Puts proxy fences where products of warp groups need them.
  bool insertsFences = true;
};

/// TTIR to TTGIR: chooses layouts, and removes conversions between them.
void buildTensorPipeline(mlir::OpPassManager &passes,
                         const TensorPipelineOptions &options);

/// The same by Triton's passes alone, in the order in which Triton 3.9 runs
/// them for the target, and by its rules for layouts: for comparisons.
void buildTritonPipeline(mlir::OpPassManager &passes,
                         const TensorPipelineOptions &options);

/// What all kernels begin with: no calls, and of descriptors only those that
/// the target's copy engine takes, of programs that are one block; parts are in
/// the place of the others.
void buildPreparation(mlir::OpPassManager &passes, const Target &target,
                      unsigned blocks);

/// What TTGIR whose layouts somebody else chose needs before it is lowered.
void buildCompletion(mlir::OpPassManager &passes, const Target &target,
                     unsigned blocks);

/// TTGIR to kernels of `simt` that can run: lowered, with shared memory
/// allocated and barriers in place.
void buildThreadPipeline(mlir::OpPassManager &passes,
                         const ThreadPipelineOptions &options = {});

/// Registers `heddle-tensors` and `triton-tensors`, with the options `target`,
/// `num-warps`, `num-ctas`, `num-stages` and `prefetch`, and `heddle-threads`.
void registerPipelines();

} // namespace heddle

#endif // HEDDLE_PIPELINE_PIPELINES_H
