//===- Estimate.cpp - The cost of a conversion before planning ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Subspace.h"
#include "heddle/plan/Cost.h"

#include <algorithm>
#include <cmath>

namespace heddle {

namespace {

/// How far elements have to go.
enum class Distance : std::uint8_t { InThread, InWarp, InBlock };

f2::Subspace span(const LinearLayout &layout, std::initializer_list<Dim> dims) {
  Words vectors;
  for (Dim dim : dims)
    for (Word basis : layout.bases(dim))
      vectors.push_back(basis);
  return *f2::Subspace::span(layout.totalOutBits(), vectors);
}

/// Threads differ by the same elements, up to those that one of them has.
bool agree(const LinearLayout &from, const LinearLayout &to, Dim dim,
           const f2::Subspace &each) {
  if (from.inBits(dim) != to.inBits(dim))
    return false;
  for (unsigned bit = 0; bit < from.inBits(dim); ++bit)
    if (!each.contains(from.bases(dim)[bit] ^ to.bases(dim)[bit]))
      return false;
  return true;
}

bool isInside(const LinearLayout &to, Dim dim, const f2::Subspace &each) {
  return std::ranges::all_of(to.bases(dim),
                             [&](Word basis) { return each.contains(basis); });
}

Distance distance(const LinearLayout &from, const LinearLayout &to) {
  if (!std::ranges::equal(from.outs(), to.outs()) ||
      !std::ranges::equal(from.bases(Dim::Block), to.bases(Dim::Block)))
    return Distance::InBlock;
  f2::Subspace thread = span(from, {Dim::Register});
  if (agree(from, to, Dim::Warp, thread) &&
      agree(from, to, Dim::Lane, thread) && isInside(to, Dim::Register, thread))
    return Distance::InThread;
  f2::Subspace warp = span(from, {Dim::Register, Dim::Lane});
  if (agree(from, to, Dim::Warp, warp) && isInside(to, Dim::Lane, warp) &&
      isInside(to, Dim::Register, warp))
    return Distance::InWarp;
  return Distance::InBlock;
}

/// Words of all warps, each element of a thread or of a warp once.
double words(const LinearLayout &layout, const f2::Subspace &elements,
             unsigned bytes) {
  double each = std::ldexp(bytes, static_cast<int>(elements.dimension())) / 4;
  return std::max(each, 1.0) * static_cast<double>(layout.inSize(Dim::Warp));
}

} // namespace

double estimateConversion(const LinearLayout &from, const LinearLayout &to,
                          unsigned elementBits, const Target &target) {
  // Even what moves nothing is an op more.
  constexpr double Nothing = 0.5;
  if (from == to)
    return Nothing;
  const Costs &costs = target.costs;
  unsigned bytes = std::max(1U, elementBits / 8);
  double given = words(from, span(from, {Dim::Register}), bytes);
  double taken = words(to, span(to, {Dim::Register}), bytes);
  Distance far = distance(from, to);
  if (far == Distance::InThread)
    return Nothing + std::max(given, taken) * costs.alu;
  f2::Subspace sent = span(from, {Dim::Register, Dim::Lane});
  f2::Subspace got = span(to, {Dim::Register, Dim::Lane});
  double wavefronts = (words(from, sent, bytes) + words(to, got, bytes)) /
                      target.banks * costs.wavefront;
  double shared =
      std::max(wavefronts, (given + taken) * costs.issue) + costs.sharedLatency;
  if (far == Distance::InBlock)
    return Nothing + shared + 2 * costs.blockBarrier;
  // A shuffle, and a select before and after it.
  double shuffles = std::max(given, taken) * (costs.shuffle + 2 * costs.alu) +
                    costs.shuffleLatency;
  return Nothing + std::min(shuffles, shared + costs.warpBarrier);
}

} // namespace heddle
