//===- Optimize.h - LLVM's passes that kernels need -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_OPTIMIZE_H
#define HEDDLE_CODEGEN_COMMON_OPTIMIZE_H

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::codegen {

/// Runs a pipeline in the syntax of LLVM's `opt -passes`, with the passes that
/// the machine adds to LLVM's. The text is the program's own: one that does not
/// parse ends it.
void runPasses(llvm::Module &module, llvm::TargetMachine &machine,
               llvm::StringRef pipeline);

/// Simplifies what emitters wrote: straight code in SSA form whose addresses
/// are bases and constants already. docs/compiler.md has what each pass costs
/// and brings.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// LLVM's passes from IR to assembly, without those that look for common parts
/// in sums and products anew: they take half of the time, and find nothing in
/// addresses that have been taken apart already.
class AssemblyPasses : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *pass) override;
};

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_OPTIMIZE_H
