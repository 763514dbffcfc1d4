//===- LaneRuns.h - Copies to one address a warp ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a warp has one address in shared memory, and lane i copies to i times
/// the size past it (`AsyncCopies::oneAddressPerWarp`), lanes cannot choose
/// where they copy to, but what they copy. With the bytes of a warp's copies in
/// one aligned run, in whatever order, there is for each place in it one lane
/// whose elements belong there: if lane `l` of warp `w` would store at unit
///
///     A l + c(w)   over F2, with A invertible,
///
/// lane i copies what lane A^-1 (i + c(w)) would have.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_LANERUNS_H
#define HEDDLE_LIB_LOWERING_LANERUNS_H

#include "heddle/plan/Program.h"

#include <optional>

namespace heddle {

/// How a warp carries out copies at a map of its threads' offsets.
struct LaneRun {
  /// Where lane i copies to: the run's begin and i times the size.
  ThreadMap offsets;
  /// The lane whose copy that is.
  ThreadMap lane;

  /// Every lane copies what is its own.
  bool isOwn(unsigned laneBits) const;
};

/// Of copies of `bytes` (a power of two) at these offsets of threads, of whose
/// numbers the lowest `laneBits` are the lane's. Nothing if they fill no
/// aligned run: an offset depends on a lane's bit beyond it, or two lanes have
/// the same. O(bits^2).
std::optional<LaneRun> laneRunOf(const ThreadMap &offsets, unsigned laneBits,
                                 unsigned bytes);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_LANERUNS_H
