//===- RegisterPool.h - Registers that warps exchange -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The registers that the warps of a block give to it and take from it (PTX
/// ISA, setmaxnreg). How soon a warp does so, and who comes first of those that
/// wait, is random.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_REGISTERPOOL_H
#define HEDDLE_LIB_SIM_REGISTERPOOL_H

#include "Turns.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sim {

/// All numbers are registers of a thread.
class RegisterPool {
public:
  /// So many warps have as many each, and the pool has none. The numbers decide
  /// the order.
  void clear(unsigned warps, unsigned each, std::uint64_t seed,
             std::uint64_t program);

  /// The warp is to have so many, behind the changes that it has asked for
  /// before.
  void ask(unsigned warp, unsigned registers) {
    shares[warp].asked.push_back(registers);
  }
  bool isWaiting(unsigned warp) const { return !shares[warp].asked.empty(); }
  bool isWaiting() const;

  /// One of the changes that the pool has the registers for; whose it was.
  /// Nothing if there is none.
  std::optional<unsigned> changeAny();
  /// The same, or nothing yet.
  std::optional<unsigned> changeSome();

  /// "72 more registers a thread, to have 240": what a waiting warp wants.
  std::string waitText(unsigned warp) const;
  /// How many are free, and who has the others.
  std::string ownersText() const;

private:
  struct Share {
    unsigned registers = 0;
    /// Oldest first.
    std::vector<unsigned> asked;
  };
  bool canChange(const Share &share) const {
    return !share.asked.empty() &&
           share.asked.front() <= share.registers + free;
  }

  std::vector<Share> shares;
  unsigned free = 0;
  Turns turns = Turns(0, 0);
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_REGISTERPOOL_H
