//===- TensorMap.cpp - Tensors as the copy engine knows them --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/TensorMap.h"

#include <algorithm>
#include <cstring>

namespace heddle {

unsigned bytesOf(TensorMap::Element element) {
  using enum TensorMap::Element;
  switch (element) {
  case U8:
    return 1;
  case U16:
  case F16:
  case Bf16:
    return 2;
  case U32:
  case S32:
  case F32:
  case F32Ftz:
  case Tf32:
  case Tf32Ftz:
    return 4;
  case U64:
  case S64:
  case F64:
    return 8;
  }
  return 0;
}

bool canReduce(TensorMap::Element element, TensorMap::Reduction reduction) {
  using Element = TensorMap::Element;
  using enum TensorMap::Reduction;
  bool isWide = element == Element::U64 || element == Element::S64;
  bool isHalf = element == Element::F16 || element == Element::Bf16;
  bool isWord = element == Element::U32 || element == Element::S32;
  switch (reduction) {
  case Add:
    return isWord || element == Element::U64 || element == Element::F32 ||
           element == Element::F32Ftz || isHalf;
  case Min:
  case Max:
    return isWord || isWide || isHalf;
  case Increment:
  case Decrement:
    return element == Element::U32;
  case And:
  case Or:
  case Xor:
    return isWord || isWide;
  }
  return false;
}

std::uint32_t boxBytes(const TensorMap &map) {
  std::uint32_t bytes = bytesOf(map.element);
  for (const TensorMap::Axis &axis : map.axes)
    bytes *= (axis.box + axis.step - 1) / axis.step;
  return bytes;
}

//===----------------------------------------------------------------------===//
// What the chip has
//===----------------------------------------------------------------------===//

namespace {

/// Addresses, strides and rows of boxes are multiples of it.
constexpr std::uint64_t Unit = 16;

Result<void> expect(bool isGiven, std::string_view what, std::uint64_t value) {
  if (isGiven)
    return {};
  return failure(concat("expects ", what, ", but got ", value));
}

Result<void> checkAxis(const TensorMap &map, std::size_t number) {
  constexpr std::uint64_t MostElements = std::uint64_t(1) << 32,
                          StrideEnd = std::uint64_t(1) << 40;
  constexpr std::uint32_t MostBox = 256, MostStep = 8;
  const TensorMap::Axis &axis = map.axes[number];
  std::string of = concat(" along axis ", number, " of a tensor map");
  if (auto error = expect(axis.size >= 1 && axis.size <= MostElements,
                          concat("1 to 2^32 elements", of), axis.size);
      !error)
    return error;
  if (auto error = expect(axis.box >= 1 && axis.box <= MostBox,
                          concat("a box of 1 to 256 elements", of), axis.box);
      !error)
    return error;
  if (auto error = expect(axis.step >= 1 && axis.step <= MostStep,
                          concat("a step of 1 to 8 elements", of), axis.step);
      !error)
    return error;
  if (number == 0)
    return {};
  return expect(axis.stride % Unit == 0 && axis.stride < StrideEnd,
                concat("a stride of a multiple of 16 bytes below 2^40", of),
                axis.stride);
}

bool isFloat(TensorMap::Element element) {
  return element >= TensorMap::Element::F16;
}

} // namespace

Result<void> check(const TensorMap &map) {
  if (auto error =
          expect(!map.axes.empty() && map.axes.size() <= TensorMap::MostAxes,
                 "a tensor map of 1 to 5 axes", map.axes.size());
      !error)
    return error;
  if (auto error = expect(map.address % Unit == 0,
                          "a tensor at a multiple of 16 bytes", map.address);
      !error)
    return error;
  for (std::size_t number = 0; number < map.axes.size(); ++number)
    if (auto error = checkAxis(map, number); !error)
      return error;
  if (auto error = expect(!map.fillsNan || isFloat(map.element),
                          "elements of floats (6 to 12) of a tensor map "
                          "outside of which is NaN",
                          static_cast<std::uint64_t>(map.element));
      !error)
    return error;
  std::uint64_t row =
      std::uint64_t(map.axes.front().box) * bytesOf(map.element);
  if (auto error = expect(row % Unit == 0,
                          "rows of a box of a multiple of 16 bytes", row);
      !error)
    return error;
  return expect(
      map.swizzle == 0 || row <= map.swizzle,
      concat("rows of a box of at most ", map.swizzle, " bytes, the swizzle"),
      row);
}

//===----------------------------------------------------------------------===//
// The simulator's form
//===----------------------------------------------------------------------===//

namespace {

/// 128 bytes: the tag, numbers, then the axes. What a size and a box have less
/// than one is stored, so that a number of its bits is enough.
struct Stored {
  std::uint64_t tag, address;
  std::uint8_t element, rank, swizzle, fillsNan;
  std::array<std::uint8_t, TensorMap::MostAxes> boxes, steps;
  std::array<std::uint32_t, TensorMap::MostAxes> sizes;
  std::array<std::uint64_t, TensorMap::MostAxes> strides;
};
static_assert(sizeof(Stored) <= TensorMap::Bytes);

constexpr std::uint64_t Tag = 0x70616D6C64646548U; // "Heddlmap"

} // namespace

std::array<std::uint8_t, TensorMap::Bytes> encode(const TensorMap &map) {
  Stored stored = {};
  stored.tag = Tag;
  stored.address = map.address;
  stored.element = static_cast<std::uint8_t>(map.element);
  stored.rank = static_cast<std::uint8_t>(map.axes.size());
  stored.swizzle = static_cast<std::uint8_t>(map.swizzle);
  stored.fillsNan = map.fillsNan ? 1 : 0;
  for (std::size_t number = 0; number < map.axes.size(); ++number) {
    const TensorMap::Axis &axis = map.axes[number];
    stored.boxes[number] = static_cast<std::uint8_t>(axis.box - 1);
    stored.steps[number] = static_cast<std::uint8_t>(axis.step);
    stored.sizes[number] = static_cast<std::uint32_t>(axis.size - 1);
    stored.strides[number] = axis.stride;
  }
  std::array<std::uint8_t, TensorMap::Bytes> bytes = {};
  std::memcpy(bytes.data(), &stored, sizeof(stored));
  return bytes;
}

std::optional<TensorMap>
decodeTensorMap(std::span<const std::uint8_t, TensorMap::Bytes> bytes) {
  Stored stored = {};
  std::memcpy(&stored, bytes.data(), sizeof(stored));
  if (stored.tag != Tag || stored.rank > TensorMap::MostAxes)
    return std::nullopt;
  TensorMap map = {.element = static_cast<TensorMap::Element>(stored.element),
                   .address = stored.address,
                   .axes = {},
                   .swizzle = stored.swizzle,
                   .fillsNan = stored.fillsNan != 0};
  for (std::size_t number = 0; number < stored.rank; ++number)
    map.axes.push_back({.size = std::uint64_t(stored.sizes[number]) + 1,
                        .stride = stored.strides[number],
                        .box = std::uint32_t(stored.boxes[number]) + 1,
                        .step = stored.steps[number]});
  return map;
}

} // namespace heddle
