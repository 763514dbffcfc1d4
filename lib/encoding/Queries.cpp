//===- Queries.cpp - What a distributed layout looks like -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Queries.h"
#include "heddle/f2/Subspace.h"

#include <bit>

namespace heddle {

namespace {

unsigned rankOf(const LinearLayout &layout) {
  return static_cast<unsigned>(layout.outs().size());
}

/// 2^bits, at most 2^31.
unsigned sizeOfBits(unsigned bits) { return 1U << std::min(bits, 31U); }

UnsignedList sizesOfBits(UnsignedList bits) {
  for (unsigned &number : bits)
    number = sizeOfBits(number);
  return bits;
}

/// The dimension for which a basis vector counts; the rank if it is zero.
unsigned axisOf(const LinearLayout &layout, Word basis) {
  unsigned axis = 0;
  while (axis < rankOf(layout) && layout.field(basis, Dim::standard(axis)) == 0)
    ++axis;
  return axis;
}

/// A basis vector that is no copy: its dimension and its coordinate there.
struct Step {
  unsigned axis;
  std::uint64_t coordinate;
};

InplaceVector<Step, f2::MaxBits> stepsOf(const LinearLayout &layout, Dim in) {
  InplaceVector<Step, f2::MaxBits> steps;
  Word copies = 0;
  for (const Coordinate &mask : layout.freeVariableMasks())
    if (mask.dim == in)
      copies = mask.value;
  for (Word basis : layout.bases(in)) {
    unsigned axis = axisOf(layout, basis);
    if ((copies & 1) == 0)
      steps.push_back({axis, layout.field(basis, Dim::standard(axis))});
    copies >>= 1;
  }
  return steps;
}

/// How many bits of `in` move along each dimension, without copies.
UnsignedList stepBits(const LinearLayout &layout, Dim in) {
  UnsignedList bits(rankOf(layout), 0);
  for (const Step &step : stepsOf(layout, in))
    ++bits[step.axis];
  return bits;
}

UnsignedList orderOf(const LinearLayout &layout, Dim in) {
  UnsignedList order;
  auto add = [&](unsigned axis) {
    if (std::find(order.begin(), order.end(), axis) == order.end())
      order.push_back(axis);
  };
  for (Word basis : layout.bases(in))
    if (basis != 0)
      add(axisOf(layout, basis));
  for (unsigned axis = rankOf(layout); axis-- > 0;)
    add(axis);
  return order;
}

/// The bits of each dimension up to which registers belong to the tile.
UnsignedList tileBits(const LinearLayout &layout) {
  UnsignedList bits;
  for (unsigned axis = 0; axis < rankOf(layout); ++axis) {
    auto reachedBy = [&](Dim in) {
      std::uint64_t reached = 0;
      for (Word basis : layout.bases(in))
        reached |= layout.field(basis, Dim::standard(axis));
      return reached;
    };
    std::uint64_t threads = reachedBy(Dim::Lane) | reachedBy(Dim::Warp);
    bits.push_back(static_cast<unsigned>(
        threads != 0 ? std::bit_width(threads)
                     : std::countr_one(reachedBy(Dim::Register))));
  }
  return bits;
}

} // namespace

UnsignedList sizePerThread(const LinearLayout &layout) {
  UnsignedList limit = tileBits(layout);
  UnsignedList bits(rankOf(layout), 0);
  for (const Step &step : stepsOf(layout, Dim::Register))
    if (unsigned(std::bit_width(step.coordinate)) <= limit[step.axis])
      ++bits[step.axis];
  return sizesOfBits(bits);
}

UnsignedList threadsPerWarp(const LinearLayout &layout) {
  return sizesOfBits(stepBits(layout, Dim::Lane));
}

UnsignedList warpsPerCTA(const LinearLayout &layout) {
  return sizesOfBits(stepBits(layout, Dim::Warp));
}

UnsignedList registerOrder(const LinearLayout &layout) {
  return orderOf(layout, Dim::Register);
}

UnsignedList threadOrder(const LinearLayout &layout) {
  return orderOf(layout, Dim::Lane);
}

UnsignedList warpOrder(const LinearLayout &layout) {
  return orderOf(layout, Dim::Warp);
}

UnsignedList ctasPerCGA(const LinearLayout &layout) {
  UnsignedList bits(rankOf(layout), 0);
  if (bits.empty())
    return bits;
  unsigned last = 0;
  for (Word basis : layout.bases(Dim::Block)) {
    last = basis != 0 ? axisOf(layout, basis) : last;
    ++bits[last];
  }
  return sizesOfBits(bits);
}

UnsignedList ctaSplitNum(const LinearLayout &layout) {
  return sizesOfBits(stepBits(layout, Dim::Block));
}

UnsignedList ctaOrder(const LinearLayout &layout) {
  return orderOf(layout, Dim::Block);
}

UnsignedList shapePerCTA(const LinearLayout &layout) {
  UnsignedList split = stepBits(layout, Dim::Block);
  UnsignedList shape;
  for (unsigned axis = 0; axis < rankOf(layout); ++axis) {
    unsigned bits = layout.outBits(Dim::standard(axis));
    shape.push_back(sizeOfBits(bits - std::min(split[axis], bits)));
  }
  return shape;
}

UnsignedList shapePerCTATile(const LinearLayout &layout) {
  UnsignedList tile = shapePerCTA(layout);
  UnsignedList elements = sizePerThread(layout);
  UnsignedList lanes = threadsPerWarp(layout), warps = warpsPerCTA(layout);
  for (unsigned axis = 0; axis < rankOf(layout); ++axis) {
    // Three factors of at most 2^31 do not fit into one word.
    std::uint64_t threads = std::uint64_t(lanes[axis]) * warps[axis];
    if (threads < tile[axis])
      tile[axis] = static_cast<unsigned>(
          std::min<std::uint64_t>(tile[axis], threads * elements[axis]));
  }
  return tile;
}

// A thread's elements are a coset of what its registers span. A run of 2^k
// coordinates lies in a coset exactly if the k lowest unit vectors of the
// dimension are in the span.
UnsignedList contiguityPerThread(const LinearLayout &layout) {
  UnsignedList contiguity;
  Result<f2::Subspace> registers =
      f2::Subspace::span(layout.totalOutBits(), layout.bases(Dim::Register));
  for (unsigned axis = 0; axis < rankOf(layout); ++axis) {
    Dim dim = Dim::standard(axis);
    unsigned bits = 0;
    while (bits < layout.outBits(dim) &&
           registers->contains(f2::unit(layout.outShift(dim) + bits)))
      ++bits;
    contiguity.push_back(sizeOfBits(bits));
  }
  return contiguity;
}

std::uint64_t elementsPerThread(const LinearLayout &layout) {
  return layout.inSize(Dim::Register);
}

unsigned widestAccess(const LinearLayout &layout, unsigned axis,
                      unsigned elementBits, unsigned maxBits) {
  UnsignedList contiguity = contiguityPerThread(layout);
  std::uint64_t elements = axis < contiguity.size() ? contiguity[axis] : 1;
  return static_cast<unsigned>(
      std::min<std::uint64_t>(elements * elementBits, maxBits));
}

} // namespace heddle
