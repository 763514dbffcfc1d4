//===- PagerTest.cpp - Long texts on a terminal ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/files/Pager.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Pager, CountsRowsOfAScreen) {
  EXPECT_EQ(rowsOnScreen("", 10), 0U);
  EXPECT_EQ(rowsOnScreen("a\nb\n", 10), 2U);
  EXPECT_EQ(rowsOnScreen("a\nb", 10), 2U);
  EXPECT_EQ(rowsOnScreen("\n\n\n", 10), 3U) << "empty lines take a row each";
}

TEST(Pager, CountsRowsOfLongLines) {
  EXPECT_EQ(rowsOnScreen("0123456789\n", 10), 1U);
  EXPECT_EQ(rowsOnScreen("0123456789a\n", 10), 2U);
  EXPECT_EQ(rowsOnScreen("0123456789012345678901\n", 10), 3U);
}

TEST(Pager, CountsWhatIsSeen) {
  EXPECT_EQ(rowsOnScreen("\x1b[30;48;5;117m01234\x1b[0m56789\n", 10), 1U);
  EXPECT_EQ(rowsOnScreen("\x1b[30;48;5;117m01234\x1b[0m567890\n", 10), 2U);
  EXPECT_EQ(rowsOnScreen("\u00d7\u00d7\u00d7\u00d7\n", 4), 1U);
  EXPECT_EQ(rowsOnScreen("\u00d7\u00d7\u00d7\u00d7\u00d7\n", 4), 2U);
}

TEST(Pager, CountsSequencesThatDoNotEnd) {
  EXPECT_EQ(rowsOnScreen("\x1b", 10), 1U);
  EXPECT_EQ(rowsOnScreen("\x1b[", 10), 1U);
  EXPECT_EQ(rowsOnScreen("\x1b[30;", 10), 1U);
}

} // namespace
} // namespace heddle
