//===- AnotherVendorTest.cpp - A back end beside PTX ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCode.h"
#include "heddle/codegen/common/Requirements.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/MC/TargetRegistry.h"

#include <gmock/gmock.h>

// What a vendor adds is a table, a code generator and the attributes of its
// kernels; here those of AMD, with just enough ops for sums.

extern "C" {
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmPrinter();
}

namespace heddle::codegen {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

llvm::Value *pointerOf(EmissionContext &context, llvm::Value *address,
                       std::int32_t offset) {
  constexpr unsigned Global = 1;
  llvm::IRBuilder<> &builder = context.builder;
  return builder.CreateIntToPtr(
      builder.CreateAdd(address,
                        builder.getInt64(static_cast<std::uint64_t>(offset))),
      builder.getPtrTy(Global));
}

void emitThread(EmissionContext &context, simt::ThreadOp thread) {
  context.set(thread, {context.builder.CreateIntrinsic(
                          llvm::Intrinsic::amdgcn_workitem_id_x, {})});
}

void emitLoad(EmissionContext &context, simt::LoadOp load) {
  llvm::Value *pointer =
      pointerOf(context, context.scalar(load.getBases()), load.getOffsets()[0]);
  context.set(load, {context.builder.CreateLoad(typeOf(context, load.getType()),
                                                pointer)});
}

void emitStore(EmissionContext &context, simt::StoreOp store) {
  llvm::Value *pointer = pointerOf(context, context.scalar(store.getBases()),
                                   store.getOffsets()[0]);
  context.builder.CreateStore(context.scalar(store.getValue()), pointer);
}

bool isSingle(simt::LoadOp load, const Target &) {
  return load.getWidth() == 1 && load.getAt().size() == 1;
}

std::unique_ptr<llvm::TargetMachine> makeMachine(mlir::ModuleOp,
                                                 const Target &target) {
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmPrinter();
  llvm::Triple triple("amdgcn-amd-amdhsa");
  std::string error;
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, error);
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(
      triple, target.name, "", llvm::TargetOptions(), llvm::Reloc::PIC_));
}

const Backend &amdgcn() {
  static const EmitterTable emitters = [] {
    EmitterTable table = commonEmitters();
    table.add<simt::ThreadOp>(emitThread);
    table.add<simt::LoadOp>(emitLoad, isSingle);
    table.add<simt::StoreOp>(emitStore, hasStore);
    return table;
  }();
  static const Backend backend = {
      .assembly = "AMDGCN",
      .emitters = emitters,
      .makeMachine = makeMachine,
      .beginKernel =
          [](llvm::Function &function, simt::KernelOp) {
            function.setCallingConv(llvm::CallingConv::AMDGPU_KERNEL);
          },
      .finishKernel = [](llvm::Function &, unsigned) {},
      .registersOf = [](const llvm::Function &,
                        const Target &) { return 256U; }};
  return backend;
}

TEST(AnotherVendor, TakesWhatIsCommonAndAddsItsOwn) {
  KernelCode kernel(
      "%thread = simt.thread\n"
      "%wide = arith.extui %thread : i32 to i64\n"
      "%four = arith.constant 4 : i64\n"
      "%move = arith.muli %wide, %four : i64\n"
      "%to = arith.addi %p, %move : i64\n"
      "%at = simt.splat %to : i64 -> vector<1xi64>\n"
      "%v = simt.load global %at [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xf32>\n"
      "%r = arith.addf %v, %v : vector<1xf32>\n"
      "simt.store global %at [0] + [4], %r width 1 : vector<1xi64>, "
      "vector<1xf32>");
  EXPECT_THAT(kernel.codeFor(targetNamed("gfx942"), amdgcn()),
              AllOf(HasSubstr(".amdgcn_target"), HasSubstr("global_load_dword"),
                    HasSubstr("v_add_f32"), HasSubstr("global_store_dword")));
  EXPECT_THAT(kernel.refusals, IsEmpty());
}

TEST(AnotherVendor, RefusesWhatNeitherTableHas) {
  KernelCode kernel("%v = simt.load global %g [0] + [0] width 2 : "
                    "(vector<1xi64>) -> vector<2xf32>\n"
                    "simt.barrier block");
  EXPECT_THAT(kernel.codeFor(targetNamed("gfx942"), amdgcn()), IsEmpty());
  EXPECT_THAT(kernel.refusals,
              ElementsAre(Refusal{"%v = simt.load global %g [0] + [0] width 2 "
                                  ": (vector<1xi64>) -> vector<2xf32>",
                                  "'simt.load' op has no code for gfx942 yet"},
                          Refusal{"simt.barrier block",
                                  "'simt.barrier' op has no code for gfx942 "
                                  "yet"}));
}

} // namespace

} // namespace heddle::codegen
