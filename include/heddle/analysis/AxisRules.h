//===- AxisRules.h - Facts through operations -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How facts about numbers pass through operations on them. Each function gets
/// what is known of the operands and says what holds of the result; none of
/// them knows of an IR. The reasons stand at the definitions.
///
/// Operands of one operation have one shape, which is that of the result.
/// `bits` is the width of the numbers: results that are known are cut to it,
/// bounds kept inside. Numbers of one bit are 0 and 1.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_AXISRULES_H
#define HEDDLE_ANALYSIS_AXISRULES_H

#include "heddle/analysis/AxisInfo.h"

namespace heddle::axis {

/// The type of a result.
struct Form {
  std::span<const std::int64_t> shape;
  unsigned bits = 64;
};

enum class Sign { Signed, Unsigned };
enum class Comparison { Equal, Less, LessOrEqual };

/// \name Arithmetic
/// @{
AxisInfo add(const AxisInfo &l, const AxisInfo &r, Form form);
AxisInfo subtract(const AxisInfo &l, const AxisInfo &r, Form form);
AxisInfo multiply(const AxisInfo &l, const AxisInfo &r, Form form);
/// Rounds toward zero, or down where both are not negative.
AxisInfo divide(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form);
AxisInfo remainder(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form);
AxisInfo shiftLeft(const AxisInfo &l, const AxisInfo &r, Form form);
AxisInfo shiftRight(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form);
AxisInfo bitAnd(const AxisInfo &l, const AxisInfo &r, Form form);
AxisInfo bitOr(const AxisInfo &l, const AxisInfo &r, Form form);
AxisInfo bitXor(const AxisInfo &l, const AxisInfo &r, Form form);
AxisInfo minimum(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form);
AxisInfo maximum(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form);
/// l < r and so on, as 0 and 1.
AxisInfo compare(const AxisInfo &l, const AxisInfo &r, Comparison comparison,
                 Sign sign, Form form);
/// `condition` has the shape of the others.
AxisInfo select(const AxisInfo &condition, const AxisInfo &l, const AxisInfo &r,
                Form form);
/// An elementwise function of the operands.
AxisInfo elementwise(std::span<const AxisInfo *const> operands, Form form);
/// @}

/// \name Casts
/// @{
AxisInfo extend(const AxisInfo &source, unsigned fromBits, Sign sign);
AxisInfo truncate(const AxisInfo &source, Form form);
/// @}

/// \name Addresses
/// Their `unit` is the size of an element in bytes.
/// @{
/// The offset counts elements.
AxisInfo addPointer(const AxisInfo &pointer, const AxisInfo &offset,
                    std::int64_t bytes, Form form);
/// An address of elements of another size; a number is one with a unit of 1.
AxisInfo castPointer(const AxisInfo &pointer, std::int64_t unit);
/// @}

/// \name Shapes
/// @{
AxisInfo range(std::int64_t start, std::int64_t end);
AxisInfo splat(const AxisInfo &scalar, std::span<const std::int64_t> shape);
AxisInfo expandDims(const AxisInfo &source, unsigned axis);
AxisInfo broadcast(const AxisInfo &source, std::span<const std::int64_t> from,
                   std::span<const std::int64_t> to);
AxisInfo transpose(const AxisInfo &source, std::span<const std::int32_t> order);
AxisInfo reshape(const AxisInfo &source, std::span<const std::int64_t> from,
                 std::span<const std::int64_t> to);
/// The same numbers in any order, of one source or of several.
AxisInfo reorder(std::span<const AxisInfo *const> sources,
                 std::span<const std::int64_t> to);
AxisInfo joinPairs(const AxisInfo &l, const AxisInfo &r);
/// The numbers at `half` of the last axis.
AxisInfo splitPairs(const AxisInfo &source, unsigned half);
/// The part of a tensor of this shape that starts at these offsets.
AxisInfo slice(const AxisInfo &source, std::span<const std::int64_t> offsets,
               std::span<const std::int64_t> to);
AxisInfo gather(const AxisInfo &source, const AxisInfo &indices, unsigned axis);
/// @}

/// What a reduction combines its numbers with.
enum class Combine { Sum, Extreme, Bitwise, Other };
AxisInfo reduce(const AxisInfo &source, unsigned axis, Combine combine,
                Form form);
AxisInfo scan(const AxisInfo &source, unsigned axis, Combine combine,
              Form form);

} // namespace heddle::axis

#endif // HEDDLE_ANALYSIS_AXISRULES_H
