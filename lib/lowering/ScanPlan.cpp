//===- ScanPlan.cpp - Along which bits a scan goes ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanPlan.h"
#include "WholeAxis.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

using Basis = std::vector<std::uint64_t>;

/// A layout with as many bits of everything, each along one axis: first along
/// this one.
Result<LinearLayout> layoutAlong(const LinearLayout &like, unsigned axis) {
  auto rank = static_cast<unsigned>(like.outs().size());
  std::vector<DimSize> outs;
  std::vector<Basis> left;
  for (unsigned step = 0; step < rank; ++step) {
    unsigned each = (axis + step) % rank;
    for (unsigned bit = 0; bit < like.outBits(Dim::standard(each)); ++bit) {
      left.emplace_back(rank);
      left.back()[each] = std::uint64_t(1) << bit;
    }
    outs.push_back({Dim::standard(step), like.outSize(Dim::standard(step))});
  }
  std::size_t next = 0;
  std::vector<std::pair<Dim, std::vector<Basis>>> bases;
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp}) {
    std::vector<Basis> ofDim(like.inBits(dim), Basis(rank));
    for (Basis &basis : ofDim)
      if (next < left.size())
        basis = left[next++];
    bases.emplace_back(dim, ofDim);
  }
  bases.emplace_back(Dim::Block, std::vector<Basis>());
  return LinearLayout::fromBases(bases, outs);
}

} // namespace

Word BitRun::mask() const { return at(size() - 1); }

Word BitRun::at(std::uint64_t coordinate) const {
  Word result = 0;
  for (std::size_t position = 0; position < bits.size(); ++position)
    if ((coordinate >> position & 1) != 0)
      result |= f2::unit(bits[position]);
  return result;
}

std::optional<std::vector<BitRun>> runsOfAxis(const LinearLayout &layout,
                                              unsigned axis) {
  Dim out = Dim::standard(axis);
  if (!isWholeInBlocks(layout, axis))
    return std::nullopt;
  // Which bit of which dimension each bit of the coordinate is.
  std::vector<std::optional<std::pair<Dim, unsigned>>> owners(
      layout.outBits(out));
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit) {
      std::uint64_t along = layout.basis(dim, bit, out);
      if (along == 0)
        continue;
      bool isAlone =
          layout.bases(dim)[bit] == f2::shiftLeft(along, layout.outShift(out));
      auto position = static_cast<unsigned>(std::countr_zero(along));
      if (!isAlone || !std::has_single_bit(along) || owners[position])
        return std::nullopt;
      owners[position] = {dim, bit};
    }
  std::vector<BitRun> runs;
  for (const auto &owner : owners) {
    if (!owner)
      return std::nullopt;
    if (runs.empty() || runs.back().dim != owner->first)
      runs.push_back({owner->first, {}});
    runs.back().bits.push_back(owner->second);
  }
  return runs;
}

Result<ScanPlan> planScan(const LinearLayout &layout, unsigned axis) {
  if (std::optional<std::vector<BitRun>> runs = runsOfAxis(layout, axis))
    return ScanPlan{layout, false, *runs};
  Result<LinearLayout> other =
      layout.inBits(Dim::Block) == 0
          ? layoutAlong(layout, axis)
          : wholeAxisLayout(layout, axis, layout.outSize(Dim::standard(axis)),
                            OtherAxes::Spread);
  if (!other)
    return tl::unexpected(std::move(other.error()));
  std::optional<std::vector<BitRun>> runs = runsOfAxis(*other, axis);
  if (!runs)
    return failure(concat("expects registers, lanes and warps for all ",
                          layout.outSize(Dim::standard(axis)),
                          " elements along dim", axis, ", but got ",
                          layout.totalInBits(), " bits of them"));
  return ScanPlan{*other, true, *runs};
}

RegisterSteps stepsOf(const BitRun &run, std::vector<unsigned> &numbering,
                      unsigned count, ScanOrder order) {
  BitRun inNumbers = {run.dim, {}};
  for (unsigned bit : run.bits)
    inNumbers.bits.push_back(static_cast<unsigned>(
        std::find(numbering.begin(), numbering.end(), bit) -
        numbering.begin()));
  std::erase_if(numbering, [&](unsigned bit) {
    return std::find(run.bits.begin(), run.bits.end(), bit) != run.bits.end();
  });
  RegisterSteps steps = {std::vector<std::vector<std::int32_t>>(run.size()),
                         std::vector<std::int32_t>(count)};
  std::int32_t next = 0;
  for (std::uint64_t step = 0; step < run.size(); ++step) {
    Word here = inNumbers.atStep(step, order);
    for (unsigned index = 0; index < count; ++index)
      if ((index & inNumbers.mask()) == here) {
        steps.registers[step].push_back(static_cast<std::int32_t>(index));
        steps.position[index] = next++;
      }
  }
  return steps;
}

namespace {

/// Numbers bits along one of three axes: registers, lanes, warps that differ.
class AxisBits {
public:
  explicit AxisBits(std::size_t axis) : axis(axis) {}
  Basis next() {
    Basis basis(3);
    basis[axis] = std::uint64_t(1) << count++;
    return basis;
  }
  DimSize size() const {
    return {Dim::standard(static_cast<unsigned>(axis)), std::uint64_t(1)
                                                            << count};
  }

private:
  std::size_t axis;
  unsigned count = 0;
};

/// Bases of so many bits, those in `same` zero.
std::vector<Basis> basesOf(AxisBits &axis, unsigned count, Word same) {
  std::vector<Basis> bases;
  for (unsigned bit = 0; bit < count; ++bit)
    bases.push_back((same & f2::unit(bit)) != 0 ? Basis(3) : axis.next());
  return bases;
}

} // namespace

Result<WarpTotals> planWarpTotals(const BitRun &run, unsigned registerBits,
                                  const ThreadBits &threads, Word sameLanes,
                                  Word sameWarps) {
  AxisBits ofRegisters(0), ofLanes(1), ofWarps(2);
  std::vector<Basis> registers = basesOf(ofRegisters, registerBits, 0);
  std::vector<Basis> lanes = basesOf(ofLanes, threads.lane, sameLanes);
  std::vector<Basis> warps = basesOf(ofWarps, threads.warp, sameWarps);
  // The run's bits move from warps to registers.
  std::vector<Basis> all = registers, others = warps;
  for (unsigned bit : run.bits)
    all.push_back(std::exchange(others[bit], Basis(3)));
  std::vector<DimSize> outs = {ofRegisters.size(), ofLanes.size(),
                               ofWarps.size()};
  auto layoutOf = [&](const std::vector<Basis> &inThread,
                      const std::vector<Basis> &inWarps) {
    return LinearLayout::fromBases({{Dim::Register, inThread},
                                    {Dim::Lane, lanes},
                                    {Dim::Warp, inWarps},
                                    {Dim::Block, {}}},
                                   outs);
  };
  Result<LinearLayout> from = layoutOf(registers, warps);
  Result<LinearLayout> to = layoutOf(all, others);
  for (Result<LinearLayout> *layout : {&from, &to})
    if (!*layout)
      return tl::unexpected(std::move(layout->error()));
  return WarpTotals{*from, *to};
}

} // namespace heddle
