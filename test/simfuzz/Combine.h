//===- Combine.h - Reductions' regions --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How reductions and scans combine elements.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_COMBINE_H
#define HEDDLE_TEST_SIMFUZZ_COMBINE_H

#include "Program.h"

namespace heddle::simfuzz {

/// What combines one operand, by its op: "arith.addi". Of several operands:
///  - "each": the first is added, the second the greater one, the third xored,
///    and so on;
///  - "least", "greatest": a number and its i32 place, of equal ones the first;
///  - "affine": (a, b) then (c, d) is (a * c, b * c + d). Not commutative.

/// The ops for one operand.
std::vector<std::string> combinersOf(Element element);

/// The block of the region, its last op of this name.
std::string combineText(const std::string &name,
                        const std::vector<Element> &elements,
                        const std::string &terminator);

/// Combines two elements of each operand. The bits' definedness is not its
/// business.
std::vector<std::uint64_t> combine(const std::string &name,
                                   const std::vector<Element> &elements,
                                   const std::vector<std::uint64_t> &left,
                                   const std::vector<std::uint64_t> &right);

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_COMBINE_H
