//===- Ptx.cpp - PTX of kernels -------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/nvptx/Ptx.h"
#include "ExternalLibrary.h"
#include "Families.h"
#include "heddle/codegen/common/LiveWords.h"
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

namespace heddle::codegen {

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

std::unique_ptr<llvm::TargetMachine> makeMachine(const Target &target) {
  return std::unique_ptr<llvm::TargetMachine>(nvptx()->createTargetMachine(
      llvm::Triple("nvptx64-nvidia-cuda"), target.codeName,
      concat("+ptx", target.ptxVersion), llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// ptxas trades registers for blocks that run at a time, by a guess that goes
/// wrong where values do not fit in any case: it may take 32 registers and
/// spill hundreds of others. It is told then that one block is enough. Where
/// they fit, that would make it take more registers than it needs.
void limitBlocks(llvm::Function &function) {
  constexpr unsigned ManyWords = 448;
  if (liveWords(function) >= ManyWords)
    function.addFnAttr("nvvm.minctasm", "1");
}

constexpr llvm::StringRef ThreadsAttr = "nvvm.maxntid";

unsigned registersOf(const llvm::Function &function, const Target &target) {
  std::uint64_t threads =
      function.getFnAttributeAsParsedInteger(ThreadsAttr, 1);
  const Multiprocessor &processor = target.timing->multiprocessor;
  return static_cast<unsigned>(std::min<std::uint64_t>(
      processor.mostRegisters, processor.registers / threads));
}

void beginKernel(llvm::Function &function, simt::KernelOp kernel) {
  function.setCallingConv(llvm::CallingConv::PTX_Kernel);
  function.addFnAttr(ThreadsAttr,
                     std::to_string(kernel.getWarps() * kernel.getLanes()));
}

const EmitterTable &ptxEmitters() {
  static const EmitterTable table = [] {
    EmitterTable ptx = commonEmitters();
    addAccesses(ptx);
    addAtomics(ptx);
    addMatrices(ptx);
    addSharedMemory(ptx);
    addLanes(ptx);
    addApproximations(ptx);
    addRoundedArithmetic(ptx);
    addFloatConversions(ptx);
    addDeviceCalls(ptx);
    addExternalCalls(ptx);
    return ptx;
  }();
  return table;
}

} // namespace

const Backend &ptxBackend() {
  static const Backend backend = {.assembly = "PTX",
                                  .emitters = ptxEmitters(),
                                  .makeMachine = makeMachine,
                                  .beginKernel = beginKernel,
                                  .linkLibraries = linkExternalLibrary,
                                  .finishKernel = limitBlocks,
                                  .registersOf = registersOf};
  return backend;
}

} // namespace heddle::codegen
