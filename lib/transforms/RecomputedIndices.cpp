//===- RecomputedIndices.cpp - Indices instead of conversions -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecomputedIndices.h"
#include "SharedRoom.h"
#include "rules/SliceRewriter.h"

namespace heddle {

using namespace mlir;

/// Of values that are made without memory, loops and branches.
static bool isOfIndices(const rules::ConversionSlice &slice) {
  // Of integers hardly more are needed to compare indices.
  constexpr std::size_t Most = 16;
  return slice.made.size() <= Most && slice.converted.empty() &&
         slice.convertedAtYield.empty() && slice.reused.empty() &&
         llvm::all_of(slice.made, [](const auto &made) {
           Operation *op = made.first.getDefiningOp();
           return op != nullptr && op->getNumRegions() == 0 &&
                  isMemoryEffectFree(op) &&
                  getElementTypeOrSelf(made.first.getType()).isInteger();
         });
}

void recomputeIndices(scf::ForOp loop, const Target &target) {
  rules::SliceRewriter rewriter;
  for (auto conversion :
       llvm::make_early_inc_range(loop.getOps<ttg::ConvertLayoutOp>())) {
    if (!exchangesBetweenWarps(conversion, target))
      continue;
    std::optional<rules::ConversionSlice> slice =
        rules::sliceOf(conversion, rules::SliceCut::Nowhere, rewriter.known());
    if (slice && isOfIndices(*slice))
      rewriter.replace(conversion, std::move(*slice));
  }
}

} // namespace heddle
