//===- IsolationTest.cpp - Tests of child processes -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolation.h"

#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::reduction {

namespace {

using Kind = ChildEnd::Kind;

TEST(Isolation, TellsHowCommandsEnd) {
  ChildEnd end = runCommand("echo out; echo wrong >&2; exit 3", {});
  EXPECT_EQ(end.kind, Kind::Exited);
  EXPECT_EQ(end.code, 3);
  EXPECT_EQ(end.errors, "wrong\n");
  EXPECT_EQ(end.result, "");
  EXPECT_EQ(endText(end, {}), "exited with code 3");
  EXPECT_EQ(runCommand("kill -9 $$", {}).kind, Kind::Signalled);
  EXPECT_EQ(runCommand("no-such-command-at-all", {}).code, 127);
}

TEST(Isolation, StopsWhatTakesTooLong) {
  TestLimits limits = {.seconds = 0.2};
  EXPECT_EQ(runCommand("sleep 60 & sleep 60", limits).kind, Kind::TimedOut);
  EXPECT_EQ(endText({.kind = Kind::TimedOut}, limits), "took more than 0.2 s");
}

TEST(Isolation, DoesNotWaitForWhatIsLeftBehind) {
  ChildEnd end = runCommand("sleep 60 & echo done >&2", {.seconds = 30});
  EXPECT_TRUE(end.isSuccess());
  EXPECT_EQ(end.errors, "done\n");
}

TEST(Isolation, GivesBackWhatFunctionsReturn) {
  // More than a pipe holds.
  ChildEnd end =
      runIsolated([] { return std::string(std::size_t(1) << 20, 'x'); }, {});
  EXPECT_TRUE(end.isSuccess());
  EXPECT_EQ(end.result, std::string(std::size_t(1) << 20, 'x'));
}

TEST(Isolation, SurvivesCrashes) {
  ChildEnd end = runIsolated(
      []() -> std::string {
        std::signal(SIGABRT, SIG_DFL);
        std::abort();
      },
      {});
  EXPECT_EQ(end.kind, Kind::Signalled);
  EXPECT_EQ(end.code, SIGABRT);
}

TEST(Isolation, EndsWhenCancelled) {
  std::atomic<bool> isCancelled = true;
  ChildEnd end = runCommand("sleep 60", {.isCancelled = &isCancelled});
  EXPECT_EQ(end.kind, Kind::Cancelled);
}

} // namespace

} // namespace heddle::reduction
