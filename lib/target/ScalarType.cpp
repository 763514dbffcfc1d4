//===- ScalarType.cpp - Types that instructions compute with --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/ScalarType.h"

#include <array>

namespace heddle {

namespace {

struct Named {
  std::string_view name;
  unsigned bits;
};

/// In the order of the enumeration.
constexpr std::array Types = {
    Named{"b1", 1},       Named{"s4", 4},    Named{"u4", 4},
    Named{"s8", 8},       Named{"u8", 8},    Named{"u16", 16},
    Named{"s32", 32},     Named{"u32", 32},  Named{"s64", 64},
    Named{"u64", 64},     Named{"f16", 16},  Named{"bf16", 16},
    Named{"tf32", 32},    Named{"f32", 32},  Named{"f64", 64},
    Named{"e4m3", 8},     Named{"e5m2", 8},  Named{"e4m3fnuz", 8},
    Named{"e5m2fnuz", 8}, Named{"e2m3", 8},  Named{"e3m2", 8},
    Named{"e2m1", 4},     Named{"ue8m0", 8},
};
static_assert(Types.size() == static_cast<std::size_t>(ScalarType::UE8M0) + 1);

} // namespace

unsigned bitsOf(ScalarType type) {
  return Types[static_cast<std::size_t>(type)].bits;
}

std::string_view nameOf(ScalarType type) {
  return Types[static_cast<std::size_t>(type)].name;
}

std::optional<ScalarType> findScalarType(std::string_view name) {
  for (std::size_t type = 0; type < Types.size(); ++type)
    if (Types[type].name == name)
      return static_cast<ScalarType>(type);
  return std::nullopt;
}

} // namespace heddle
