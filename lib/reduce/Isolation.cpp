//===- Isolation.cpp - Work in child processes ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolation.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::reduction {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t MostBytes = std::size_t(4) << 20;

/// The reading end of a pipe, and what came out of it.
struct Stream {
  int descriptor = -1;
  std::string text = {};

  /// False once there is nothing more to come.
  bool read() {
    std::array<char, 1 << 16> buffer;
    ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count <= 0)
      return count < 0 && errno == EINTR;
    if (std::size_t room = MostBytes - std::min(MostBytes, text.size()))
      text.append(buffer.data(),
                  std::min(room, static_cast<std::size_t>(count)));
    return true;
  }
};

bool isSet(const std::atomic<bool> *flag) {
  return flag != nullptr && flag->load();
}

/// Looks after a child until it ends.
class Supervisor {
public:
  Supervisor(pid_t child, int result, int errors, const TestLimits &limits)
      : child(child), result{result}, errors{errors}, limits(limits),
        end(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(limits.seconds))) {
  }
  ChildEnd wait();

private:
  /// Reads what there is, for some milliseconds at most.
  void readSome();
  ChildEnd finish(ChildEnd::Kind kind, int status);

  pid_t child;
  Stream result, errors;
  const TestLimits &limits;
  Clock::time_point end;
};

void Supervisor::readSome() {
  constexpr int Milliseconds = 10;
  std::array<pollfd, 2> waited = {
      pollfd{.fd = result.descriptor, .events = POLLIN, .revents = 0},
      pollfd{.fd = errors.descriptor, .events = POLLIN, .revents = 0}};
  if (result.descriptor < 0 && errors.descriptor < 0) {
    // Both streams are closed: the end is near.
    constexpr useconds_t Microseconds = 500;
    usleep(Microseconds);
    return;
  }
  if (poll(waited.data(), waited.size(), Milliseconds) <= 0)
    return;
  for (auto [index, stream] : {std::pair(0, &result), {1, &errors}})
    if (stream->descriptor >= 0 &&
        waited[static_cast<std::size_t>(index)].revents != 0 &&
        !stream->read()) {
      close(stream->descriptor);
      stream->descriptor = -1;
    }
}

ChildEnd Supervisor::finish(ChildEnd::Kind kind, int status) {
  // What it has left running in its group.
  kill(-child, SIGKILL);
  // What has been written stays in the pipe. Children of the child may keep it
  // open, and are not waited for.
  for (Stream *stream : {&result, &errors}) {
    if (stream->descriptor < 0)
      continue;
    fcntl(stream->descriptor, F_SETFL, O_NONBLOCK);
    while (stream->read())
      continue;
    close(stream->descriptor);
  }
  return {.kind = kind,
          .code = status,
          .result = std::move(result.text),
          .errors = std::move(errors.text)};
}

ChildEnd Supervisor::wait() {
  while (true) {
    int status = 0;
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child && WIFSIGNALED(status))
      return finish(ChildEnd::Kind::Signalled, WTERMSIG(status));
    if (ended == child)
      return finish(ChildEnd::Kind::Exited, WEXITSTATUS(status));
    bool isCancelled = isSet(limits.isCancelled);
    if (isCancelled || Clock::now() > end) {
      kill(-child, SIGKILL);
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return finish(isCancelled ? ChildEnd::Kind::Cancelled
                                : ChildEnd::Kind::TimedOut,
                    0);
    }
    readSome();
  }
}

void writeAll(int descriptor, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR)
      return;
    text =
        text.drop_front(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  }
}

/// What both kinds of children begin with.
void beginChild(int errors) {
  setpgid(0, 0);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  rlimit noCore = {.rlim_cur = 0, .rlim_max = 0};
  setrlimit(RLIMIT_CORE, &noCore);
  // Stack traces of LLVM would run a program that looks up the names.
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
  if (int null = open("/dev/null", O_RDWR); null >= 0) {
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
  }
  dup2(errors, STDERR_FILENO);
}

/// Calls `body` in a child, with the descriptor of the pipe for results.
ChildEnd supervise(llvm::function_ref<void(int)> body,
                   const TestLimits &limits) {
  std::array<int, 2> result, errors;
  ChildEnd failed = {.kind = ChildEnd::Kind::Exited, .code = 126};
  if (pipe2(result.data(), O_CLOEXEC) != 0)
    return failed;
  if (pipe2(errors.data(), O_CLOEXEC) != 0) {
    close(result[0]);
    close(result[1]);
    return failed;
  }
  pid_t child = fork();
  if (child == 0) {
    beginChild(errors[1]);
    body(result[1]);
    _exit(126);
  }
  setpgid(child, child);
  close(result[1]);
  close(errors[1]);
  if (child < 0) {
    close(result[0]);
    close(errors[0]);
    failed.errors = std::strerror(errno);
    return failed;
  }
  return Supervisor(child, result[0], errors[0], limits).wait();
}

} // namespace

std::string endText(const ChildEnd &end, const TestLimits &limits) {
  switch (end.kind) {
  case ChildEnd::Kind::Exited:
    return llvm::formatv("exited with code {0}", end.code);
  case ChildEnd::Kind::Signalled:
    return llvm::formatv("was ended by signal {0} ({1})", end.code,
                         strsignal(end.code));
  case ChildEnd::Kind::TimedOut:
    return llvm::formatv("took more than {0:F1} s", limits.seconds);
  case ChildEnd::Kind::Cancelled:
    return "was interrupted";
  }
  return {};
}

ChildEnd runCommand(const std::string &words, const TestLimits &limits) {
  return supervise(
      [&](int /*result*/) {
        execl("/bin/sh", "sh", "-c", words.c_str(),
              static_cast<char *>(nullptr));
      },
      limits);
}

ChildEnd runIsolated(llvm::function_ref<std::string()> function,
                     const TestLimits &limits) {
  return supervise(
      [&](int result) {
        writeAll(result, function());
        // Neither destructors nor streams of the parent.
        _exit(0);
      },
      limits);
}

} // namespace heddle::reduction
