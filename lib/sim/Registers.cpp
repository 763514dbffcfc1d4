//===- Registers.cpp - Registers, lanes, control flow ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockCluster.h"
#include "Lanes.h"
#include "SimtOps.h"

#include <cstring>
#include <functional>
#include <numeric>

HEDDLE_SIM_BEGIN

using U8 = std::uint8_t;
using U32 = std::uint32_t;

namespace {

void fill(Warp &warp, const Instruction &each, U32 value) {
  std::fill_n(warp.at<U32>(each.result), warp.lanes, value);
  if constexpr (IsWatched)
    *warp.masksAt(each.result) = warp.all;
}

template <class T> bool splat(Warp &warp, const Instruction &each) {
  const T *a = warp.at<T>(each.a);
  T *result = warp.at<T>(each.result);
  for (U32 index = 0; index < each.count; ++index)
    copyLanes(warp, a, result + std::size_t(index) * warp.lanes);
  for (U32 index = 0; IsWatched && index < each.count * each.parts; ++index)
    warp.masksAt(each.result)[index] =
        warp.masksAt(each.a)[index & (each.parts - 1)];
  return true;
}

template <class T> bool copy(Warp &warp, const Instruction &each) {
  std::memcpy(warp.at<T>(each.result), warp.at<T>(each.a),
              std::size_t(each.count) * warp.lanes * sizeof(T));
  copyMasks(warp.masksAt(each.a), each.count * each.parts,
            warp.masksAt(each.result));
  return true;
}

template <class T> bool permute(Warp &warp, const Instruction &each) {
  const std::vector<Operand> &all = warp.block->code.permutes[each.immediate];
  T *result = warp.at<T>(each.result);
  for (Operand from : all) {
    copyLanes(warp, warp.at<T>(from), result);
    result += warp.lanes;
  }
  if constexpr (!IsWatched)
    return true;
  std::uint64_t *masks = warp.masksAt(each.result);
  if (each.parts == 1)
    for (Operand from : all)
      *masks++ = *warp.masksAt(from);
  else
    for (Operand from : all)
      masks = std::copy_n(warp.masksAt(from), each.parts, masks);
  return true;
}

/// Byte 4 * i + j of the registers is byte j of word i, where both are as they
/// are in one lane. Bytes that no register has are zero, and defined.
template <class T> bool toWords(Warp &warp, const Instruction &each) {
  const T *a = warp.at<T>(each.a);
  auto *words = warp.at<U32>(each.result);
  const std::uint64_t *from = warp.masksAt(each.a);
  std::uint64_t *to = warp.masksAt(each.result);
  unsigned lanes = warp.lanes;
  std::fill_n(words, std::size_t(each.count) * lanes, 0U);
  if constexpr (IsWatched)
    std::fill_n(to, std::size_t(each.count) * 4, warp.all);
  for (std::uint64_t index = 0; index < each.immediate; ++index) {
    std::uint64_t byte = index * sizeof(T);
    U32 *word = words + byte / 4 * lanes;
    const T *part = a + index * lanes;
    if constexpr (IsWatched)
      std::fill_n(to + byte, sizeof(T), from[index]);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if constexpr (sizeof(T) == 8)
        word[lanes + lane] = U32(part[lane] >> 32);
      word[lane] |= U32(part[lane]) << (8 * (byte % 4));
    }
  }
  return true;
}

template <class T> bool fromWords(Warp &warp, const Instruction &each) {
  const auto *words = warp.at<U32>(each.a);
  T *result = warp.at<T>(each.result);
  const std::uint64_t *from = warp.masksAt(each.a);
  std::uint64_t *to = warp.masksAt(each.result);
  unsigned lanes = warp.lanes;
  auto mask = static_cast<U32>(each.immediate);
  for (std::uint64_t index = 0; index < each.count; ++index) {
    std::uint64_t byte = index * sizeof(T);
    const U32 *word = words + byte / 4 * lanes;
    T *part = result + index * lanes;
    if constexpr (IsWatched) {
      to[index] = warp.all;
      for (unsigned each = 0; each < sizeof(T); ++each)
        to[index] &= from[byte + each];
    }
    for (unsigned lane = 0; lane < lanes; ++lane) {
      part[lane] = static_cast<T>((word[lane] >> (8 * (byte % 4))) & mask);
      if constexpr (sizeof(T) == 8)
        part[lane] |= T(word[lanes + lane]) << 32;
    }
  }
  return true;
}

template <class T> bool truncateWords(Warp &warp, const Instruction &each) {
  const auto *words = warp.at<U32>(each.a);
  T *result = warp.at<T>(each.result);
  std::size_t count = std::size_t(each.count) * warp.lanes;
  for (std::size_t index = 0; index < count; ++index)
    result[index] = static_cast<T>(words[index]);
  if constexpr (!IsWatched)
    return true;
  const std::uint64_t *from = warp.masksAt(each.a);
  std::uint64_t *to = warp.masksAt(each.result);
  for (U32 index = 0; index < each.count; ++index, from += 4)
    to = std::copy_n(from, sizeof(T), to);
  return true;
}

template <template <class> class Pick> Run byBytes(unsigned bytes) {
  switch (bytes) {
  case 1:
    return Pick<U8>::Value;
  case 2:
    return Pick<std::uint16_t>::Value;
  case 4:
    return Pick<U32>::Value;
  case 8:
    return Pick<std::uint64_t>::Value;
  default:
    return nullptr;
  }
}
template <class T> struct Splat {
  static constexpr Run Value = splat<T>;
};
template <class T> struct Copy {
  static constexpr Run Value = copy<T>;
};
template <class T> struct Permute {
  static constexpr Run Value = permute<T>;
};
template <class T> struct ToWords {
  static constexpr Run Value = toWords<T>;
};
template <class T> struct FromWords {
  static constexpr Run Value = fromWords<T>;
};

} // namespace

Run splatRun(unsigned bytes) { return byBytes<Splat>(bytes); }
Run copyRun(unsigned bytes) { return byBytes<Copy>(bytes); }
Run permuteRun(unsigned bytes) { return byBytes<Permute>(bytes); }
Run toWordsRun(unsigned bytes) { return byBytes<ToWords>(bytes); }
Run fromWordsRun(unsigned bytes) { return byBytes<FromWords>(bytes); }

Run truncateWordsRun(unsigned bytes) {
  return bytes == 1 ? truncateWords<U8> : truncateWords<std::uint16_t>;
}

bool runExtendHalves(Warp &warp, const Instruction &each) {
  const auto *halves = warp.at<std::uint16_t>(each.a);
  std::copy_n(halves, std::size_t(each.count) * warp.lanes,
              warp.at<U32>(each.result));
  if constexpr (!IsWatched)
    return true;
  const std::uint64_t *from = warp.masksAt(each.a);
  std::uint64_t *to = warp.masksAt(each.result);
  for (U32 index = 0; index < each.count; ++index, from += 2) {
    to = std::copy_n(from, 2, to);
    to = std::fill_n(to, 2, warp.all);
  }
  return true;
}

bool runMeetParts(Warp &warp, const Instruction &each) {
  std::memcpy(warp.at<U8>(each.result), warp.at<U8>(each.a),
              std::size_t(each.count) * warp.lanes * each.parts);
  if constexpr (!IsWatched)
    return true;
  const std::uint64_t *from = warp.masksAt(each.a);
  for (U32 index = 0; index < each.count; ++index, from += each.parts)
    warp.masksAt(each.result)[index] =
        std::accumulate(from, from + each.parts, warp.all, std::bit_and<>());
  return true;
}

bool runSpreadParts(Warp &warp, const Instruction &each) {
  std::memcpy(warp.at<U8>(each.result), warp.at<U8>(each.a),
              std::size_t(each.count) * warp.lanes * each.parts);
  if constexpr (!IsWatched)
    return true;
  std::uint64_t *to = warp.masksAt(each.result);
  for (U32 index = 0; index < each.count; ++index)
    to = std::fill_n(to, each.parts, warp.masksAt(each.a)[index]);
  return true;
}

bool runThread(Warp &warp, const Instruction &each) {
  auto *result = warp.at<U32>(each.result);
  for (unsigned lane = 0; lane < warp.lanes; ++lane)
    result[lane] = warp.numberInPart() * warp.lanes + lane;
  if constexpr (IsWatched)
    *warp.masksAt(each.result) = warp.all;
  return true;
}

bool runRank(Warp &warp, const Instruction &each) {
  fill(warp, each, warp.block->rank);
  return true;
}

bool runPeerAddress(Warp &warp, const Instruction &each) {
  const U32 *addresses = warp.at<U32>(each.a), *blocks = warp.at<U32>(each.b);
  U32 *result = warp.at<U32>(each.result);
  std::uint64_t known = warp.all;
  if constexpr (IsWatched)
    known &= *warp.masksAt(each.a) & *warp.masksAt(each.b);
  U32 count = warp.block->code.clusterBlocks;
  for (unsigned lane = 0; lane < warp.lanes; ++lane) {
    if ((known >> lane & 1U) != 0 && blocks[lane] >= count)
      return stop(warp, each, std::uint64_t(1) << lane,
                  concat("expects one of ", count,
                         " blocks of the cluster, but got number ",
                         blocks[lane]));
    result[lane] = static_cast<U32>(atPeer(addresses[lane])) | blocks[lane]
                                                                   << PeerShift;
  }
  if constexpr (IsWatched)
    *warp.masksAt(each.result) = known;
  return true;
}

bool runProgram(Warp &warp, const Instruction &each) {
  fill(warp, each, warp.block->program[each.immediate]);
  return true;
}

bool runPrograms(Warp &warp, const Instruction &each) {
  fill(warp, each, warp.block->execution.launch.grid[each.immediate]);
  return true;
}

bool runClock(Warp &warp, const Instruction &each) {
  constexpr std::uint64_t Nanoseconds = 1000;
  std::fill_n(warp.at<std::uint64_t>(each.result), warp.lanes,
              ++warp.timesRead * Nanoseconds);
  if constexpr (IsWatched)
    *warp.masksAt(each.result) = warp.all;
  return true;
}

// PTX ISA, prmt: the high bit of a digit repeats the byte's sign, which no plan
// uses.
bool runBytePermute(Warp &warp, const Instruction &each) {
  const U32 *a = warp.at<U32>(each.a), *b = warp.at<U32>(each.b);
  const U32 *selectors = warp.at<U32>(each.c);
  U32 *result = warp.at<U32>(each.result);
  for (unsigned lane = 0; lane < warp.lanes; ++lane) {
    std::uint64_t bytes = a[lane] | std::uint64_t(b[lane]) << 32;
    U32 word = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
      unsigned source = selectors[lane] >> (4 * byte) & 7U;
      word |= static_cast<U32>(bytes >> (8 * source) & 0xFFU) << (8 * byte);
    }
    result[lane] = word;
  }
  if constexpr (!IsWatched)
    return true;
  std::array<std::uint64_t, 8> from;
  std::copy_n(warp.masksAt(each.a), 4, from.begin());
  std::copy_n(warp.masksAt(each.b), 4, from.begin() + 4);
  std::uint64_t *to = warp.masksAt(each.result), all = warp.all;
  std::uint64_t known = *warp.masksAt(each.c);
  if (std::ranges::all_of(from,
                          [&](std::uint64_t mask) { return mask == all; })) {
    std::fill_n(to, 4, known);
    return true;
  }
  for (unsigned byte = 0; byte < 4; ++byte) {
    std::uint64_t mask = 0;
    for (unsigned lane = 0; lane < warp.lanes; ++lane)
      mask |= (from[selectors[lane] >> (4 * byte) & 7U] >> lane & 1U) << lane;
    to[byte] = mask & known;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

bool runShared(Warp &warp, const Instruction &each) {
  auto [at, bytes] = warp.block->code.pieces[each.immediate];
  warp.block->shared.beginLife(static_cast<std::uint32_t>(each.immediate), at,
                               bytes, warp.number);
  return true;
}

bool runWarpBarrier(Warp &warp, const Instruction &) {
  warp.block->passWarpBarrier(warp);
  return true;
}

bool runBlockBarrier(Warp &warp, const Instruction &) {
  warp.state = WarpState::AtBarrier;
  return false;
}

bool runClusterArrive(Warp &, const Instruction &) { return true; }

bool runClusterBarrier(Warp &warp, const Instruction &) {
  warp.state = warp.block->cluster != nullptr ? WarpState::AtClusterBarrier
                                              : WarpState::AtBarrier;
  return false;
}

bool runJump(Warp &warp, const Instruction &each) {
  jumpTo(warp, each.immediate);
  return true;
}

bool runJumpUnless(Warp &warp, const Instruction &each) {
  std::uint64_t missing = lacking(warp, each.a, warp.all);
  if (missing != 0)
    return stopAtUndefined(warp, each, missing, "expects a defined condition");
  std::uint64_t taken = lanesWhere(warp.at<U8>(each.a), warp.lanes);
  if (taken != 0 && taken != warp.all)
    return stop(warp, each, taken,
                "expects lanes that agree on the condition, but it is true in "
                "these and false in the others");
  if (taken == 0)
    jumpTo(warp, each.immediate);
  return true;
}

namespace {

template <class T> bool loopTest(Warp &warp, const Instruction &each) {
  std::uint64_t missing =
      lacking(warp, each.a, warp.all) | lacking(warp, each.b, warp.all);
  if (missing != 0)
    return stopAtUndefined(warp, each, missing, "expects defined loop bounds");
  const T *a = warp.at<T>(each.a), *b = warp.at<T>(each.b);
  std::uint64_t inside = 0;
  for (unsigned lane = 0; lane < warp.lanes; ++lane)
    inside |= std::uint64_t(a[lane] < b[lane]) << lane;
  if (inside != 0 && inside != warp.all)
    return stop(warp, each, inside,
                "expects lanes that agree on the end of the loop, but these go "
                "on and the others leave it");
  if (inside == 0)
    jumpTo(warp, each.immediate);
  return true;
}

template <class T> bool loopStep(Warp &warp, const Instruction &each) {
  const T *step = warp.at<T>(each.a);
  T *index = warp.at<T>(each.result);
  for (unsigned lane = 0; lane < warp.lanes; ++lane)
    index[lane] += step[lane];
  if constexpr (IsWatched)
    *warp.masksAt(each.result) &= *warp.masksAt(each.a);
  return true;
}

} // namespace

Run loopTestRun(unsigned bytes, bool isUnsigned) {
  if (bytes == 8)
    return isUnsigned ? loopTest<std::uint64_t> : loopTest<std::int64_t>;
  return isUnsigned ? loopTest<U32> : loopTest<std::int32_t>;
}

Run loopStepRun(unsigned bytes) {
  return bytes == 8 ? loopStep<std::uint64_t> : loopStep<U32>;
}

bool runReturn(Warp &warp, const Instruction &) {
  warp.state = WarpState::Done;
  return false;
}

HEDDLE_SIM_END
