//===- Views.cpp - Layouts of tensors in another shape --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Views.h"
#include "heddle/encoding/Queries.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/encoding/Verify.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace heddle {

namespace {

using Shape = std::vector<std::uint64_t>;

Bases basesOf(const LinearLayout &layout, Dim in) {
  auto rank = static_cast<unsigned>(layout.outs().size());
  Bases bases;
  for (Word basis : layout.bases(in)) {
    UnsignedList coordinates;
    for (unsigned axis = 0; axis < rank; ++axis)
      coordinates.push_back(
          static_cast<unsigned>(layout.field(basis, Dim::standard(axis))));
    bases.push_back(std::move(coordinates));
  }
  return bases;
}

/// A distributed layout by its basis vectors.
struct Vectors {
  Bases registers, lanes, warps, blocks;
  bool operator==(const Vectors &) const = default;

  template <class Map> void mapAll(Map &&map) {
    for (Bases *bases : {&registers, &lanes, &warps, &blocks})
      for (UnsignedList &basis : *bases)
        basis = map(basis);
  }
  Encoding encoding() const {
    bool isPlain = std::ranges::all_of(warps, [](const UnsignedList &basis) {
      return std::ranges::count_if(basis, [](unsigned c) { return c != 0; }) <=
             1;
    });
    if (isPlain)
      return LinearEncoding{registers, lanes, warps, blocks};
    return GenericLinearEncoding{registers, lanes, warps, blocks};
  }
};

Vectors vectorsOf(const LinearLayout &layout) {
  return {basesOf(layout, Dim::Register), basesOf(layout, Dim::Lane),
          basesOf(layout, Dim::Warp), basesOf(layout, Dim::Block)};
}

Result<Vectors> vectorsOf(const Encoding &encoding,
                          ListRef<std::uint64_t> shape, TritonVersion version) {
  if (encoding.kind() != EncodingKind::Distributed)
    return failure("expects a layout of registers");
  Result<LinearLayout> layout = toLinearLayout(encoding, shape, version);
  if (!layout)
    return tl::unexpected(std::move(layout.error()));
  return vectorsOf(*layout);
}

/// Does the encoding mean these vectors on this shape?
bool means(const Encoding &encoding, const Vectors &vectors, const Shape &shape,
           TritonVersion version) {
  if (!verify(encoding))
    return false;
  Result<LinearLayout> layout = toLinearLayout(encoding, shape, version);
  return layout && vectorsOf(*layout) == vectors;
}

Result<LinearLayout> layoutOf(const Vectors &vectors, const Shape &shape) {
  std::vector<DimBases> bases;
  for (auto [dim, list] : {std::pair(Dim::Register, &vectors.registers),
                           std::pair(Dim::Lane, &vectors.lanes),
                           std::pair(Dim::Warp, &vectors.warps),
                           std::pair(Dim::Block, &vectors.blocks)}) {
    bases.emplace_back(dim, std::vector<std::vector<std::uint64_t>>());
    for (const UnsignedList &basis : *list)
      bases.back().second.emplace_back(basis.begin(), basis.end());
  }
  std::vector<DimSize> outs;
  outs.reserve(shape.size());
  for (unsigned axis = 0; axis < shape.size(); ++axis)
    outs.push_back({Dim::standard(axis), shape[axis]});
  return LinearLayout::fromBases(bases, outs);
}

/// The blocked layout that this one looks like.
BlockedEncoding blockedLike(const LinearLayout &layout) {
  BlockedEncoding blocked;
  blocked.sizePerThread = sizePerThread(layout);
  blocked.threadsPerWarp = threadsPerWarp(layout);
  blocked.warpsPerCTA = warpsPerCTA(layout);
  blocked.order = threadOrder(layout);
  return blocked;
}

/// The vectors as an encoding: the first guess that means them, else a blocked
/// one if the source was, else a linear one.
Encoding encodingOf(const Vectors &vectors, const Shape &shape,
                    const BlockedEncoding *source,
                    std::vector<BlockedEncoding> guesses,
                    TritonVersion version) {
  if (source != nullptr && source->cga.empty())
    if (Result<LinearLayout> layout = layoutOf(vectors, shape))
      guesses.push_back(blockedLike(*layout));
  for (const BlockedEncoding &guess : guesses)
    if (means(guess, vectors, shape, version))
      return guess;
  return vectors.encoding();
}

std::vector<BlockedEncoding>
guess(const BlockedEncoding *source,
      const std::function<BlockedEncoding(const BlockedEncoding &)> &change) {
  if (source == nullptr)
    return {};
  return {change(*source)};
}

unsigned bitsOf(std::uint64_t size) {
  return static_cast<unsigned>(std::countr_zero(size));
}

/// Takes away the register that tells two neighbours along the axis apart.
Result<void> dropPairs(Vectors &vectors, unsigned axis) {
  auto isOdd = [&](const UnsignedList &basis) { return basis[axis] % 2 != 0; };
  auto pair = std::ranges::find_if(vectors.registers, isOdd);
  bool isAlone = pair != vectors.registers.end() &&
                 std::ranges::count_if(
                     *pair, [](unsigned each) { return each != 0; }) == 1 &&
                 (*pair)[axis] == 1;
  if (isAlone)
    vectors.registers.erase(pair);
  for (const Bases *bases :
       {&vectors.registers, &vectors.lanes, &vectors.warps, &vectors.blocks})
    isAlone = isAlone && std::ranges::none_of(*bases, isOdd);
  if (!isAlone)
    return failure(concat("expects a layout whose threads hold both of a pair "
                          "along axis ",
                          axis));
  return {};
}

} // namespace

Result<Encoding> linearEncoding(const LinearLayout &layout) {
  Encoding encoding = vectorsOf(layout).encoding();
  if (Result<void> valid = verify(encoding); !valid)
    return tl::unexpected(std::move(valid.error()));
  return encoding;
}

Result<Encoding> transposed(const Encoding &encoding,
                            ListRef<std::uint64_t> shape,
                            ListRef<unsigned> order, TritonVersion version) {
  Result<Vectors> vectors = vectorsOf(encoding, shape, version);
  if (!vectors)
    return tl::unexpected(std::move(vectors.error()));
  auto permuted = [&](const UnsignedList &list) {
    UnsignedList result;
    for (unsigned axis : order)
      result.push_back(list[axis]);
    return result;
  };
  vectors->mapAll(permuted);
  Shape to;
  for (unsigned axis : order)
    to.push_back(shape[axis]);
  const auto *source = encoding.getIf<BlockedEncoding>();
  auto guesses = guess(source, [&](BlockedEncoding blocked) {
    for (UnsignedList *list : {&blocked.sizePerThread, &blocked.threadsPerWarp,
                               &blocked.warpsPerCTA})
      *list = permuted(*list);
    for (unsigned &axis : blocked.order)
      axis =
          static_cast<unsigned>(std::ranges::find(order, axis) - order.begin());
    for (UnsignedList &basis : blocked.cga)
      basis = permuted(basis);
    return blocked;
  });
  return encodingOf(*vectors, to, source, guesses, version);
}

Result<Encoding> reshaped(const Encoding &encoding, ListRef<std::uint64_t> from,
                          ListRef<std::uint64_t> to, TritonVersion version) {
  Result<Vectors> vectors = vectorsOf(encoding, from, version);
  if (!vectors)
    return tl::unexpected(std::move(vectors.error()));
  vectors->mapAll([&](const UnsignedList &basis) {
    std::uint64_t number = 0;
    for (std::size_t axis = 0; axis < from.size(); ++axis)
      number = number << bitsOf(from[axis]) | basis[axis];
    UnsignedList result(to.size());
    for (std::size_t axis = to.size(); axis-- > 0;) {
      result[axis] = static_cast<unsigned>(number & (to[axis] - 1));
      number >>= bitsOf(to[axis]);
    }
    return result;
  });
  return encodingOf(*vectors, Shape(to.begin(), to.end()),
                    encoding.getIf<BlockedEncoding>(), {}, version);
}

Result<Encoding> joined(const Encoding &encoding, ListRef<std::uint64_t> shape,
                        TritonVersion version) {
  Result<Vectors> vectors = vectorsOf(encoding, shape, version);
  if (!vectors)
    return tl::unexpected(std::move(vectors.error()));
  auto widened = [](UnsignedList list, unsigned last) {
    list.push_back(last);
    return list;
  };
  vectors->mapAll([&](const UnsignedList &basis) { return widened(basis, 0); });
  UnsignedList second(shape.size() + 1);
  second.back() = 1;
  vectors->registers.insert(vectors->registers.begin(), second);
  Shape to(shape.begin(), shape.end());
  to.push_back(2);
  const auto *source = encoding.getIf<BlockedEncoding>();
  auto guesses = guess(source, [&](BlockedEncoding blocked) {
    blocked.order.insert(blocked.order.begin(),
                         static_cast<unsigned>(shape.size()));
    blocked.sizePerThread.push_back(2);
    blocked.threadsPerWarp.push_back(1);
    blocked.warpsPerCTA.push_back(1);
    for (UnsignedList &basis : blocked.cga)
      basis.push_back(0);
    return blocked;
  });
  return encodingOf(*vectors, to, source, guesses, version);
}

Result<Encoding> unpacked(const Encoding &encoding,
                          ListRef<std::uint64_t> shape, unsigned axis,
                          TritonVersion version) {
  Result<Vectors> vectors = vectorsOf(encoding, shape, version);
  if (!vectors)
    return tl::unexpected(std::move(vectors.error()));
  vectors->mapAll([&](UnsignedList basis) {
    basis[axis] *= 2;
    return basis;
  });
  UnsignedList second(shape.size());
  second[axis] = 1;
  vectors->registers.insert(vectors->registers.begin(), second);
  Shape to(shape.begin(), shape.end());
  to[axis] *= 2;
  const auto *source = encoding.getIf<BlockedEncoding>();
  auto guesses = guess(source, [&](BlockedEncoding blocked) {
    blocked.sizePerThread[axis] *= 2;
    return blocked;
  });
  return encodingOf(*vectors, to, source, guesses, version);
}

Result<Encoding> split(const Encoding &encoding, ListRef<std::uint64_t> shape,
                       TritonVersion version) {
  Result<Vectors> vectors = vectorsOf(encoding, shape, version);
  if (!vectors)
    return tl::unexpected(std::move(vectors.error()));
  auto last = static_cast<unsigned>(shape.size() - 1);
  if (Result<void> dropped = dropPairs(*vectors, last); !dropped)
    return tl::unexpected(std::move(dropped.error()));
  vectors->mapAll([](UnsignedList basis) {
    basis.pop_back();
    return basis;
  });
  Shape to(shape.begin(), shape.end() - 1);
  const auto *source = encoding.getIf<BlockedEncoding>();
  auto guesses = guess(source, [&](BlockedEncoding blocked) {
    std::erase(blocked.order, last);
    for (UnsignedList *list : {&blocked.sizePerThread, &blocked.threadsPerWarp,
                               &blocked.warpsPerCTA})
      list->pop_back();
    for (UnsignedList &basis : blocked.cga)
      basis.pop_back();
    return blocked;
  });
  return encodingOf(*vectors, to, source, guesses, version);
}

Result<Encoding> packed(const Encoding &encoding, ListRef<std::uint64_t> shape,
                        unsigned axis, TritonVersion version) {
  Result<Vectors> vectors = vectorsOf(encoding, shape, version);
  if (!vectors)
    return tl::unexpected(std::move(vectors.error()));
  if (Result<void> dropped = dropPairs(*vectors, axis); !dropped)
    return tl::unexpected(std::move(dropped.error()));
  // A thread may have both by repetition too, but Triton infers nothing then.
  const auto *source = encoding.getIf<BlockedEncoding>();
  if (source != nullptr && axis < source->sizePerThread.size() &&
      source->sizePerThread[axis] < 2)
    return failure(concat("expects both elements of a pair in one box of a "
                          "thread, but got ",
                          source->sizePerThread[axis],
                          " as 'sizePerThread' along dimension ", axis));
  vectors->mapAll([&](UnsignedList basis) {
    basis[axis] /= 2;
    return basis;
  });
  Shape to(shape.begin(), shape.end());
  to[axis] /= 2;
  auto guesses = guess(source, [&](BlockedEncoding blocked) {
    blocked.sizePerThread[axis] = blocked.sizePerThread[axis] / 2;
    return blocked;
  });
  return encodingOf(*vectors, to, source, guesses, version);
}

} // namespace heddle
