//===- Ptx.cpp - PTX of kernels -------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/Ptx.h"
#include "KernelEmitter.h"
#include "Optimize.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
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

std::unique_ptr<llvm::TargetMachine> machineOf(const Target &target) {
  return std::unique_ptr<llvm::TargetMachine>(nvptx()->createTargetMachine(
      llvm::Triple("nvptx64-nvidia-cuda"), target.codeName,
      concat("+ptx", target.ptxVersion), llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// ptxas trades registers for blocks that run at a time, by a guess that goes
/// wrong where values do not fit anyway: it may take 32 registers and spill
/// hundreds of others. It is told then that one block is enough.
void limitBlocks(llvm::Module &module) {
  constexpr unsigned ManyWords = 64;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && liveWords(function) >= ManyWords)
      function.addFnAttr("nvvm.minctasm", "1");
}

/// LLVM's module and who makes code of it.
struct Emission {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> code;

  LogicalResult emit(ModuleOp module, const Target &target);
};

LogicalResult Emission::emit(ModuleOp module, const Target &target) {
  if (target.vendor != Vendor::Nvidia)
    return module.emitError()
           << "expects a target of NVIDIA for PTX, but got " << target.name;
  machine = machineOf(target);
  code = std::make_unique<llvm::Module>("heddle", context);
  code->setTargetTriple(machine->getTargetTriple());
  code->setDataLayout(machine->createDataLayout());
  for (simt::KernelOp kernel : module.getOps<simt::KernelOp>())
    if (failed(KernelEmitter(*code, target).emit(kernel)))
      return failure();
  std::string wrong;
  llvm::raw_string_ostream stream(wrong);
  if (llvm::verifyModule(*code, &stream))
    return module.emitError() << "made code that is not valid: " << wrong;
  return success();
}

} // namespace

FailureOr<std::string> emitLlvm(ModuleOp module, const Target &target) {
  Emission emission;
  if (failed(emission.emit(module, target)))
    return failure();
  std::string text;
  llvm::raw_string_ostream stream(text);
  emission.code->print(stream, nullptr);
  return text;
}

FailureOr<std::string> emitPtx(ModuleOp module, const Target &target) {
  TimingScope untimed;
  return emitPtx(module, target, untimed);
}

FailureOr<std::string> emitPtx(ModuleOp module, const Target &target,
                               TimingScope &timing) {
  TimingScope step = timing.nest("make LLVM IR");
  Emission emission;
  if (failed(emission.emit(module, target)))
    return failure();
  step = timing.nest("LLVM's passes");
  optimize(*emission.code, *emission.machine);
  limitBlocks(*emission.code);
  step = timing.nest("make PTX");
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  PtxPasses emitter;
  if (emission.machine->addPassesToEmitFile(
          emitter, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    module.emitError() << "LLVM has no assembly printer for " << target.name;
    return failure();
  }
  emitter.run(*emission.code);
  return std::string(text);
}

} // namespace heddle
