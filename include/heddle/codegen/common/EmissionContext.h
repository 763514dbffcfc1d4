//===- EmissionContext.h - A kernel on its way to LLVM IR -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state that emitters of ops share while one kernel becomes LLVM IR. A
/// value of `simt` is its registers, each a scalar of LLVM: a vector of n is n
/// of them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_EMISSIONCONTEXT_H
#define HEDDLE_CODEGEN_COMMON_EMISSIONCONTEXT_H

#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <array>

namespace heddle::codegen {

class EmitterTable;

/// One register after the other.
using Registers = llvm::SmallVector<llvm::Value *>;

struct EmissionContext {
  EmissionContext(llvm::Module &module, const Target &target,
                  const EmitterTable &emitters)
      : module(module), target(target), emitters(emitters),
        builder(module.getContext()) {}

  llvm::Module &module;
  const Target &target;
  const EmitterTable &emitters;
  llvm::IRBuilder<> builder;
  llvm::Function *function = nullptr;
  llvm::DenseMap<mlir::Value, Registers> values;
  /// The words of values that come in words as well: see Words.h.
  llvm::DenseMap<mlir::Value, Registers> words;
  /// The part of a block's threads that code is emitted for: so many, which
  /// count from this one, and the barrier that is theirs. No threads: all.
  struct Part {
    unsigned first = 0, threads = 0, barrier = 0;
    /// Where they go at the end of the part; null: on behind the op.
    llvm::BasicBlock *end = nullptr;
  };
  Part part;
  /// Where threads that are not the kernel's choose what they execute; null if
  /// there are none.
  llvm::SwitchInst *partitions = nullptr;
  /// Which program this is along each axis, where another one than that of the
  /// block's numbers (`simt.program_order`); null otherwise.
  std::array<llvm::Value *, 3> programs = {};
  /// What waits, barriers and accesses have to know of a kernel's copies from
  /// global to shared memory, where the hardware only counts them.
  struct CountedCopies {
    /// Aliasing scopes of what copies write, and of other accesses to shared
    /// memory; null without copies.
    llvm::MDNode *written = nullptr, *accessed = nullptr;
    /// Of each wait for groups: how many copies are begun after those groups,
    /// at least.
    llvm::DenseMap<mlir::Operation *, unsigned> later;
  };
  CountedCopies copies;
  /// Of bodies that are graphs of blocks.
  llvm::DenseMap<mlir::Block *, llvm::BasicBlock *> blocks;

  /// The registers of a value that was emitted. The reference lives until the
  /// next `set`.
  const Registers &get(mlir::Value value) { return values[value]; }
  /// The first, or only, register of a value.
  llvm::Value *scalar(mlir::Value value) { return values[value].front(); }
  void set(mlir::Value value, Registers registers) {
    values[value] = std::move(registers);
  }
};

/// The type of one register. Floats of 8 bits are the bits that they are, an
/// index has 32.
llvm::Type *typeOf(EmissionContext &context, mlir::Type type);

/// Whether registers can have it: integers of up to 64 bits, floats of 8, 16,
/// 32 and 64, index.
bool isRegisterType(mlir::Type type);

/// A new block at the end of the function.
llvm::BasicBlock *addBlock(EmissionContext &context, llvm::StringRef name);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_EMISSIONCONTEXT_H
