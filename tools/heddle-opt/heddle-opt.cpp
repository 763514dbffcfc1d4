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
#include "heddle/files/InputFile.h"
#include "heddle/files/OutputFile.h"
#include "heddle/ir/Dialects.h"
#include "heddle/ir/Meaning.h"
#include "heddle/ir/Parse.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/pipeline/PipelineSteps.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/program/LlvmProgram.h"
#include "heddle/simt/Simt.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/transforms/Passes.h"
#include "heddle/verify/VerifyPasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace {

using namespace mlir;

/// Ops are printed as the release spells them; what it cannot express is an
/// error, not left out.
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

/// Passes compute with what they are given, which Triton's verifiers leave open
/// in part.
class CheckMeaning : public PassWrapper<CheckMeaning, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckMeaning)

  llvm::StringRef getArgument() const final { return "check-meaning"; }
  void runOnOperation() final {
    if (failed(heddle::ir::verifyMeaning(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

int fail(const llvm::Twine &message) {
  llvm::errs() << "heddle-opt: error: " << message << "\n";
  return EXIT_FAILURE;
}

/// The text of `--help`; LLVM's own help, `--help-hidden`, has hundreds of
/// options.
constexpr llvm::StringLiteral Help =
    R"(Reads Triton's IR, checks it, runs passes over it and prints it

Usage: heddle-opt [OPTIONS] [FILE]

Options:
  -o FILE                    write to a file instead of the standard output
  --triton RELEASE           print what this release of Triton writes: 3.6, 3.7,
                             3.8 or 3.9 (default: 3.9)
  --PASS, --PASS='OPTIONS'   run a pass; they run in the order that they are given
  --pass-pipeline='builtin.module(PASS,PASS{OPTIONS})'
                             run a pipeline that is written out
  --stop-after PASS          leave out the passes behind this one: its name, NAME#2
                             for the second of that name, or its number
  --verify-each-pass         check that each pass leaves what functions compute as it
                             was, by proof or by executing them before and after
  --show-pipeline            list the passes that would run, and their numbers
  --split-input-file         take the parts of the input between // ----- lines
                             one by one
  --verify-diagnostics       check that the errors are those that comments in the
                             input expect
  --mlir-print-debuginfo     print the locations of ops
  --mlir-print-ir-after-all, --mlir-print-ir-after-change
                             print the IR between passes
  --mlir-timing              print how long each pass took
  --show-dialects            print the dialects that are read
  --help-hidden              print all options of LLVM and MLIR, and all passes
  --version                  print versions

Examples:
  # What another release of Triton writes for a kernel
  $ heddle-opt examples/kernels/add_vectors.ttir --triton 3.6
  # The passes of heddle compile, as far as the layouts are chosen
  $ heddle-opt examples/kernels/softmax_rows.ttir --heddle-tensors=target=sm_90 --stop-after tritongpu-remove-layout-conversions
  # From TTIR to TTGIR, with coalesced accesses
  $ heddle-opt examples/kernels/add_vectors.ttir --convert-triton-to-tritongpu='target=cuda:90 num-warps=4' --tritongpu-coalesce

Passes of heddle-opt, beside MLIR's general ones:
)";

/// The passes that are registered so far; their options are for --help-hidden.
void printHelp() {
  llvm::outs() << Help;
  printRegisteredPasses();
}

/// Compares functions before and after each pass of the command line.
class Verifier : public heddle::equivalence::PassVerifier {
public:
  using PassVerifier::PassVerifier;

  void runBeforePass(Pass *pass, Operation *op) final {
    if (!isa<CheckMeaning>(pass))
      PassVerifier::runBeforePass(pass, op);
  }
  void runAfterPass(Pass *pass, Operation *op) final {
    if (!isa<CheckMeaning>(pass))
      PassVerifier::runAfterPass(pass, op);
  }
  void runAfterPassFailed(Pass *pass, Operation *op) final {
    if (!isa<CheckMeaning>(pass))
      PassVerifier::runAfterPassFailed(pass, op);
  }
};

void addVerifier(PassManager &passes) {
  using namespace heddle::equivalence;
  VerifyOptions options;
  // A copy of the module is made before each pass.
  passes.getContext()->disableMultithreading();
  passes.addInstrumentation(std::make_unique<Verifier>(
      options, [options](const PassVerdict &found, ModuleOp before) {
        if (found.verdict.kind == Verdict::Kind::Different)
          emitDifference(found, before, options);
      }));
}

/// The passes of the command line, up to the one that is told if there is one.
LogicalResult addPasses(PassManager &passes, const MlirOptMainConfig &asked,
                        const std::string &last) {
  if (failed(asked.setupPassPipeline(passes)))
    return failure();
  if (last.empty())
    return success();
  if (heddle::Result<void> cut = heddle::stopAfter(passes, last); !cut) {
    fail("--stop-after: " + cut.error().text());
    return failure();
  }
  return success();
}

/// Adds the passes of another pipeline.
LogicalResult addCopies(PassManager &passes, PassManager &wanted) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(
      wanted.getPasses(), stream,
      [&](Pass &pass) { pass.printAsTextualPipeline(stream); }, ",");
  return parsePassPipeline(text, passes);
}

/// The passes of the command line, if there are some behind a check of what
/// they are given, then a check of what is printed.
MlirOptMainConfig configuration(const MlirOptMainConfig &asked,
                                const std::string &last, bool verifies) {
  MlirOptMainConfig config = asked;
  config.setPassPipelineSetupFn([asked, last, verifies](PassManager &passes) {
    PassManager wanted(passes.getContext(), passes.getOpAnchorName(),
                       passes.getNesting());
    if (failed(addPasses(wanted, asked, last)))
      return failure();
    // Cutting counts passes, among which the check is not.
    if (!wanted.empty())
      passes.addPass(std::make_unique<CheckMeaning>());
    if (last.empty() ? failed(addPasses(passes, asked, last))
                     : failed(addCopies(passes, wanted)))
      return failure();
    if (verifies)
      addVerifier(passes);
    passes.addPass(std::make_unique<CheckPrintable>());
    return success();
  });
  return config;
}

/// mlir-opt's main function parses.
LogicalResult checkArrays(const std::string &text, const std::string &name) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                             llvm::SMLoc());
  MLIRContext context(MLIRContext::Threading::DISABLED);
  SourceMgrDiagnosticHandler handler(sources, &context);
  return heddle::ir::verifyArrays(sources, &context);
}

/// Lists the passes of the command line.
int showPipeline(const MlirOptMainConfig &asked) {
  MLIRContext context;
  PassManager passes(&context);
  if (failed(asked.setupPassPipeline(passes)))
    return EXIT_FAILURE;
  for (auto [index, step] : llvm::enumerate(heddle::stepsOf(passes)))
    llvm::outs() << llvm::formatv("{0,3} {1}{2}\n", index + 1, step.name,
                                  step.options);
  return EXIT_SUCCESS;
}

/// LLVM's code generators have an option of this name for their own passes,
/// which do not run here.
void forgetOption(llvm::StringRef name) {
  auto &options = llvm::cl::getRegisteredOptions();
  if (auto found = options.find(name); found != options.end())
    found->second->removeArgument();
}

int run(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  heddle::beLlvmProgram("heddle-opt");
  llvm::cl::opt<std::string> triton(
      "triton", llvm::cl::desc("The release of Triton that is printed"),
      llvm::cl::value_desc("3.6 | 3.7 | 3.8 | 3.9"),
      llvm::cl::init(std::string(heddle::factsOf(heddle::NewestTriton).name)));
  forgetOption("stop-after");
  llvm::cl::opt<std::string> last("stop-after",
                                  llvm::cl::desc("The last pass that runs"),
                                  llvm::cl::value_desc("pass"));
  llvm::cl::opt<bool> verifies(
      "verify-each-pass",
      llvm::cl::desc("Compares functions before and after each pass"));
  llvm::cl::opt<bool> shows("show-pipeline",
                            llvm::cl::desc("Lists the passes that would run"));
  DialectRegistry registry;
  heddle::ir::registerDialects(registry);
  heddle::registerHeddlePasses();
  heddle::registerLoweringPasses();
  heddle::registerHeddleSimtPasses();
  heddle::registerPipelines();
  if (heddle::asksForHelp(argc, argv)) {
    printHelp();
    return EXIT_SUCCESS;
  }
  registerTransformsPasses();
  heddle::registerTestPasses();
  registry.insert<heddle::simt::SimtDialect>();
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Heddle optimizer driver\n", registry);
  heddle::Result<heddle::TritonVersion> release = heddle::parseVersion(triton);
  if (!release)
    return fail("--triton: " + release.error().text());
  heddle::ir::setRelease(registry, *release);
  MlirOptMainConfig asked = MlirOptMainConfig::createFromCLOptions();
  if (shows)
    return showPipeline(asked);
  MlirOptMainConfig config = configuration(asked, last, verifies);
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  heddle::Result<std::string> text = heddle::readIr(input, {.bytecode = true});
  if (!text)
    return fail(text.error().text());
  std::string name = input == "-" ? "<stdin>" : input;
  if (failed(checkArrays(*text, name)))
    return EXIT_FAILURE;
  // What a file already had is only replaced when all is done, and the input
  // may be the output.
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  LogicalResult done =
      MlirOptMain(stream, llvm::MemoryBuffer::getMemBufferCopy(*text, name),
                  registry, config);
  if (failed(done) && output != "-")
    return EXIT_FAILURE;
  if (heddle::Result<void> written = heddle::writeOutput(output, printed);
      !written)
    return fail(written.error().text());
  return asMainReturnCode(done);
}

} // namespace

int main(int argc, char **argv) { return run(argc, argv); }
