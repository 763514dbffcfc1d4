//===- Backend.h - What a vendor supplies -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a vendor supplies for code of its own, and how a module becomes code
/// with it. Another vendor is another value of `Backend`; nothing here changes
/// for it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_BACKEND_H
#define HEDDLE_CODEGEN_COMMON_BACKEND_H

#include "heddle/codegen/common/Assembly.h"
#include "heddle/codegen/common/EmitterTable.h"
#include "mlir/Support/Timing.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace heddle::codegen {

struct Backend {
  /// What the assembly is called: "PTX".
  std::string_view assembly;
  /// The common table with the vendor's ops.
  const EmitterTable &emitters;
  /// LLVM's code generator of one of the vendor's targets, for what the
  /// module's kernels need.
  std::unique_ptr<llvm::TargetMachine> (*makeMachine)(mlir::ModuleOp module,
                                                      const Target &target);
  /// Calling convention and attributes of a kernel's function.
  void (*beginKernel)(llvm::Function &function, simt::KernelOp kernel);
  /// What comes first in a kernel's code. None: the kernel's own.
  void (*beginBody)(EmissionContext &context, simt::KernelOp kernel) = nullptr;
  /// Links what is called from a library, at the path or where the vendor has
  /// it. None: the emitters have no such calls.
  mlir::LogicalResult (*linkLibraries)(mlir::ModuleOp module,
                                       llvm::Module &code,
                                       llvm::TargetMachine &machine,
                                       const std::string &library) = nullptr;
  /// What can be said of a kernel only after LLVM's passes, when it has so many
  /// words alive at the most.
  void (*finishKernel)(llvm::Function &function, unsigned liveWords,
                       const Target &target);
  /// The text of a module's assembly as its assembler does best with it. None:
  /// as LLVM prints it.
  std::string (*finishText)(llvm::StringRef text) = nullptr;
  /// Registers that a thread of a kernel can have, of 32 bits.
  unsigned (*registersOf)(const llvm::Function &function, const Target &target);
};

/// LLVM's IR of a module of `simt.kernel`s before LLVM's own passes, with what
/// it calls from a library. Emits an error at each op that has no code on the
/// target, and fails then.
mlir::FailureOr<std::string> emitLlvm(mlir::ModuleOp module,
                                      const Target &target,
                                      const Backend &backend,
                                      const std::string &library);

/// The assembly of such a module, or what is wanted instead, by way of LLVM.
/// Steps are timed under the scope. Fails as `emitLlvm` does, on what LLVM says
/// against the code, and on what the linker does.
mlir::FailureOr<Assembly>
emitAssembly(mlir::ModuleOp module, const Target &target,
             const Backend &backend, const std::string &library,
             mlir::TimingScope &timing, const EmissionOptions &options = {});

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_BACKEND_H
