//===- heddle-opt.cpp - Running passes on textual IR ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The MLIR-style driver: reads IR, runs the passes named on the command line,
/// prints IR as the release of `--triton` writes it. It knows Triton's dialects
/// and those that stand beside them in kernels, and MLIR's general passes.
///
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "heddle/ir/Dialects.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/simt/Simt.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

namespace {

using namespace mlir;

/// What the release says otherwise is said so; what it cannot say is an error,
/// not left out.
class CheckPrintable : public PassWrapper<CheckPrintable, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckPrintable)

  llvm::StringRef getArgument() const final { return "check-printable"; }
  void runOnOperation() final {
    heddle::ir::fitRelease(getOperation());
    if (failed(heddle::ir::checkPrintable(getOperation())))
      signalPassFailure();
  }
};

int fail(const llvm::Twine &message) {
  llvm::errs() << "heddle-opt: error: " << message << "\n";
  return EXIT_FAILURE;
}

/// The passes of the command line, then the check.
MlirOptMainConfig configuration() {
  MlirOptMainConfig asked = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig config = asked;
  config.setPassPipelineSetupFn([asked](PassManager &passes) {
    if (failed(asked.setupPassPipeline(passes)))
      return failure();
    passes.addPass(std::make_unique<CheckPrintable>());
    return success();
  });
  return config;
}

int run(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::opt<std::string> triton(
      "triton", llvm::cl::desc("The release of Triton that is printed"),
      llvm::cl::value_desc("3.6 | 3.7 | 3.8 | 3.9"),
      llvm::cl::init(std::string(heddle::factsOf(heddle::NewestTriton).name)));
  DialectRegistry registry;
  heddle::ir::registerDialects(registry);
  registerTransformsPasses();
  heddle::registerHeddlePasses();
  heddle::registerLoweringPasses();
  heddle::registerHeddleSimtPasses();
  heddle::registerPipelines();
  heddle::registerTestPasses();
  registry.insert<heddle::simt::SimtDialect>();
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Heddle optimizer driver\n", registry);
  heddle::Result<heddle::TritonVersion> release = heddle::parseVersion(triton);
  if (!release)
    return fail("--triton: " + release.error().text());
  heddle::ir::setRelease(registry, *release);
  MlirOptMainConfig config = configuration();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(input, &error);
  if (!file)
    return fail(error);
  std::unique_ptr<llvm::ToolOutputFile> out = openOutputFile(output, &error);
  if (!out)
    return fail(error);
  if (failed(MlirOptMain(out->os(), std::move(file), registry, config)))
    return EXIT_FAILURE;
  out->keep();
  return EXIT_SUCCESS;
}

} // namespace

int main(int argc, char **argv) { return run(argc, argv); }
