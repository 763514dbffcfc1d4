//===- Claims.h - What loops carry ------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is claimed of the values, and of the memory, that loops of two programs
/// carry from iteration to iteration. Of each one of these, the first that has
/// not been refuted:
///
/// - it is what it was before the loop;
/// - it grows by the same number in each iteration;
/// - it counts the buffers of a ring: one more in each iteration, and 0 again
///   after the last;
/// - it is, in each iteration, what the others of its class are, whichever
///   program they belong to.
///
/// A round makes the terms of both programs under all claims at once. If what
/// the loops yield agrees with the claims, these hold by induction over the
/// iterations; if not, the refuted ones get weaker, which cannot go on forever.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_CLAIMS_H
#define HEDDLE_LIB_VERIFY_CLAIMS_H

#include "Terms.h"

#include <array>
#include <map>
#include <optional>
#include <set>

namespace heddle::equivalence {

/// Which carried value: the program, where its function was called, the loop,
/// and the number of the value.
using CarriedKey = std::array<std::uintptr_t, 4>;

class Claims {
public:
  explicit Claims(Terms &terms) : terms(terms) {}

  struct Carried {
    CarriedKey key;
    /// Of an element; null for memory.
    mlir::Type type;
    unsigned indexBits;
    /// How many loops are around it.
    unsigned depth;
  };

  /// The number of a claim, that of earlier rounds if there were any.
  unsigned claimOf(const Carried &carried);
  /// In the current iteration.
  TermRef value(unsigned claim, TermRef first);
  /// After so many iterations.
  TermRef valueAfter(unsigned claim, TermRef first, TermRef count);
  void record(unsigned claim, TermRef first, TermRef next);

  /// Weakens what was refuted; false if nothing was.
  bool refine();

  /// Of rings of buffers that there are, which numbers may count.
  void addRingSize(Word size) { sizes.insert(size); }
  /// What is claimed of a ring of buffers.
  struct RingClaim {
    /// What its loop copies in an iteration; null in the first round.
    TermRef copy = nullptr;
    /// The slot that is filled in iteration 0.
    std::optional<std::int64_t> turn = {};
    /// How often one of them was another than in the round before.
    unsigned changes = 0;
  };
  /// By the program and the allocation.
  const RingClaim &ringOf(const CarriedKey &ring) { return rings[ring]; }
  /// What this round has found. If the claim was another one, there will be
  /// another round; false if that has happened too often.
  bool recordRing(const CarriedKey &ring, TermRef copy,
                  std::optional<std::int64_t> turn);

  /// Of a carried term: how two values of different classes begin and go on.
  struct Course {
    TermRef first, next;
  };
  std::optional<Course> courseOf(TermRef carried, unsigned side) const;

private:
  enum class Form : std::uint8_t { Invariant, Growing, Cyclic, OfClass };
  struct Claim {
    Carried carried;
    Form form = Form::Invariant;
    /// In an iteration.
    TermRef growth = nullptr;
    /// How many buffers it counts.
    Word size = 0;
    bool countsNothing = false;
    /// It is the result of a product that may be under way.
    bool isPending = false;
    unsigned number = 0;
    Bases bases = 0;
    TermRef first = nullptr, value = nullptr, next = nullptr;
  };

  TermRef grown(const Claim &claim, TermRef first, TermRef times);
  TermRef symbol(const Claim &claim);
  TermRef valueOf(const Claim &claim, TermRef first);
  bool counts(const Claim &claim, Word size);
  bool isRefuted(Claim &claim);
  bool split();

  Terms &terms;
  std::map<CarriedKey, unsigned> numbers;
  std::vector<Claim> claims;
  std::size_t classes = 0;
  std::set<Word> sizes;
  std::map<CarriedKey, RingClaim> rings;
  bool hasNews = false;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_CLAIMS_H
