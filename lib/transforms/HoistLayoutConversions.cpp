//===- HoistLayoutConversions.cpp - Factors in registers of loops ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUHOISTLAYOUTCONVERSIONS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// To the layout of a product's factor?
bool makesFactor(Operation *op) {
  auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
  const Encoding *encoding =
      convert ? ir::encodingOf(convert.getType()) : nullptr;
  return encoding != nullptr &&
         encoding->getIf<DotOperandEncoding>() != nullptr;
}

struct TritonAMDGPUHoistLayoutConversions
    : impl::TritonAMDGPUHoistLayoutConversionsBase<
          TritonAMDGPUHoistLayoutConversions> {
  // Inner loops come first, so that conversions leave all loops that they can.
  void runOnOperation() final {
    getOperation()->walk([](LoopLikeOpInterface loop) {
      moveLoopInvariantCode(
          loop.getLoopRegions(),
          [&](Value value, Region *) {
            return loop.isDefinedOutsideOfLoop(value);
          },
          [](Operation *op, Region *) { return makesFactor(op); },
          [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
    });
  }
};

} // namespace
} // namespace heddle
