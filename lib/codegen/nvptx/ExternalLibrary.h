//===- ExternalLibrary.h - Linking a device library -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_EXTERNALLIBRARY_H
#define HEDDLE_LIB_CODEGEN_NVPTX_EXTERNALLIBRARY_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <string>

namespace heddle::codegen {

/// Links what the module's `simt.external_call`s call from LLVM's IR at a path;
/// if that is empty, from the file that HEDDLE_LIBDEVICE or
/// TRITON_LIBDEVICE_PATH names, else from nvvm/libdevice/libdevice.10.bc below
/// CUDA_HOME, CUDA_PATH or /usr/local/cuda. Nothing is looked for where nothing
/// is called. Emits an error at each call that the library has no function for,
/// and fails then.
mlir::LogicalResult linkExternalLibrary(mlir::ModuleOp module,
                                        llvm::Module &code,
                                        llvm::TargetMachine &machine,
                                        const std::string &given);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_NVPTX_EXTERNALLIBRARY_H
