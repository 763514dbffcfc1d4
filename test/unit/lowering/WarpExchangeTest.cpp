//===- WarpExchangeTest.cpp - How warps exchange results ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Exchanges are carried out with sets of directions: whoever wants a
/// coordinate of the result gets what all warps have of it, and nothing twice.
///
//===----------------------------------------------------------------------===//

#include "WarpExchange.h"
#include "RandomTensors.h"

namespace heddle {

namespace {

constexpr unsigned LaneBits = 3, WarpBits = 2;

/// The coordinate of a result, without the direction of the warp.
Word coordinateOf(const LinearLayout &layout, const Holder &holder,
                  unsigned axis) {
  Word element = elementAt(layout, holder);
  Dim dim = Dim::standard(axis);
  return element >> (layout.outShift(dim) + layout.outBits(dim))
                        << layout.outShift(dim) |
         (element & f2::lowMask(layout.outShift(dim)));
}

/// Does a layout say of all locations what a plan says that warps have there?
bool isWhatWarpsHave(const LinearLayout &from, const ReductionPlan &plan) {
  bool isRight = true;
  Held(from.inBits(Dim::Register), LaneBits, WarpBits)
      .forEach([&](Holder holder) {
        std::vector<std::uint64_t> expected(plan.outs.size());
        auto add = [&](const std::vector<ResultBasis> &bases,
                       std::uint32_t bits) {
          for (std::size_t bit = 0; bit < bases.size(); ++bit)
            for (std::size_t axis = 0; axis < expected.size(); ++axis)
              if ((bits >> bit & 1) != 0)
                expected[axis] ^= bases[bit][axis];
        };
        add(plan.registerBases, holder.reg);
        add(plan.laneBases, holder.lane);
        add(plan.warpBases, holder.warp);
        for (std::size_t bit = 0; bit < plan.warps.size(); ++bit)
          if ((holder.warp >> bit & 1) != 0)
            expected[plan.axis] ^= plan.warps[bit];
        for (unsigned axis = 0; axis < expected.size(); ++axis)
          isRight =
              isRight && coordinateAt(from, holder, axis) == expected[axis];
      });
  return isRight;
}

/// What each location has after a step, given what it had before: by
/// coordinates and directions.
class Exchanged {
public:
  Exchanged(const LinearLayout &from, unsigned axis) : axis(axis) {
    Held all(from.inBits(Dim::Register), LaneBits, WarpBits);
    all.forEach([&](Holder holder) {
      values[{coordinateOf(from, holder, axis),
              coordinateAt(from, holder, axis)}] = {
          coordinateAt(from, holder, axis)};
    });
  }

  /// Does a layout say where values are after the last step?
  bool areAt(const LinearLayout &from) {
    bool isRight = from.inBits(Dim::Register) == last.registerBits;
    last.forEach([&](Holder holder) {
      auto found = values.find(
          {coordinateOf(from, holder, axis), coordinateAt(from, holder, axis)});
      isRight = isRight && found != values.end() &&
                coordinates[last.indexOf(holder)] == found->first.first;
    });
    return isRight;
  }

  void run(const ExchangeStep &step) {
    const LinearLayout &to = *step.to;
    Held held(to.inBits(Dim::Register), LaneBits, WarpBits);
    held.forEach([&](Holder holder) {
      auto found = values.find(
          {coordinateOf(to, holder, axis), coordinateAt(to, holder, axis)});
      RC_ASSERT(found != values.end());
      held[holder] = found->second;
    });
    for (unsigned bit = step.registerBits; bit-- > 0;)
      held = held.withoutRegisterBit(bit);
    for (LaneDirection direction : step.lanes)
      held.combineLanes(direction.lanes, direction.registers);
    values.clear();
    coordinates.clear();
    held.forEach([&](Holder holder) {
      Holder source = {holder.reg << step.registerBits, holder.lane,
                       holder.warp};
      std::pair<Word, std::uint64_t> key = {coordinateOf(to, source, axis), 0};
      auto [found, isNew] = values.try_emplace(key, held[holder]);
      RC_ASSERT(isNew || found->second == held[holder]);
      coordinates[held.indexOf(holder)] = key.first;
    });
    last = std::move(held);
  }

  unsigned axis;
  std::map<std::pair<Word, std::uint64_t>, std::set<Word>> values;
  /// After the last step, and the coordinates there.
  Held last{0, LaneBits, WarpBits};
  std::map<std::size_t, Word> coordinates;
};

} // namespace

TEST(WarpExchange, WhoWantsAResultGetsAllOfIt) {
  EXPECT_TRUE(rc::check([] {
    auto rank = draw(1U, 4U);
    std::vector<DimBits> shape = drawShape(rank);
    LinearLayout layout = drawTensor(shape, LaneBits, WarpBits);
    auto axis = draw(0U, rank);
    ReductionPlan plan = planReduction(layout, axis);
    std::optional<LinearLayout> wanted;
    if (rank > 1) {
      std::vector<DimBits> rest;
      for (unsigned each = 0; each < rank; ++each)
        if (each != axis)
          rest.push_back({Dim::standard(static_cast<unsigned>(rest.size())),
                          shape[each].bits});
      wanted = drawTensor(rest, LaneBits, WarpBits);
    }
    auto bytes = *rc::gen::element(1U, 2U, 4U, 8U);
    std::set<Word> directions;
    for (Word each = 0; each < f2::unit(plan.warpDirections); ++each)
      directions.insert(each);
    for (const Exchange &exchange :
         exchangesOf(plan, wanted ? &*wanted : nullptr, bytes)) {
      for (const ExchangeStep &step : exchange)
        RC_ASSERT(step.from && step.to);
      RC_ASSERT(isWhatWarpsHave(*exchange.front().from, plan));
      Exchanged exchanged(*exchange.front().from, axis);
      for (const ExchangeStep &step : exchange) {
        RC_ASSERT(&step == exchange.data() || exchanged.areAt(*step.from));
        exchanged.run(step);
      }
      exchanged.last.forEach([&](Holder holder) {
        RC_ASSERT(exchanged.last[holder] == directions);
        if (!wanted)
          return;
        Holder source = holder;
        source.reg <<= exchange.back().registerBits;
        RC_ASSERT(coordinateOf(*exchange.back().to, source, axis) ==
                  elementAt(*wanted, holder));
      });
    }
  }));
}

} // namespace heddle
