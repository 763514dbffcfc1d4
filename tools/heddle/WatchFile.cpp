//===- WatchFile.cpp - Doing something whenever a file is written ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WatchFile.h"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace heddle {

namespace {

/// When it was written, and its size, which tells two writes within one tick of
/// the clock apart; the same value while there is no file.
struct FileState {
  std::filesystem::file_time_type time;
  std::uintmax_t size = 0;
  bool operator==(const FileState &) const = default;
};

FileState stateOf(const std::string &path) {
  std::error_code error;
  FileState state = {std::filesystem::last_write_time(path, error), 0};
  state.size = std::filesystem::file_size(path, error);
  return state;
}

} // namespace

// Editors replace files, which a watch of the system's on one file does not
// survive; looking at it a few times a second costs nothing.
void watchFile(const std::string &path, const std::function<void()> &show) {
  constexpr std::chrono::milliseconds Interval(200);
  constexpr std::string_view Clear = "\x1b[2J\x1b[H";
  while (true) {
    FileState shown = stateOf(path);
    if (isatty(STDOUT_FILENO) != 0)
      std::cout << Clear;
    show();
    std::cout.flush();
    do
      std::this_thread::sleep_for(Interval);
    while (stateOf(path) == shown);
  }
}

} // namespace heddle
