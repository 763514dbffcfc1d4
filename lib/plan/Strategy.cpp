//===- Strategy.cpp - Ways of conversions by name -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Conversion.h"

#include <array>

namespace heddle {

static constexpr std::array<std::string_view, 6> StrategyNames = {
    "nothing", "registers", "shuffle", "shared", "cluster", "padded"};

std::string_view strategyName(Strategy strategy) {
  return StrategyNames[static_cast<unsigned>(strategy)];
}

Result<Strategy> parseStrategy(std::string_view name) {
  for (unsigned i = 0; i < StrategyNames.size(); ++i)
    if (StrategyNames[i] == name)
      return static_cast<Strategy>(i);
  return failure(concat("expects a strategy, but got '", name, "'"), {},
                 "the strategies are nothing, registers, shuffle, shared, "
                 "cluster and padded");
}

} // namespace heddle
