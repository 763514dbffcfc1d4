//===- SharedPacking.cpp - Places in shared memory ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/SharedPacking.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
#include <tuple>

namespace heddle {

namespace {

using Order = std::vector<unsigned>;

/// Which pieces live with which.
class Interference {
public:
  explicit Interference(const LivePieces &live)
      : count(live.pieces.size()), together(count * count) {
    for (const std::vector<unsigned> &moment : live.moments)
      for (unsigned a : moment)
        for (unsigned b : moment)
          together[a * count + b] = true;
  }
  bool operator()(unsigned a, unsigned b) const {
    return together[a * count + b];
  }

private:
  std::size_t count;
  std::vector<bool> together;
};

/// Bytes that are taken.
struct Range {
  std::uint64_t begin, end;
};

std::uint64_t alignTo(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

/// The first place outside the ranges, which are sorted by their begin.
std::uint64_t firstFit(const std::vector<Range> &taken,
                       const SharedPiece &piece, std::uint64_t from) {
  std::uint64_t at = alignTo(from, piece.alignment);
  for (const Range &range : taken) {
    if (at + piece.bytes <= range.begin)
      break;
    at = std::max(at, alignTo(range.end, piece.alignment));
  }
  return at;
}

/// What others take that live with a piece, in the order of their places.
std::vector<Range> takenBy(const LivePieces &live, const Interference &together,
                           const Packing &packing, unsigned piece,
                           std::span<const unsigned> placed) {
  std::vector<Range> taken;
  for (unsigned other : placed)
    if (together(piece, other))
      taken.push_back({packing.offsets[other],
                       packing.offsets[other] + live.pieces[other].bytes});
  std::ranges::sort(taken, {}, &Range::begin);
  return taken;
}

/// Each piece at the first place that fits behind the one placed last, if there
/// is one before `limit`, else at the first of all: with a limit of zero as low
/// as it can be, else apart from those that it need not be in one place with.
Packing packInOrder(const LivePieces &live, const Interference &together,
                    std::span<const unsigned> order, std::uint64_t limit) {
  Packing packing = {std::vector<std::uint64_t>(live.pieces.size()), 0};
  std::uint64_t next = 0;
  for (std::size_t done = 0; done < order.size(); ++done) {
    unsigned number = order[done];
    const SharedPiece &piece = live.pieces[number];
    std::vector<Range> taken =
        takenBy(live, together, packing, number, order.first(done));
    std::uint64_t at = firstFit(taken, piece, next);
    if (at + piece.bytes > limit)
      at = firstFit(taken, piece, 0);
    packing.offsets[number] = at;
    next = at + piece.bytes;
    packing.bytes = std::max(packing.bytes, next);
  }
  return packing;
}

/// How many moments a piece lives.
std::vector<std::uint64_t> livesOf(const LivePieces &live) {
  std::vector<std::uint64_t> lives(live.pieces.size());
  for (const std::vector<unsigned> &moment : live.moments)
    for (unsigned piece : moment)
      ++lives[piece];
  return lives;
}

/// As they are given, the largest first, the longest first, both; then by
/// chance.
std::vector<Order> ordersOf(const LivePieces &live) {
  Order given(live.pieces.size());
  std::iota(given.begin(), given.end(), 0U);
  std::vector<std::uint64_t> lives = livesOf(live);
  auto by = [&](auto key) {
    Order order = given;
    std::ranges::sort(order, std::greater(), [&](unsigned piece) {
      return std::pair(key(piece), ~piece);
    });
    return order;
  };
  std::vector<Order> orders = {
      given, by([&](unsigned piece) { return live.pieces[piece].bytes; }),
      by([&](unsigned piece) { return lives[piece]; }), by([&](unsigned piece) {
        return lives[piece] * live.pieces[piece].bytes;
      })};
  constexpr std::size_t Most = 64;
  // The same packing every time. NOLINTNEXTLINE(bugprone-random-generator-seed)
  std::mt19937 random(1);
  while (given.size() > 2 && orders.size() < Most) {
    Order order = orders[orders.size() % 4];
    // A few exchanges; the same ones with every standard library.
    for (int exchange = 0; exchange < 3; ++exchange)
      std::swap(order[random() % order.size()], order[random() % order.size()]);
    orders.push_back(order);
  }
  return orders;
}

} // namespace

std::uint64_t LivePieces::peakBytes() const {
  std::uint64_t peak = 0;
  for (const std::vector<unsigned> &moment : moments) {
    std::uint64_t bytes = 0;
    for (unsigned piece : moment)
      bytes += pieces[piece].bytes;
    peak = std::max(peak, bytes);
  }
  return peak;
}

std::vector<Packing> packPieces(const LivePieces &live, double slack) {
  Interference together(live);
  std::vector<Order> orders = ordersOf(live);
  std::vector<Packing> all;
  all.reserve(2 * orders.size());
  for (const Order &order : orders)
    all.push_back(packInOrder(live, together, order, 0));
  std::uint64_t least = std::ranges::min(all, {}, &Packing::bytes).bytes;
  auto limit = static_cast<std::uint64_t>(static_cast<double>(least) * slack);
  constexpr std::size_t Apart = 8;
  for (std::size_t order = 0; order < std::min(Apart, orders.size()); ++order)
    all.push_back(packInOrder(live, together, orders[order], limit));
  std::ranges::sort(all, {}, [](const Packing &packing) {
    return std::tie(packing.bytes, packing.offsets);
  });
  std::vector<Packing> kept;
  for (const Packing &packing : all)
    if (packing.bytes <= limit &&
        std::ranges::find(kept, packing) == kept.end())
      kept.push_back(packing);
  return kept;
}

} // namespace heddle
