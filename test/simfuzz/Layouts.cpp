//===- Layouts.cpp - Layouts as texts -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/encoding/Views.h"
#include "heddle/layout/Compose.h"

#include <algorithm>
#include <bit>

namespace heddle::simfuzz {

namespace {

std::vector<std::uint64_t> sizesOf(const Shape &shape) {
  return {shape.begin(), shape.end()};
}

std::vector<unsigned> axesOf(const std::vector<std::int64_t> &order) {
  return {order.begin(), order.end()};
}

LayoutText textOf(const Result<Encoding> &encoding) {
  if (!encoding)
    return std::nullopt;
  Result<std::string> text = toText(*encoding);
  return text ? LayoutText(*text) : std::nullopt;
}

std::optional<LinearLayout> linearOf(const std::string &layout,
                                     const Shape &shape) {
  Result<Encoding> encoding = parseEncoding(layout);
  if (!encoding || encoding->rank() != shape.size())
    return std::nullopt;
  Result<LinearLayout> linear = toLinearLayout(*encoding, sizesOf(shape));
  return linear ? std::optional(*linear) : std::nullopt;
}

/// Calls `change` with the encoding, unless there is none to change.
template <class Change>
LayoutText changed(const std::string &layout, Change change) {
  if (layout.empty())
    return layout;
  Result<Encoding> encoding = parseEncoding(layout);
  return encoding ? textOf(change(*encoding)) : std::nullopt;
}

/// "offset = [[0, 1], [0, 2]]": where each bit of an offset leads.
std::string offsetsText(const std::vector<Shape> &bases) {
  std::string text = "offset = [";
  for (std::size_t bit = 0; bit < bases.size(); ++bit) {
    text += bit == 0 ? "[" : ", [";
    for (std::size_t axis = 0; axis < bases[bit].size(); ++axis)
      text += (axis == 0 ? "" : ", ") + std::to_string(bases[bit][axis]);
    text += "]";
  }
  return text + "]";
}

/// Memory with the same gaps whose offsets lead somewhere else.
template <class Move>
LayoutText movedMemory(const std::string &layout, const Shape &shape,
                       Move move) {
  std::optional<LinearLayout> linear = linearOf(layout, shape);
  if (!linear)
    return std::nullopt;
  std::vector<Shape> bases;
  for (unsigned bit = 0; bit < linear->inBits(Dim::Offset); ++bit) {
    Shape place;
    for (unsigned axis = 0; axis < shape.size(); ++axis)
      place.push_back(static_cast<std::int64_t>(
          linear->basis(Dim::Offset, bit, Dim::standard(axis))));
    bases.push_back(move(place));
  }
  Encoding encoding = *parseEncoding(layout);
  std::string text = offsetsText(bases);
  if (const auto *padded = encoding.getIf<PaddedSharedEncoding>()) {
    std::string gaps;
    for (const Padding &padding : padded->paddings)
      gaps += (gaps.empty() ? "" : ", ") + std::to_string(padding.interval) +
              ":+" + std::to_string(padding.padding);
    text = "#ttg.padded_shared<[" + gaps + "] {" + text + ", block = []}>";
  } else {
    text = "#ttg.shared_linear<{" + text + ", block = []}, alignment = " +
           std::to_string(alignmentOf(encoding)) + ">";
  }
  return textOf(parseEncoding(text));
}

} // namespace

LayoutText slicedLayout(const std::string &layout, std::int64_t axis) {
  if (layout.empty())
    return layout;
  return "#ttg.slice<{dim = " + std::to_string(axis) + ", parent = " + layout +
         "}>";
}

LayoutText expandedLayout(const std::string &layout, std::int64_t axis) {
  if (layout.empty())
    return layout;
  Result<Encoding> encoding = parseEncoding(layout);
  if (!encoding)
    return std::nullopt;
  const auto *slice = encoding->getIf<SliceEncoding>();
  if (slice == nullptr || slice->dim != axis)
    return std::nullopt;
  return textOf(*slice->parent);
}

LayoutText transposedLayout(const std::string &layout, const Shape &shape,
                            const std::vector<std::int64_t> &order) {
  return changed(layout, [&](const Encoding &encoding) {
    return transposed(encoding, sizesOf(shape), axesOf(order));
  });
}

LayoutText reshapedLayout(const std::string &layout, const Shape &from,
                          const Shape &to) {
  return changed(layout, [&](const Encoding &encoding) {
    return reshaped(encoding, sizesOf(from), sizesOf(to));
  });
}

LayoutText joinedLayout(const std::string &layout, const Shape &shape) {
  return changed(layout, [&](const Encoding &encoding) {
    return joined(encoding, sizesOf(shape));
  });
}

LayoutText splitLayout(const std::string &layout, const Shape &shape) {
  return changed(layout, [&](const Encoding &encoding) {
    return split(encoding, sizesOf(shape));
  });
}

bool mayBroadcast(const std::string &layout, const Shape &from,
                  const Shape &to) {
  if (layout.empty())
    return true;
  auto source = linearOf(layout, from), result = linearOf(layout, to);
  if (!source || !result)
    return false;
  for (Dim dim : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < result->inBits(dim); ++bit)
      for (unsigned axis = 0; axis < from.size(); ++axis) {
        Dim out = Dim::standard(axis);
        auto kept = static_cast<std::uint64_t>(from[axis] - 1);
        if (source->basis(dim, bit, out) !=
            (result->basis(dim, bit, out) & kept))
          return false;
      }
  return true;
}

bool mayCat(const std::string &layout, const Shape &from, const Shape &to) {
  auto one = linearOf(layout, from), both = linearOf(layout, to);
  auto count = [](const LinearLayout &linear) {
    std::span<const Word> bases = linear.bases(Dim::Register);
    return std::count_if(bases.begin(), bases.end(),
                         [](Word basis) { return basis != 0; });
  };
  return one && both && count(*both) == count(*one) + 1;
}

bool mayCut(const std::string &layout, const Shape &whole, const Shape &from,
            const Shape &part) {
  std::optional<LinearLayout> linear = linearOf(layout, whole);
  Result<LinearLayout> offsets =
      linear ? invert(*linear) : Result<LinearLayout>(failure("none"));
  if (!offsets)
    return true;
  for (unsigned axis = 0; axis < whole.size(); ++axis)
    for (std::int64_t index = part[axis]; index < from[axis]; index *= 2) {
      auto bit = static_cast<unsigned>(
          std::countr_zero(static_cast<std::uint64_t>(index)));
      Word basis = offsets->bases(Dim::standard(axis))[bit];
      if (std::popcount(offsets->field(basis, Dim::Offset)) > 1)
        return false;
    }
  return true;
}

LayoutText transposedMemory(const std::string &layout, const Shape &shape,
                            const std::vector<std::int64_t> &order) {
  return movedMemory(layout, shape, [&](const Shape &place) {
    Shape other;
    for (std::int64_t axis : order)
      other.push_back(place[static_cast<std::size_t>(axis)]);
    return other;
  });
}

LayoutText reshapedMemory(const std::string &layout, const Shape &from,
                          const Shape &to) {
  return movedMemory(layout, from, [&](const Shape &place) {
    std::int64_t number = 0;
    for (std::size_t axis = 0; axis < from.size(); ++axis)
      number = number * from[axis] + place[axis];
    Shape other(to.size());
    for (std::size_t axis = to.size(); axis-- > 0;) {
      other[axis] = number % to[axis];
      number /= to[axis];
    }
    return other;
  });
}

bool fits(const std::string &layout, const Shape &shape, unsigned warps) {
  constexpr std::uint64_t MostRegisters = 256;
  std::optional<LinearLayout> linear = linearOf(layout, shape);
  return linear && linear->inSize(Dim::Lane) == 32 &&
         linear->inSize(Dim::Warp) == warps &&
         linear->inSize(Dim::Register) <= MostRegisters;
}

namespace {

std::string listText(const std::vector<std::int64_t> &values) {
  std::string text = "[";
  for (std::size_t index = 0; index < values.size(); ++index)
    text += (index == 0 ? "" : ", ") + std::to_string(values[index]);
  return text + "]";
}

std::string listsText(const std::vector<std::vector<std::int64_t>> &lists) {
  std::string text = "[";
  for (std::size_t index = 0; index < lists.size(); ++index)
    text += (index == 0 ? "" : ", ") + listText(lists[index]);
  return text + "]";
}

std::string blockedText(const std::vector<std::int64_t> &elements,
                        const std::vector<std::int64_t> &threads,
                        const std::vector<std::int64_t> &warps,
                        const std::string &order) {
  return "#ttg.blocked<{sizePerThread = " + listText(elements) +
         ", threadsPerWarp = " + listText(threads) +
         ", warpsPerCTA = " + listText(warps) + ", order = " + order + "}>";
}

/// Each bit of each axis as a basis vector.
std::vector<Shape> unitBases(const Shape &shape) {
  std::vector<Shape> bases;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    for (std::int64_t step = 1; step < shape[axis]; step *= 2) {
      Shape basis(shape.size(), 0);
      basis[axis] = step;
      bases.push_back(basis);
    }
  return bases;
}

} // namespace

std::string plainLayout(const Shape &shape, unsigned warps) {
  std::vector<std::int64_t> ones(shape.size(), 1), threads = ones, all = ones,
                                                   order;
  threads.back() = 32;
  all.back() = warps;
  for (std::size_t axis = shape.size(); axis-- > 0;)
    order.push_back(static_cast<std::int64_t>(axis));
  return blockedText(ones, threads, all, listText(order));
}

std::vector<std::int64_t> LayoutSource::dealt(unsigned bits, std::size_t rank) {
  std::vector<std::int64_t> sizes(rank, 1);
  while (bits-- > 0)
    sizes[below(rank)] *= 2;
  return sizes;
}

std::string LayoutSource::order(std::size_t rank) {
  std::vector<std::int64_t> axes;
  for (std::size_t axis = 0; axis < rank; ++axis)
    axes.push_back(static_cast<std::int64_t>(axis));
  std::shuffle(axes.begin(), axes.end(), engine);
  return listText(axes);
}

std::string LayoutSource::blocked(std::size_t rank) {
  std::vector<std::int64_t> elements = dealt(below(6), rank);
  return blockedText(
      elements, dealt(5, rank),
      dealt(static_cast<unsigned>(std::countr_zero(warps)), rank), order(rank));
}

// The tensor's bits are dealt to lanes, warps and registers; the bits of lanes
// and warps that get none hold copies. Warps may mix axes in a generic one.
std::string LayoutSource::linear(const Shape &shape) {
  std::vector<Shape> bases = unitBases(shape);
  std::shuffle(bases.begin(), bases.end(), engine);
  if (below(3) == 0)
    bases = unitBases(shape);
  Shape zero(shape.size(), 0);
  auto warpBits = static_cast<unsigned>(std::countr_zero(warps));
  std::vector<Shape> threads(5 + warpBits, zero), registers;
  std::vector<unsigned> places;
  for (unsigned place = 0; place < threads.size(); ++place)
    places.push_back(place);
  if (below(2) == 0)
    std::shuffle(places.begin(), places.end(), engine);
  for (const Shape &basis : bases) {
    bool isForThreads = !places.empty() && below(5) != 0;
    if (!isForThreads) {
      registers.push_back(basis);
      continue;
    }
    threads[places.back()] = basis;
    places.pop_back();
  }
  if (below(6) == 0)
    registers.insert(registers.begin() + below(registers.size() + 1), zero);
  std::vector<Shape> lanes(threads.begin(), threads.begin() + 5);
  std::vector<Shape> mine(threads.begin() + 5, threads.end());
  bool isGeneric = below(3) == 0;
  if (isGeneric)
    for (Shape &basis : mine)
      if (!bases.empty() && below(2) == 0) {
        const Shape &other = bases[below(bases.size())];
        bool isOfWarps =
            std::find(mine.begin(), mine.end(), other) != mine.end();
        for (std::size_t axis = 0; !isOfWarps && axis < shape.size(); ++axis)
          basis[axis] ^= other[axis];
      }
  return std::string(isGeneric ? "#ttg.generic_linear" : "#ttg.linear") +
         "<{register = " + listsText(registers) +
         ", lane = " + listsText(lanes) + ", warp = " + listsText(mine) +
         ", block = []}>";
}

std::string LayoutSource::slice(const Shape &shape, unsigned depth) {
  auto axis = static_cast<std::ptrdiff_t>(below(shape.size() + 1));
  Shape whole = shape;
  whole.insert(whole.begin() + axis, power(4));
  return *slicedLayout(distributed(whole, depth - 1), axis);
}

std::string LayoutSource::matrix(std::size_t rank) {
  auto warpBits = static_cast<unsigned>(std::countr_zero(warps));
  if (rank == 2 && warps >= 4 && below(3) == 0)
    return "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
           "warpsPerCTA = [4, " +
           std::to_string(warps / 4) + "], instrShape = [16, " +
           std::to_string(8 * power(4)) + ", 16]}>";
  bool isBatched = rank == 3;
  return "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = " +
         listText(dealt(warpBits, rank)) +
         ", instrShape = " + (isBatched ? "[1, 16, 8]" : "[16, 8]") + "}>";
}

std::string LayoutSource::operand(std::size_t rank) {
  std::string parent = below(4) == 0 ? blocked(rank) : matrix(rank);
  bool isBlocked = parent.find("blocked") != std::string::npos;
  bool isWarpGroup = parent.find("versionMajor = 3") != std::string::npos;
  std::string width = isBlocked ? "" : ", kWidth = " + std::to_string(power(3));
  return "#ttg.dot_op<{opIdx = " + std::to_string(isWarpGroup ? 0 : below(2)) +
         ", parent = " + parent + width + "}>";
}

std::string LayoutSource::distributed(const Shape &shape, unsigned depth) {
  constexpr unsigned Tries = 8;
  for (unsigned tries = 0; tries < Tries; ++tries) {
    std::string text;
    bool isMatrix = shape.size() == 2 || shape.size() == 3;
    switch (below(9)) {
    case 0:
    case 1:
    case 2:
      text = linear(shape);
      break;
    case 3:
      text = isMatrix ? matrix(shape.size()) : linear(shape);
      break;
    case 4:
      text = isMatrix ? operand(shape.size()) : blocked(shape.size());
      break;
    case 5:
    case 6:
      text = depth > 0 && shape.size() < 4 ? slice(shape, depth)
                                           : blocked(shape.size());
      break;
    default:
      text = blocked(shape.size());
    }
    if (fits(text, shape, warps))
      return *textOf(parseEncoding(text));
  }
  return plainLayout(shape, warps);
}

std::string LayoutSource::anySwizzled(const Shape &shape) {
  return "#ttg.swizzled_shared<{vec = " + std::to_string(power(3)) +
         ", perPhase = " + std::to_string(power(3)) +
         ", maxPhase = " + std::to_string(power(4)) +
         ", order = " + order(shape.size()) + "}>";
}

std::string LayoutSource::anyPadded(const Shape &shape) {
  std::string gaps;
  std::int64_t interval = power(5);
  for (unsigned count = 1 + below(2); count > 0; --count) {
    gaps += (gaps.empty() ? "" : ", ") + std::to_string(interval) + ":+" +
            std::to_string(power(4));
    interval *= 2 * power(2);
  }
  return "#ttg.padded_shared<[" + gaps + "] {order = " + order(shape.size()) +
         ", shape = " + listText(shape) + "}>";
}

std::string LayoutSource::anySharedLinear(const Shape &shape) {
  std::vector<Shape> bases = unitBases(shape);
  std::shuffle(bases.begin(), bases.end(), engine);
  for (unsigned step = 0; bases.size() > 1 && step < below(6); ++step) {
    std::size_t from = below(bases.size()), to = below(bases.size());
    for (std::size_t axis = 0; from != to && axis < shape.size(); ++axis)
      bases[to][axis] ^= bases[from][axis];
  }
  return "#ttg.shared_linear<{" + offsetsText(bases) +
         ", block = []}, alignment = " + std::to_string(16 * power(3)) + ">";
}

std::string LayoutSource::anyNvmma(const Shape &shape, unsigned elementBits) {
  constexpr unsigned Widths[] = {0, 32, 64, 128};
  return "#ttg.nvmma_shared<{swizzlingByteWidth = " +
         std::to_string(Widths[below(4)]) +
         ", transposed = " + (below(2) == 0 ? "true" : "false") +
         ", elementBitWidth = " + std::to_string(elementBits) +
         (shape.size() == 2 ? "" : ", rank = " + std::to_string(shape.size())) +
         "}>";
}

std::string LayoutSource::shared(const Shape &shape, unsigned elementBits) {
  constexpr unsigned Tries = 8;
  for (unsigned tries = 0; tries < Tries; ++tries) {
    std::string text;
    switch (below(5)) {
    case 0:
      text = anyPadded(shape);
      break;
    case 1:
      text = anySharedLinear(shape);
      break;
    case 2:
      text = shape.size() > 1 && elementBits >= 8 ? anyNvmma(shape, elementBits)
                                                  : anySharedLinear(shape);
      break;
    default:
      text = anySwizzled(shape);
    }
    if (linearOf(text, shape))
      return *textOf(parseEncoding(text));
  }
  return "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = " +
         order(shape.size()) + "}>";
}

} // namespace heddle::simfuzz
