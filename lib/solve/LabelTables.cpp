//===- LabelTables.cpp - The best labels by elimination -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LabelTables.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>

namespace heddle {

namespace {

/// Costs by the labels of variables, which are in the order in which they are
/// left out, the first one innermost.
struct Table {
  /// By their places in that order, and how far labels of each are apart.
  std::vector<unsigned> places;
  std::vector<std::size_t> strides;
  std::vector<double> costs;
};

/// A variable that goes, with all tables that it is in.
class Bucket {
public:
  Bucket(unsigned place, std::span<const std::size_t> counts)
      : place(place), counts(counts) {}

  void add(Table table) { tables.push_back(std::move(table)); }
  /// The least costs by the labels of the others.
  Table least() const;
  /// The cheapest label, if the others have these, by place.
  unsigned cheapest(std::span<const unsigned> labels) const;

private:
  std::vector<unsigned> others() const;

  unsigned place;
  std::span<const std::size_t> counts;
  std::vector<Table> tables;
};

std::vector<unsigned> Bucket::others() const {
  std::vector<unsigned> all;
  for (const Table &table : tables)
    all.insert(all.end(), table.places.begin() + 1, table.places.end());
  std::ranges::sort(all);
  auto same = std::ranges::unique(all);
  all.erase(same.begin(), same.end());
  return all;
}

Table Bucket::least() const {
  Table result = {.places = others(), .strides = {}, .costs = {}};
  std::size_t size = 1;
  for (unsigned other : result.places) {
    result.strides.push_back(size);
    size *= counts[other];
  }
  result.costs.reserve(size);
  // How far each table moves with a label of each of the others.
  std::size_t digits = result.places.size(), own = counts[place];
  std::vector<std::size_t> steps(digits * tables.size(), 0);
  std::vector<const double *> at;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    at.push_back(tables[t].costs.data());
    for (std::size_t i = 1; i < tables[t].places.size(); ++i) {
      auto digit = std::ranges::lower_bound(result.places, tables[t].places[i]);
      steps[static_cast<std::size_t>(digit - result.places.begin()) *
                tables.size() +
            t] = tables[t].strides[i];
    }
  }
  std::vector<std::size_t> label(digits, 0);
  while (true) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t x = 0; x < own; ++x) {
      double sum = at[0][x];
      for (std::size_t t = 1; t < at.size(); ++t)
        sum += at[t][x];
      least = std::min(least, sum);
    }
    result.costs.push_back(least);
    std::size_t digit = 0;
    for (; digit < digits; ++digit) {
      bool wraps = ++label[digit] == counts[result.places[digit]];
      std::size_t back = wraps ? label[digit] - 1 : 0;
      for (std::size_t t = 0; t < at.size(); ++t) {
        std::size_t step = steps[digit * tables.size() + t];
        at[t] = wraps ? at[t] - back * step : at[t] + step;
      }
      if (!wraps)
        break;
      label[digit] = 0;
    }
    if (digit == digits)
      return result;
  }
}

unsigned Bucket::cheapest(std::span<const unsigned> labels) const {
  std::vector<double> sums(counts[place], 0);
  for (const Table &table : tables) {
    std::size_t start = 0;
    for (std::size_t i = 1; i < table.places.size(); ++i)
      start += labels[table.places[i]] * table.strides[i];
    for (std::size_t x = 0; x < sums.size(); ++x)
      sums[x] += table.costs[start + x];
  }
  return static_cast<unsigned>(std::ranges::min_element(sums) - sums.begin());
}

/// Which variables stand in a table with each, a bit each.
class Neighbours {
public:
  Neighbours(std::size_t variables, std::span<const LabelTables::Pair> pairs)
      : wordsOfEach((variables + WordBits - 1) / WordBits),
        words(variables * wordsOfEach) {
    for (const LabelTables::Pair &pair : pairs) {
      wordOf(pair.first, pair.second) |= bitOf(pair.second);
      wordOf(pair.second, pair.first) |= bitOf(pair.first);
    }
  }

  /// In ascending order.
  template <class Function>
  void forEach(unsigned variable, Function function) const {
    for (std::size_t i = 0; i < wordsOfEach; ++i)
      for (std::uint64_t left = words[variable * wordsOfEach + i]; left != 0;
           left &= left - 1)
        function(static_cast<unsigned>(i * WordBits) +
                 static_cast<unsigned>(std::countr_zero(left)));
  }
  /// All neighbours of a variable that goes to one of them.
  void handOn(unsigned from, unsigned to) {
    for (std::size_t i = 0; i < wordsOfEach; ++i)
      words[to * wordsOfEach + i] |= words[from * wordsOfEach + i];
    for (unsigned other : {from, to})
      wordOf(to, other) &= ~bitOf(other);
  }

private:
  static constexpr std::size_t WordBits = 64;

  static std::uint64_t bitOf(unsigned other) {
    return std::uint64_t(1) << other % WordBits;
  }
  std::uint64_t &wordOf(unsigned variable, unsigned other) {
    return words[variable * wordsOfEach + other / WordBits];
  }

  std::size_t wordsOfEach;
  std::vector<std::uint64_t> words;
};

} // namespace

LabelTables::LabelTables(std::span<const std::span<const double>> single,
                         std::span<const Pair> pairs)
    : single(single), pairs(pairs) {}

// The one with the smallest table is the next.
std::optional<LabelTables::Order>
LabelTables::order(std::uint64_t mostEntries) const {
  Neighbours neighbours(single.size(), pairs);
  auto sizeOf = [&](unsigned variable) {
    auto size = static_cast<double>(single[variable].size());
    neighbours.forEach(variable, [&](unsigned other) {
      size *= static_cast<double>(single[other].size());
    });
    return size;
  };
  using Next = std::pair<double, unsigned>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> open;
  std::vector<double> sizes;
  for (unsigned i = 0; i < single.size(); ++i) {
    sizes.push_back(sizeOf(i));
    open.emplace(sizes.back(), i);
  }
  std::vector<bool> isLeft(single.size(), true);
  Order order;
  auto left = static_cast<double>(mostEntries);
  while (!open.empty()) {
    auto [size, variable] = open.top();
    open.pop();
    // Sizes that have changed are there once more.
    if (!isLeft[variable] || size != sizes[variable])
      continue;
    left -= size;
    if (left < 0)
      return std::nullopt;
    order.entries += static_cast<std::uint64_t>(size);
    isLeft[variable] = false;
    order.variables.push_back(variable);
    neighbours.forEach(variable, [&](unsigned other) {
      neighbours.handOn(variable, other);
      sizes[other] = sizeOf(other);
      open.emplace(sizes[other], other);
    });
  }
  return order;
}

std::vector<unsigned>
LabelTables::cheapest(std::span<const unsigned> order) const {
  std::vector<unsigned> places(single.size());
  std::vector<std::size_t> counts;
  for (unsigned variable : order) {
    places[variable] = static_cast<unsigned>(counts.size());
    counts.push_back(single[variable].size());
  }
  std::vector<Bucket> buckets;
  for (unsigned place = 0; place < order.size(); ++place) {
    std::span<const double> costs = single[order[place]];
    buckets.emplace_back(place, counts);
    buckets.back().add({.places = {place},
                        .strides = {1},
                        .costs = {costs.begin(), costs.end()}});
  }
  for (const Pair &pair : pairs) {
    unsigned a = places[pair.first], b = places[pair.second];
    unsigned inner = std::min(a, b), outer = std::max(a, b);
    Table table = {
        .places = {inner, outer}, .strides = {1, counts[inner]}, .costs = {}};
    table.costs.reserve(pair.costs.size());
    for (std::size_t y = 0; y < counts[outer]; ++y)
      for (std::size_t x = 0; x < counts[inner]; ++x)
        table.costs.push_back(
            pair.costs[a < b ? x * counts[b] + y : y * counts[b] + x]);
    buckets[inner].add(std::move(table));
  }
  for (const Bucket &bucket : buckets)
    if (Table least = bucket.least(); !least.places.empty())
      buckets[least.places.front()].add(std::move(least));
  std::vector<unsigned> byPlace(order.size()), labels(order.size());
  for (std::size_t place = order.size(); place-- > 0;)
    labels[order[place]] = byPlace[place] = buckets[place].cheapest(byPlace);
  return labels;
}

} // namespace heddle
