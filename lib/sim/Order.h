//===- Order.h - What warps know of each other ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What each warp knows of what the others have done, as vector clocks: an
/// access is ordered behind another one if who does it knows the time of that
/// one. Times are numbers of stores (SharedMemory).
///
/// Only kernels whose warps meet elsewhere than at barriers of the block need
/// it: where all wait for all, a count of barriers is enough.
///
///     warp 0 stores at time 7, arrives at an mbarrier at 8: this releases 8
///     warp 1 waits for the phase: of warp 0 it knows times up to 8
///     warp 1 may read what was stored at 7
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_ORDER_H
#define HEDDLE_LIB_SIM_ORDER_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::sim {

/// Times of one warp that are known: what all its lanes did up to one time, and
/// what some did up to another. Lanes know of each other by barriers of the
/// warp, so that one which arrives releases no more than its own since then.
struct Known {
  std::uint64_t all = 0, some = 0, lanes = 0;

  /// What these lanes did at that time.
  bool covers(std::uint64_t time, std::uint64_t by) const {
    return time <= all || (time <= some && (by & ~lanes) == 0);
  }
  /// Where lanes are known up to two times, the later one counts for all.
  void join(const Known &other) {
    all = std::max(all, other.all);
    some = std::max(some, other.some);
    lanes |= other.lanes;
    if (some <= all)
      some = lanes = 0;
  }
};

/// Of each warp, and behind these of each mbarrier: what copies did by which
/// it was completed. In a cluster also of other blocks, in their times.
class Knowledge {
public:
  Known of(unsigned number) const {
    return number < known.size() ? known[number] : Known();
  }
  /// Of a block of the cluster other than the one whose knowledge it is.
  Known of(unsigned block, unsigned number) const {
    return block < peers.size() ? peers[block].of(number) : Known();
  }
  void join(unsigned number, const Known &more) {
    if (known.size() <= number)
      known.resize(number + 1);
    known[number].join(more);
  }
  void join(const Knowledge &more) {
    for (unsigned number = 0; number < more.known.size(); ++number)
      join(number, more.known[number]);
    if (peers.size() < more.peers.size())
      peers.resize(more.peers.size());
    for (unsigned block = 0; block < more.peers.size(); ++block)
      peers[block].join(more.peers[block]);
  }
  /// The same, of a warp in block `from`, as block `to` has it.
  Knowledge seenFrom(unsigned from, unsigned to) const {
    Knowledge seen;
    seen.peers = peers;
    seen.peers.resize(std::max<std::size_t>(peers.size(), from + 1));
    seen.peers[from].known = known;
    if (to < peers.size()) {
      seen.known = peers[to].known;
      seen.peers[to].clear();
    }
    return seen;
  }
  void clear() {
    known.clear();
    peers.clear();
  }

private:
  std::vector<Known> known;
  /// By their numbers in the cluster; what they know of others is not theirs.
  std::vector<Knowledge> peers;
};

class Order {
public:
  /// Forgets everything.
  void clear(unsigned warps) { all.assign(warps, {}); }
  unsigned warps() const { return static_cast<unsigned>(all.size()); }

  /// Does a lane know what these lanes of another warp, or the copies of an
  /// mbarrier, did at that time?
  bool knows(unsigned warp, unsigned lane, unsigned other, std::uint64_t time,
             std::uint64_t lanes) const {
    const OfWarp &own = all[warp];
    return own.known.of(other).covers(time, lanes) ||
           ((own.lanes >> lane & 1U) != 0 &&
            own.ofLanes.of(other).covers(time, lanes));
  }
  /// The same of what was done in another block of the cluster.
  bool knowsOfPeer(unsigned warp, unsigned lane, unsigned block, unsigned other,
                   std::uint64_t time, std::uint64_t lanes) const {
    const OfWarp &own = all[warp];
    return own.known.of(block, other).covers(time, lanes) ||
           ((own.lanes >> lane & 1U) != 0 &&
            own.ofLanes.of(block, other).covers(time, lanes));
  }
  /// What others know who learn from these lanes.
  Knowledge release(unsigned warp, std::uint64_t lanes, bool areAll,
                    std::uint64_t now) const {
    const OfWarp &own = all[warp];
    Knowledge released = own.known;
    if ((own.lanes & lanes) != 0)
      released.join(own.ofLanes);
    released.join(
        warp, {.all = areAll ? now : own.barrier, .some = now, .lanes = lanes});
    return released;
  }
  /// Lanes of a warp learn it; the others do at the warp's next barrier.
  void acquire(unsigned warp, std::uint64_t lanes, bool areAll,
               const Knowledge &released) {
    OfWarp &own = all[warp];
    if (areAll) {
      own.known.join(released);
      return;
    }
    own.ofLanes.join(released);
    own.lanes |= lanes;
  }
  void passWarpBarrier(unsigned warp, std::uint64_t now) {
    OfWarp &own = all[warp];
    own.barrier = now;
    own.known.join(own.ofLanes);
    own.ofLanes.clear();
    own.lanes = 0;
  }
  /// These warps have waited for each other.
  void passBarrier(std::uint64_t warps, std::uint64_t now) {
    Knowledge together;
    for (unsigned warp = 0; warp < all.size(); ++warp)
      if ((warps >> warp & 1U) != 0) {
        passWarpBarrier(warp, now);
        together.join(all[warp].known);
        together.join(warp, {.all = now});
      }
    for (unsigned warp = 0; warp < all.size(); ++warp)
      if ((warps >> warp & 1U) != 0)
        all[warp].known = together;
  }

private:
  struct OfWarp {
    Knowledge known;
    /// What only some lanes know.
    Knowledge ofLanes;
    std::uint64_t lanes = 0;
    /// The time of its last barrier.
    std::uint64_t barrier = 0;
  };
  std::vector<OfWarp> all;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_ORDER_H
