//===- Parts.h - Parts of a block's threads ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What code of a part of a block's threads has to itself.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_PARTS_H
#define HEDDLE_LIB_CODEGEN_NVPTX_PARTS_H

#include "heddle/codegen/common/EmissionContext.h"
#include "heddle/simt/Simt.h"

namespace heddle::codegen {

/// Of a kernel's function: the threads of a block.
inline constexpr llvm::StringLiteral ThreadsAttr = "nvvm.maxntid";

/// The number of this thread in its part.
llvm::Value *threadNumber(EmissionContext &context);

/// All threads of the part wait for each other.
void emitPartBarrier(EmissionContext &context);
/// All lanes of the warp wait for each other.
void emitWarpBarrier(EmissionContext &context);

/// The halves of a barrier of the cluster (`simt.cluster_arrive`).
void emitClusterArrive(EmissionContext &context, bool isOwn);
void emitClusterWait(EmissionContext &context, bool isOwn);

/// Code of which only the threads where the condition is true execute `body`.
template <class Body>
void emitWhere(EmissionContext &context, llvm::Value *condition, Body body) {
  llvm::IRBuilder<> &builder = context.builder;
  auto *then = addBlock(context, "then"), *after = addBlock(context, "after");
  builder.CreateCondBr(condition, then, after);
  builder.SetInsertPoint(then);
  body();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

/// At the beginning of a kernel: threads that are not the kernel's go where
/// they wait for partitions.
void beginParts(EmissionContext &context, simt::KernelOp kernel);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_NVPTX_PARTS_H
