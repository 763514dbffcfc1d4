//===- AxisShapes.cpp - Facts through changes of shape --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisBuilder.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace heddle::axis {

using Axis = AxisInfo::Axis;

AxisInfo range(std::int64_t start, std::int64_t end) {
  // Triton's ranges are of 32 bits, and what divides zero with them.
  constexpr std::int64_t MostOfRange = 1 << 30;
  if (end - start == 1) {
    std::int64_t shape[] = {1};
    return constantAxes(start, shape);
  }
  AxisInfo info = unknownAxes(1);
  info.axes[0].contiguity = end - start;
  info.axes[0].divisibility = std::min(powerOfTwoIn(start), MostOfRange);
  info.start = info.axes[0].divisibility;
  info.low = start;
  info.high = end - 1;
  return info;
}

AxisInfo splat(const AxisInfo &scalar, std::span<const std::int64_t> shape) {
  AxisInfo result = scalar;
  result.axes.assign(std::max<std::size_t>(shape.size(), 1),
                     {1, scalar.divisorOfAll(), 1});
  result.start = scalar.divisorOfAll();
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    result.axes[axis].constancy = shape[axis];
  return result;
}

AxisInfo expandDims(const AxisInfo &source, unsigned axis) {
  AxisInfo result = source;
  result.axes.insert(result.axes.begin() + axis, {1, source.divisorOfAll(), 1});
  return result;
}

AxisInfo broadcast(const AxisInfo &source, std::span<const std::int64_t> from,
                   std::span<const std::int64_t> to) {
  AxisInfo result = source;
  for (std::size_t axis = 0; axis < to.size(); ++axis)
    if (from[axis] == 1 && to[axis] != 1)
      result.axes[axis] = {1, source.divisorOfAll(), to[axis]};
  return result;
}

AxisInfo transpose(const AxisInfo &source,
                   std::span<const std::int32_t> order) {
  AxisInfo result = source;
  for (std::size_t axis = 0; axis < order.size(); ++axis)
    result.axes[axis] = source.axes[static_cast<std::size_t>(order[axis])];
  return result;
}

namespace {

/// An axis of a shape and the bits of the row-major number of an element that
/// it is: `first`, first + 1, ..., first + count - 1.
struct AxisBits {
  unsigned axis, first, count;
};

/// From the last axis, the fastest, to the first.
std::vector<AxisBits> bitsOf(std::span<const std::int64_t> shape) {
  std::vector<AxisBits> bits;
  unsigned first = 0;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    auto count = static_cast<unsigned>(
        std::countr_zero(static_cast<std::uint64_t>(shape[axis])));
    bits.push_back({static_cast<unsigned>(axis), first, count});
    first += count;
  }
  return bits;
}

/// The axis that has this bit.
const AxisBits *axisWith(const std::vector<AxisBits> &bits, unsigned bit) {
  for (const AxisBits &each : bits)
    if (bit >= each.first && bit < each.first + each.count)
      return &each;
  return nullptr;
}

unsigned logOf(std::int64_t power) {
  return static_cast<unsigned>(
      std::countr_zero(static_cast<std::uint64_t>(power)));
}

/// How many bits from `bit` on change nothing.
unsigned constantBits(const AxisInfo &source, const std::vector<AxisBits> &from,
                      unsigned bit) {
  unsigned start = bit;
  while (const AxisBits *each = axisWith(from, bit)) {
    unsigned end = each->first + logOf(source.axes[each->axis].constancy);
    if (end <= bit)
      break;
    bit = end;
    if (end < each->first + each->count)
      break;
  }
  return bit - start;
}

/// The bits of a new axis each add twice what the one before does.
Progression progressionOf(const AxisInfo &source,
                          const std::vector<AxisBits> &from,
                          const AxisBits &axis) {
  Progression groups = NoProgression;
  for (unsigned bit = 0; bit < axis.count; ++bit) {
    const AxisBits *along = axisWith(from, axis.first + bit);
    std::optional<std::int64_t> distance = source.distanceOf(
        along->axis, std::int64_t(1) << (axis.first + bit - along->first));
    if (distance && bit == 0)
      groups.stride = *distance;
    else if (!distance ||
             *distance != wrappingMultiply(groups.stride, groups.size))
      break;
    groups.size *= 2;
  }
  return groups;
}

/// Multiples of what the coordinates in the source are, where the largest
/// groups begin along all axes of the result.
std::vector<std::int64_t> stepsAtGroups(const AxisInfo &result,
                                        const std::vector<AxisBits> &to,
                                        const std::vector<AxisBits> &from) {
  std::vector<std::int64_t> steps(from.size(), 1);
  for (const AxisBits &each : from)
    for (unsigned bit = each.first; bit < each.first + each.count; ++bit) {
      const AxisBits *along = axisWith(to, bit);
      if (std::int64_t(1) << (bit - along->first) >=
          result.largestGroups(along->axis).size)
        break;
      steps[each.axis] *= 2;
    }
  return steps;
}

} // namespace

// A step along an axis adds a power of two to the element's number. In the
// source the same bits belong to one axis or to several.
AxisInfo reshape(const AxisInfo &source, std::span<const std::int64_t> from,
                 std::span<const std::int64_t> to) {
  AxisInfo result = source;
  result.axes.assign(to.size(), {1, source.divisorOfAll(), 1});
  std::vector<AxisBits> old = bitsOf(from), bits = bitsOf(to);
  for (const AxisBits &each : bits) {
    if (each.count == 0)
      continue;
    Axis &axis = result.axes[each.axis];
    axis.constancy = std::int64_t(1) << std::min(
                         each.count, constantBits(source, old, each.first));
    const AxisBits *along = axisWith(old, each.first);
    if (along == nullptr || along->first != each.first)
      continue;
    axis.contiguity =
        std::min(source.axes[along->axis].contiguity, to[each.axis]);
    axis.divisibility = source.divisorAt(
        along->axis, std::max(axis.contiguity, axis.constancy));
  }
  for (const AxisBits &each : bits)
    if (each.count != 0)
      keepProgression(result, each.axis, progressionOf(source, old, each));
  result.start = source.divisorAt(stepsAtGroups(result, bits, old));
  return result;
}

AxisInfo reorder(std::span<const AxisInfo *const> sources,
                 std::span<const std::int64_t> to) {
  AxisInfo result = *sources.front();
  std::int64_t divisor = MaxDivisor;
  for (const AxisInfo *source : sources) {
    divisor = std::min(divisor, source->divisorOfAll());
    if (source->constant != result.constant)
      result.constant.reset();
    result.low = std::min(result.low, source->low);
    result.high = std::max(result.high, source->high);
    result.unit = std::min(result.unit, source->unit);
  }
  if (result.constant)
    return constantAxes(*result.constant, to);
  result.axes.assign(std::max<std::size_t>(to.size(), 1), {1, divisor, 1});
  result.start = divisor;
  return result;
}

AxisInfo joinPairs(const AxisInfo &l, const AxisInfo &r) {
  AxisInfo result = l;
  for (unsigned axis = 0; axis < l.axes.size(); ++axis) {
    Axis &along = result.axes[axis];
    along.contiguity = std::min(along.contiguity, r.axes[axis].contiguity);
    along.constancy = std::min(along.constancy, r.axes[axis].constancy);
    std::int64_t step = std::max(along.contiguity, along.constancy);
    along.divisibility =
        std::min(l.divisorAt(axis, step), r.divisorAt(axis, step));
    along.regularity = 1;
    along.stride = 0;
    keepProgression(result, axis, commonProgression(l, r, axis));
  }
  result.start =
      std::min(l.divisorAtGroupsOf(result), r.divisorAtGroupsOf(result));
  bool isConstant = l.constant && l.constant == r.constant;
  result.axes.push_back(
      {1, std::min(l.divisorOfAll(), r.divisorOfAll()), isConstant ? 2 : 1});
  if (!isConstant)
    result.constant.reset();
  result.low = std::min(l.low, r.low);
  result.high = std::max(l.high, r.high);
  result.unit = std::min(l.unit, r.unit);
  return result;
}

AxisInfo splitPairs(const AxisInfo &source, unsigned half) {
  AxisInfo result = source;
  auto last = static_cast<unsigned>(source.axes.size() - 1);
  result.axes.pop_back();
  // Whatever begins, only the first half is where groups of halves do.
  if (half != 0)
    result.start = 1;
  std::int64_t divisor =
      half == 0 ? source.divisorAt(last, 2) : source.divisorOfAll();
  for (Axis &axis : result.axes)
    axis.divisibility = std::max(axis.divisibility, divisor);
  if (result.axes.empty())
    result.axes.push_back({1, divisor, 1});
  return result;
}

/// Groups of so many from an offset on: no larger than what is left of those of
/// the source where the part starts.
static std::int64_t groupFrom(std::int64_t group, std::int64_t offset,
                              std::int64_t size) {
  return std::min({group, powerOfTwoIn(offset), size});
}

AxisInfo slice(const AxisInfo &source, std::span<const std::int64_t> offsets,
               std::span<const std::int64_t> to) {
  AxisInfo result = source;
  result.start = source.divisorOfAll();
  for (unsigned each = 0; each < result.axes.size(); ++each) {
    Axis &axis = result.axes[each];
    axis.contiguity = groupFrom(axis.contiguity, offsets[each], to[each]);
    axis.constancy = groupFrom(axis.constancy, offsets[each], to[each]);
    axis.regularity = groupFrom(axis.regularity, offsets[each], to[each]);
    if (axis.regularity == 1)
      axis.stride = 0;
    axis.divisibility =
        source.divisorAt(each, std::max(axis.contiguity, axis.constancy));
  }
  return result;
}

AxisInfo gather(const AxisInfo &source, const AxisInfo &indices,
                unsigned axis) {
  AxisInfo result = source;
  result.start = 1;
  for (unsigned each = 0; each < result.axes.size(); ++each) {
    Axis &along = result.axes[each];
    const Axis &from = source.axes[each];
    const Axis &index = indices.axes[each];
    along.regularity = 1;
    along.stride = 0;
    // Along the axis the indices choose; along others the source's coordinates
    // do, as long as the index stays.
    if (each == axis) {
      along.contiguity =
          std::min({index.contiguity, index.divisibility, from.contiguity});
      along.constancy = index.constancy;
      along.divisibility =
          source.divisorAt(each, along.contiguity > 1 ? along.contiguity
                                                      : indices.divisorOfAll());
    } else {
      along.contiguity = std::min(index.constancy, from.contiguity);
      along.constancy = std::min(index.constancy, from.constancy);
      along.divisibility =
          source.divisorAt(each, std::max(along.contiguity, along.constancy));
    }
  }
  return result;
}

namespace {

/// Multiples of a number stay multiples when they are combined like this.
bool keepsDivisors(Combine combine) { return combine != Combine::Other; }

/// What combining numbers along another axis leaves of an axis.
Axis combined(const AxisInfo &source, unsigned axis, Combine combine) {
  Axis result = source.axes[axis];
  // The extreme of several runs is a run: it starts where the extreme does.
  if (combine != Combine::Extreme)
    result.contiguity = 1;
  result.regularity = 1;
  result.stride = 0;
  result.divisibility = keepsDivisors(combine)
                            ? source.divisorAt(axis, std::max(result.contiguity,
                                                              result.constancy))
                            : 1;
  return result;
}

AxisInfo boundsOf(AxisInfo result, const AxisInfo &source, Combine combine,
                  Form form) {
  result.constant.reset();
  result.unit = source.unit;
  if (combine == Combine::Extreme)
    return within(std::move(result), source.low, source.high, form);
  if (combine != Combine::Other && source.isNonNegative())
    return within(std::move(result), 0, Highest, form);
  return within(std::move(result), form);
}

} // namespace

AxisInfo reduce(const AxisInfo &source, unsigned axis, Combine combine,
                Form form) {
  AxisInfo result;
  for (unsigned each = 0; each < source.axes.size(); ++each)
    if (each != axis)
      result.axes.push_back(combined(source, each, combine));
  if (result.axes.empty())
    result.axes.push_back(
        {1, keepsDivisors(combine) ? source.divisorOfAll() : 1, 1});
  return boundsOf(std::move(result), source, combine, form);
}

AxisInfo scan(const AxisInfo &source, unsigned axis, Combine combine,
              Form form) {
  AxisInfo result;
  for (unsigned each = 0; each < source.axes.size(); ++each)
    result.axes.push_back(
        each == axis
            ? Axis{1, keepsDivisors(combine) ? source.divisorOfAll() : 1, 1}
            : combined(source, each, combine));
  return boundsOf(std::move(result), source, combine, form);
}

} // namespace heddle::axis
