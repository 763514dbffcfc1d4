//===- Assertions.cpp - What stops a kernel -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An assertion that fails ends the kernel by a trap, which the host's next
/// call reports. Its message stays in the IR: what kernels print reaches the
/// host only when they have ended (Printing.cpp).
///
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "Families.h"
#include "llvm/IR/Intrinsics.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;

static void emitAssert(EmissionContext &context, simt::AssertOp op) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *fails = builder.getFalse();
  for (llvm::Value *holds : context.get(op.getCondition()))
    fails = builder.CreateOr(fails, builder.CreateNot(holds));
  emitIf(context, fails, {}, [&] {
    builder.CreateIntrinsic(llvm::Intrinsic::trap, {});
    return Registers();
  });
}

void addAssertions(EmitterTable &table) {
  table.add<simt::AssertOp>(emitAssert);
}

} // namespace heddle::codegen::amdgcn
