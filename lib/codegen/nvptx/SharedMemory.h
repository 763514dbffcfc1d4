//===- SharedMemory.h - Shared memory of a block ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses in the block's dynamic shared memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_SHAREDMEMORY_H
#define HEDDLE_LIB_CODEGEN_NVPTX_SHAREDMEMORY_H

#include "heddle/codegen/common/EmissionContext.h"

namespace heddle::codegen {

/// The address in `shared` space of what `simt` says is at this offset: both
/// are numbers of 32 bits.
llvm::Value *sharedAddress(EmissionContext &context, llvm::Value *offset);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_NVPTX_SHAREDMEMORY_H
