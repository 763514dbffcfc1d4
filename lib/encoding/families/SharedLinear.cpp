//===- SharedLinear.cpp - Shared memory by its bases ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "FamilyTraits.h"
#include "ParameterRows.h"
#include "SharedBases.h"

#include <array>

namespace heddle {

template <>
const Family<SharedLinearEncoding> &familyOf<SharedLinearEncoding>() {
  using E = SharedLinearEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"offset", &E::offsets, Always, AnyValue,
       "elements at offsets 1, 2, 4, ..."},
      {"block", &E::blocks, NotEmpty, AnyValue,
       "the same of blocks 1, 2, 4, ..."},
      {.name = "alignment",
       .field = &E::alignment,
       .presence = Always,
       .rule = PowerOfTwo,
       .meaning = "bytes that the start is a multiple of",
       .afterBraces = true}};
  static constexpr Family<E> Table = {"ttg",
                                      "shared_linear",
                                      EncodingKind::Shared,
                                      Wrapping::Braces,
                                      Parameters,
                                      "any linear layout of shared memory"};
  return Table;
}

namespace {

Checked checkRules(const SharedLinearEncoding &e, unsigned rank) {
  std::array<NamedBases, 2> lists = {
      {{"offset", &e.offsets}, {"block", &e.blocks}}};
  return checkSpan(lists, rank, Independence::Required);
}

Result<LinearLayout> layoutOf(const SharedLinearEncoding &e,
                              const ShapeContext &c) {
  return explicitLayout(e.offsets, e.blocks, c);
}

} // namespace

template <>
const FamilyTraits<SharedLinearEncoding> &traitsOf<SharedLinearEncoding>() {
  using E = SharedLinearEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = [](const E &e) { return rankOfBases({&e.offsets, &e.blocks}); },
      .check = checkRules,
      .layout = layoutOf,
      .alignment = [](const E &e) { return e.alignment; },
  };
  return Traits;
}

} // namespace heddle
