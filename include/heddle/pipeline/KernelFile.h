//===- KernelFile.h - Kernels on their way to code --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file of kernels on its way to code, step by step.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PIPELINE_KERNELFILE_H
#define HEDDLE_PIPELINE_KERNELFILE_H

#include "heddle/lowering/Record.h"
#include "heddle/pipeline/Compile.h"
#include "heddle/pipeline/LoopDecisions.h"
#include "heddle/transforms/LayoutChoice.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

namespace mlir {
class AsmParserState;
} // namespace mlir

namespace heddle {

class MessageHandler;

/// What goes wrong is said at the op that it is about: on the standard error,
/// or into the messages of the options.
class KernelFile {
public:
  ~KernelFile();

  /// `Trouble` if the file cannot be read, has no kernel of the name that is
  /// asked for, or neither it nor the options name the target; `Refusal` if it
  /// is not in Triton's IR.
  static Reported<std::unique_ptr<KernelFile>>
  read(const CompileOptions &options);

  /// Puts functions in place of calls, and parts in that of descriptors, as
  /// choosing layouts does first.
  mlir::LogicalResult prepare();
  /// Chooses layouts where the file has none.
  mlir::LogicalResult giveLayouts();
  /// Makes kernels of one thread's program; layouts have been given. Fails,
  /// too, if a block of them does not fit into the target's shared memory.
  mlir::LogicalResult lower();

  /// What was read.
  std::string text() const {
    return sources.getMemoryBuffer(1)->getBuffer().str();
  }
  mlir::ModuleOp source() { return *module; }
  mlir::ModuleOp kernels() { return *threads; }
  /// One for each kernel, which have been made.
  std::vector<KernelLaunch> launches();
  /// What lowering decided; its ops are those of `source`.
  const LoweringRecord &lowering() const { return record; }
  /// What is to be said of the layouts, if they were chosen for a report.
  const std::optional<LayoutChoice> &layouts() const { return choice; }
  /// The same of loops.
  const std::optional<LoopDecisions> &loops() const { return decisions; }
  const Target &target() const { return *chip; }
  /// Where steps are timed, if that is wanted; the table is printed when the
  /// file goes.
  mlir::TimingScope &timing() { return steps; }

private:
  KernelFile() = default;
  mlir::LogicalResult chooseTarget();
  mlir::LogicalResult checkBlocks();
  mlir::LogicalResult chooseEntry();
  mlir::LogicalResult checkSharedMemory();
  /// Gives ops of functions whose source is not there the places that they have
  /// in the input.
  void placeInInput(const mlir::AsmParserState &state);

  CompileOptions options;
  mlir::DefaultTimingManager timer;
  mlir::TimingScope steps;
  const Target *chip = nullptr;
  /// Of a cluster.
  unsigned blocks = 1;
  std::unique_ptr<mlir::MLIRContext> context;
  llvm::SourceMgr sources;
  std::unique_ptr<MessageHandler> handler;
  mlir::OwningOpRef<mlir::ModuleOp> module, threads;
  LoweringRecord record;
  std::optional<LayoutChoice> choice;
  std::optional<LoopDecisions> decisions;
  /// Of each function, as the file has them.
  std::map<std::string, std::vector<KernelArgument>> arguments;
};

} // namespace heddle

#endif // HEDDLE_PIPELINE_KERNELFILE_H
