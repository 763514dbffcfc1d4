//===- DistributedLayoutTest.cpp - What distributed layouts mean ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnyEncoding.h"
#include "NaiveLayout.h"

using namespace heddle;

namespace {

/// A box of registers in a box of lanes in a box of warps, repeated in further
/// registers, and all of that once for each block.
class NaiveBlocked {
public:
  NaiveBlocked(const BlockedEncoding &e, const Element &shape,
               TritonVersion version)
      : e(e), registers(e.sizePerThread) {
    for (unsigned axis = 0; axis < shape.size(); ++axis) {
      std::uint64_t parts = 1;
      for (const UnsignedList &basis : e.cga)
        if (basis[axis] != 0)
          parts *= 2;
      ofBlock.push_back(std::max<std::uint64_t>(shape[axis] / parts, 1));
      std::uint64_t tile =
          e.sizePerThread[axis] * e.threadsPerWarp[axis] * e.warpsPerCTA[axis];
      repetitions.push_back(static_cast<unsigned>(
          std::max<std::uint64_t>(ofBlock[axis] / tile, 1)));
      if (version == TritonVersion::V3_9)
        registers[axis] = static_cast<unsigned>(
            std::min<std::uint64_t>(registers[axis], ofBlock[axis]));
      total.push_back(shape[axis]);
    }
  }

  std::size_t registerCount() const {
    std::size_t count = 1;
    for (unsigned axis = 0; axis < total.size(); ++axis)
      count *= registers[axis] * repetitions[axis];
    return count;
  }

  Element operator()(Place p) const {
    Element inThread = takeCoordinates(p.reg, registers, e.order);
    Element repetition = takeCoordinates(p.reg, repetitions, e.order);
    Element lane = takeCoordinates(p.lane, e.threadsPerWarp, e.order);
    Element warp = takeCoordinates(p.warp, e.warpsPerCTA, e.order);
    Element element;
    for (unsigned axis = 0; axis < total.size(); ++axis) {
      std::uint64_t box = repetition[axis] * e.warpsPerCTA[axis] + warp[axis];
      box = box * e.threadsPerWarp[axis] + lane[axis];
      box = box * e.sizePerThread[axis] + inThread[axis];
      std::uint64_t part = 0;
      for (unsigned bit = 0; bit < e.cga.size(); ++bit)
        part += (p.block >> bit & 1) * e.cga[bit][axis];
      element.push_back((box % ofBlock[axis] + part * ofBlock[axis]) %
                        total[axis]);
    }
    return element;
  }

private:
  BlockedEncoding e;
  UnsignedList registers, repetitions;
  Element ofBlock, total;
};

TEST(BlockedLayout, IsBoxesInBoxes) {
  HEDDLE_PROPERTY([] {
    unsigned rank = 1 + draw::below(3);
    Encoding any = anyBlocked(rank);
    const auto &e = *any.getIf<BlockedEncoding>();
    Element shape;
    for (unsigned axis = 0; axis < rank; ++axis)
      shape.push_back(draw::power(rank == 3 ? 3 : 6));
    for (TritonVersion version :
         {TritonVersion::V3_6, TritonVersion::V3_8, TritonVersion::V3_9}) {
      LinearLayout layout = get(toLinearLayout(e, shape, version));
      if (layout.totalInBits() > 12)
        RC_DISCARD("too large to look at each location");
      NaiveBlocked naive(e, shape, version);
      RC_ASSERT(layout.inSize(Dim::Register) == naive.registerCount());
      RC_ASSERT(follows(layout, naive));
    }
  });
}

// Seed 002: 16 threads of 4x4 on a tensor of 2x8. The formula of the seed takes
// only threads inside of the tensor; where the tensor is wider than the
// threads, it has to be taken modulo their number.
TEST(BlockedLayout, SixteenThreadsOnASmallWideTensor) {
  LinearLayout layout =
      layoutOf("#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 4], "
               "warpsPerCTA = [1, 1], order = [1, 0]}>",
               {2, 8});
  auto threads = threadsOf(layout);
  for (unsigned i = 0; i < 2; ++i)
    for (unsigned j = 0; j < 8; ++j) {
      std::set<std::array<unsigned, 3>> expected;
      for (unsigned k = 0; k < 2; ++k)
        expected.insert({(i + 2 * k) % 4 * 4 + j % 4, 0, 0});
      EXPECT_EQ((threads[{i, j}]), expected) << i << ", " << j;
    }
  EXPECT_EQ((threads[{1, 3}]),
            (std::set<std::array<unsigned, 3>>{{7, 0, 0}, {15, 0, 0}}));
}

TEST(BlockedLayout, RegistersBeyondTheShapeWereCopiesUpTo38) {
  const char *text = "#ttg.blocked<{sizePerThread = [8], threadsPerWarp = "
                     "[32], warpsPerCTA = [4], order = [0]}>";
  for (TritonVersion version :
       {TritonVersion::V3_6, TritonVersion::V3_7, TritonVersion::V3_8})
    EXPECT_EQ(toText(layoutOf(text, {2}, version)),
              "{register: [1, 0, 0], lane: [0, 0, 0, 0, 0], warp: [0, 0], "
              "block: []} -> {dim0: 2}");
  EXPECT_EQ(toText(layoutOf(text, {2}, TritonVersion::V3_9)),
            "{register: [1], lane: [0, 0, 0, 0, 0], warp: [0, 0], block: []} "
            "-> {dim0: 2}");
}

TEST(BlockedLayout, HeadersExample) {
  EXPECT_EQ(toText(layoutOf("#ttg.blocked<{sizePerThread = [1, 4], "
                            "threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
                            "order = [1, 0]}>",
                            {16, 16})),
            "{register: [[0, 1], [0, 2]], lane: [[0, 4], [0, 8], [0, 0], [1, "
            "0], [2, 0]], warp: [[4, 0], [8, 0]], block: []} -> {dim0: 16, "
            "dim1: 16}");
}

TEST(LinearLayouts, AreTheirBases) {
  HEDDLE_PROPERTY([] {
    Encoding any = draw::coin() ? anyLinear(2) : anyGenericLinear(2);
    Bases registers, lanes, warps, blocks;
    any.visit([&](const auto &e) {
      if constexpr (requires { e.registers, e.lanes, e.warps, e.blocks; }) {
        registers = e.registers;
        lanes = e.lanes;
        warps = e.warps;
        blocks = e.blocks;
      }
    });
    Element shape = {1, 1};
    for (const Bases *list : {&registers, &lanes, &warps, &blocks})
      for (const UnsignedList &basis : *list)
        for (unsigned axis : {0U, 1U})
          while (shape[axis] <= basis[axis])
            shape[axis] *= 2;
    LinearLayout layout = get(toLinearLayout(any, shape));
    RC_ASSERT(layout.inBits(Dim::Register) == registers.size());
    RC_ASSERT(layout.inBits(Dim::Lane) == lanes.size());
    RC_ASSERT(follows(layout, [&](const Place &p) {
      Element element = {0, 0};
      for (auto [list, number] :
           {std::pair{&registers, p.reg}, std::pair{&lanes, p.lane},
            std::pair{&warps, p.warp}, std::pair{&blocks, p.block}})
        for (unsigned bit = 0; bit < list->size(); ++bit)
          if ((number >> bit & 1) != 0)
            for (unsigned axis : {0U, 1U})
              element[axis] ^= (*list)[bit][axis];
      return element;
    }));
  });
}

TEST(LinearLayouts, RepeatInRegistersOnALargerTensor) {
  const char *text = "#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [0, "
                     "2]], warp = [], block = []}>";
  EXPECT_EQ(toText(layoutOf(text, {4, 8})),
            "{register: [[0, 1], [0, 4], [2, 0]], lane: [[1, 0], [0, 2]], "
            "warp: [], block: []} -> {dim0: 4, dim1: 8}");
  EXPECT_EQ(toText(layoutOf(text, {2, 2})),
            "{register: [[0, 1]], lane: [[1, 0], [0, 0]], warp: [], block: "
            "[]} -> {dim0: 2, dim1: 2}");
}

// "Each element is held by whoever holds any element of the parent above it."
TEST(SliceLayout, IsHeldByTheHoldersOfTheParent) {
  HEDDLE_PROPERTY([] {
    Encoding parent = anyDistributed(2, 0);
    const auto *operand = parent.getIf<DotOperandEncoding>();
    if (parent.is<AmdWmmaEncoding>() || parent.is<GenericLinearEncoding>() ||
        (operand && operand->parent->is<AmdWmmaEncoding>()))
      RC_DISCARD("its warps may mix dimensions");
    SliceEncoding slice = {draw::below(2), parent};
    std::uint64_t size = draw::power(4);
    Element parentShape = {size, size};
    parentShape[slice.dim] = draw::power(5);
    LinearLayout whole = get(toLinearLayout(parent, parentShape));
    LinearLayout layout = get(toLinearLayout(slice, {size}));
    if (whole.totalInBits() > 14)
      RC_DISCARD("too large to look at each location");
    std::map<Element, std::set<std::array<unsigned, 3>>> expected;
    for (const auto &[element, threads] : threadsOf(whole))
      expected[{element[1 - slice.dim]}].insert(threads.begin(), threads.end());
    RC_ASSERT(threadsOf(layout) == expected);
    for (Word basis : layout.bases(Dim::Register))
      RC_ASSERT(basis != 0U);
  });
}

TEST(DotOperandLayout, ThreadsOfABlockedParentHoldAllOfK) {
  const char *parent = "#ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = "
                       "[4, 2], warpsPerCTA = [1, 2], order = [1, 0]}>";
  for (unsigned operand : {0U, 1U}) {
    Element shape = operand == 0 ? Element{16, 8} : Element{8, 16};
    LinearLayout layout = layoutOf(
        concat("#ttg.dot_op<{opIdx = ", operand, ", parent = ", parent, "}>"),
        shape);
    LinearLayout result = layoutOf(parent, {16, 16});
    // Whoever computes a row (column) of the result has all of that of A (B).
    std::map<std::uint64_t, std::set<std::array<unsigned, 3>>> needs;
    for (const auto &[element, threads] : threadsOf(result))
      needs[element[operand]].insert(threads.begin(), threads.end());
    for (const auto &[element, threads] : threadsOf(layout))
      EXPECT_EQ(threads, needs[element[operand]]) << operand;
    EXPECT_EQ(threadsOf(layout).size(), 128U);
  }
}

} // namespace
