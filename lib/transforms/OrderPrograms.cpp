//===- OrderPrograms.cpp - Programs with the longest loops start first ----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LongestLoops.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace heddle {

#define GEN_PASS_DEF_HEDDLEORDERPROGRAMS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

class HeddleOrderPrograms
    : public impl::HeddleOrderProgramsBase<HeddleOrderPrograms> {
  void runOnOperation() final {
    for (tt::FuncOp kernel : getOperation().getOps<tt::FuncOp>()) {
      if (!kernel.isPublic() || kernel->hasAttr(ProgramOrderAttr))
        continue;
      std::optional<LongestLoops> longest = longestLoopsOf(kernel);
      if (!longest || mayWaitForPrograms(kernel))
        continue;
      std::string order = longest->order();
      kernel->setAttr(ProgramOrderAttr, StringAttr::get(&getContext(), order));
      remark::passed(
          kernel.getLoc(),
          remark::RemarkOpts::name("order").category("heddle-order-programs"))
          << remark::metric("order", order);
    }
  }
};

} // namespace
} // namespace heddle
