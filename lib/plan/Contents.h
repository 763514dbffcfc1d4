//===- Contents.h - What bytes of values hold -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a byte of a value holds, as a function of the thread: an affine map to
/// the tensor's bytes for each outcome of some conditions. A tree, whose inner
/// nodes are conditions (an odd number of the thread's bits in a mask) and
/// whose leaves are the maps. Nodes are numbered and shared.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_CONTENTS_H
#define HEDDLE_LIB_PLAN_CONTENTS_H

#include "heddle/plan/Program.h"

#include <optional>

namespace heddle {

/// origin + span of the basis.
struct ThreadSpace {
  Word origin = 0;
  Words basis;

  /// All threads in which the bits of `idle` are zero.
  static ThreadSpace all(unsigned bits, Word idle);
  /// The part in which the parity of bits in `mask` is this; none if empty.
  std::optional<ThreadSpace> where(Word mask, bool parity) const;
};

class Contents {
public:
  /// It is unknown what it holds.
  static constexpr unsigned Unknown = ~0U;

  unsigned leaf(const ThreadMap &map);
  unsigned select(Word mask, unsigned whenOdd, unsigned whenEven);
  /// Of the thread `map(thread)`.
  unsigned compose(unsigned node, const ThreadMap &map);

  /// What it holds in one thread.
  std::optional<Word> at(unsigned node, Word thread) const;
  /// A thread of the space in which it is not `wanted(thread)`, if any.
  std::optional<Word> findOther(unsigned node, const ThreadMap &wanted,
                                const ThreadSpace &space) const;

private:
  struct Node {
    Word mask = 0; ///< zero: a leaf
    unsigned whenOdd = Unknown, whenEven = Unknown;
    /// The leaf is `linear[map]` xor `constant`.
    unsigned map = 0;
    Word constant = 0;
  };
  unsigned linearIndex(const Words &columns);
  unsigned append(const Node &node);

  std::vector<Node> nodes;
  std::vector<Words> linear;
};

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_CONTENTS_H
