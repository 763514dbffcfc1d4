//===- SharedMemory.h - Shared memory of a block ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory of a block, and who used which byte since which barrier.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_SHAREDMEMORY_H
#define HEDDLE_LIB_SIM_SHAREDMEMORY_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sim {

/// A thread that accesses shared memory, and when: barriers of the block and of
/// its warp count up the two clocks.
struct Accessor {
  unsigned warp, lane;
  std::uint32_t blockClock, warpClock;
  /// Atomic accesses do not meet each other.
  bool isAtomic = false;
};

class SharedMemory {
public:
  /// Forgets everything; nothing is defined then.
  void clear(std::uint64_t bytes);

  std::uint64_t size() const { return bytes.size(); }

  /// Copies bytes out. Nothing if the thread may read them: whoever wrote them
  /// is itself, or has waited at a barrier with it since. Otherwise whom it
  /// meets there. Of each byte `isDefined` says whether it is.
  std::optional<std::string> read(std::uint64_t at, unsigned count,
                                  const Accessor &who, std::uint8_t *to,
                                  std::uint8_t *isDefined);
  /// The same for writing, where those who read count too. Who writes what is
  /// there already meets no other writer.
  std::optional<std::string> write(std::uint64_t at, unsigned count,
                                   const Accessor &who,
                                   const std::uint8_t *from,
                                   const std::uint8_t *isDefined);

  /// A warp comes to where a piece of memory begins a new life. What was stored
  /// in it before the first warp came there is undefined for those that have
  /// come, and for all of them behind the next barrier of the block.
  void beginLife(std::uint32_t piece, std::uint64_t at, std::uint64_t count,
                 unsigned warp);
  /// All warps of the block have waited for each other.
  void passBarrier();

private:
  /// Of each byte. Clocks begin at 1: nobody was there at 0.
  struct Uses {
    Accessor writer = {};
    /// Warps that read it since the block's clock was `readClock`, and lanes of
    /// the last of them since its own was `readWarpClock`.
    std::uint64_t readerWarps = 0, readerLanes = 0;
    std::uint32_t readClock = 0, readWarpClock = 0;
    unsigned readWarp = 0;
    /// How many stores there had been when it was written.
    std::uint64_t stores = 0;
  };
  /// A life that began since the last barrier of the block.
  struct Life {
    std::uint32_t piece;
    std::uint64_t at, count;
    /// How many stores there had been, and which warps have come.
    std::uint64_t stores, warps;
    bool isOver(std::uint64_t byte, const Uses &use) const {
      return byte >= at && byte - at < count && use.stores <= stores;
    }
  };
  /// Lives of a piece: of each warp how many it has begun, and the most.
  struct Lives {
    std::uint64_t most = 0;
    std::vector<std::uint64_t> ofWarps;
  };

  std::optional<std::string> meetWriter(std::uint64_t at,
                                        const Accessor &who) const;
  std::optional<std::string> meetReader(std::uint64_t at,
                                        const Accessor &who) const;
  void noteRead(std::uint64_t at, const Accessor &who);

  std::vector<std::uint8_t> bytes, defined;
  std::vector<Uses> uses;
  std::uint64_t stores = 0;
  std::vector<Life> begun;
  std::vector<Lives> lives;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_SHAREDMEMORY_H
