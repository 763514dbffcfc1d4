//===- Codegen.cpp - Code of kernels --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/Codegen.h"
#include "heddle/codegen/nvptx/Ptx.h"

namespace heddle::codegen {

using namespace mlir;
using mlir::failure;

/// The vendor's; after an error null if it has none.
static const Backend *backendOf(ModuleOp module, const Target &target) {
  switch (target.vendor) {
  case Vendor::Nvidia:
    return &ptxBackend();
  case Vendor::Amd:
    break;
  }
  InFlightDiagnostic error = module.emitError();
  error << "expects an NVIDIA target, but got " << target.name;
  error.attachNote() << "no code is generated for other vendors' targets yet";
  return nullptr;
}

FailureOr<std::string> emitLlvm(ModuleOp module, const Target &target,
                                const std::string &library) {
  const Backend *backend = backendOf(module, target);
  if (backend == nullptr)
    return failure();
  return emitLlvm(module, target, *backend, library);
}

FailureOr<Assembly> emitAssembly(ModuleOp module, const Target &target,
                                 const std::string &library,
                                 TimingScope &timing, bool keepsLlvm) {
  const Backend *backend = backendOf(module, target);
  if (backend == nullptr)
    return failure();
  return emitAssembly(module, target, *backend, library, timing, keepsLlvm);
}

FailureOr<Assembly> emitAssembly(ModuleOp module, const Target &target,
                                 const std::string &library) {
  TimingScope untimed;
  return emitAssembly(module, target, library, untimed, /*keepsLlvm=*/false);
}

} // namespace heddle::codegen
