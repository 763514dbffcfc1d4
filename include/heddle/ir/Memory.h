//===- Memory.h - The memories of a GPU, for effects ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The memories that ops read and write, as resources of MLIR's effects. They
/// do not alias.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_MEMORY_H
#define HEDDLE_IR_MEMORY_H

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::ir {

struct GlobalMemory : mlir::SideEffects::Resource::Base<GlobalMemory> {
  llvm::StringRef getName() final { return "<global memory>"; }
};
struct SharedMemory : mlir::SideEffects::Resource::Base<SharedMemory> {
  llvm::StringRef getName() final { return "<shared memory>"; }
};
struct TensorMemory : mlir::SideEffects::Resource::Base<TensorMemory> {
  llvm::StringRef getName() final { return "<tensor memory>"; }
};

/// Reads and writes anything: what is not known of assembly, say.
void addAllEffects(
    llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);

} // namespace heddle::ir

#endif // HEDDLE_IR_MEMORY_H
