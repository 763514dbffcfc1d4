//===- ReductionPlan.cpp - What a reduction combines ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionPlan.h"

#include <bit>

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
    eliminate(Dim::Block);
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

  ResultBasis basisOf(Word image) const {
    ResultBasis basis;
    for (const DimSize &out : plan.outs)
      basis.push_back(out.dim == dim ? 0 : layout.field(image, out.dim));
    return basis;
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
    Word rest = coordinates.reduce(image ^ axisPart, bits, axisPart);
    if (rest != 0) {
      keep(in, bit, image, rest, axisPart, bits);
      return;
    }
    // It stays at its coordinate; does it reach another element there?
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

  /// The bit leads to coordinates that others do not reach.
  void keep(Dim in, unsigned bit, Word image, Word rest, Word axisPart,
            Bits bits) {
    if (in == Dim::Register) {
      bits.kept ^= 1U << plan.keptRegisters.size();
      plan.keptRegisters.push_back(bit);
      plan.registerBases.push_back(basisOf(image));
    }
    plan.keptBases.push_back(basisOf(image));
    coordinates.add(rest, axisPart, bits);
    leave(in, image, 0);
  }

  /// Where lanes, warps and blocks lead.
  void leave(Dim in, Word image, std::uint32_t warps) {
    if (in == Dim::Lane)
      plan.laneBases.push_back(basisOf(image));
    if (in == Dim::Warp) {
      plan.warpBases.push_back(basisOf(image));
      plan.warps.push_back(warps);
    }
    if (in == Dim::Block) {
      plan.blockBases.push_back(basisOf(image));
      plan.blocks.push_back(warps);
    }
  }

  const LinearLayout &layout;
  Dim dim;
  ReductionPlan plan;
  /// Coordinates without the axis, each with its part along it; and elements
  /// along the axis that are combined.
  Span coordinates, elements;
};

} // namespace

bool haveSameResults(std::span<const ResultBasis> bases, unsigned axis) {
  for (const ResultBasis &basis : bases)
    for (unsigned other = 0; other < basis.size(); ++other)
      if (other != axis && basis[other] != 0)
        return false;
  return true;
}

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

} // namespace heddle
