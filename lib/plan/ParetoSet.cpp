//===- ParetoSet.cpp - Conversions by time and memory ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Conversion.h"

namespace heddle {

Result<std::vector<Conversion>>
planParetoSet(const LinearLayout &src, const LinearLayout &dst,
              unsigned elementBits, const Target &target,
              const ConversionOptions &options) {
  std::vector<Conversion> set;
  ConversionOptions smaller = options;
  while (true) {
    Result<Conversion> next =
        planConversion(src, dst, elementBits, target, smaller);
    if (!next && set.empty())
      return tl::unexpected(std::move(next.error()));
    if (!next)
      return set;
    while (!set.empty() && next->cycles <= set.back().cycles)
      set.pop_back();
    set.push_back(std::move(*next));
    std::uint64_t scratch = set.back().program.scratchBytes;
    if (scratch == 0)
      return set;
    smaller.sharedBudget = scratch - 1;
  }
}

} // namespace heddle
