//===- FailureClassTest.cpp - Tests of failures in words that last --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailureClass.h"

#include <gtest/gtest.h>

namespace heddle::reduction {

namespace {

TEST(FailureClass, KeepsWhatDoesNotDependOnSizes) {
  EXPECT_EQ(messageClass("'tt.dot' op expects 64 columns in %12, but got "
                         "'tensor<64x32xf16, #blocked1>'"),
            "'tt.dot' op expects # columns in %, but got 'tensor<>'");
  EXPECT_EQ(
      messageClass("out-of-bounds 16-byte load, 0 bytes past the end of x"),
      "out-of-bounds #-byte load, # bytes past the end of x");
  EXPECT_EQ(messageClass("@f17 takes #shared3"), "@ takes #");
}

TEST(FailureClass, KeepsNumbersThatArePartsOfWords) {
  EXPECT_EQ(messageClass("f32 on sm_90 is not bf16"),
            "f32 on sm_90 is not bf16");
}

TEST(FailureClass, KeepsComparisonsAndOpenBrackets) {
  EXPECT_EQ(messageClass("1 < 2"), "# < #");
  EXPECT_EQ(messageClass("tensor<64"), "tensor<#");
  EXPECT_EQ(messageClass("function<(i32) -> (i32)> is"), "function<> is");
}

TEST(FailureClass, FindsTheFirstError) {
  EXPECT_EQ(
      firstError("k.mlir:1:2: warning: w\nk.mlir:3:4: error: e\nerror: f"),
      "error: e");
  EXPECT_EQ(firstError("Traceback:\n  line\nValueError: no\n"),
            "ValueError: no");
  EXPECT_EQ(firstError("\nwhatever\nelse"), "whatever");
  EXPECT_EQ(firstError(""), "");
}

TEST(FailureClass, FindsTheShownLine) {
  EXPECT_EQ(shownLine("k:1:2: error: e\n  %0 = f\n  ^\n"), "%0 = f");
  EXPECT_EQ(shownLine("k:1:2: error: e\nk:1:2: note: n\n"), "");
  EXPECT_EQ(shownLine("nothing"), "");
}

TEST(FailureClass, TellsCrashesByWhatTheySay) {
  EXPECT_EQ(
      crashReason("opt: /a/B.cpp:12: void f(): Assertion `x == 3' failed."),
      "Assertion `x == #' failed.");
  EXPECT_EQ(crashReason("LLVM ERROR: cannot select %5"),
            "LLVM ERROR: cannot select %");
}

TEST(FailureClass, TellsCrashesByTheTopOfTheStack) {
  constexpr const char *Trace =
      "Stack dump:\n"
      "0.\tProgram arguments: opt\n"
      " #0 0x0000123 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int)\n"
      " #1 0x0000124 llvm::sys::RunSignalHandlers()\n"
      " #2 0x0000125 SignalHandler(int)\n"
      " #3 0x0000126 (/lib/libc.so.6+0x42520)\n"
      " #4 0x0000127 (anonymous namespace)::Pass::run() Pass.cpp:7\n"
      " #5 0x0000128 main\n";
  EXPECT_EQ(crashReason(Trace),
            "(anonymous namespace)::Pass::run() Pass.cpp:7");
  EXPECT_EQ(crashReason("Segmentation fault"), "");
}

} // namespace

} // namespace heddle::reduction
