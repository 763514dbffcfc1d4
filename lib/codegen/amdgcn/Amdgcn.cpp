//===- Amdgcn.cpp - Code of AMD GPUs --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/amdgcn/Amdgcn.h"
#include "AccumulatorPhis.h"
#include "Copies.h"
#include "Families.h"
#include "heddle/simt/RegisterLimit.h"
#include "heddle/simt/Simt.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

extern "C" {
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmPrinter();
}

namespace heddle::codegen {

namespace {

constexpr const char *TripleText = "amdgcn-amd-amdhsa";

/// LLVM would make phis of elements again of what `joinAccumulators` makes one,
/// wherever one of their values is constant.
void keepLargePhis() {
  constexpr llvm::StringRef Name = "amdgpu-codegenprepare-break-large-phis";
  auto &options = llvm::cl::getRegisteredOptions();
  if (auto found = options.find(Name); found != options.end())
    found->second->addOccurrence(0, Name, "false");
}

/// LLVM's target, which is initialized on the first call.
const llvm::Target *amdgpu() {
  static const llvm::Target *found = [] {
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    keepLargePhis();
    std::string error;
    return llvm::TargetRegistry::lookupTarget(llvm::Triple(TripleText), error);
  }();
  return found;
}

std::unique_ptr<llvm::TargetMachine> makeMachine(mlir::ModuleOp /*module*/,
                                                 const Target &target) {
  return std::unique_ptr<llvm::TargetMachine>(amdgpu()->createTargetMachine(
      llvm::Triple(TripleText), target.codeName, "", llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

constexpr llvm::StringRef ThreadsAttr = "amdgpu-flat-work-group-size",
                          RegistersAttr = "amdgpu-num-vgpr";

/// Registers that a wave is started with only where the kernel reads them: its
/// number along an axis, the hidden arguments.
void leaveOutUnread(llvm::Function &function, simt::KernelOp kernel) {
  bool readsY = false, readsZ = false, readsHidden = false;
  kernel.walk([&](simt::ProgramOp program) {
    readsY |= program.getAxis() == simt::GridAxis::Y;
    readsZ |= program.getAxis() == simt::GridAxis::Z;
  });
  kernel.walk([&](mlir::Operation *op) {
    readsHidden |= llvm::isa<simt::ProgramsOp, simt::PrintOp>(op);
  });
  for (const char *unread :
       {"amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z",
        "amdgpu-no-dispatch-ptr", "amdgpu-no-dispatch-id",
        "amdgpu-no-queue-ptr", "amdgpu-no-default-queue",
        "amdgpu-no-completion-action", "amdgpu-no-heap-ptr",
        "amdgpu-no-hostcall-ptr", "amdgpu-no-multigrid-sync-arg",
        "amdgpu-no-lds-kernel-id"})
    function.addFnAttr(unread);
  if (!readsY)
    function.addFnAttr("amdgpu-no-workgroup-id-y");
  if (!readsZ)
    function.addFnAttr("amdgpu-no-workgroup-id-z");
  if (!readsHidden)
    function.addFnAttr("amdgpu-no-implicitarg-ptr");
}

void beginKernel(llvm::Function &function, simt::KernelOp kernel) {
  constexpr unsigned CodeObjectVersion = 500;
  llvm::Module &module = *function.getParent();
  if (module.getModuleFlag("amdhsa_code_object_version") == nullptr)
    module.addModuleFlag(llvm::Module::Error, "amdhsa_code_object_version",
                         CodeObjectVersion);
  function.setCallingConv(llvm::CallingConv::AMDGPU_KERNEL);
  // Loaders see the kernel and its descriptor, and put no other in its place.
  function.setVisibility(llvm::GlobalValue::ProtectedVisibility);
  std::string threads =
      std::to_string(simt::blockWarps(kernel) * kernel.getLanes());
  function.addFnAttr(ThreadsAttr, threads + "," + threads);
  function.addFnAttr("uniform-work-group-size", "true");
  // Minima and maxima take a number rather than NaN by one instruction: there
  // are no signaling NaNs to be made quiet first.
  function.addFnAttr("amdgpu-ieee", "false");
  if (std::optional<unsigned> limit = simt::registerLimitOf(kernel))
    function.addFnAttr(RegistersAttr, std::to_string(*limit));
  leaveOutUnread(function, kernel);
}

/// Vector registers of a SIMD that the waves of a block share. (CDNA3 ISA,
/// "VGPRs": 512 of a lane, arithmetic and accumulation registers together;
/// CDNA1: 256. RDNA3 ISA: 256 of a wave at most, 1536 of a SIMD.)
unsigned registersOf(const llvm::Function &function, const Target &target) {
  bool isRdna = amdgcn::isRdna(target);
  unsigned most = isRdna || target.name == "gfx908" ? 256 : 512;
  unsigned ofSimd = isRdna ? 1536 : most, simds = isRdna ? 2 : 4;
  unsigned threads = target.lanes;
  function.getFnAttribute(ThreadsAttr)
      .getValueAsString()
      .split(',')
      .first.getAsInteger(10, threads);
  unsigned waves = (threads + target.lanes - 1) / target.lanes;
  unsigned wavesOfSimd = std::max(1U, (waves + simds - 1) / simds);
  auto asked = static_cast<unsigned>(
      function.getFnAttributeAsParsedInteger(RegistersAttr, most));
  return std::min({most, ofSimd / wavesOfSimd, asked});
}

const EmitterTable &emitters() {
  static const EmitterTable table = [] {
    EmitterTable amd = commonEmitters();
    amdgcn::addAccesses(amd);
    amdgcn::addApproximations(amd);
    amdgcn::addAssertions(amd);
    amdgcn::addAtomics(amd);
    amdgcn::addCopies(amd);
    amdgcn::addLanes(amd);
    amdgcn::addPrinting(amd);
    amdgcn::addProducts(amd);
    amdgcn::addSchedule(amd);
    amdgcn::addSharedMemory(amd);
    return amd;
  }();
  return table;
}

} // namespace

const Backend &amdgcnBackend() {
  static const Backend backend = {
      .assembly = "AMDGCN",
      .emitters = emitters(),
      .makeMachine = makeMachine,
      .beginKernel = beginKernel,
      .beginBody = amdgcn::beginCopies,
      .finishKernel =
          [](llvm::Function &function, unsigned /*words*/,
             const Target & /*target*/) { amdgcn::joinAccumulators(function); },
      .registersOf = registersOf};
  return backend;
}

} // namespace heddle::codegen
