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
      push();
    }
  }

  /// Does a cut closest to "1" leave a node on the side of "1"?
  bool isWithOne(unsigned node) const { return levels[node] >= 0; }

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

  /// Whether "0" reaches "1".
  bool findLevels();
  void push();

  /// Of each node, its last arc, from which all others follow.
  std::vector<unsigned> firsts;
  /// An arc and its reverse are neighbours.
  std::vector<Arc> ends;
  /// How many arcs lead from each node to "1", as far as "0" has that many;
  /// negative where none do.
  std::vector<int> levels;
  std::vector<unsigned> next, queue, path;
};

// From "1" back, so that no path ends elsewhere and the last search says which
// nodes are left on its side.
bool Network::findLevels() {
  levels.assign(firsts.size(), -1);
  levels[1] = 0;
  queue.assign(1, 1);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (unsigned arc = firsts[queue[i]]; arc != None;
         arc = ends[arc].following) {
      unsigned from = ends[arc].to;
      // The arc's reverse leads from there to here.
      if (levels[from] >= 0 || ends[arc ^ 1].room <= 0)
        continue;
      levels[from] = levels[queue[i]] + 1;
      if (from == 0)
        return true;
      queue.push_back(from);
    }
  return false;
}

// All shortest paths, one after the other, without recursion: paths are as long
// as programs.
void Network::push() {
  path.clear();
  unsigned node = 0;
  while (true) {
    unsigned arc = next[node];
    if (arc == None) {
      if (path.empty())
        return;
      node = ends[path.back() ^ 1].to;
      path.pop_back();
      next[node] = ends[next[node]].following;
      continue;
    }
    if (ends[arc].room <= 0 || levels[ends[arc].to] != levels[node] - 1) {
      next[node] = ends[arc].following;
      continue;
    }
    path.push_back(arc);
    node = ends[arc].to;
    if (node != 1)
      continue;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (unsigned each : path)
      least = std::min(least, ends[each].room);
    // On from where the first arc is full.
    std::size_t left = path.size();
    for (std::size_t i = path.size(); i-- > 0;) {
      ends[path[i]].room -= least;
      ends[path[i] ^ 1].room += least;
      if (ends[path[i]].room == 0)
        left = i;
    }
    node = ends[path[left] ^ 1].to;
    path.resize(left);
  }
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
  std::vector<bool> choice(count);
  for (std::size_t i = 0; i < count; ++i)
    choice[i] = network.isWithOne(nodeOf(i));
  return choice;
}

} // namespace heddle
