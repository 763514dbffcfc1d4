//===- Optimize.h - LLVM's passes that kernels need -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_COMMON_OPTIMIZE_H
#define HEDDLE_LIB_CODEGEN_COMMON_OPTIMIZE_H

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::codegen {

/// Simplifies what emitters wrote: straight code in SSA form whose addresses
/// are bases and constants already. docs/heddle-compile.md has what each pass
/// costs and brings.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// LLVM's passes from IR to assembly, without those that look for common parts
/// in sums and products anew: they take half of the time, and find nothing in
/// addresses that have been taken apart already.
class AssemblyPasses : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *pass) override;
};

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_COMMON_OPTIMIZE_H
