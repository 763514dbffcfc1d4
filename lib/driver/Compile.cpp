//===- Compile.cpp - Kernels to code --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/driver/Compile.h"
#include "heddle/codegen/Ptx.h"
#include "heddle/ir/Dialects.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/simt/Simt.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/SourceMgr.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// "cuda:90" for sm_90, "hip:gfx942" for gfx942.
std::string moduleTarget(const Target &target) {
  std::string_view name = target.name;
  return target.vendor == Vendor::Nvidia ? concat("cuda:", name.substr(3))
                                         : concat("hip:", name);
}

/// One pass a line.
LogicalResult giveLayouts(ModuleOp module, const CompileOptions &options) {
  PassManager passes(module.getContext());
  ConvertTritonToTritonGPUOptions layouts;
  layouts.target = moduleTarget(*options.target);
  layouts.numWarps = static_cast<int32_t>(options.numWarps);
  layouts.threadsPerWarp = static_cast<int32_t>(options.target->lanes);
  passes.addPass(createInlinerPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createConvertTritonToTritonGPU(layouts));
  passes.addPass(createTritonGPUCoalesce());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  return passes.run(module);
}

std::string argumentType(Type type) {
  if (isa<tt::PointerType>(type))
    return "ptr";
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::vector<KernelLaunch> launchesOf(ModuleOp source, ModuleOp kernels) {
  std::vector<KernelLaunch> launches;
  for (simt::KernelOp kernel : kernels.getOps<simt::KernelOp>()) {
    auto function = source.lookupSymbol<tt::FuncOp>(kernel.getSymName());
    KernelLaunch launch = {.name = kernel.getSymName().str(),
                           .numWarps = kernel.getWarps(),
                           .threadsPerWarp = kernel.getLanes(),
                           .sharedBytes = kernel.getSharedBytes(),
                           .arguments = {}};
    for (Type type : function.getFunctionType().getInputs())
      launch.arguments.push_back(argumentType(type));
    launches.push_back(std::move(launch));
  }
  return launches;
}

std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text + "\n";
}

FailureOr<CompiledModule> compile(ModuleOp module,
                                  const CompileOptions &options) {
  if (!module->hasAttr(ttg::WarpsAttr) && failed(giveLayouts(module, options)))
    return failure();
  CompiledModule result;
  if (options.stage == CompileStage::Ttgir) {
    result.text = textOf(module);
    return result;
  }
  FailureOr<OwningOpRef<ModuleOp>> kernels =
      lowerToSimt(module, *options.target);
  if (failed(kernels))
    return failure();
  result.kernels = launchesOf(module, **kernels);
  if (options.stage == CompileStage::Simt) {
    result.text = textOf(**kernels);
    return result;
  }
  FailureOr<std::string> ptx = emitPtx(**kernels, *options.target);
  if (failed(ptx))
    return failure();
  result.text = std::move(*ptx);
  return result;
}

} // namespace

std::optional<CompiledModule> compileModule(const CompileOptions &options) {
  DialectRegistry registry;
  ir::registerDialects(registry);
  registry.insert<simt::SimtDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file =
      openInputFile(options.input, &error);
  if (!file) {
    llvm::errs() << "heddle: error: " << error << "\n";
    return std::nullopt;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  context.printOpOnDiagnostic(false);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return std::nullopt;
  FailureOr<CompiledModule> result = compile(*module, options);
  if (failed(result))
    return std::nullopt;
  return std::move(*result);
}

} // namespace heddle
