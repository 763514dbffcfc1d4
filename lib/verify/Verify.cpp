//===- Verify.cpp - Are two kernels the same function? ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/verify/Verify.h"
#include "Difference.h"
#include "Trial.h"
#include "heddle/ir/Ttng.h"
#include "heddle/verify/Proof.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// What became of one version.
struct Run {
  Memory memory;
  /// Those of the arguments come first.
  std::size_t regions = 0;
  /// False if its arguments are others.
  bool takesArguments = true;
  std::optional<Stop> stop = {};
  std::vector<TraceEntry> trace = {};
};

class Comparison {
public:
  Comparison(tt::FuncOp left, tt::FuncOp right, const VerifyOptions &options)
      : left(left), right(right), options(options),
        tolerance(toleranceOf(left)) {}

  /// Proves, or else executes.
  Verdict run();

private:
  Verdict execute();
  /// The arguments are those of the left one.
  Run execute(tt::FuncOp function, const Trial &trial, std::string &arguments,
              bool isTraced) const;
  /// Nothing if the trial shows no difference; counts it if it ended.
  std::optional<Verdict> tryOnce(const Trial &trial);
  Verdict different(const Trial &trial, const std::string &arguments,
                    const ElementDifference &difference);
  Verdict stopped(const Stop &stop, bool isLeft, Verdict::Kind kind,
                  const std::string &arguments) const;

  tt::FuncOp left, right;
  const VerifyOptions &options;
  Tolerance tolerance;
  unsigned ended = 0, tooLong = 0;
};

Run Comparison::execute(tt::FuncOp function, const Trial &trial,
                        std::string &arguments, bool isTraced) const {
  Run run{.memory = Memory(trial.contents, trial.seed)};
  Arguments made(left, trial, run.memory);
  arguments = made.text();
  run.regions = run.memory.regions();
  std::optional<llvm::SmallVector<Datum>> passed = made.passTo(function);
  run.takesArguments = passed.has_value();
  if (!passed)
    return run;
  Evaluator evaluator(run.memory, trial.program);
  if (isTraced)
    evaluator.trace(run.trace);
  run.stop = evaluator.run(function, *passed);
  return run;
}

std::string programText(const Trial &trial) {
  std::string text = "program (";
  for (auto [axis, id] : llvm::enumerate(trial.program.id))
    text += (axis == 0 ? "" : ", ") + std::to_string(id);
  return text + ")";
}

std::string calledWith(const Trial &trial, const std::string &arguments) {
  return "in " + programText(trial) +
         (arguments.empty() ? "" : " with " + arguments);
}

Verdict Comparison::stopped(const Stop &stop, bool isLeft, Verdict::Kind kind,
                            const std::string &arguments) const {
  Verdict verdict{.kind = kind, .trials = ended, .message = stop.message};
  (isLeft ? verdict.left : verdict.right) = stop.op->getLoc();
  if (!arguments.empty())
    verdict.witness.push_back(arguments);
  return verdict;
}

Verdict Comparison::different(const Trial &trial, const std::string &arguments,
                              const ElementDifference &difference) {
  std::string ignored;
  Run first = execute(left, trial, ignored, /*isTraced=*/true);
  Run second = execute(right, trial, ignored, /*isTraced=*/true);
  Parting parting = whereTheyPart(first.trace, second.trace, difference);
  Verdict verdict{.kind = Verdict::Kind::Different,
                  .trials = ended,
                  .message = parting.message};
  if (parting.left != nullptr)
    verdict.left = parting.left->getLoc();
  if (parting.right != nullptr)
    verdict.right = parting.right->getLoc();
  verdict.witness.push_back(difference.text(first.memory));
  verdict.witness.push_back(calledWith(trial, arguments));
  return verdict;
}

std::optional<Verdict> Comparison::tryOnce(const Trial &trial) {
  using Kind = Verdict::Kind;
  std::string arguments;
  Run first = execute(left, trial, arguments, /*isTraced=*/false);
  Run second = execute(right, trial, arguments, /*isTraced=*/false);
  if (!second.takesArguments)
    return Verdict{.kind = Kind::Undecided,
                   .message = "expects two kernels that take the same "
                              "arguments, but got others",
                   .left = left.getLoc(),
                   .right = right.getLoc()};
  for (auto [run, isLeft] : {std::pair(&first, true), {&second, false}})
    if (run->stop && run->stop->kind == Stop::Kind::Unknown)
      return stopped(*run->stop, isLeft, Kind::Undecided, "");
  for (const Run *run : {&first, &second})
    if (run->stop && run->stop->kind == Stop::Kind::Long)
      ++tooLong;
  // What no program may do, the other may do in its own way.
  if (first.stop || (second.stop && second.stop->kind == Stop::Kind::Long))
    return std::nullopt;
  ++ended;
  if (second.stop)
    return stopped(*second.stop, /*isLeft=*/false, Kind::Different,
                   calledWith(trial, arguments));
  std::optional<ElementDifference> difference = findDifference(
      first.memory, second.memory, first.regions, tolerance, trial.contents);
  if (difference)
    return different(trial, arguments, *difference);
  std::optional<std::string> outside =
      findOutside(first.memory, second.memory, first.regions);
  if (!outside)
    return std::nullopt;
  return Verdict{.kind = Kind::Different,
                 .trials = ended,
                 .message = *outside,
                 .left = left.getLoc(),
                 .right = right.getLoc(),
                 .witness = {calledWith(trial, arguments)}};
}

Verdict Comparison::run() {
  std::string unproved;
  if (options.proves) {
    ProofResult proof = proveEqual(left, right);
    if (proof.isProved)
      return {.kind = Verdict::Kind::Proved,
              .assumesIndices = proof.assumesIndices};
    unproved = std::move(proof.reason);
  }
  Verdict verdict = execute();
  verdict.unproved = std::move(unproved);
  return verdict;
}

Verdict Comparison::execute() {
  for (tt::FuncOp function : {left, right})
    if (!Arguments::canMakeFor(function))
      return {.kind = Verdict::Kind::Undecided,
              .message = "expects arguments that a launch can pass, but got "
                         "tensors",
              .left = function.getLoc()};
  // A kernel that takes long with these arguments does so with others.
  constexpr unsigned MostLong = 6;
  for (unsigned number = 0; number < options.trials && tooLong < MostLong;
       ++number)
    if (std::optional<Verdict> verdict = tryOnce(trialOf(number, options.seed)))
      return *verdict;
  if (ended == 0)
    return {.kind = Verdict::Kind::Undecided,
            .message = "no execution ended",
            .left = left.getLoc()};
  return {.kind = Verdict::Kind::Tried, .trials = ended};
}

} // namespace

Verdict compare(tt::FuncOp left, tt::FuncOp right,
                const VerifyOptions &options) {
  return Comparison(left, right, options).run();
}

} // namespace heddle::equivalence
