//===- Ptx.cpp - PTX of kernels -------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/Ptx.h"
#include "KernelEmitter.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

const llvm::Target *nvptx() {
  static const llvm::Target *found = [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    std::string error;
    return llvm::TargetRegistry::lookupTarget(
        llvm::Triple("nvptx64-nvidia-cuda"), error);
  }();
  return found;
}

/// The name of the chip with all of its instructions, and the first version of
/// PTX that has what is used here of it.
std::pair<std::string, std::string> chipOf(const Target &target) {
  std::string name(target.name);
  if (name == "sm_90")
    return {name + "a", "+ptx80"};
  if (name == "sm_89")
    return {name, "+ptx81"};
  if (name == "sm_100" || name == "sm_120")
    return {name + "a", "+ptx88"};
  return {name, "+ptx80"};
}

std::unique_ptr<llvm::TargetMachine> machineOf(const Target &target) {
  auto [chip, features] = chipOf(target);
  return std::unique_ptr<llvm::TargetMachine>(nvptx()->createTargetMachine(
      llvm::Triple("nvptx64-nvidia-cuda"), chip, features,
      llvm::TargetOptions(), llvm::Reloc::PIC_, std::nullopt,
      llvm::CodeGenOptLevel::Default));
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&machine);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

} // namespace

FailureOr<std::string> emitPtx(ModuleOp module, const Target &target) {
  if (target.vendor != Vendor::Nvidia) {
    module.emitError() << "expects a target of NVIDIA for PTX, but got "
                       << target.name;
    return failure();
  }
  std::unique_ptr<llvm::TargetMachine> machine = machineOf(target);
  llvm::LLVMContext context;
  llvm::Module code("heddle", context);
  code.setTargetTriple(machine->getTargetTriple());
  code.setDataLayout(machine->createDataLayout());
  for (simt::KernelOp kernel : module.getOps<simt::KernelOp>())
    if (failed(KernelEmitter(code, target).emit(kernel)))
      return failure();
  std::string wrong;
  llvm::raw_string_ostream wrongStream(wrong);
  if (llvm::verifyModule(code, &wrongStream)) {
    module.emitError() << "made code that is not valid: " << wrong;
    return failure();
  }
  optimize(code, *machine);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager emitter;
  if (machine->addPassesToEmitFile(emitter, stream, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile)) {
    module.emitError() << "LLVM has no assembly printer for " << target.name;
    return failure();
  }
  emitter.run(code);
  return std::string(text);
}

} // namespace heddle
