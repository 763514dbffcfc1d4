//===- Codegen.h - Code of kernels ------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the program of one thread to code, for any target that there is code
/// for.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_CODEGEN_H
#define HEDDLE_CODEGEN_CODEGEN_H

#include "heddle/codegen/common/Assembly.h"
#include "heddle/target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/Timing.h"

#include <string>

namespace heddle::codegen {

/// LLVM's IR of a module of `simt.kernel`s before LLVM's own passes. Emits an
/// error for a target that has no code generator, and at each op that has no
/// code on the target, and fails then.
/// `library` is the path of LLVM's bitcode that has the functions that are
/// called and have no program; if it is empty, the vendor's is looked for where
/// one is needed.
mlir::FailureOr<std::string> emitLlvm(mlir::ModuleOp module,
                                      const Target &target,
                                      const std::string &library);

/// The assembly of such a module, PTX for an NVIDIA target, or what is wanted
/// instead. Fails as `emitLlvm` does, on what LLVM or the linker says against
/// the code, and if a linker is given for a target without objects; steps are
/// timed under the scope.
mlir::FailureOr<Assembly> emitAssembly(mlir::ModuleOp module,
                                       const Target &target,
                                       const std::string &library,
                                       mlir::TimingScope &timing,
                                       const EmissionOptions &options = {});
mlir::FailureOr<Assembly> emitAssembly(mlir::ModuleOp module,
                                       const Target &target,
                                       const std::string &library,
                                       const EmissionOptions &options = {});

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_CODEGEN_H
