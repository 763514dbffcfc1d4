//===- Barriers.h - Who waits for whom --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a block's threads must wait for each other: as seldom as can be, but
/// wherever two of them touch the same byte and one of them writes.
///
/// A program is points and what may follow each. At most points nothing is
/// done, at some shared memory is accessed, at some there is a barrier. Of an
/// access it is known which thread touches which byte, or, of those that depend
/// on what only a run knows, which bytes at most.
///
///     0: store   thread t -> bytes 4t      conflict of 0 and 1: threads of
///     1: load    thread t <- bytes 4(t^1)  one warp, so that a barrier of the
///     2: store   thread t -> bytes 4t      warp before 1 will do; so for 1, 2
///
/// Two accesses conflict if two different threads touch a byte and one of them
/// writes it. Each way from the one to the other needs a barrier then: of the
/// warp if all such threads are in one, else of the block; of the cluster if
/// one of the accesses may be to another block's memory. Where that is a read,
/// a barrier does that orders reads of other blocks' memory and accesses of the
/// own one, and nothing else.
///
/// In a cluster a block's memory ends with its program: there has to be a
/// barrier of the cluster between the last access of other blocks' memory and
/// the program's end.
///
/// Copies to other blocks' memory may be ordered by the program itself: behind
/// the last use of the bytes each block arrives at mbarriers of the others, and
/// waits at its own before it copies again. Where a way from a use to such a
/// copy leads through an arrival and a wait behind it, that these are the right
/// ones is up to the program.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_TRANSFORMS_BARRIERS_H
#define HEDDLE_SIMT_TRANSFORMS_BARRIERS_H

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle {

/// Who touches a byte: one thread, several of one warp, or any.
class ThreadSet {
public:
  static ThreadSet only(std::uint32_t thread, std::uint32_t warp) {
    return {warp, thread};
  }
  static ThreadSet any() { return {Several, Several}; }
  /// Both.
  ThreadSet join(ThreadSet other) const {
    return {warp == other.warp ? warp : Several,
            thread == other.thread ? thread : Several};
  }
  bool isOneThread() const { return thread != Several; }
  bool isOneWarp() const { return warp != Several; }
  friend bool operator==(const ThreadSet &, const ThreadSet &) = default;

private:
  static constexpr std::uint32_t Several = ~0U;
  ThreadSet(std::uint32_t warp, std::uint32_t thread)
      : warp(warp), thread(thread) {}
  std::uint32_t warp, thread;
};

/// The bytes that one instruction of all threads touches.
class Footprint {
public:
  void add(std::uint64_t begin, std::uint64_t bytes, ThreadSet who);
  void add(const Footprint &other);
  /// Sorts what was added. To be called before any question. O(n) where ranges
  /// are about as long and lie close together, as those of an instruction do;
  /// O(n log n) and the number of parts otherwise.
  void finish();

  struct Range {
    std::uint64_t begin, end;
    ThreadSet who;
  };
  /// Disjoint, in the order of their bytes.
  std::span<const Range> ranges() const { return found; }

private:
  /// With a set of threads for each of so many cells of so many bytes.
  void finishOn(std::uint64_t first, std::uint64_t bytes, std::uint64_t cells);
  /// With one for each part between beginnings and ends.
  void finishAtCuts();

  std::vector<Range> found;
};

/// Who must have waited for whom between two accesses. In this order.
enum class SyncScope : std::uint8_t {
  None,
  Warp,
  Block,
  /// All blocks, who have only read from each other (`simt.cluster_arrive
  /// own`).
  ClusterReads,
  Cluster
};

/// If one of the two writes, both of them of the block's own memory, where `b`
/// lies `shift` bytes behind where its ranges say. O(ranges of both).
SyncScope conflictOf(const Footprint &a, const Footprint &b,
                     std::int64_t shift = 0);

/// What `conflictOf` says of each two accesses, by their numbers.
class CommonBytes {
public:
  SyncScope of(unsigned a, unsigned b) const {
    std::size_t index = indexOf(a, b);
    return index < scopes.size() ? scopes[index] : SyncScope::None;
  }
  void set(unsigned a, unsigned b, SyncScope scope) {
    std::size_t index = indexOf(a, b);
    if (index >= scopes.size())
      scopes.resize(index + 1, SyncScope::None);
    scopes[index] = scope;
  }

private:
  static std::size_t indexOf(std::size_t a, std::size_t b) {
    auto [less, more] = std::minmax(a, b);
    return more * (more + 1) / 2 + less;
  }
  std::vector<SyncScope> scopes;
};

/// In which buffer of a ring an access is: in number (iteration + phase) modulo
/// `count` of a loop.
struct RingPlace {
  /// Those of one number are buffers of the same ring.
  unsigned ring = 0;
  /// The point where the loop's iterations begin.
  unsigned loop = 0;
  unsigned phase = 0, count = 1;
  friend bool operator==(const RingPlace &, const RingPlace &) = default;
};

/// How many iterations later something is, of one loop.
enum class Laps : std::uint8_t { None, One, Any };

struct SharedAccesses {
  /// What goes on by itself is two accesses: where it begins, those that came
  /// before are done; those that come later wait for where it ends.
  enum class Part : std::uint8_t { All, Begin, End };
  struct Access {
    bool reads = false, writes = false;
    Part part = Part::All;
    /// Perhaps in the memory of another block of the cluster.
    bool isDistributed = false;
    /// Such a one that waits for other blocks' arrivals may order instead.
    bool isOrderedByArrivals = false;
    /// Finds an mbarrier of another block: conflicts with what makes or ends
    /// it, and with no arrival.
    bool isSignal = false;
    /// What the block's threads did before is done. Others' is not.
    bool isArrival = false;
    /// Such a one of each warp: what the warp's threads did before is done.
    bool isOfWarp = false;
    /// Who arrives for its warp knows that this is done: all lanes did it
    /// together, or it did so itself.
    bool isKnownToWarp = false;
    /// The program ends, and with it the block's memory: conflicts with
    /// distributed accesses only.
    bool isEnd = false;
    /// If that is known; `common` is of all buffers.
    std::optional<RingPlace> place = {};
  };
  struct Point {
    /// Points that may follow.
    std::vector<unsigned> next;
    std::optional<unsigned> access;
    /// All wait for each other here.
    SyncScope barrier = SyncScope::None;
    /// Arrives at mbarriers of other blocks; waits for arrivals of theirs.
    bool arrivesAtPeers = false, awaitsPeers = false;
    /// May a barrier be put before this?
    bool allowsBarrier = true;
    /// Is it in a partition, whose threads alone cannot wait for the cluster?
    bool isInPartition = false;
    /// Is it of the same op as the point before? No barrier comes between.
    bool isInside = false;
    /// Is it where iterations begin that accesses have places in? Where that
    /// loop is left: the point where they begin. Neither has an access.
    bool isHead = false;
    std::optional<unsigned> left = {};
    /// Begins to wait for global memory. A barrier between this and the access
    /// before it makes all wait that could have been on their way.
    bool isSlow = false;
  };
  std::vector<Access> accesses;
  /// Of those two of which one writes.
  CommonBytes common;
  /// The first is where the program begins. Numbers follow the text.
  std::vector<Point> points;
};

/// Does one of the two write?
bool mayConflict(const SharedAccesses::Access &a,
                 const SharedAccesses::Access &b);

/// May two accesses that conflict be to the same buffer, where the second is so
/// many iterations later?
bool mayMeet(const std::optional<RingPlace> &first,
             const std::optional<RingPlace> &second, Laps laps);

/// What becomes of that at a point.
Laps lapsAt(unsigned number, const SharedAccesses::Point &point,
            const std::optional<RingPlace> &place, Laps laps);

struct PlacedBarrier {
  /// This point.
  unsigned before = 0;
  SyncScope scope = SyncScope::Block;
  friend bool operator==(const PlacedBarrier &,
                         const PlacedBarrier &) = default;
};

struct BarrierPlan {
  /// In the order of the points. Without any of them accesses conflict.
  std::vector<PlacedBarrier> barriers;
  /// The first point of an access that would need a barrier of the cluster in a
  /// partition.
  std::optional<unsigned> unordered;
  /// Of all: those of blocks cost a hundred times as much as those of warps,
  /// those of clusters 20 times as much as those of blocks, but 4 times if
  /// other blocks' memory is only read; each loop around one makes it eight
  /// times as much, and what is slow right behind it a quarter more. A barrier
  /// of a warp in no loop costs 4.
  std::uint64_t cost = 0;
};

/// Barriers so that on no way two accesses conflict, at the least cost; of
/// equal ones rather right before an access, and later in the text. Which these
/// are is a question of hitting sets, whose sets are ways in the program: see
/// HittingSet.h for where it is not the least. Some rounds of
/// O(accesses * points), and of what the sets take.
BarrierPlan placeBarriers(const SharedAccesses &program);

/// Two accesses that conflict with no barrier on some way from the first to the
/// second, `scope` being what is missing before the point of the second.
struct Race {
  unsigned first = 0, second = 0, at = 0;
  SyncScope scope = SyncScope::Block;
};

/// The first point in the text at which there is one, with these barriers.
std::optional<Race> findRace(const SharedAccesses &program,
                             std::span<const PlacedBarrier> barriers);

} // namespace heddle

#endif // HEDDLE_SIMT_TRANSFORMS_BARRIERS_H
