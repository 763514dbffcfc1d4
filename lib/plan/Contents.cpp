//===- Contents.cpp - What bytes of values hold ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contents.h"

namespace heddle {

using f2::dot;
using f2::multiply;

ThreadSpace ThreadSpace::all(unsigned bits, Word idle) {
  ThreadSpace space;
  for (unsigned bit = 0; bit < bits; ++bit)
    if ((idle >> bit & 1) == 0)
      space.basis.push_back(f2::unit(bit));
  return space;
}

std::optional<ThreadSpace> ThreadSpace::where(Word mask, bool parity) const {
  ThreadSpace part = {origin, {}};
  std::optional<Word> across;
  for (Word vector : basis) {
    bool isOdd = dot(mask, vector);
    if (isOdd && !across)
      across = vector;
    else
      part.basis.push_back(isOdd ? vector ^ *across : vector);
  }
  if (dot(mask, origin) == parity)
    return part;
  if (!across)
    return std::nullopt;
  part.origin ^= *across;
  return part;
}

unsigned Contents::append(const Node &node) {
  nodes.push_back(node);
  return static_cast<unsigned>(nodes.size() - 1);
}

unsigned Contents::linearIndex(const Words &columns) {
  for (std::size_t i = linear.size(); i-- > 0;)
    if (linear[i] == columns)
      return static_cast<unsigned>(i);
  linear.push_back(columns);
  return static_cast<unsigned>(linear.size() - 1);
}

unsigned Contents::leaf(const ThreadMap &map) {
  return append({.map = linearIndex(map.columns), .constant = map.constant});
}

unsigned Contents::select(Word mask, unsigned whenOdd, unsigned whenEven) {
  if (whenOdd == whenEven)
    return whenOdd;
  return append({.mask = mask, .whenOdd = whenOdd, .whenEven = whenEven});
}

// L(M t + c) = (L M) t + L c, for the maps of leaves as for the masks.
unsigned Contents::compose(unsigned node, const ThreadMap &map) {
  if (node == Unknown)
    return Unknown;
  Node each = nodes[node];
  if (each.mask == 0) {
    ThreadMap composed;
    for (Word column : map.columns)
      composed.columns.push_back(multiply(linear[each.map], column));
    composed.constant =
        each.constant ^ multiply(linear[each.map], map.constant);
    return leaf(composed);
  }
  Word mask = 0;
  for (unsigned bit = 0; bit < map.columns.size(); ++bit)
    if (dot(each.mask, map.columns[bit]))
      mask |= f2::unit(bit);
  unsigned odd = compose(each.whenOdd, map);
  unsigned even = compose(each.whenEven, map);
  if (dot(each.mask, map.constant))
    std::swap(odd, even);
  return mask == 0 ? even : select(mask, odd, even);
}

std::optional<Word> Contents::at(unsigned node, Word thread) const {
  while (node != Unknown && nodes[node].mask != 0)
    node = dot(nodes[node].mask, thread) ? nodes[node].whenOdd
                                         : nodes[node].whenEven;
  if (node == Unknown)
    return std::nullopt;
  return multiply(linear[nodes[node].map], thread) ^ nodes[node].constant;
}

std::optional<Word> Contents::findOther(unsigned node, const ThreadMap &wanted,
                                        const ThreadSpace &space) const {
  if (node == Unknown)
    return space.origin;
  const Node &each = nodes[node];
  if (each.mask != 0) {
    for (bool parity : {false, true}) {
      std::optional<ThreadSpace> part = space.where(each.mask, parity);
      if (!part)
        continue;
      if (std::optional<Word> other =
              findOther(parity ? each.whenOdd : each.whenEven, wanted, *part))
        return other;
    }
    return std::nullopt;
  }
  // An affine map is zero on the space if it is at the origin and, its linear
  // part, on the basis.
  const Words &columns = linear[each.map];
  if ((multiply(columns, space.origin) ^ each.constant) != wanted(space.origin))
    return space.origin;
  for (Word vector : space.basis)
    if (multiply(columns, vector) != multiply(wanted.columns, vector))
      return space.origin ^ vector;
  return std::nullopt;
}

} // namespace heddle
