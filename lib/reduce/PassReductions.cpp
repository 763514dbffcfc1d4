//===- PassReductions.cpp - Passes that make kernels smaller --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <memory>

namespace heddle::reduction {

using namespace mlir;

namespace {

using MakePass = std::unique_ptr<Pass> (*)();

/// Runs passes over the module; what they leave if one fails need not be valid.
template <MakePass... Makers> std::vector<Site> runPasses(ModuleOp module) {
  if (module.getBody()->empty())
    return {};
  return {[module]() mutable {
    PassManager passes(module.getContext());
    (passes.addPass(Makers()), ...);
    (void)passes.run(module);
  }};
}

std::unique_ptr<Pass> inlining() { return createInlinerPass(); }
std::unique_ptr<Pass> symbolDce() { return createSymbolDCEPass(); }
std::unique_ptr<Pass> canonicalization() { return createCanonicalizerPass(); }
std::unique_ptr<Pass> cse() { return createCSEPass(); }
std::unique_ptr<Pass> sccp() { return createSCCPPass(); }

} // namespace

llvm::ArrayRef<Reduction> passReductions() {
  static const Reduction list[] = {
      {"inline", "put functions in place of calls",
       runPasses<inlining, symbolDce>, DeadOps::Kept},
      {"canonicalize", "MLIR's pass", runPasses<canonicalization>,
       DeadOps::Kept},
      {"cse", "MLIR's pass", runPasses<cse>, DeadOps::Kept},
      {"sccp", "MLIR's pass", runPasses<sccp>, DeadOps::Kept},
  };
  return list;
}

} // namespace heddle::reduction
