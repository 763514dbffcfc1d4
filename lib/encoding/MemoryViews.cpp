//===- MemoryViews.cpp - Layouts of memory in another shape ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/MemoryViews.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <algorithm>

namespace heddle {

namespace {

Bases transposedBases(const Bases &bases, ListRef<unsigned> order) {
  Bases result;
  for (const UnsignedList &basis : bases) {
    UnsignedList coordinates;
    for (unsigned axis : order)
      coordinates.push_back(basis[axis]);
    result.push_back(std::move(coordinates));
  }
  return result;
}

/// Which axis of the result each axis becomes.
UnsignedList inverseOf(ListRef<unsigned> order) {
  UnsignedList inverse(order.size(), 0);
  for (unsigned axis = 0; axis < order.size(); ++axis)
    inverse[order[axis]] = axis;
  return inverse;
}

bool isPermutation(ListRef<unsigned> order) {
  std::vector<unsigned> sorted(order.begin(), order.end());
  std::ranges::sort(sorted);
  for (unsigned axis = 0; axis < sorted.size(); ++axis)
    if (sorted[axis] != axis)
      return false;
  return true;
}

/// The element's number, row by row.
std::uint64_t numberOf(ListRef<unsigned> coordinates,
                       ListRef<std::uint64_t> shape) {
  std::uint64_t number = 0;
  for (unsigned axis = 0; axis < shape.size(); ++axis)
    number = number * shape[axis] + coordinates[axis];
  return number;
}

UnsignedList coordinatesOf(std::uint64_t number, ListRef<std::uint64_t> shape) {
  UnsignedList coordinates(shape.size(), 0);
  for (auto axis = static_cast<unsigned>(shape.size()); axis-- > 0;) {
    coordinates[axis] = static_cast<unsigned>(number % shape[axis]);
    number /= shape[axis];
  }
  return coordinates;
}

Bases reshapedBases(const Bases &bases, ListRef<std::uint64_t> from,
                    ListRef<std::uint64_t> to) {
  Bases result;
  for (const UnsignedList &basis : bases)
    result.push_back(coordinatesOf(numberOf(basis, from), to));
  return result;
}

/// The numbers of the elements that the bits of an address stand for.
Result<std::vector<std::uint64_t>> numbersAt(const Encoding &encoding,
                                             ListRef<std::uint64_t> shape,
                                             TritonVersion version) {
  Result<LinearLayout> layout = toLinearLayout(encoding, shape, version);
  if (!layout)
    return tl::unexpected(std::move(layout.error()));
  std::vector<std::uint64_t> numbers;
  for (Word basis : layout->bases()) {
    UnsignedList coordinates;
    for (unsigned axis = 0; axis < shape.size(); ++axis)
      coordinates.push_back(
          static_cast<unsigned>(layout->field(basis, Dim::standard(axis))));
    numbers.push_back(numberOf(coordinates, shape));
  }
  return numbers;
}

std::uint64_t elementsOf(ListRef<std::uint64_t> shape) {
  std::uint64_t count = 1;
  for (std::uint64_t size : shape)
    count *= size;
  return count;
}

tl::unexpected<Error> noSuchView() {
  return failure("expects a layout of shared memory whose family can say this "
                 "view");
}

} // namespace

Result<Encoding> transposedMemory(const Encoding &encoding,
                                  ListRef<unsigned> order) {
  if (!isPermutation(order))
    return failure("expects a permutation of the axes");
  auto hasRank = [&](const Bases &bases) {
    return std::ranges::all_of(bases, [&](const UnsignedList &basis) {
      return basis.size() == order.size();
    });
  };
  if (const auto *swizzled = encoding.getIf<SwizzledSharedEncoding>();
      swizzled && swizzled->order.size() == order.size() &&
      hasRank(swizzled->cga)) {
    SwizzledSharedEncoding result = *swizzled;
    UnsignedList inverse = inverseOf(order);
    for (unsigned &axis : result.order)
      axis = inverse[axis];
    result.cga = transposedBases(swizzled->cga, order);
    return result;
  }
  if (const auto *linear = encoding.getIf<SharedLinearEncoding>();
      linear && hasRank(linear->offsets) && hasRank(linear->blocks))
    return SharedLinearEncoding{transposedBases(linear->offsets, order),
                                transposedBases(linear->blocks, order),
                                linear->alignment};
  if (const auto *nvmma = encoding.getIf<NvmmaSharedEncoding>();
      nvmma && nvmma->rank == 2 && order.size() == 2 && order[0] == 1 &&
      hasRank(nvmma->cga)) {
    NvmmaSharedEncoding result = *nvmma;
    result.transposed = !nvmma->transposed;
    result.cga = transposedBases(nvmma->cga, order);
    return result;
  }
  return noSuchView();
}

Result<Encoding> reshapedMemory(const Encoding &encoding,
                                ListRef<std::uint64_t> from,
                                ListRef<std::uint64_t> to,
                                TritonVersion version) {
  if (elementsOf(from) != elementsOf(to))
    return failure("expects as many elements in both shapes");
  // This also checks that the layout is one of `from`.
  Result<std::vector<std::uint64_t>> before =
      numbersAt(encoding, from, version);
  if (!before)
    return tl::unexpected(std::move(before.error()));
  if (const auto *linear = encoding.getIf<SharedLinearEncoding>())
    return SharedLinearEncoding{reshapedBases(linear->offsets, from, to),
                                reshapedBases(linear->blocks, from, to),
                                linear->alignment};
  const auto *nvmma = encoding.getIf<NvmmaSharedEncoding>();
  if (nvmma == nullptr || !nvmma->cga.empty())
    return noSuchView();
  NvmmaSharedEncoding result = *nvmma;
  result.rank = static_cast<unsigned>(to.size());
  Result<std::vector<std::uint64_t>> after = numbersAt(result, to, version);
  if (!after || *after != *before)
    return noSuchView();
  return result;
}

} // namespace heddle
