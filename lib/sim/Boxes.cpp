//===- Boxes.cpp - Boxes of tensors in global memory ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boxes.h"
#include "FloatFormats.h"

#include <bit>

namespace heddle::sim {

namespace {

std::int64_t countOf(const TensorMap::Axis &axis) {
  return (axis.box + axis.step - 1) / axis.step;
}

bool isInside(const TensorMap::Axis &axis, std::int64_t coordinate) {
  return coordinate >= 0 && static_cast<std::uint64_t>(coordinate) < axis.size;
}

/// One row of a box: `address` is that of the tensor's row, `first` the
/// coordinate along it. Elements that follow on each other are one run.
void addRow(const TensorMap &map, std::uint64_t address, std::int64_t first,
            std::uint32_t inBox, std::vector<BoxRun> &runs) {
  const TensorMap::Axis &axis = map.axes.front();
  std::uint32_t bytes = bytesOf(map.element);
  bool isOpen = false;
  for (std::int64_t index = 0; index < countOf(axis); ++index, inBox += bytes) {
    std::int64_t coordinate = first + index * axis.step;
    if (!isInside(axis, coordinate)) {
      isOpen = false;
      continue;
    }
    if (isOpen && axis.step == 1) {
      runs.back().bytes += bytes;
      continue;
    }
    runs.push_back(
        {.inBox = inBox,
         .address = address + static_cast<std::uint64_t>(coordinate) * bytes,
         .bytes = bytes});
    isOpen = true;
  }
}

} // namespace

std::vector<BoxRun> runsOf(const TensorMap &map,
                           const std::vector<std::int64_t> &coordinates) {
  std::vector<BoxRun> runs;
  std::vector<std::int64_t> index(map.axes.size());
  auto rowBytes = static_cast<std::uint32_t>(countOf(map.axes.front()) *
                                             bytesOf(map.element));
  std::uint32_t inBox = 0;
  for (bool isDone = false; !isDone; inBox += rowBytes) {
    std::uint64_t address = map.address;
    bool isRowInside = true;
    for (std::size_t axis = 1; axis < map.axes.size(); ++axis) {
      std::int64_t coordinate =
          coordinates[axis] + index[axis] * map.axes[axis].step;
      isRowInside = isRowInside && isInside(map.axes[axis], coordinate);
      address += static_cast<std::uint64_t>(coordinate) * map.axes[axis].stride;
    }
    if (isRowInside)
      addRow(map, address, coordinates.front(), inBox, runs);
    isDone = true;
    for (std::size_t axis = 1; axis < map.axes.size() && isDone; ++axis) {
      isDone = ++index[axis] == countOf(map.axes[axis]);
      if (isDone)
        index[axis] = 0;
    }
  }
  return runs;
}

TensorMap inWholeUnits(TensorMap map) {
  std::uint64_t unit = BoxUnitBytes / bytesOf(map.element);
  std::uint64_t &size = map.axes.front().size;
  size = (size + unit - 1) / unit * unit;
  return map;
}

constexpr std::uint64_t SectorBytes = 32;

std::uint64_t sectorsOf(const std::vector<BoxRun> &runs) {
  std::uint64_t sectors = 0, last = ~std::uint64_t(0);
  for (const BoxRun &run : runs) {
    std::uint64_t first = run.address / SectorBytes;
    std::uint64_t end = (run.address + run.bytes - 1) / SectorBytes;
    sectors += end - first + (first == last ? 0 : 1);
    last = end;
  }
  return sectors;
}

std::uint64_t fewestSectorsOf(const std::vector<BoxRun> &runs) {
  std::uint64_t bytes = 0;
  for (const BoxRun &run : runs)
    bytes += run.bytes;
  return std::min((bytes + SectorBytes - 1) / SectorBytes, sectorsOf(runs));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {

using Element = TensorMap::Element;

std::uint64_t elementAt(const std::uint8_t *from, unsigned bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, bytes);
  return bits;
}

std::uint64_t nanOf(Element element) {
  switch (element) {
  case Element::F16:
  case Element::Bf16:
    return 0x7FFF;
  case Element::F64:
    return 0x7FFFFFFFFFFFFFFF;
  default:
    return 0x7FFFFFFF;
  }
}

} // namespace

std::vector<std::uint8_t> filledBox(const TensorMap &map) {
  std::vector<std::uint8_t> bytes(boxBytes(map));
  if (!map.fillsNan)
    return bytes;
  std::uint64_t nan = nanOf(map.element);
  unsigned size = bytesOf(map.element);
  for (std::size_t at = 0; at < bytes.size(); at += size)
    std::memcpy(bytes.data() + at, &nan, size);
  return bytes;
}

void roundBox(const TensorMap &map, std::vector<std::uint8_t> &bytes) {
  if (map.element != Element::Tf32 && map.element != Element::Tf32Ftz)
    return;
  // To nearest, ties away from zero, as cvt.rna.tf32.f32; not what has the
  // highest exponent.
  constexpr std::uint32_t Half = 1U << 12, Dropped = 2 * Half - 1,
                          Exponent = 0x7F800000;
  for (std::size_t at = 0; at < bytes.size(); at += 4) {
    auto bits = static_cast<std::uint32_t>(elementAt(bytes.data() + at, 4));
    if ((bits & Exponent) == Exponent)
      continue;
    if (map.element == Element::Tf32Ftz && (bits & Exponent) == 0)
      bits &= ~(Exponent - 1 + Exponent) | 0x80000000;
    bits = (bits + Half) & ~Dropped;
    std::memcpy(bytes.data() + at, &bits, 4);
  }
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

template <class Format>
std::uint64_t reducedFloats(simt::BoxReduction reduction, std::uint64_t old,
                            std::uint64_t value) {
  using Storage = Format::Storage;
  auto a = Format::load(static_cast<Storage>(old));
  auto b = Format::load(static_cast<Storage>(value));
  if (reduction == simt::BoxReduction::Add)
    return Format::store(a + b);
  // The other one of a NaN.
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? value : old;
  bool isLess = a < b || (a == b && std::signbit(a) && !std::signbit(b));
  return (reduction == simt::BoxReduction::Min) == isLess ? old : value;
}

template <class T>
std::uint64_t reducedIntegers(simt::BoxReduction reduction, std::uint64_t old,
                              std::uint64_t value) {
  using enum simt::BoxReduction;
  using Unsigned = std::make_unsigned_t<T>;
  auto a = static_cast<T>(old), b = static_cast<T>(value);
  switch (reduction) {
  case Add:
    return static_cast<Unsigned>(old + value);
  case Min:
    return static_cast<Unsigned>(std::min(a, b));
  case Max:
    return static_cast<Unsigned>(std::max(a, b));
  case Increment:
    return static_cast<Unsigned>(a >= b ? T(0) : T(a + 1));
  case Decrement:
    return static_cast<Unsigned>(a == 0 || a > b ? b : T(a - 1));
  case And:
    return old & value;
  case Or:
    return old | value;
  case Xor:
    return old ^ value;
  }
  return old;
}

float withoutSubnormal(float x) {
  return std::abs(x) < 0x1p-126F ? std::copysign(0.0F, x) : x;
}

std::uint64_t reduced(Element element, simt::BoxReduction reduction,
                      std::uint64_t old, std::uint64_t value) {
  switch (element) {
  case Element::F16:
    return reducedFloats<Half>(reduction, old, value);
  case Element::Bf16:
    return reducedFloats<Brain>(reduction, old, value);
  case Element::F32:
  case Element::F32Ftz: {
    auto a = std::bit_cast<float>(static_cast<std::uint32_t>(old));
    auto b = std::bit_cast<float>(static_cast<std::uint32_t>(value));
    if (element == Element::F32)
      return std::bit_cast<std::uint32_t>(a + b);
    return std::bit_cast<std::uint32_t>(
        withoutSubnormal(withoutSubnormal(a) + withoutSubnormal(b)));
  }
  case Element::S32:
    return reducedIntegers<std::int32_t>(reduction, old, value);
  case Element::U64:
    return reducedIntegers<std::uint64_t>(reduction, old, value);
  case Element::S64:
    return reducedIntegers<std::int64_t>(reduction, old, value);
  default:
    return reducedIntegers<std::uint32_t>(reduction, old, value);
  }
}

} // namespace

void writeBox(ThreadBlock &block, const StartedStore &store) {
  unsigned size = bytesOf(store.map.element);
  for (const BoxRun &run : runsOf(store.map, store.coordinates)) {
    const BufferView &buffer = *block.find(run.address, run.bytes);
    std::uint64_t at = run.address - buffer.address;
    const std::uint8_t *from = store.bytes.data() + run.inBox;
    std::uint8_t *to = buffer.bytes + at;
    if (!store.reduction)
      std::memcpy(to, from, run.bytes);
    for (std::uint32_t byte = 0; store.reduction && byte < run.bytes;
         byte += size) {
      std::uint64_t result =
          reduced(store.map.element, *store.reduction,
                  elementAt(to + byte, size), elementAt(from + byte, size));
      std::memcpy(to + byte, &result, size);
    }
    std::memset(buffer.isDefined + at, 1, run.bytes);
  }
}

//===----------------------------------------------------------------------===//
// At the end
//===----------------------------------------------------------------------===//

void ThreadBlock::endStores() {
  for (Warp &warp : warps) {
    warp.storeGroups.push_back(std::move(warp.boxStores));
    warp.boxStores.clear();
    for (const std::vector<StartedStore> &group : warp.storeGroups)
      for (const StartedStore &store : group) {
        if (!store.pieces.empty()) {
          stop(warp, *store.instruction, std::uint64_t(1) << store.lane,
               "expects a wait for this copy before the program ends, since it "
               "still reads shared memory: see box_commit and box_wait");
          return;
        }
        writeBox(*this, store);
      }
    warp.storeGroups.clear();
  }
}

} // namespace heddle::sim
