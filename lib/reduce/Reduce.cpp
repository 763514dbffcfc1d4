//===- Reduce.cpp - Making failing kernels small --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/reduce/Reduce.h"
#include "Isolation.h"
#include "ModuleFile.h"
#include "Reduction.h"
#include "TextReducer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <chrono>

namespace heddle::reduction {

using namespace mlir;

llvm::ArrayRef<Reduction> allReductions() {
  static const std::vector<Reduction> list = [] {
    std::vector<Reduction> all;
    for (llvm::ArrayRef<Reduction> each :
         {layoutReductions(), typeReductions(), opReductions(),
          regionReductions(), storeReductions(), functionReductions(),
          passReductions(), attributeReductions()})
      all.insert(all.end(), each.begin(), each.end());
    return all;
  }();
  return list;
}

std::vector<ReductionInfo> reductionList() {
  std::vector<ReductionInfo> list;
  for (const Reduction &each : allReductions())
    list.push_back({each.name.str(), each.meaning.str()});
  return list;
}

std::string progressText(const Progress &progress) {
  return llvm::formatv("{0} -> {1} lines, {2} tests, {3:F1} s",
                       progress.linesBefore, progress.lines, progress.tests,
                       progress.seconds);
}

namespace {

using Clock = std::chrono::steady_clock;

/// A candidate on its way out of a child process: cost and lengths in a line,
/// then the texts.
std::string serialized(const Candidate &candidate) {
  const KernelText &text = candidate.text;
  return concat(candidate.cost.weight, " ", candidate.cost.bytes, " ",
                candidate.cost.numbers, " ", text.printed.size(), "\n",
                text.printed, text.located);
}

std::optional<Candidate> deserialized(llvm::StringRef bytes) {
  auto [head, texts] = bytes.split('\n');
  llvm::SmallVector<llvm::StringRef> words;
  head.split(words, ' ');
  constexpr unsigned Words = 4;
  std::array<std::uint64_t, Words> numbers = {};
  if (words.size() != Words)
    return std::nullopt;
  for (auto [word, number] : llvm::zip(words, numbers))
    if (word.getAsInteger(10, number))
      return std::nullopt;
  return Candidate{.text = {.printed = texts.take_front(numbers[3]).str(),
                            .located = texts.drop_front(numbers[3]).str()},
                   .cost = {.weight = numbers[0],
                            .bytes = numbers[1],
                            .numbers = numbers[2]}};
}

Failure notInteresting(const std::string &detail) {
  return {.error = {.reason = "the test does not fail on the kernel",
                    .witness = detail,
                    .remedy = "try the test on the file by hand"}};
}

/// A part of the sites of a module.
struct Range {
  std::size_t begin, end;
};

class Reducer {
public:
  Reducer(FailureTest &test, const Options &options)
      : test(test), options(options), begin(Clock::now()) {}

  Outcome<Reduced> run(const std::string &text, const std::string &path);

private:
  Outcome<void> start(const std::string &text, const std::string &path);
  Reduced end();
  /// What is no IR, by lines.
  Outcome<Reduced> runOnText(const std::string &text);
  Outcome<void> checkInteresting(const std::string &text, Candidate first);
  /// Applies all reductions to ever smaller parts of their sites. Has anything
  /// become smaller?
  bool sweep();
  /// Applies a reduction to parts of its sites, as many as there are chunks.
  bool tryParts(const Reduction &reduction, std::size_t chunks);
  bool tryRange(const Reduction &reduction, Range range);
  std::size_t countSites(const Reduction &reduction);
  std::optional<Candidate> make(const Reduction &reduction, Range range);
  /// Becomes the kernel if the test fails on it as on the original.
  bool take(Candidate candidate, llvm::StringRef reduction);

  bool isOver();
  TestLimits limits() const;
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

  FailureTest &test;
  const Options &options;
  Clock::time_point begin;
  std::unique_ptr<MLIRContext> context;
  Validity validity = Validity::Verified;
  Locations locations = Locations::Hidden;
  OwningOpRef<ModuleOp> module;
  Candidate current;
  Observation wanted;
  Progress progress;
  Reduced::Ending ending = Reduced::Ending::Fixpoint;
  std::vector<Reduction> reductions;
  /// Of reductions that would erase ops that lose their last use.
  DeadOps dead = DeadOps::Erased;
  /// Hashes of the texts that have been tried, and of what has been applied to
  /// which text.
  llvm::DenseSet<std::uint64_t> tried;
};

//===----------------------------------------------------------------------===//
// Beginning
//===----------------------------------------------------------------------===//

Outcome<void> Reducer::start(const std::string &text, const std::string &path) {
  if (!errorOf(text, path, Validity::Verified).empty()) {
    validity = Validity::ParsedOnly;
    if (std::string error = errorOf(text, path, validity); !error.empty())
      return tl::unexpected(
          Failure{.error = {.reason = error, .witness = {}, .remedy = {}}});
  }
  TritonVersion release =
      options.release ? *options.release : releaseOfText(text, validity);
  context = makeContext(release);
  module = parseWithNames(text, *context, validity);
  std::optional<Candidate> first;
  if (module)
    first = print(*module, Locations::Hidden, validity);
  if (!first)
    return tl::unexpected(Failure{
        .error = {.reason = concat("cannot print the kernel for Triton ",
                                   std::string(factsOf(release).name)),
                  .witness = {},
                  .remedy = "name the release of the file with --triton"}});
  return checkInteresting(text, std::move(*first));
}

Outcome<void> Reducer::checkInteresting(const std::string &text,
                                        Candidate first) {
  progress.linesBefore = progress.lines = linesOf(first.text.printed);
  std::string detail;
  for (Locations each : {Locations::Hidden, Locations::Printed}) {
    if (each == Locations::Printed) {
      if (!llvm::StringRef(text).contains("loc("))
        break;
      first.text.printed = first.text.located;
    }
    ++progress.tests;
    Result<Observation> seen = test.observe(first.text, limits());
    if (!seen)
      return tl::unexpected(Failure{seen.error(), ErrorKind::Trouble});
    detail = detail.empty() ? seen->detail : detail;
    if (!seen->failure)
      continue;
    locations = each;
    wanted = std::move(*seen);
    std::optional<Candidate> again = print(*module, locations, validity);
    current = again ? std::move(*again) : std::move(first);
    return {};
  }
  Result<Observation> raw =
      test.observe({.printed = text, .located = text}, limits());
  if (!raw || !raw->failure)
    return tl::unexpected(notInteresting(detail));
  return tl::unexpected(Failure{
      .error = {.reason = "the test fails on the file, but not on the same "
                          "kernel as it is printed",
                .witness = detail,
                .remedy = "see what heddle-opt prints of the file, and reduce "
                          "that if it fails"}});
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

std::size_t Reducer::countSites(const Reduction &reduction) {
  if (validity == Validity::Verified)
    return reduction.sites(*module).size();
  // Ops that are not valid may not have what is asked of them.
  ChildEnd end = runIsolated(
      [&] { return std::to_string(reduction.sites(*module).size()); },
      limits());
  std::size_t count = 0;
  llvm::StringRef(end.result).getAsInteger(10, count);
  return count;
}

// What reductions make may be so wrong that asking for its types crashes: hence
// another process.
std::optional<Candidate> Reducer::make(const Reduction &reduction,
                                       Range range) {
  ChildEnd end = runIsolated(
      [&]() -> std::string {
        OwningOpRef<ModuleOp> copy(module->clone());
        llvm::DenseSet<Operation *> kept = deadOps(*copy);
        std::vector<Site> sites = reduction.sites(*copy);
        for (std::size_t index = std::min(range.end, sites.size());
             index-- > range.begin;)
          sites[index]();
        if (dead == DeadOps::Erased && reduction.deadOps == DeadOps::Erased)
          eraseNewlyDead(*copy, kept);
        std::optional<Candidate> made = print(*copy, locations, validity);
        return made ? serialized(*made) : std::string();
      },
      limits());
  if (!end.isSuccess())
    return std::nullopt;
  return deserialized(end.result);
}

bool Reducer::take(Candidate candidate, llvm::StringRef reduction) {
  if (candidate.cost >= current.cost ||
      !tried.insert(llvm::xxh3_64bits(candidate.text.printed)).second)
    return false;
  ++progress.tests;
  // The test has run before: that it cannot run now is about this candidate.
  Result<Observation> seen = test.observe(candidate.text, limits());
  if (!seen || seen->failure != wanted.failure)
    return false;
  OwningOpRef<ModuleOp> parsed =
      parseText(candidate.text.located, *context, validity);
  if (!parsed)
    return false;
  module = std::move(parsed);
  current = std::move(candidate);
  wanted.detail = seen->detail;
  progress.lines = linesOf(current.text.printed);
  progress.seconds = seconds();
  progress.last = reduction.str();
  if (options.report)
    options.report(progress);
  return true;
}

//===----------------------------------------------------------------------===//
// Delta debugging
//===----------------------------------------------------------------------===//

TestLimits Reducer::limits() const {
  double left = options.mostSeconds > 0
                    ? std::max(0.0, options.mostSeconds - seconds())
                    : options.testSeconds;
  return {.seconds = std::min(options.testSeconds, left),
          .isCancelled = options.isCancelled};
}

bool Reducer::isOver() {
  if (options.isCancelled != nullptr && options.isCancelled->load())
    ending = Reduced::Ending::Cancelled;
  else if (options.mostSeconds > 0 && seconds() >= options.mostSeconds)
    ending = Reduced::Ending::OutOfTime;
  return ending != Reduced::Ending::Fixpoint;
}

bool Reducer::tryRange(const Reduction &reduction, Range range) {
  std::uint64_t key = llvm::xxh3_64bits(concat(
      reduction.name.str(), dead == DeadOps::Kept ? "+" : " ", range.begin, " ",
      range.end, " ", llvm::xxh3_64bits(current.text.printed)));
  if (!tried.insert(key).second)
    return false;
  std::optional<Candidate> candidate = make(reduction, range);
  return candidate && take(std::move(*candidate), reduction.name);
}

// From the end to the beginning: users go before what they use.
bool Reducer::tryParts(const Reduction &reduction, std::size_t chunks) {
  std::size_t count = countSites(reduction);
  if (count == 0)
    return false;
  std::size_t size = (count + chunks - 1) / chunks;
  // The same parts as with half as many chunks.
  if (chunks > 1 && size == (count + chunks / 2 - 1) / (chunks / 2))
    return false;
  bool hasHelped = false;
  for (std::size_t end = count; end > 0 && !isOver();) {
    std::size_t first = end - std::min(size, end);
    if (tryRange(reduction, {first, end})) {
      hasHelped = true;
      // What is left of the sites in the part is tried again later.
      end = std::min(first, countSites(reduction));
      continue;
    }
    end = first;
  }
  return hasHelped;
}

bool Reducer::sweep() {
  bool hasHelped = false;
  std::size_t most = 1;
  for (std::size_t chunks = 1; chunks <= 2 * most; chunks *= 2)
    for (const Reduction &reduction : reductions) {
      if (isOver())
        return hasHelped;
      hasHelped |= tryParts(reduction, chunks);
      most = std::max(most, countSites(reduction));
    }
  return hasHelped;
}

Reduced Reducer::end() {
  progress.seconds = seconds();
  return Reduced{.text = std::move(current.text.printed),
                 .progress = progress,
                 .observation = std::move(wanted),
                 .ending = ending};
}

Outcome<Reduced> Reducer::runOnText(const std::string &text) {
  progress.linesBefore = progress.lines = linesOf(text);
  auto observe = [&](const std::string &each) {
    ++progress.tests;
    return test.observe({.printed = each, .located = each}, limits());
  };
  Result<Observation> first = observe(text);
  if (!first)
    return tl::unexpected(Failure{first.error(), ErrorKind::Trouble});
  wanted = std::move(*first);
  if (!wanted.failure)
    return tl::unexpected(notInteresting(wanted.detail));
  current.text.printed = text;
  reduceLines(
      text,
      [&](const std::string &each) {
        if (!tried.insert(llvm::xxh3_64bits(each)).second)
          return false;
        Result<Observation> seen = observe(each);
        // Errors of a parser are alike; the line that they show is not.
        if (!seen || seen->failure != wanted.failure ||
            seen->line != wanted.line)
          return false;
        current.text.printed = each;
        wanted.detail = seen->detail;
        progress.lines = linesOf(each);
        progress.seconds = seconds();
        progress.last = "erase lines";
        if (options.report)
          options.report(progress);
        return true;
      },
      [&] { return isOver(); });
  return end();
}

Outcome<Reduced> Reducer::run(const std::string &text,
                              const std::string &path) {
  if (test.takesText() && !errorOf(text, path, Validity::ParsedOnly).empty())
    return runOnText(text);
  if (Outcome<void> started = start(text, path); !started)
    return tl::unexpected(started.error());
  for (const Reduction &each : allReductions())
    if (!llvm::is_contained(options.without, each.name) &&
        (!each.addsArguments || test.allowsNewArguments()))
      reductions.push_back(each);
  // What has lost its use may be needed all the same, by passes that count ops.
  do {
    dead = DeadOps::Erased;
    while (sweep() && !isOver())
      continue;
    dead = DeadOps::Kept;
  } while (!isOver() && sweep());
  return end();
}

} // namespace

Outcome<Reduced> reduce(const std::string &text, const std::string &path,
                        FailureTest &test, const Options &options) {
  return Reducer(test, options).run(text, path);
}

} // namespace heddle::reduction
