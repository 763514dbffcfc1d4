//===- Spelling.cpp - The word that was meant -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Spelling.h"
#include "heddle/f2/Error.h"

#include <algorithm>
#include <vector>

namespace heddle {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// How many characters both begin with.
unsigned commonPrefix(std::string_view a, std::string_view b) {
  unsigned length = 0;
  while (length < std::min(a.size(), b.size()) &&
         lower(a[length]) == lower(b[length]))
    ++length;
  return length;
}

} // namespace

// row[j] is the distance between a's first i + 1 and b's first j characters;
// `above` and `twoAbove` are the rows of i and i - 1.
unsigned editDistance(std::string_view a, std::string_view b) {
  std::vector<unsigned> twoAbove, above(b.size() + 1), row(b.size() + 1);
  for (unsigned j = 0; j <= b.size(); ++j)
    above[j] = j;
  for (unsigned i = 0; i < a.size(); ++i) {
    row[0] = i + 1;
    for (unsigned j = 0; j < b.size(); ++j) {
      bool isSame = lower(a[i]) == lower(b[j]);
      row[j + 1] =
          std::min({above[j] + (isSame ? 0 : 1), above[j + 1] + 1, row[j] + 1});
      bool isSwapped = i > 0 && j > 0 && lower(a[i]) == lower(b[j - 1]) &&
                       lower(a[i - 1]) == lower(b[j]);
      if (isSwapped)
        row[j + 1] = std::min(row[j + 1], twoAbove[j - 1] + 1);
    }
    twoAbove = above;
    std::swap(above, row);
  }
  return above[b.size()];
}

std::optional<std::string_view>
nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  unsigned bestDistance = 0, bestPrefix = 0;
  for (std::string_view candidate : candidates) {
    auto longer =
        static_cast<unsigned>(std::max(word.size(), candidate.size()));
    unsigned distance = editDistance(word, candidate);
    unsigned prefix = commonPrefix(word, candidate);
    bool isNear = distance <= std::max(longer / 3, 1U) && distance < longer;
    bool isBetter = !best || distance < bestDistance ||
                    (distance == bestDistance && prefix > bestPrefix);
    if (isNear && isBetter) {
      best = candidate;
      bestDistance = distance;
      bestPrefix = prefix;
    }
  }
  return best;
}

std::string didYouMean(std::string_view word,
                       std::span<const std::string_view> candidates) {
  std::optional<std::string_view> meant = nearest(word, candidates);
  return meant ? concat("did you mean '", *meant, "'?") : std::string();
}

} // namespace heddle
