//===- Processes.cpp - Programs in processes ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes.h"
#include "Generator.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::simfuzz {

namespace {

constexpr std::size_t MostReasons = 48, ReasonLength = 120, MostFailures = 64;
constexpr unsigned MostSeconds = 60;

/// What a worker has done, in memory that it shares with who waits for it.
struct Progress {
  struct Reason {
    char text[ReasonLength];
    std::uint64_t times;
  };
  /// The program that it is at.
  std::uint64_t current;
  std::uint64_t programs, refused, statements;
  std::uint64_t failures[MostFailures], failed;
  Reason reasons[MostReasons];

  void addFailure(std::uint64_t number) {
    if (failed < MostFailures)
      failures[failed++] = number;
  }
  void addReason(const std::string &text) {
    for (Reason &reason : reasons)
      if (reason.times == 0 ||
          std::strncmp(reason.text, text.c_str(), ReasonLength - 1) == 0) {
        std::strncpy(reason.text, text.c_str(), ReasonLength - 1);
        ++reason.times;
        return;
      }
  }
};

/// "it has no lowering", without the op's place and numbers.
std::string reasonOf(const std::string &message) {
  constexpr std::string_view Begin = "cannot be compiled yet: ";
  std::size_t at = message.find(Begin);
  std::size_t op = message.find('\'');
  std::string text = message.substr(op, message.find('\'', op + 1) + 1 - op) +
                     ": " + message.substr(at + Begin.size());
  text = text.substr(0, text.find('\n'));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; },
      'N');
  return text;
}

using Clock = std::chrono::steady_clock;

class Worker {
public:
  Worker(const Campaign &campaign, unsigned index, Clock::time_point begin)
      : campaign(campaign), begin(begin),
        progress(static_cast<Progress *>(
            mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    progress->current = campaign.first + index;
  }

  void start() {
    process = fork();
    if (process == 0) {
      work();
      _exit(0);
    }
  }
  /// True once there is no more to do.
  bool join() {
    int status = 0;
    waitpid(process, &status, 0);
    if (status == 0)
      return true;
    progress->addFailure(progress->current);
    ++progress->programs;
    progress->current += campaign.threads;
    start();
    return false;
  }
  void addTo(Tally &tally) const {
    tally.programs += progress->programs;
    tally.refused += progress->refused;
    tally.statements += progress->statements;
    tally.failures.insert(tally.failures.end(), progress->failures,
                          progress->failures + progress->failed);
    for (const Progress::Reason &reason : progress->reasons)
      if (reason.times > 0)
        tally.refusals[reason.text] += reason.times;
  }

private:
  void work();
  bool isOver() const {
    return campaign.seconds > 0 &&
           Clock::now() - begin > std::chrono::seconds(campaign.seconds);
  }

  const Campaign &campaign;
  Clock::time_point begin;
  Progress *progress;
  pid_t process = 0;
};

void Worker::work() {
  Runner runner;
  std::uint64_t end = campaign.first + campaign.programs;
  for (; progress->current < end && !isOver();
       progress->current += campaign.threads) {
    alarm(MostSeconds);
    Program program = generate(seedOf(campaign.seed, progress->current));
    Verdict verdict = runner.run(program, evaluate(program, campaign.mistake));
    ++progress->programs;
    progress->statements += countStatements(program.statements);
    if (verdict.isFailure())
      progress->addFailure(progress->current);
    if (verdict.kind == Verdict::Kind::Refused) {
      ++progress->refused;
      progress->addReason(reasonOf(verdict.message));
    }
  }
}

} // namespace

std::uint64_t seedOf(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t mixed = seed * 0x9E3779B97F4A7C15U + number;
  for (unsigned shift : {30U, 27U, 31U}) {
    mixed ^= mixed >> shift;
    mixed *= 0xBF58476D1CE4E5B9U;
  }
  return mixed;
}

Tally runAll(const Campaign &campaign) {
  Clock::time_point begin = Clock::now();
  std::vector<Worker> workers;
  for (unsigned index = 0; index < campaign.threads; ++index)
    workers.emplace_back(campaign, index, begin).start();
  for (Worker &worker : workers)
    while (!worker.join())
      ;
  Tally tally;
  for (Worker &worker : workers)
    worker.addTo(tally);
  std::sort(tally.failures.begin(), tally.failures.end());
  return tally;
}

Verdict runAlone(const Program &program, Mistake mistake) {
  int ends[2];
  if (pipe(ends) != 0)
    return {Verdict::Kind::Crashed, "no pipe"};
  pid_t process = fork();
  if (process == 0) {
    alarm(MostSeconds);
    // What a crash has to say is no use in between.
    close(STDERR_FILENO);
    Verdict verdict = Runner().run(program, evaluate(program, mistake));
    std::string text = static_cast<char>('0' + static_cast<int>(verdict.kind)) +
                       verdict.message;
    constexpr std::size_t Most = 4096;
    text = text.substr(0, Most);
    bool isSent = write(ends[1], text.data(), text.size()) > 0;
    _exit(isSent ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[512];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  waitpid(process, &status, 0);
  if (status != 0 || text.empty())
    return {Verdict::Kind::Crashed,
            WIFSIGNALED(status)
                ? std::string("signal: ") + strsignal(WTERMSIG(status))
                : "exit code " + std::to_string(WEXITSTATUS(status))};
  return {static_cast<Verdict::Kind>(text[0] - '0'), text.substr(1)};
}

} // namespace heddle::simfuzz
