//===- SharedPacking.h - Places in shared memory ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where pieces of shared memory go, so that those that live at one time share
/// no byte and all together are as few bytes as can be found.
///
///     a  aaaaaaaa                       bytes 32  | a a a a d d
///     b      bbbbbbbbbb                 bytes 48  |     b b b b
///     d                 dddd            time -->
///
/// Packing is NP-hard (dynamic storage allocation); what is tried is first fit
/// in many orders. The bytes that live at the worst moment are a lower bound.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SOLVE_SHAREDPACKING_H
#define HEDDLE_SOLVE_SHAREDPACKING_H

#include <cstdint>
#include <vector>

namespace heddle {

struct SharedPiece {
  std::uint64_t bytes = 0;
  /// A power of two.
  std::uint64_t alignment = 1;
};

struct LivePieces {
  std::vector<SharedPiece> pieces;
  /// Sets of pieces that live at one time, by their numbers.
  std::vector<std::vector<unsigned>> moments;

  /// The bytes of the fullest moment.
  std::uint64_t peakBytes() const;
};

struct Packing {
  /// Of each piece.
  std::vector<std::uint64_t> offsets;
  /// One behind the last byte.
  std::uint64_t bytes = 0;
  friend bool operator==(const Packing &, const Packing &) = default;
};

/// Different packings, the smallest first, none of more than `slack` times the
/// bytes of the first. Pieces are put where no other is at that time; some
/// packings have pieces that follow each other in the same place, others have
/// them apart as far as there is room. Deterministic.
/// O(orders * pieces^2), with at most 64 orders.
std::vector<Packing> packPieces(const LivePieces &live, double slack = 1.0);

} // namespace heddle

#endif // HEDDLE_SOLVE_SHAREDPACKING_H
