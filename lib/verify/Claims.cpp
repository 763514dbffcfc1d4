//===- Claims.cpp - What loops carry --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Claims.h"
#include "Substitution.h"

namespace heddle::equivalence {

using namespace mlir;

unsigned Claims::claimOf(const Carried &carried) {
  auto [known, isNew] = numbers.try_emplace(carried.key, claims.size());
  if (isNew)
    claims.push_back({.carried = carried});
  return known->second;
}

TermRef Claims::grown(const Claim &claim, TermRef first, TermRef times) {
  unsigned width = integerWidth(claim.carried.type);
  return terms.ofPolynomial(claim.carried.type,
                            terms.polynomial(first) +
                                terms.polynomial(claim.growth) *
                                    Polynomial::of(width, times));
}

TermRef Claims::symbol(const Claim &claim) {
  TermRef whole =
      terms.raw({.kind = TermKind::Carried,
                 .type = claim.carried.type,
                 .data = {claim.number, claim.carried.depth, claim.bases}});
  return terms.elements(whole, claim.carried.indexBits);
}

TermRef Claims::value(unsigned number, TermRef first) {
  const Claim &claim = claims[number];
  TermRef value = valueOf(claim, first);
  return claim.isPending ? terms.pending(value) : value;
}

TermRef Claims::valueOf(const Claim &claim, TermRef first) {
  switch (claim.form) {
  case Form::Invariant:
    return first;
  case Form::Growing:
    return grown(claim, first, terms.iteration(claim.carried.depth));
  case Form::Cyclic:
    return terms.raw(
        {.kind = TermKind::Cyclic,
         .type = claim.carried.type,
         .data = {claim.carried.depth, claim.size,
                  first->kind == TermKind::Integer ? first->data[0] : 0}});
  case Form::OfClass:
    return symbol(claim);
  }
  return nullptr;
}

TermRef Claims::valueAfter(unsigned number, TermRef first, TermRef count) {
  const Claim &claim = claims[number];
  switch (claim.form) {
  case Form::Invariant:
    return first;
  case Form::Growing:
    return grown(claim, first, count);
  case Form::Cyclic:
  case Form::OfClass: {
    TermRef last =
        terms.final(claim.carried.depth, count, valueOf(claim, first));
    return claim.isPending ? terms.pending(last) : last;
  }
  }
  return nullptr;
}

void Claims::record(unsigned number, TermRef first, TermRef next) {
  Claim &claim = claims[number];
  claim.first = first;
  claim.value = value(number, first);
  claim.next = next;
  if (claim.isPending && next->kind == TermKind::Pending)
    claim.next = next->operands[0];
}

/// Does the next value follow the current one around a ring of this size? With
/// each number that it can be, and with the -1 before the first.
bool Claims::counts(const Claim &claim, Word size) {
  if (claim.first->kind != TermKind::Integer)
    return false;
  auto start = llvm::SignExtend64<32>(claim.first->data[0]);
  if (start < -1 || start >= static_cast<std::int64_t>(size))
    return false;
  for (std::int64_t now = -1; now < static_cast<std::int64_t>(size); ++now) {
    Substitution with{
        .depth = claim.carried.depth,
        .from = claim.value,
        .to = terms.integer(claim.carried.type, static_cast<Word>(now))};
    TermRef next = with.of(terms, claim.next);
    if (!next || next->kind != TermKind::Integer ||
        next->data[0] != (static_cast<Word>(now + 1) % size))
      return false;
  }
  return true;
}

/// Weakens a claim that what is yielded refutes.
bool Claims::isRefuted(Claim &claim) {
  unsigned depth = claim.carried.depth;
  if (!claim.isPending && claim.form != Form::Invariant &&
      claim.next->kind == TermKind::Pending) {
    claim.isPending = true;
    return true;
  }
  if (claim.form == Form::Cyclic) {
    if (counts(claim, claim.size))
      return false;
    claim.form = Form::OfClass;
    claim.countsNothing = true;
    return true;
  }
  if (claim.form == Form::Invariant) {
    if (claim.next == claim.first)
      return false;
    claim.form = Form::OfClass;
    claim.bases = claim.first->bases;
    if (integerWidth(claim.carried.type) > 1) {
      TermRef growth = terms.difference(claim.next, claim.first);
      // A pointer that is added is no pointer that grows.
      if (f2::shiftRight(growth->loops, depth) == 0 && growth->bases == 0) {
        claim.form = Form::Growing;
        claim.growth = growth;
      }
    }
    return true;
  }
  if (claim.form == Form::Growing) {
    if (claim.next == terms.sum(claim.value, claim.growth))
      return false;
    claim.form = Form::OfClass;
    return true;
  }
  if (!claim.countsNothing && integerWidth(claim.carried.type) == 32 &&
      claim.first->kind == TermKind::Integer) {
    for (Word size : sizes)
      if (counts(claim, size)) {
        claim.form = Form::Cyclic;
        claim.size = size;
        return true;
      }
  }
  Bases bases = claim.bases | claim.next->bases;
  // A pointer in one iteration, and a number in another one.
  if ((claim.next->bases == 0) != (claim.first->bases == 0))
    bases = AnyBase;
  if (bases == claim.bases)
    return false;
  claim.bases = bases;
  return true;
}

/// Splits classes by how their values begin and go on; false if none was.
bool Claims::split() {
  std::map<std::vector<std::uintptr_t>, unsigned> parts;
  auto word = [](const void *pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
  };
  for (Claim &claim : claims) {
    if (claim.form != Form::OfClass)
      continue;
    std::vector<std::uintptr_t> part = {
        claim.number,
        word(claim.carried.type.getAsOpaquePointer()),
        claim.carried.indexBits,
        claim.carried.depth,
        claim.bases,
        word(claim.first),
        word(claim.next)};
    claim.number = parts.try_emplace(part, parts.size()).first->second;
  }
  bool isSplit = parts.size() != classes;
  classes = parts.size();
  return isSplit;
}

bool Claims::recordRing(const CarriedKey &ring, TermRef copy,
                        std::optional<std::int64_t> turn) {
  constexpr unsigned MostChanges = 16;
  RingClaim &claim = rings[ring];
  if (claim.copy == copy && claim.turn == turn)
    return true;
  if (claim.changes == MostChanges)
    return false;
  claim = {copy, turn, claim.changes + 1};
  hasNews = true;
  return true;
}

bool Claims::refine() {
  bool isAnyRefuted = std::exchange(hasNews, false);
  for (Claim &claim : claims)
    isAnyRefuted |= isRefuted(claim);
  if (!isAnyRefuted)
    return split();
  // Those that join a class late begin with the others again.
  for (Claim &claim : claims)
    claim.number = 0;
  classes = 0;
  return true;
}

std::optional<Claims::Course> Claims::courseOf(TermRef carried,
                                               unsigned side) const {
  for (const Claim &claim : claims)
    if (claim.carried.key[0] == side && claim.form == Form::OfClass &&
        claim.number == carried->data[0] && claim.first)
      return Course{claim.first, claim.next};
  return std::nullopt;
}

} // namespace heddle::equivalence
