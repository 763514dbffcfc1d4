//===- ReductionPlan.cpp - What a reduction combines ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionPlan.h"

#include <algorithm>

namespace heddle {

namespace {

/// A sum of bits of a location: registers that are left, lanes, directions of
/// warps.
struct Bits {
  /// Numbers of registers as they are.
  std::uint32_t registers = 0;
  /// Among those left.
  std::uint32_t kept = 0;
  std::uint32_t lanes = 0;
  std::uint32_t warps = 0;

  Bits &operator^=(const Bits &other) {
    registers ^= other.registers;
    kept ^= other.kept;
    lanes ^= other.lanes;
    warps ^= other.warps;
    return *this;
  }
};

/// Vectors by their highest bits, and what they are sums of.
class Span {
public:
  /// Takes off the vector what the span reaches, and adds that to the bits.
  Word reduce(Word vector, Bits &bits, Word &also) const {
    for (const Member &member : members)
      if ((vector & member.lead) != 0) {
        vector ^= member.vector;
        also ^= member.also;
        bits ^= member.bits;
      }
    return vector;
  }
  /// A vector that is not reached; `also` goes with it.
  void add(Word vector, Word also, const Bits &bits) {
    members.push_back({std::bit_floor(vector), vector, also, bits});
  }

private:
  struct Member {
    Word lead, vector, also;
    Bits bits;
  };
  std::vector<Member> members;
};

class Planner {
public:
  Planner(const LinearLayout &layout, unsigned axis)
      : layout(layout), dim(Dim::standard(axis)) {
    plan.axis = axis;
    for (const DimBits &out : layout.outs())
      plan.outs.push_back({out.dim, layout.outSize(out.dim)});
  }

  ReductionPlan run() {
    eliminate(Dim::Register);
    eliminate(Dim::Lane);
    eliminate(Dim::Warp);
    return std::move(plan);
  }

private:
  void eliminate(Dim in) {
    unsigned bit = 0;
    for (Word image : layout.bases(in))
      add(in, bit++, image);
  }

  Word along(Word image) const {
    return f2::shiftLeft(layout.field(image, dim), layout.outShift(dim));
  }

  ReductionPlan::Place placeOf(Word image) const {
    ReductionPlan::Place place;
    for (const DimSize &out : plan.outs)
      place.push_back(out.dim == dim ? 0 : layout.field(image, out.dim));
    return place;
  }

  static Bits bitOf(Dim in, unsigned bit) {
    std::uint32_t one = 1U << bit;
    if (in == Dim::Register)
      return {.registers = one};
    return in == Dim::Lane ? Bits{.lanes = one} : Bits{};
  }

  void add(Dim in, unsigned bit, Word image) {
    Bits bits = bitOf(in, bit);
    Word axisPart = along(image);
    Word rest = places.reduce(image ^ axisPart, bits, axisPart);
    if (rest != 0) {
      keep(in, bit, image, rest, axisPart, bits);
      return;
    }
    // It stays in its place; does it reach another element there?
    Bits seen;
    Word none = 0;
    Word further = elements.reduce(axisPart, seen, none);
    if (further == 0) {
      leave(in, image, seen.warps);
      return;
    }
    std::uint32_t direction = 0;
    if (in == Dim::Register)
      plan.registers.push_back(bits.registers);
    else if (in == Dim::Lane)
      plan.lanes.push_back({bits.lanes, bits.kept});
    else
      direction = 1U << plan.warpDirections++;
    elements.add(further, 0, {.warps = seen.warps ^ direction});
    leave(in, image, direction);
  }

  /// The bit leads to places that others do not reach.
  void keep(Dim in, unsigned bit, Word image, Word rest, Word axisPart,
            Bits bits) {
    if (in == Dim::Register) {
      bits.kept ^= 1U << plan.keptRegisters.size();
      plan.keptRegisters.push_back(bit);
      plan.registerPlaces.push_back(placeOf(image));
    }
    plan.keptPlaces.push_back(placeOf(image));
    places.add(rest, axisPart, bits);
    leave(in, image, 0);
  }

  /// Where lanes and warps lead.
  void leave(Dim in, Word image, std::uint32_t warps) {
    if (in == Dim::Lane)
      plan.lanePlaces.push_back(placeOf(image));
    if (in != Dim::Warp)
      return;
    plan.warpPlaces.push_back(placeOf(image));
    plan.warps.push_back(warps);
  }

  const LinearLayout &layout;
  Dim dim;
  ReductionPlan plan;
  /// Places without the axis, each with its part along it; and elements along
  /// the axis that are combined.
  Span places, elements;
};

} // namespace

ReductionPlan planReduction(const LinearLayout &layout, unsigned axis) {
  return Planner(layout, axis).run();
}

std::vector<std::int32_t> ReductionPlan::registerOrder() const {
  std::vector<std::int32_t> order;
  std::size_t kept = keptRegisters.size();
  for (std::uint32_t index = 0; index < 1U << (kept + registers.size());
       ++index) {
    std::uint32_t number = 0;
    for (std::size_t bit = 0; bit < kept; ++bit)
      if ((index >> bit & 1) != 0)
        number ^= 1U << keptRegisters[bit];
    for (std::size_t bit = 0; bit < registers.size(); ++bit)
      if ((index >> (kept + bit) & 1) != 0)
        number ^= registers[bit];
    order.push_back(static_cast<std::int32_t>(number));
  }
  return order;
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

namespace {

using Places = std::vector<ReductionPlan::Place>;

/// The places of bits in the result, with the reduced axis among its axes.
Places placesOf(const LinearLayout *layout, Dim in, const ReductionPlan &plan) {
  Places places;
  if (layout == nullptr)
    return places;
  for (Word basis : layout->bases(in)) {
    ReductionPlan::Place place;
    for (unsigned axis = 0, from = 0; axis < plan.outs.size(); ++axis)
      place.push_back(
          axis == plan.axis ? 0 : layout->field(basis, Dim::standard(from++)));
    places.push_back(place);
  }
  return places;
}

/// Places of the bits of each kind, with an axis of directions.
struct Holders {
  Places registers, lanes, warps;

  Result<LinearLayout> layout(const ReductionPlan &plan,
                              unsigned directions) const {
    std::vector<DimSize> outs = plan.outs;
    outs[plan.axis].size = std::uint64_t(1) << directions;
    return LinearLayout::fromBases({{Dim::Register, registers},
                                    {Dim::Lane, lanes},
                                    {Dim::Warp, warps},
                                    {Dim::Block, {}}},
                                   outs);
  }
};

ReductionPlan::Place nowhere(const ReductionPlan &plan) {
  return ReductionPlan::Place(plan.outs.size(), 0);
}

ReductionPlan::Place directionPlace(const ReductionPlan &plan,
                                    unsigned number) {
  ReductionPlan::Place place = nowhere(plan);
  place[plan.axis] = std::uint64_t(1) << number;
  return place;
}

/// What warps have.
Holders resultsOf(const ReductionPlan &plan) {
  Holders holders = {plan.registerPlaces, plan.lanePlaces, plan.warpPlaces};
  for (std::size_t bit = 0; bit < holders.warps.size(); ++bit)
    holders.warps[bit][plan.axis] = plan.warps[bit];
  return holders;
}

/// Where the result is wanted.
Holders wantedOf(const ReductionPlan &plan, const LinearLayout *wanted) {
  Holders holders = {placesOf(wanted, Dim::Register, plan),
                     placesOf(wanted, Dim::Lane, plan),
                     placesOf(wanted, Dim::Warp, plan)};
  holders.lanes.resize(plan.lanePlaces.size(), nowhere(plan));
  holders.warps.resize(plan.warpPlaces.size(), nowhere(plan));
  return holders;
}

constexpr unsigned VectorBytes = 16;

/// Directions beside the registers of the result.
ExchangeStep stepTo(const ReductionPlan &plan, Holders holders,
                    unsigned bytes) {
  unsigned count = plan.warpDirections, direction = 0;
  std::uint64_t moved = std::uint64_t(bytes) << holders.registers.size();
  Places more;
  while (direction < count && moved << direction < VectorBytes)
    more.push_back(directionPlace(plan, direction++));
  std::vector<LaneDirection> lanes;
  for (unsigned bit = 0; bit < holders.lanes.size() && direction < count; ++bit)
    if (holders.lanes[bit] == nowhere(plan)) {
      holders.lanes[bit] = directionPlace(plan, direction++);
      lanes.push_back({1U << bit, 0});
    }
  while (direction < count)
    more.push_back(directionPlace(plan, direction++));
  auto bits = static_cast<unsigned>(more.size());
  holders.registers.insert(holders.registers.begin(), more.begin(), more.end());
  return {resultsOf(plan).layout(plan, count), holders.layout(plan, count),
          bits, lanes};
}

/// Directions in lanes, and the places shared among all threads.
Holders sharedOf(const ReductionPlan &plan, unsigned directions) {
  Holders holders;
  for (unsigned direction = 0; direction < plan.warpDirections; ++direction)
    holders.lanes.push_back(direction < directions
                                ? directionPlace(plan, direction)
                                : nowhere(plan));
  std::size_t threads =
      plan.lanePlaces.size() + plan.warpPlaces.size() - plan.warpDirections;
  std::size_t place = 0;
  while (plan.keptPlaces.size() - place > threads)
    holders.registers.push_back(plan.keptPlaces[place++]);
  auto next = [&] {
    return place < plan.keptPlaces.size() ? plan.keptPlaces[place++]
                                          : nowhere(plan);
  };
  while (holders.lanes.size() < plan.lanePlaces.size())
    holders.lanes.push_back(next());
  while (holders.warps.size() < plan.warpPlaces.size())
    holders.warps.push_back(next());
  return holders;
}

} // namespace

std::vector<std::vector<ExchangeStep>> exchangesOf(const ReductionPlan &plan,
                                                   const LinearLayout *wanted,
                                                   unsigned bytes) {
  Holders last = wantedOf(plan, wanted);
  std::vector<std::vector<ExchangeStep>> ways;
  ways.push_back({stepTo(plan, last, bytes)});
  unsigned count = plan.warpDirections;
  if (count == 0 || count > plan.lanePlaces.size())
    return ways;
  std::vector<LaneDirection> lanes;
  for (unsigned bit = 0; bit < count; ++bit)
    lanes.push_back({1U << bit, 0});
  ways.push_back(
      {{resultsOf(plan).layout(plan, count),
        sharedOf(plan, count).layout(plan, count), 0, lanes},
       {sharedOf(plan, 0).layout(plan, 0), last.layout(plan, 0), 0, {}}});
  return ways;
}

} // namespace heddle
