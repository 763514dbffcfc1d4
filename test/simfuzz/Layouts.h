//===- Layouts.h - Layouts as texts -----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts as texts: random ones of all families, and those that follow from
/// others. A tensor without a layout (the text is empty) stays without.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_LAYOUTS_H
#define HEDDLE_TEST_SIMFUZZ_LAYOUTS_H

#include "Program.h"

#include <random>

namespace heddle::simfuzz {

/// Nothing where the layout does not allow it.
using LayoutText = std::optional<std::string>;

LayoutText slicedLayout(const std::string &layout, std::int64_t axis);
/// The layout of a tensor with one more axis, of which `layout` is the slice.
LayoutText expandedLayout(const std::string &layout, std::int64_t axis);
LayoutText transposedLayout(const std::string &layout, const Shape &shape,
                            const std::vector<std::int64_t> &order);
LayoutText reshapedLayout(const std::string &layout, const Shape &from,
                          const Shape &to);
LayoutText joinedLayout(const std::string &layout, const Shape &shape);
LayoutText splitLayout(const std::string &layout, const Shape &shape);
/// Whether each thread holds of `to` the copies of what it holds of `from`.
bool mayBroadcast(const std::string &layout, const Shape &from,
                  const Shape &to);

/// Whether each thread holds twice as many elements of `to` as of `from`.
bool mayCat(const std::string &layout, const Shape &from, const Shape &to);

/// Of shared memory: those of the buffer with other axes or another shape.
LayoutText transposedMemory(const std::string &layout, const Shape &shape,
                            const std::vector<std::int64_t> &order);
LayoutText reshapedMemory(const std::string &layout, const Shape &from,
                          const Shape &to);

/// Whether a part of a buffer `from` can be cut off: not along a bit of an axis
/// that is more than one bit of an offset. `whole` is what the layout is of.
bool mayCut(const std::string &layout, const Shape &whole, const Shape &from,
            const Shape &part);

/// Whether tensors of this shape can have the layout, with at most 256
/// registers a thread.
bool fits(const std::string &layout, const Shape &shape, unsigned warps);

/// A `blocked` with one element a thread at a time.
std::string plainLayout(const Shape &shape, unsigned warps);

/// Draws layouts.
class LayoutSource {
public:
  /// Both may change later.
  LayoutSource(std::mt19937_64 &engine, const unsigned &warps)
      : engine(engine), warps(warps) {}

  /// Of registers, of any family.
  std::string distributed(const Shape &shape, unsigned depth = 2);
  /// A `blocked`.
  std::string blocked(std::size_t rank);
  /// Of shared memory, of any family.
  std::string shared(const Shape &shape, unsigned elementBits);

private:
  std::uint64_t below(std::uint64_t limit) { return engine() % limit; }
  std::int64_t power(unsigned most) {
    return std::int64_t(1) << below(most + 1);
  }
  std::vector<std::int64_t> dealt(unsigned bits, std::size_t rank);
  std::string order(std::size_t rank);
  std::string linear(const Shape &shape);
  std::string slice(const Shape &shape, unsigned depth);
  std::string matrix(std::size_t rank);
  std::string operand(std::size_t rank);
  std::string anySwizzled(const Shape &shape);
  std::string anyPadded(const Shape &shape);
  std::string anySharedLinear(const Shape &shape);
  std::string anyNvmma(const Shape &shape, unsigned elementBits);

  std::mt19937_64 &engine;
  const unsigned &warps;
};

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_LAYOUTS_H
