//===- Mbarriers.h - mbarriers of a block -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The mbarriers of a block, what is under way to them, and who waits.
///
/// An mbarrier has a phase, which is complete when neither arrivals nor bytes
/// are pending. What copies by themselves brings arrives as late as may be:
/// when a warp would wait, random numbers decide what of that mbarrier arrives
/// first, and the rest does when no warp can go on.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_MBARRIERS_H
#define HEDDLE_LIB_SIM_MBARRIERS_H

#include "LaneWaits.h"
#include "Order.h"
#include "SharedMemory.h"
#include "Turns.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sim {

struct Instruction;
struct ThreadBlock;
struct Warp;

/// Bytes of a box on their way to shared memory, in pieces of 16.
struct StartedBox {
  std::uint32_t mbarrier = 0;
  unsigned warp = 0, lane = 0;
  const Instruction *instruction = nullptr;
  /// Where each piece goes.
  std::vector<std::uint32_t> pieces;
  std::vector<std::uint8_t> bytes, isDefined;
};

/// Arrivals of a warp's lanes once their copies are done.
struct StartedArrival {
  /// Counts up; what began earlier in a warp is done earlier.
  std::uint64_t number = 0;
  std::uint32_t mbarrier = 0;
  unsigned warp = 0;
  std::uint64_t lanes = 0;
  const Instruction *instruction = nullptr;
};

/// Where a warp waits.
struct MbarrierWait {
  std::uint32_t at = 0;
  std::uint64_t phase = 0;
};

/// What lanes tell one mbarrier.
struct Told {
  Warp &warp;
  const Instruction &each;
  std::uint32_t at;
  std::uint64_t lanes;
};

/// "the mbarrier at byte 64 of shared memory".
std::string mbarrierText(std::uint32_t at);

class Mbarriers {
public:
  explicit Mbarriers(ThreadBlock &block) : block(block) {}

  /// A program begins: nothing is an mbarrier.
  void clear(std::uint64_t seed, std::uint64_t program);

  /// \name What instructions do; false if the warp cannot go on
  /// @{
  bool init(const Told &told, std::uint32_t count);
  bool end(const Told &told);
  /// Each lane so many times, after it has made the phase wait for bytes.
  bool arrive(const Told &told, std::uint32_t count, std::uint32_t bytes = 0);
  bool arriveCopies(const Told &told, bool isCounted);
  /// If the phase is not complete, the warp stops before the instruction.
  bool wait(const Told &told, std::uint32_t parity);
  bool begin(StartedBox &&box);
  /// The same of a box that another block's warp sends: null, or why it cannot.
  const std::string *beginFrom(const SharedMemory::Peer &peer,
                               StartedBox &&box);
  /// As `arrive`, of a warp of any block of the cluster, which stops if it
  /// cannot go on.
  bool arriveFrom(const Told &told, std::uint32_t count,
                  std::uint32_t bytes = 0);
  /// @}

  /// All lanes of a warp are at one instruction.
  void meet(unsigned warp) { laneWaits.meet(warp); }
  /// This arrival and those of the warp before it.
  void completeArrivals(unsigned warp, std::uint64_t number);
  /// Something that is under way arrives, of an mbarrier that a warp waits for
  /// if there is one. False if nothing is.
  bool completeAny();
  /// Stops the program that has ended if a phase or a copy has not. False then.
  bool checkEnd();
  /// "phase 0 of the mbarrier at byte 64, which lacks 1 arrival".
  std::string waitText(const MbarrierWait &wait) const;

private:
  struct Mbarrier {
    std::uint32_t at;
    /// Behind those of warps: see Knowledge.
    unsigned number;
    std::uint32_t count;
    std::int64_t arrivals, bytes = 0;
    std::uint64_t phase = 0;
    /// What those who arrived did, and what of that the waiting know.
    Knowledge released, done;
  };

  /// Null after a trap: there is none at that address, or the thread may not
  /// know of it.
  Mbarrier *find(const Told &told);
  /// Null if there is none for a thread of another block, for this `problem`.
  Mbarrier *findFor(const SharedMemory::Peer &peer, std::uint32_t at);
  bool arriveAt(const Told &told, Mbarrier &mbarrier, std::uint32_t count,
                std::uint32_t bytes);
  /// False after a trap, here and below.
  bool addBytes(Warp &warp, const Instruction &each, std::uint64_t lanes,
                Mbarrier &mbarrier, std::int64_t bytes);
  bool arriveOnce(Warp &warp, const Instruction &each, std::uint64_t lanes,
                  Mbarrier &mbarrier, std::uint32_t count);
  void completeIfDone(Mbarrier &mbarrier);
  void notifyWaiting(const Mbarrier &mbarrier);
  void checkLanes(const Mbarrier &mbarrier);
  void release(const Told &told, Mbarrier &mbarrier);
  /// Of these things under way one arrives.
  struct Pending {
    bool isBox;
    std::size_t index;
  };
  std::vector<Pending> pendingAt(std::optional<std::uint32_t> at) const;
  void complete(const Pending &pending);
  void completeBox(std::size_t index);
  void completeArrival(std::size_t index);
  void completeSome(std::uint32_t at);

  ThreadBlock &block;
  std::map<std::uint32_t, Mbarrier> live;
  std::map<std::uint32_t, unsigned> numbers;
  std::vector<StartedBox> boxes;
  std::vector<StartedArrival> arrivals;
  std::uint64_t lastArrival = 0;
  LaneWaits laneWaits;
  std::string problem;
  Turns turns = Turns(0, 0);
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_MBARRIERS_H
