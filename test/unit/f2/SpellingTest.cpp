//===- SpellingTest.cpp - Tests of the word that was meant ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Spelling.h"

#include <algorithm>
#include <array>
#include <gmock/gmock.h>
#include <vector>

using namespace heddle;

namespace {

/// The definition, from the end of both words.
unsigned naiveDistance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty())
    return static_cast<unsigned>(std::max(a.size(), b.size()));
  std::string_view restA = a.substr(0, a.size() - 1);
  std::string_view restB = b.substr(0, b.size() - 1);
  unsigned best = std::min(
      {naiveDistance(restA, b) + 1, naiveDistance(a, restB) + 1,
       naiveDistance(restA, restB) + (a.back() == b.back() ? 0U : 1U)});
  if (a.size() > 1 && b.size() > 1 && a.back() == restB.back() &&
      restA.back() == b.back())
    best = std::min(best, naiveDistance(a.substr(0, a.size() - 2),
                                        b.substr(0, b.size() - 2)) +
                              1);
  return best;
}

/// All words of up to four of the letters a, b and c.
std::vector<std::string> smallWords() {
  std::vector<std::string> words = {""};
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i].size() < 4)
      for (char letter : {'a', 'b', 'c'})
        words.push_back(words[i] + letter);
  return words;
}

TEST(EditDistance, IsThatOfTheDefinition) {
  for (const std::string &a : smallWords())
    for (const std::string &b : smallWords())
      ASSERT_EQ(editDistance(a, b), naiveDistance(a, b)) << a << ", " << b;
}

TEST(EditDistance, IgnoresCase) {
  EXPECT_EQ(editDistance("SM_90", "sm_90"), 0U);
  EXPECT_EQ(editDistance("H100", "h200"), 1U);
}

constexpr std::array<std::string_view, 6> Commands = {
    "banks", "compile", "convert", "layout", "run", "sim"};

TEST(Nearest, FindsWhatWasMeant) {
  EXPECT_EQ(nearest("compil", Commands), "compile");
  EXPECT_EQ(nearest("Bank", Commands), "banks");
  EXPECT_EQ(nearest("covnert", Commands), "convert") << "neighbours swapped";
  EXPECT_EQ(nearest("laoyut", Commands), "layout");
  EXPECT_EQ(nearest("sin", Commands), "sim");
}

TEST(Nearest, GivesNoneThatIsFar) {
  EXPECT_EQ(nearest("verify", Commands), std::nullopt);
  EXPECT_EQ(nearest("x", Commands), std::nullopt);
  EXPECT_EQ(nearest("", Commands), std::nullopt);
  EXPECT_EQ(nearest("compile", {}), std::nullopt);
  // One edit turns every letter into every other, which means nothing.
  EXPECT_EQ(nearest("x", std::array<std::string_view, 1>{"y"}), std::nullopt);
}

TEST(Nearest, PrefersACommonPrefix) {
  constexpr std::array<std::string_view, 3> Names = {"sm_89", "sm_90", "sm_80"};
  EXPECT_EQ(nearest("sm_9", Names), "sm_90") << "and no 8 in front of the 9";
  EXPECT_EQ(nearest("SM_99", Names), "sm_90");
}

TEST(Nearest, TakesTheFirstAmongEquals) {
  constexpr std::array<std::string_view, 3> Names = {"sm_80", "sm_90", "sm_91"};
  EXPECT_EQ(nearest("sm_93", Names), "sm_90");
  EXPECT_EQ(nearest("sm_91", Names), "sm_91");
}

TEST(DidYouMean, IsAQuestionOrNothing) {
  EXPECT_EQ(didYouMean("compil", Commands), "did you mean 'compile'?");
  EXPECT_EQ(didYouMean("verify", Commands), "");
}

} // namespace
