//===- TextReducerTest.cpp - Tests of reducing text -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReducer.h"
#include "llvm/ADT/StringRef.h"

#include <gtest/gtest.h>

namespace heddle::reduction {

namespace {

bool never() { return false; }

TEST(TextReducer, KeepsTheLinesThatMatter) {
  std::string text;
  for (int line = 0; line < 100; ++line)
    text += "line " + std::to_string(line) + "\n";
  auto test = [](const std::string &each) {
    llvm::StringRef candidate(each);
    return candidate.contains("line 7\n") && candidate.contains("line 93\n");
  };
  EXPECT_EQ(reduceLines(text, test, never), "line 7\nline 93\n");
}

TEST(TextReducer, DropsBracesInPairs) {
  auto test = [](const std::string &each) {
    llvm::StringRef candidate(each);
    return candidate.contains("x") &&
           candidate.count('{') == candidate.count('}');
  };
  EXPECT_EQ(reduceLines("a {\nb {\nx\n}\nc {\n}\n}\n", test, never), "x\n");
}

TEST(TextReducer, EndsEarly) {
  unsigned calls = 0;
  auto test = [&](const std::string &) {
    ++calls;
    return true;
  };
  EXPECT_EQ(reduceLines("a\nb\n", test, [] { return true; }), "a\nb\n");
  EXPECT_EQ(calls, 0U);
}

} // namespace

} // namespace heddle::reduction
