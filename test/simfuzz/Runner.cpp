//===- Runner.cpp - Runs programs -----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "Numbers.h"
#include "Text.h"
#include "heddle/ir/Dialects.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/sim/Simulator.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/Format.h"

#include <cstring>

namespace heddle::simfuzz {

using namespace mlir;
using mlir::failure;

const char *nameOf(Verdict::Kind kind) {
  constexpr const char *Names[] = {"right",   "refused", "failed",
                                   "trapped", "wrong",   "crashed"};
  return Names[static_cast<std::size_t>(kind)];
}

struct Runner::Compiler {
  Compiler() : context(registry(), MLIRContext::Threading::DISABLED) {}

  static DialectRegistry registry() {
    DialectRegistry dialects;
    ir::registerDialects(dialects);
    dialects.insert<simt::SimtDialect>();
    return dialects;
  }

  MLIRContext context;
};

Runner::Runner() = default;
Runner::~Runner() = default;

namespace {

void addPass(PassManager &passes, const std::string &name,
             const Program &program) {
  if (name == "convert-triton-to-tritongpu") {
    ConvertTritonToTritonGPUOptions options;
    options.target = "cuda:" + program.target.substr(3);
    options.numWarps = static_cast<std::int32_t>(program.warps);
    options.threadsPerWarp = 32;
    passes.addPass(createConvertTritonToTritonGPU(options));
  } else if (name == "tritongpu-coalesce") {
    passes.addPass(createTritonGPUCoalesce());
  } else if (name == "tritongpu-remove-layout-conversions") {
    passes.addPass(createTritonGPURemoveLayoutConversions());
  } else if (name == "tritongpu-remove-layout-conversions{cost-model=triton}") {
    TritonGPURemoveLayoutConversionsOptions options;
    options.costModel = CostModel::Triton;
    passes.addPass(createTritonGPURemoveLayoutConversions(options));
  } else if (name == "tritongpu-loop-over-dot-depth") {
    passes.addPass(createTritonGPULoopOverDotDepth());
  } else if (name == "canonicalize") {
    passes.addPass(createCanonicalizerPass());
  } else {
    passes.addPass(createCSEPass());
  }
}

/// What the kernel of the file is once the passes of the program and those of
/// the driver are done.
FailureOr<OwningOpRef<ModuleOp>>
compile(MLIRContext &context, const Program &program, const Target &target) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(textOf(program), &context);
  if (!module)
    return failure();
  PassManager passes(&context);
  passes.addPass(createInlinerPass());
  for (const std::string &name : program.passes)
    addPass(passes, name, program);
  if (failed(passes.run(*module)))
    return failure();
  FailureOr<OwningOpRef<ModuleOp>> threads = lowerToSimt(
      *module, target, {.fusesProducts = false, .math = MathMode::Precise});
  if (failed(threads))
    return failure();
  for (simt::KernelOp kernel : (*threads)->getOps<simt::KernelOp>()) {
    allocateShared(kernel);
    if (failed(insertBarriers(kernel)))
      return failure();
  }
  return threads;
}

unsigned bytesOf(Element element) { return (bitsOf(element) + 7) / 8; }

sim::GlobalMemory memoryOf(const Program &program, sim::Launch &launch) {
  sim::GlobalMemory memory;
  for (std::size_t index = 0; index < program.globals.size(); ++index) {
    const Global &global = program.globals[index];
    unsigned width = bytesOf(global.element);
    std::vector<std::uint8_t> bytes(width * global.contents.size());
    for (std::size_t at = 0; at < global.contents.size(); ++at)
      std::memcpy(&bytes[at * width], &global.contents[at], width);
    launch.arguments.push_back(
        memory.add("g" + std::to_string(index), std::move(bytes), true)
            .address);
  }
  for (std::int64_t number : argumentsOf(program))
    launch.arguments.push_back(static_cast<std::uint64_t>(number));
  return memory;
}

/// "g3[17] is 0x2, not 0x1"; empty if all is as expected. Any NaN will do for
/// another.
std::string difference(const Program &program, const Expectation &expected,
                       sim::GlobalMemory &memory) {
  for (std::size_t index = 0; index < program.globals.size(); ++index) {
    Element element = program.globals[index].element;
    unsigned width = bytesOf(element);
    for (std::size_t at = 0; at < expected.contents[index].size(); ++at) {
      std::uint64_t got = 0, wanted = expected.contents[index][at];
      std::memcpy(&got, &memory.all()[index].bytes[at * width], width);
      if (got == wanted || (isNan(got, element) && isNan(wanted, element)))
        continue;
      std::string text;
      llvm::raw_string_ostream(text)
          << "%g" << index << "[" << at << "] (" << nameOf(element)
          << ") expects " << llvm::format_hex(wanted, 2) << ", but got "
          << llvm::format_hex(got, 2);
      return text;
    }
  }
  return "";
}

} // namespace

Verdict Runner::run(const Program &program, const Expectation &expected) {
  constexpr unsigned RunsOfOne = 300;
  if (runs++ % RunsOfOne == 0) {
    compiler.reset();
    compiler = std::make_unique<Compiler>();
  }
  MLIRContext &context = compiler->context;
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream(errors)
        << diagnostic.getLocation() << ": " << diagnostic << "\n";
    return success();
  });
  const Target &target = **findTarget(program.target);
  FailureOr<OwningOpRef<ModuleOp>> threads = compile(context, program, target);
  if (failed(threads)) {
    bool isRefusal = errors.find("cannot be compiled yet") != std::string::npos;
    return {isRefusal ? Verdict::Kind::Refused : Verdict::Kind::Failed, errors};
  }
  sim::Launch launch;
  sim::GlobalMemory memory = memoryOf(program, launch);
  launch.grid = {static_cast<std::uint32_t>(program.grid), 1, 1};
  launch.seed = program.seed;
  launch.maxInstructions = 1U << 24;
  launch.threads = 1;
  launch.host = program.seed % 2 == 0 ? sim::HostInstructions::Best
                                      : sim::HostInstructions::Baseline;
  auto kernel = *(*threads)->getOps<simt::KernelOp>().begin();
  FailureOr<sim::Outcome> outcome =
      sim::simulate(kernel, target, memory, launch);
  if (failed(outcome))
    return {Verdict::Kind::Failed, errors};
  if (outcome->trap) {
    std::string text;
    llvm::raw_string_ostream(text)
        << outcome->trap->loc << ": " << outcome->trap->message << " (warp "
        << outcome->trap->warp << ")";
    return {Verdict::Kind::Trapped, text};
  }
  std::string text = difference(program, expected, memory);
  return {text.empty() ? Verdict::Kind::Right : Verdict::Kind::Wrong, text};
}

} // namespace heddle::simfuzz
