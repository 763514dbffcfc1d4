//===- Numbers.h - What ops do to numbers -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What ops do to numbers, on bits: integers of two's complement, and floats
/// by integer arithmetic with one rounding, so that nothing is shared with the
/// simulator, which computes as the host does.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_NUMBERS_H
#define HEDDLE_TEST_SIMFUZZ_NUMBERS_H

#include "Program.h"

namespace heddle::simfuzz {

/// Nothing where the result is not defined.
using Bits = std::optional<std::uint64_t>;

std::int64_t signedOf(std::uint64_t bits, Element element);
bool isNan(std::uint64_t bits, Element element);

/// An elementwise op with a result of its operands' type.
Bits compute(const std::string &name, Element element,
             const std::vector<std::uint64_t> &operands);
Bits cast(const std::string &name, Element from, Element to,
          std::uint64_t bits);
/// "arith.cmpi slt"
bool compare(const std::string &name, Element element, std::uint64_t a,
             std::uint64_t b);

/// x * y + z with one rounding.
std::uint64_t fusedProduct(Element element, std::uint64_t x, std::uint64_t y,
                           std::uint64_t z);

/// Whether the sum of all is exact, and so the same, in whatever order.
bool isExactSum(Element element, const std::vector<std::uint64_t> &terms);

/// The bits of a number, rounded if need be.
std::uint64_t floatOf(Element element, double value);

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_NUMBERS_H
