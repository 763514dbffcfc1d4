//===- BinaryChoice.cpp - Many choices between two alternatives -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/BinaryChoice.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace heddle {

namespace {

/// Cuts between two nodes that stand for the two alternatives.
class Network {
public:
  /// The first two nodes are "0" and "1".
  Network(std::size_t nodes, std::size_t mostArcs) : firsts(nodes, None) {
    ends.reserve(2 * mostArcs);
  }

  /// What is paid if the first node is on the side of "0" and the second on the
  /// side of "1".
  void add(unsigned from, unsigned to, std::int64_t capacity) {
    if (capacity <= 0)
      return;
    ends.push_back({to, newArc(from), capacity});
    ends.push_back({from, newArc(to), 0});
  }

  /// Fills the network; then a node is on the side of "1" if it reaches "1".
  void fill() {
    while (findLevels()) {
      next = firsts;
      while (push() > 0) {
      }
    }
  }

  /// Which nodes a cut closest to "1" leaves on the side of "1".
  std::vector<bool> sideOfOne();

private:
  static constexpr unsigned None = std::numeric_limits<unsigned>::max();
  struct Arc {
    unsigned to;
    /// Of the same node.
    unsigned following;
    std::int64_t room;
  };

  /// The arc that follows a new one of a node.
  unsigned newArc(unsigned node) {
    return std::exchange(firsts[node], static_cast<unsigned>(ends.size()));
  }

  bool findLevels();
  std::int64_t push();

  /// Of each node, its last arc, from which all others follow.
  std::vector<unsigned> firsts;
  /// An arc and its reverse are neighbours.
  std::vector<Arc> ends;
  std::vector<int> level;
  std::vector<unsigned> next, queue, path;
};

bool Network::findLevels() {
  level.assign(firsts.size(), -1);
  level[0] = 0;
  queue.assign(1, 0);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (unsigned arc = firsts[queue[i]]; arc != None;
         arc = ends[arc].following)
      if (ends[arc].room > 0 && level[ends[arc].to] < 0) {
        level[ends[arc].to] = level[queue[i]] + 1;
        queue.push_back(ends[arc].to);
      }
  return level[1] >= 0;
}

// One path, without recursion: paths are as long as programs.
std::int64_t Network::push() {
  path.clear();
  unsigned node = 0;
  while (node != 1) {
    unsigned arc = next[node];
    if (arc == None) {
      if (path.empty())
        return 0;
      node = ends[path.back() ^ 1].to;
      path.pop_back();
      next[node] = ends[next[node]].following;
      continue;
    }
    if (ends[arc].room > 0 && level[ends[arc].to] == level[node] + 1) {
      path.push_back(arc);
      node = ends[arc].to;
    } else {
      next[node] = ends[arc].following;
    }
  }
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (unsigned arc : path)
    least = std::min(least, ends[arc].room);
  for (unsigned arc : path) {
    ends[arc].room -= least;
    ends[arc ^ 1].room += least;
  }
  return least;
}

std::vector<bool> Network::sideOfOne() {
  std::vector<bool> reaches(firsts.size(), false);
  reaches[1] = true;
  queue.assign(1, 1);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (unsigned arc = firsts[queue[i]]; arc != None;
         arc = ends[arc].following)
      // The arc's reverse leads from there to here.
      if (ends[arc ^ 1].room > 0 && !reaches[ends[arc].to]) {
        reaches[ends[arc].to] = true;
        queue.push_back(ends[arc].to);
      }
  return reaches;
}

} // namespace

std::int64_t costOf(const BinaryChoice &problem,
                    const std::vector<bool> &choice) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < problem.single.size(); ++i)
    sum += problem.single[i][choice[i] ? 1 : 0];
  for (const PairCost &pair : problem.pairs)
    sum += pair.cost[choice[pair.first] ? 1 : 0][choice[pair.second] ? 1 : 0];
  return sum;
}

// With a = cost[0][0] and so on, the cost of a pair is
//   a + (c - a) x + (d - c) y + (b + c - a - d) (1 - x) y.
std::vector<bool> cheapestChoice(const BinaryChoice &problem) {
  std::size_t count = problem.single.size();
  Network network(count + 2, count + problem.pairs.size());
  auto nodeOf = [](std::size_t thing) {
    return static_cast<unsigned>(thing) + 2;
  };
  std::vector<std::int64_t> ofOne(count);
  for (std::size_t i = 0; i < count; ++i)
    ofOne[i] = problem.single[i][1] - problem.single[i][0];
  for (const PairCost &pair : problem.pairs) {
    const auto &[ofZero, other] = pair.cost;
    std::int64_t a = ofZero[0], b = ofZero[1], c = other[0], d = other[1];
    a = std::min(a, b + c - d);
    ofOne[pair.first] += c - a;
    ofOne[pair.second] += d - c;
    network.add(nodeOf(pair.first), nodeOf(pair.second), b + c - a - d);
  }
  for (std::size_t i = 0; i < count; ++i) {
    network.add(0, nodeOf(i), ofOne[i]);
    network.add(nodeOf(i), 1, -ofOne[i]);
  }
  network.fill();
  std::vector<bool> side = network.sideOfOne();
  return {side.begin() + 2, side.end()};
}

} // namespace heddle
