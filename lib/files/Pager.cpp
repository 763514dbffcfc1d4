//===- Pager.cpp - Long texts on a terminal -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/files/Pager.h"
#include "Descriptor.h"
#include "heddle/files/OutputFile.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle {

namespace {

constexpr char Escape = '\x1b';

/// Behind an escape sequence `ESC [ ... letter` that begins here.
std::size_t sequenceEnd(std::string_view text, std::size_t start) {
  std::size_t at = start + 1;
  if (at == text.size() || text[at] != '[')
    return at;
  for (++at; at < text.size(); ++at)
    if (text[at] >= '@' && text[at] <= '~')
      return at + 1;
  return at;
}

std::uint64_t widthOf(std::string_view line) {
  std::uint64_t width = 0;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == Escape) {
      i = sequenceEnd(line, i);
      continue;
    }
    constexpr unsigned ContinuationMask = 0xc0, Continuation = 0x80;
    auto byte = static_cast<unsigned char>(line[i]);
    width += (byte & ContinuationMask) == Continuation ? 0 : 1;
    ++i;
  }
  return width;
}

std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Nothing if the standard output is no terminal that a pager can use.
std::optional<ScreenSize> screen() {
  winsize size = {};
  if (isatty(STDOUT_FILENO) == 0 ||
      ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 ||
      size.ws_col == 0)
    return std::nullopt;
  std::string_view kind = variable("TERM");
  if (kind.empty() || kind == "dumb")
    return std::nullopt;
  return ScreenSize{size.ws_row, size.ws_col};
}

/// What a shell runs; empty for none.
std::string pagerCommand() {
  const char *chosen = std::getenv("PAGER");
  // A system without less is no reason for a message.
  if (chosen == nullptr)
    return "command -v less >/dev/null || exec cat; exec less -RFX";
  return std::string_view(chosen) == "cat" ? "" : chosen;
}

/// Ignores signals while it lives: a pager that ends is no reason to end, and
/// Ctrl-C is for the pager. The pager gets them as usual.
class IgnoredSignals {
public:
  IgnoredSignals() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    for (std::size_t i = 0; i < Signals.size(); ++i)
      sigaction(Signals[i], &ignore, &before[i]);
  }
  ~IgnoredSignals() {
    for (std::size_t i = 0; i < Signals.size(); ++i)
      sigaction(Signals[i], &before[i], nullptr);
  }
  IgnoredSignals(const IgnoredSignals &) = delete;
  IgnoredSignals &operator=(const IgnoredSignals &) = delete;

  static constexpr std::array Signals = {SIGPIPE, SIGINT, SIGQUIT};

private:
  std::array<struct sigaction, Signals.size()> before = {};
};

/// Starts the command in a shell with this as its standard input.
std::optional<pid_t> startShell(const std::string &command, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  sigset_t usual;
  sigemptyset(&usual);
  for (int signal : IgnoredSignals::Signals)
    sigaddset(&usual, signal);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::string shell = "sh", option = "-c", text = command;
  std::array<char *, 4> arguments = {shell.data(), option.data(), text.data(),
                                     nullptr};
  pid_t child = 0;
  int failed = posix_spawn(&child, "/bin/sh", &actions, &attributes,
                           arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed == 0 ? std::optional(child) : std::nullopt;
}

/// Whether a program has shown the text, or as much of it as was wanted.
bool showThrough(const std::string &command, std::string_view text) {
  std::array<int, 2> ends = {};
  // The pager must not have the end for writing, or it waits for itself.
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return false;
  IgnoredSignals ignored;
  std::optional<pid_t> child = startShell(command, ends[0]);
  close(ends[0]);
  if (child)
    // A pager that is left early reads no more.
    (void)writeAll(ends[1], text);
  close(ends[1]);
  if (!child)
    return false;
  int status = 0;
  while (waitpid(*child, &status, 0) < 0)
    if (errno != EINTR)
      return true;
  // What a shell says of programs that it cannot run.
  constexpr int CannotRun = 126, NotFound = 127;
  return !WIFEXITED(status) ||
         (WEXITSTATUS(status) != CannotRun && WEXITSTATUS(status) != NotFound);
}

} // namespace

std::uint64_t rowsOnScreen(std::string_view text, unsigned columns) {
  std::uint64_t rows = 0;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::uint64_t width = widthOf(text.substr(0, end));
    rows += std::max<std::uint64_t>(1, (width + columns - 1) / columns);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

Result<void> writePaged(std::string_view text) {
  std::optional<ScreenSize> size = screen();
  std::string command = pagerCommand();
  if (size && !command.empty() &&
      rowsOnScreen(text, size->columns) >= size->rows) {
    setenv("LESS", "FRX", /*overwrite=*/0);
    if (showThrough(command, text))
      return {};
  }
  return writeOutput({}, text);
}

} // namespace heddle
