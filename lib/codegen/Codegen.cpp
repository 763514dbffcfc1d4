//===- Codegen.cpp - Code of kernels --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/Codegen.h"
#include "heddle/codegen/amdgcn/Amdgcn.h"
#include "heddle/codegen/nvptx/Ptx.h"

namespace heddle::codegen {

using namespace mlir;

static const Backend &backendOf(const Target &target) {
  switch (target.vendor) {
  case Vendor::Nvidia:
    return ptxBackend();
  case Vendor::Amd:
    return amdgcnBackend();
  }
  llvm_unreachable("all vendors are above");
}

FailureOr<std::string> emitLlvm(ModuleOp module, const Target &target,
                                const std::string &library) {
  return emitLlvm(module, target, backendOf(target), library);
}

FailureOr<Assembly> emitAssembly(ModuleOp module, const Target &target,
                                 const std::string &library,
                                 TimingScope &timing,
                                 const EmissionOptions &options) {
  return emitAssembly(module, target, backendOf(target), library, timing,
                      options);
}

FailureOr<Assembly> emitAssembly(ModuleOp module, const Target &target,
                                 const std::string &library,
                                 const EmissionOptions &options) {
  TimingScope untimed;
  return emitAssembly(module, target, library, untimed, options);
}

} // namespace heddle::codegen
