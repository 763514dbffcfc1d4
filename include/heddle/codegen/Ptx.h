//===- Ptx.h - PTX of kernels -----------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the program of one thread to PTX.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_PTX_H
#define HEDDLE_CODEGEN_PTX_H

#include "heddle/target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/Timing.h"

#include <string>

namespace heddle {

/// LLVM's IR of a module of `simt.kernel`s for an NVIDIA target, as `emitPtx`
/// makes it before LLVM's own passes. Fails as that does.
mlir::FailureOr<std::string> emitLlvm(mlir::ModuleOp module,
                                      const Target &target);

/// The text of a module of `simt.kernel`s for an NVIDIA target, by way of LLVM.
/// Kernels are entries with the arguments that they have, addresses as 64 bits;
/// shared memory is dynamic, from its beginning on.
///
/// Emits an error at ops that have no code on the target, and fails then. Steps
/// are timed under the scope.
mlir::FailureOr<std::string>
emitPtx(mlir::ModuleOp module, const Target &target, mlir::TimingScope &timing);
mlir::FailureOr<std::string> emitPtx(mlir::ModuleOp module,
                                     const Target &target);

} // namespace heddle

#endif // HEDDLE_CODEGEN_PTX_H
