//===- Shuffles.cpp - Registers of other lanes ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "SimtOps.h"

HEDDLE_SIM_BEGIN

using U32 = std::uint32_t;

namespace {

/// Lane l gets what lane l ^ (others + In) has, where `others` is a multiple of
/// four and `In` is below.
template <unsigned In>
void exchange(const U32 *__restrict a, U32 *__restrict result, unsigned lanes,
              unsigned others) {
  for (unsigned lane = 0; lane < lanes; lane += 4) {
    const U32 *four = a + (lane ^ others);
    for (unsigned index = 0; index < 4; ++index)
      result[lane + index] = four[index ^ In];
  }
}

/// The same of a bit for each lane.
std::uint64_t exchanged(std::uint64_t mask, unsigned with) {
  static constexpr std::array<std::uint64_t, 6> Lower = {
      0x5555555555555555U, 0x3333333333333333U, 0x0F0F0F0F0F0F0F0FU,
      0x00FF00FF00FF00FFU, 0x0000FFFF0000FFFFU, 0x00000000FFFFFFFFU};
  for (unsigned left = with; left != 0; left &= left - 1) {
    auto bit = static_cast<unsigned>(std::countr_zero(left));
    unsigned step = 1U << bit;
    mask = (mask & Lower[bit]) << step | (mask >> step & Lower[bit]);
  }
  return mask;
}

[[gnu::noinline, maybe_unused]] bool
exchangeMasks(Warp &warp, const Instruction &each, unsigned with) {
  const std::uint64_t *from = warp.masksAt(each.a);
  std::uint64_t *to = warp.masksAt(each.result);
  for (U32 part = 0; part < each.parts; ++part)
    to[part] = exchanged(from[part], with);
  return true;
}

} // namespace

bool runShuffleXor(Warp &warp, const Instruction &each) {
  warp.block->mbarriers.meet(warp.number);
  const U32 *a = warp.at<U32>(each.a);
  U32 *result = warp.at<U32>(each.result);
  auto with = static_cast<unsigned>(each.immediate) & (warp.lanes - 1);
  unsigned others = with & ~3U;
  switch (with & 3U) {
  case 0:
    exchange<0>(a, result, warp.lanes, others);
    break;
  case 1:
    exchange<1>(a, result, warp.lanes, others);
    break;
  case 2:
    exchange<2>(a, result, warp.lanes, others);
    break;
  default:
    exchange<3>(a, result, warp.lanes, others);
  }
  // All lanes' masks stay as they are, without a call.
  if constexpr (IsWatched) {
    if (each.parts != 1 || *warp.masksAt(each.a) != warp.all)
      return exchangeMasks(warp, each, with);
    *warp.masksAt(each.result) = warp.all;
  }
  return true;
}

bool runShuffleIndex(Warp &warp, const Instruction &each) {
  warp.block->mbarriers.meet(warp.number);
  std::uint64_t missing = lacking(warp, each.b, warp.all);
  if (missing != 0)
    return stopAtUndefined(warp, each, missing,
                           "expects a defined source lane");
  const U32 *__restrict a = warp.at<U32>(each.a);
  const U32 *__restrict sources = warp.at<U32>(each.b);
  U32 *__restrict result = warp.at<U32>(each.result);
  unsigned last = warp.lanes - 1;
  for (unsigned lane = 0; lane < warp.lanes; ++lane)
    result[lane] = a[sources[lane] & last];
  for (U32 part = 0; IsWatched && part < each.parts; ++part) {
    std::uint64_t from = warp.masksAt(each.a)[part], to = 0;
    if (from == warp.all)
      to = from;
    else
      for (unsigned lane = 0; lane < warp.lanes; ++lane)
        to |= (from >> (sources[lane] & last) & 1U) << lane;
    warp.masksAt(each.result)[part] = to;
  }
  return true;
}

namespace {

U32 combined(simt::Combination how, U32 a, U32 b) {
  auto isLess = static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
  switch (how) {
  case simt::Combination::Add:
    return a + b;
  case simt::Combination::And:
    return a & b;
  case simt::Combination::Or:
    return a | b;
  case simt::Combination::Xor:
    return a ^ b;
  case simt::Combination::MinSigned:
    return isLess ? a : b;
  case simt::Combination::MaxSigned:
    return isLess ? b : a;
  case simt::Combination::MinUnsigned:
    return std::min(a, b);
  case simt::Combination::MaxUnsigned:
    return std::max(a, b);
  }
  return 0;
}

} // namespace

// What one lane lacks all lack.
bool runLaneReduce(Warp &warp, const Instruction &each) {
  warp.block->mbarriers.meet(warp.number);
  auto how = static_cast<simt::Combination>(each.immediate);
  const U32 *a = warp.at<U32>(each.a);
  U32 all = a[0];
  for (unsigned lane = 1; lane < warp.lanes; ++lane)
    all = combined(how, all, a[lane]);
  std::fill_n(warp.at<U32>(each.result), warp.lanes, all);
  if constexpr (IsWatched)
    *warp.masksAt(each.result) =
        *warp.masksAt(each.a) == warp.all ? warp.all : 0;
  return true;
}

HEDDLE_SIM_END
