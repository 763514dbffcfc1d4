//===- AccessPlanTest.cpp - Accesses of global memory ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "RandomTensors.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr unsigned LaneBits = 2, WarpBits = 1;
constexpr unsigned MostBytes = 16;

/// Half of them with four neighbours along an axis in each thread.
LinearLayout drawMatrix() {
  std::vector<DimBits> outs = {{Dim::standard(1), draw(2U, 5U)},
                               {Dim::standard(0), draw(2U, 5U)}};
  if (*rc::gen::arbitrary<bool>())
    return drawTensor(outs, LaneBits, WarpBits);
  unsigned along = *rc::gen::arbitrary<bool>() ? 0 : outs[0].bits;
  Words words;
  words.push_back(f2::unit(along));
  words.push_back(f2::unit(along + 1));
  for (unsigned bit = 0; bit < outs[0].bits + outs[1].bits; ++bit)
    if (bit != along && bit != along + 1)
      words.push_back(f2::unit(bit));
  unsigned threads = LaneBits + WarpBits;
  while (words.size() < 2 + threads)
    words.push_back(0);
  for (unsigned last = words.size(); last > 3; --last)
    std::swap(words[last - 1], words[draw(2U, last)]);
  return get(removeZeroBases(
      get(LinearLayout::fromWords({{Dim::Register, words.size() - threads},
                                   {Dim::Lane, LaneBits},
                                   {Dim::Warp, WarpBits},
                                   {Dim::Block, 0}},
                                  outs, words)),
      Dim::Register));
}

/// Addresses of a tensor with two axes, and what is known of them.
struct Addresses {
  AxisInfo facts = unknownAxes(2);
  std::map<Word, std::int64_t> ofElement;
};

/// Along one axis aligned groups of consecutive addresses, or of the same one,
/// each group somewhere.
Addresses drawAddresses(const LinearLayout &layout, unsigned bytes,
                        bool areSame = false) {
  Addresses addresses;
  auto along = draw(0U, 2U);
  Dim axis = Dim::standard(along);
  std::int64_t size = std::int64_t(1) << draw(0U, layout.outBits(axis) + 1);
  std::int64_t divisor = std::int64_t(bytes) << draw(0U, 5U);
  addresses.facts.unit = bytes;
  for (unsigned each = 0; each < 2; ++each)
    addresses.facts.axes[each].divisibility = bytes;
  AxisInfo::Axis &facts = addresses.facts.axes[along];
  (areSame ? facts.constancy : facts.contiguity) = size;
  facts.divisibility = divisor;
  addresses.facts.start = divisor;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t> groups;
  for (Word element = 0; element < f2::unit(layout.totalOutBits()); ++element) {
    std::uint64_t index = layout.field(element, axis);
    auto number = static_cast<std::int64_t>(index);
    std::uint64_t other = layout.field(element, Dim::standard(1 - along));
    auto [group, isNew] = groups.try_emplace(
        {other, static_cast<std::uint64_t>(number / size)}, 0);
    if (isNew)
      group->second = divisor * draw<std::int64_t>(0, 1 << 16);
    addresses.ofElement[element] =
        group->second + (areSame ? 0 : number % size * bytes);
  }
  return addresses;
}

AxisInfo drawMask(const LinearLayout &layout) {
  AxisInfo mask = unknownAxes(2);
  for (unsigned axis = 0; axis < 2; ++axis)
    mask.axes[axis].constancy =
        std::int64_t(1) << draw(0U, layout.outBits(Dim::standard(axis)) + 1);
  return mask;
}

/// A random invertible change of the registers' numbers.
LinearLayout withOtherNumbers(const LinearLayout &layout) {
  std::vector<Word> words(layout.bases().begin(), layout.bases().end());
  unsigned bits = layout.inBits(Dim::Register);
  for (unsigned step = 0; bits > 1 && step < bits; ++step) {
    auto to = draw(0U, bits), from = draw(0U, bits);
    if (to == from)
      continue;
    if (*rc::gen::arbitrary<bool>())
      words[to] ^= words[from];
    else
      std::swap(words[to], words[from]);
  }
  std::vector<DimBits> ins(layout.ins().begin(), layout.ins().end());
  std::vector<DimBits> outs(layout.outs().begin(), layout.outs().end());
  return get(LinearLayout::fromWords(ins, outs, Words(ListRef<Word>(words))));
}

Holder registerOf(std::int32_t number, const Holder &thread) {
  return {static_cast<std::uint32_t>(number), thread.lane, thread.warp};
}

/// What the registers of threads access.
struct ThreadView {
  const LinearLayout &layout;
  const Addresses &addresses;
  const AxisInfo &mask;

  std::int64_t addressOf(std::int32_t number, const Holder &thread) const {
    return addresses.ofElement.at(
        elementAt(layout, registerOf(number, thread)));
  }
  /// Elements of one group are known to have the same mask.
  std::vector<std::int64_t> maskOf(std::int32_t number,
                                   const Holder &thread) const {
    std::vector<std::int64_t> group;
    for (unsigned axis = 0; axis < 2; ++axis)
      group.push_back(static_cast<std::int64_t>(coordinateAt(
                          layout, registerOf(number, thread), axis)) /
                      mask.axes[axis].constancy);
    return group;
  }
};

/// Does each thread move its own registers, at their addresses, with masks that
/// are known to agree?
void checkPlan(const AccessPlan &plan, const ThreadView &view, unsigned bytes) {
  auto first = plan.first();
  Held(0, LaneBits, WarpBits).forEach([&](Holder thread) {
    for (std::size_t i = 0; i < plan.at.size(); ++i) {
      std::int64_t begin = view.addressOf(first[i], thread);
      RC_ASSERT(begin % (plan.width * bytes) == 0);
      RC_ASSERT(begin ==
                view.addressOf(plan.bases[std::size_t(plan.at[i])], thread) +
                    plan.offsets[i]);
      for (unsigned more = 0; more < plan.width; ++more) {
        std::int32_t number = plan.registers[i * plan.width + more];
        RC_ASSERT(view.addressOf(number, thread) == begin + more * bytes);
        RC_ASSERT(view.maskOf(number, thread) == view.maskOf(first[i], thread));
      }
    }
  });
}

} // namespace

TEST(AccessPlan, MovesEachRegisterAtItsAddress) {
  unsigned widest = 0, reordered = 0;
  EXPECT_TRUE(rc::check([&] {
    LinearLayout layout = withOtherNumbers(drawMatrix());
    unsigned bytes = 1U << draw(0U, 4U);
    Addresses addresses = drawAddresses(layout, bytes);
    AxisInfo mask = drawMask(layout);
    AccessBounds bounds =
        boundAccess(layout, addresses.facts, &mask, bytes, MostBytes);
    AccessPlan plan = planAccess(layout, addresses.facts, bounds.covered);
    RC_ASSERT(plan.width == bounds.width.elements);
    RC_ASSERT(plan.width * bytes <= MostBytes);
    RC_ASSERT(plan.slots.size() == layout.inSize(Dim::Register));
    for (std::size_t i = 0; i < plan.slots.size(); ++i)
      RC_ASSERT(plan.registers[std::size_t(plan.slots[i])] ==
                static_cast<std::int32_t>(i));
    checkPlan(plan, {layout, addresses, mask}, bytes);
    widest = std::max(widest, plan.width);
    reordered += plan.width > 1 && !llvm::is_sorted(plan.registers);
  }));
  EXPECT_GE(widest, 2U);
  EXPECT_GT(reordered, 0U);
}

// Registers of one slot have the same address, and so has their mask.
TEST(AccessPlan, ReadsAnAddressOnce) {
  unsigned shared = 0, kept = 0;
  EXPECT_TRUE(rc::check([&] {
    LinearLayout layout = withOtherNumbers(drawMatrix());
    unsigned bytes = 1U << draw(0U, 4U);
    Addresses addresses =
        drawAddresses(layout, bytes, /*areSame=*/*rc::gen::arbitrary<bool>());
    AxisInfo mask = drawMask(layout);
    AccessBounds bounds =
        boundAccess(layout, addresses.facts, &mask, bytes, MostBytes);
    std::vector<AxisInfo> numbers = {addresses.facts, mask};
    std::vector<Word> repeated = repeatedBits(layout, numbers);
    AccessPlan plan =
        planAccess(layout, addresses.facts, bounds.covered, repeated);
    const ThreadView view = {layout, addresses, mask};
    checkPlan(plan, view, bytes);
    RC_ASSERT(plan.slots.size() == layout.inSize(Dim::Register));
    RC_ASSERT((plan.registers.size() << repeated.size()) == plan.slots.size());
    Held(0, LaneBits, WarpBits).forEach([&](Holder thread) {
      for (std::size_t i = 0; i < plan.slots.size(); ++i) {
        std::int32_t read = plan.registers[std::size_t(plan.slots[i])];
        auto number = static_cast<std::int32_t>(i);
        RC_ASSERT(view.addressOf(number, thread) ==
                  view.addressOf(read, thread));
        RC_ASSERT(view.maskOf(number, thread) == view.maskOf(read, thread));
      }
    });
    (repeated.empty() ? kept : shared) += 1;
  }));
  EXPECT_GT(shared, 0U);
  EXPECT_GT(kept, 0U);
}

TEST(AccessPlan, NumbersOfRegistersDoNotMatter) {
  EXPECT_TRUE(rc::check([] {
    LinearLayout layout = drawMatrix();
    unsigned bytes = 1U << draw(0U, 4U);
    Addresses addresses = drawAddresses(layout, bytes);
    auto widthOf = [&](const LinearLayout &any) {
      return boundAccess(any, addresses.facts, nullptr, bytes, MostBytes)
          .width.elements;
    };
    RC_ASSERT(widthOf(withOtherNumbers(layout)) == widthOf(layout));
  }));
}

// Four registers a row, rows 128 bytes apart.
TEST(AccessPlan, KnownDistancesAreConstants) {
  LinearLayout layout = get(LinearLayout::fromWords(
      {{Dim::Register, 3}, {Dim::Lane, 1}},
      {{Dim::standard(1), 3}, {Dim::standard(0), 1}}, {2, 1, 8, 4}));
  AxisInfo facts = unknownAxes(2);
  facts.unit = 4;
  facts.start = 8;
  facts.axes[0] = {.contiguity = 1,
                   .divisibility = 4,
                   .constancy = 1,
                   .regularity = 2,
                   .stride = 128};
  facts.axes[1].contiguity = 8;
  facts.axes[1].divisibility = 8;
  AccessBounds bounds = boundAccess(layout, facts, nullptr, 4, MostBytes);
  EXPECT_EQ(bounds.width.elements, 2U);
  EXPECT_EQ(bounds.width.alignment, 2);
  AccessPlan plan = planAccess(layout, facts, bounds.covered);
  using Numbers = llvm::SmallVector<std::int32_t>;
  EXPECT_EQ(plan.bases, (Numbers{0}));
  EXPECT_EQ(plan.offsets, (Numbers{0, 8, 128, 136}));
  EXPECT_EQ(plan.registers, (Numbers{0, 2, 1, 3, 4, 6, 5, 7}));
  EXPECT_EQ(plan.first(), (Numbers{0, 1, 4, 5}));
}

} // namespace heddle
