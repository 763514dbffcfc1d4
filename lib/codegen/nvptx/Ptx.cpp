//===- Ptx.cpp - PTX of kernels -------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/nvptx/Ptx.h"
#include "CopyBranches.h"
#include "ExternalLibrary.h"
#include "Families.h"
#include "Parts.h"
#include "ProgramOrder.h"
#include "PtxText.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/simt/RegisterExchange.h"
#include "heddle/simt/RegisterLimit.h"
#include "heddle/target/MatrixInstruction.h"
#include "heddle/target/Occupancy.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
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

/// The version of the PTX ISA that has all of the chip that is used, and the
/// module's matrix instructions, tensor maps and reductions.
unsigned versionFor(mlir::ModuleOp module, const Target &target) {
  unsigned version = target.ptxVersion;
  // tensormap.replace, tensormap.cp_fenceproxy.
  constexpr unsigned TensorMaps = 83;
  module.walk([&](simt::TensorMapOp) {
    version = std::max(version, TensorMaps);
    return mlir::WalkResult::interrupt();
  });
  // red of vectors.
  constexpr unsigned Reductions = 81;
  module.walk([&](simt::ReductionOp) {
    version = std::max(version, Reductions);
    return mlir::WalkResult::interrupt();
  });
  // fence with .sync_restrict.
  constexpr unsigned RestrictedFences = 86;
  module.walk([&](simt::ClusterArriveOp arrive) {
    if (!arrive.getIsOwn())
      return mlir::WalkResult::advance();
    version = std::max(version, RestrictedFences);
    return mlir::WalkResult::interrupt();
  });
  auto raise = [&](simt::ProductAttr product) {
    version = std::max(version, product.findOfWarp()->ptxVersion);
  };
  module.walk([&](simt::MmaOp mma) { raise(mma.getInstruction()); });
  module.walk([&](simt::ScaledMmaOp mma) { raise(mma.getInstruction()); });
  return version;
}

std::unique_ptr<llvm::TargetMachine> makeMachine(mlir::ModuleOp module,
                                                 const Target &target) {
  return std::unique_ptr<llvm::TargetMachine>(nvptx()->createTargetMachine(
      llvm::Triple("nvptx64-nvidia-cuda"), target.codeName,
      concat("+ptx", versionFor(module, target)), llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

constexpr llvm::StringRef RegistersAttr = "nvvm.maxnreg",
                          ProductsAttr = "heddle.has_products";

bool hasProducts(simt::KernelOp kernel) {
  return kernel
      .walk([](mlir::Operation *op) {
        return mlir::isa<simt::MmaOp, simt::ScaledMmaOp, simt::GroupMmaOp>(op)
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

bool readsInLoop(const llvm::Function &function) {
  for (auto blocks = llvm::scc_begin(&function); !blocks.isAtEnd(); ++blocks)
    if (blocks.hasCycle())
      for (const llvm::BasicBlock *block : *blocks)
        if (llvm::any_of(*block, isRead))
          return true;
  return false;
}

/// Blocks that fit with registers for so many words, of which a few are saved
/// where a load is done later. One if these are many warps: then ptxas may as
/// well have registers to load ahead.
std::uint64_t blocksWith(unsigned words, const llvm::Function &function,
                         const Target &target) {
  constexpr unsigned SavedOf = 32, FewOf = 4;
  auto threads = static_cast<unsigned>(
      function.getFnAttributeAsParsedInteger(ThreadsAttr, 1));
  unsigned warps = std::max(threads / target.lanes, 1U);
  std::optional<Occupancy> occupancy = occupancyOf(
      {.warps = warps, .sharedBytes = 0, .registers = words - words / SavedOf},
      target);
  bool areFew =
      occupancy && occupancy->blocks != 0 &&
      FewOf * occupancy->blocks * warps <= target.timing->multiprocessor.warps;
  return areFew ? occupancy->blocks : 1;
}

/// ptxas trades registers for blocks that run at a time, by a guess that goes
/// wrong where values do not fit in any case: it may take 32 registers and
/// spill hundreds of others. In loops it has no registers left then to load
/// ahead (a product of a matrix and a vector: 33 us instead of 40). It is told
/// that one block is enough; or, where few fit, as many as these words allow,
/// since a few registers more would cost one of them (such a product: 18 us
/// instead of 20). How many words products of matrices need is not so well
/// known. Elsewhere that would make it take more registers than it needs, and
/// fewer blocks would fit. A limit of the program's decides how many blocks
/// fit, too.
void limitBlocks(llvm::Function &function, unsigned words,
                 const Target &target) {
  if (function.hasFnAttribute(RegistersAttr))
    return;
  constexpr unsigned ManyWords = 64, TooManyWords = 448;
  const bool isTooMany = words >= TooManyWords;
  if (!isTooMany && (words < ManyWords || !readsInLoop(function)))
    return;
  const bool isGuess = isTooMany || function.hasFnAttribute(ProductsAttr);
  function.addFnAttr(
      "nvvm.minctasm",
      std::to_string(isGuess ? 1 : blocksWith(words, function, target)));
}

void finishKernel(llvm::Function &function, unsigned words,
                  const Target &target) {
  limitBlocks(function, words, target);
  branchAroundCopies(function);
}

unsigned registersOf(const llvm::Function &function, const Target &target) {
  std::uint64_t threads =
      function.getFnAttributeAsParsedInteger(ThreadsAttr, 1);
  const Multiprocessor &processor = target.timing->multiprocessor;
  std::uint64_t asked = function.getFnAttributeAsParsedInteger(
      RegistersAttr, processor.mostRegisters);
  return static_cast<unsigned>(std::min<std::uint64_t>(
      {asked, processor.mostRegisters, processor.registers / threads}));
}

void beginKernel(llvm::Function &function, simt::KernelOp kernel) {
  function.setCallingConv(llvm::CallingConv::PTX_Kernel);
  function.addFnAttr(ThreadsAttr, std::to_string(simt::blockWarps(kernel) *
                                                 kernel.getLanes()));
  if (unsigned blocks = kernel.getClusterBlocks(); blocks != 1)
    function.addFnAttr("nvvm.cluster_dim", std::to_string(blocks) + ",1,1");
  std::optional<unsigned> limit = simt::registerLimitOf(kernel);
  // What parts change has to be known (PTX ISA, setmaxnreg).
  if (std::optional<unsigned> start = simt::registersAtStart(kernel))
    limit = start;
  if (limit)
    function.addFnAttr(RegistersAttr, std::to_string(*limit));
  if (hasProducts(kernel))
    function.addFnAttr(ProductsAttr);
}

void beginBody(EmissionContext &context, simt::KernelOp kernel) {
  orderPrograms(context, kernel);
  beginParts(context, kernel);
}

const EmitterTable &ptxEmitters() {
  static const EmitterTable table = [] {
    EmitterTable ptx = commonEmitters();
    addAccesses(ptx);
    addAtomics(ptx);
    addCopies(ptx);
    addMbarriers(ptx);
    addTensorMaps(ptx);
    addPartitions(ptx);
    addMatrices(ptx);
    addProducts(ptx);
    addGroupProducts(ptx);
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
                                  .beginBody = beginBody,
                                  .linkLibraries = linkExternalLibrary,
                                  .finishKernel = finishKernel,
                                  .finishText = withoutWideProducts,
                                  .registersOf = registersOf};
  return backend;
}

} // namespace heddle::codegen
