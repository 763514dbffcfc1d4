//===- Advice.cpp - What costs most, and what would help ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/Advice.h"
#include "LayoutDemands.h"
#include "Trials.h"
#include "heddle/analysis/Executions.h"
#include "heddle/ir/Ttg.h"
#include "heddle/simt/Origin.h"
#include "heddle/simt/SourceLocation.h"
#include "heddle/simt/transforms/SharedConflicts.h"
#include "llvm/ADT/MapVector.h"

#include <algorithm>
#include <cmath>

namespace heddle {

using namespace mlir;

namespace {

constexpr std::size_t MostCosts = 3;
/// What Triton says of an argument that is a multiple of 16, and nothing more.
constexpr std::int64_t MostDivisor = 16;
/// The most arguments for which assumptions are tried.
constexpr std::size_t MostArguments = 12;

class Adviser {
public:
  Adviser(KernelReport &report, KernelFile &file, const CompileOptions &options)
      : report(report), file(file), target(file.target()),
        trials(file, options, report.kernel) {}

  void advise() {
    addConversions();
    addAccesses();
    addSharedAccesses();
    for (auto [number, each] : llvm::enumerate(candidates))
      each.number = number;
    llvm::sort(candidates, [](const Candidate &a, const Candidate &b) {
      return std::pair(b.cost.cycles, a.number) <
             std::pair(a.cost.cycles, b.number);
    });
    candidates.resize(std::min(candidates.size(), MostCosts));
    for (Candidate &each : candidates) {
      if (each.width != nullptr)
        adviseAccess(each);
      else if (each.isConversion)
        adviseConversion(each);
      report.costs.push_back(std::move(each.cost));
    }
  }

private:
  struct Candidate {
    ReportedCost cost;
    TrialOutcome::Key key;
    /// Of an access of global memory; null of others.
    const AccessWidth *width = nullptr;
    bool isConversion = false;
    /// Of a lane's access.
    unsigned bytes = 0;
    /// Of those that cost the same the first comes first.
    std::size_t number = 0;
  };

  bool isOurs(Operation *op) const {
    auto function = op->getParentOfType<tt::FuncOp>();
    return function && function.getSymName() == report.kernel;
  }
  TrialOutcome::Key keyOf(Operation *op) {
    ReportedOp said = reported(op);
    unsigned number = seen[{said.location, said.name}]++;
    return {said.location, said.name, number};
  }
  void addConversions();
  void addAccesses();
  void addSharedAccesses();

  void adviseAccess(Candidate &candidate);
  void adviseConversion(Candidate &candidate);
  bool adviseArguments(Candidate &candidate);
  bool adviseOne(Candidate &candidate);
  bool adviseWarps(Candidate &candidate);
  std::vector<unsigned> vagueArguments();
  static unsigned bytesIn(const TrialOutcome &outcome,
                          const Candidate &candidate);
  static std::string effectOf(const TrialOutcome &outcome,
                              const Candidate &candidate);
  bool helps(const TrialOutcome *outcome, const Candidate &candidate,
             unsigned bytes);
  Trials::Assumptions fewest(const Candidate &candidate,
                             Trials::Assumptions assumptions, unsigned bytes);
  std::vector<KernelParameter> parameters();
  std::string nameOf(unsigned argument);
  std::string textOf(const Assumption &assumption);

  KernelReport &report;
  KernelFile &file;
  const Target &target;
  Trials trials;
  std::vector<Candidate> candidates;
  std::map<std::pair<std::string, std::string>, unsigned> seen;
};

//===----------------------------------------------------------------------===//
// What costs
//===----------------------------------------------------------------------===//

void Adviser::addConversions() {
  seen.clear();
  for (const LoweringRecord::Planned &planned : file.lowering().conversions) {
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(planned.op);
    if (!convert || !isOurs(convert))
      continue;
    candidates.push_back(
        {.cost = {.op = reported(convert),
                  .cycles = planned.plan.cycles * executionsOf(convert),
                  .what = concat("by ", strategyName(planned.plan.strategy)),
                  .changes = {}},
         .key = keyOf(convert),
         .width = nullptr,
         .isConversion = true});
  }
}

void Adviser::addAccesses() {
  seen.clear();
  for (const AccessWidth &width : file.lowering().accesses) {
    if (!isOurs(width.op))
      continue;
    unsigned bytes = width.elements * width.elementBytes;
    unsigned most = width.most * width.elementBytes;
    bool isTensor = isa<RankedTensorType>(width.op->getOperand(0).getType());
    candidates.push_back(
        {.cost = {.op = reported(width.op),
                  .cycles = cyclesOf(width, report.warps, target),
                  .what = isTensor && bytes < most
                              ? concat("vectorised to ", bytes, " of ", most,
                                       " bytes")
                              : concat(bytes, "-byte accesses"),
                  .changes = {}},
         .key = keyOf(width.op),
         .width = isTensor ? &width : nullptr,
         .bytes = bytes});
  }
}

// What conversions access is part of their plans.
void Adviser::addSharedAccesses() {
  for (simt::KernelOp kernel : file.kernels().getOps<simt::KernelOp>()) {
    if (kernel.getSymName() != report.kernel)
      continue;
    std::string inFile = sourceLocationOf(kernel.getLoc(), "").file;
    struct Sum {
      ReportedOp op;
      double cycles = 0;
      std::uint64_t wavefronts = 0, ideal = 0;
    };
    // By the number of the op that they belong to.
    llvm::MapVector<unsigned, Sum> sums;
    for (const SharedConflicts &each : countConflicts(kernel, target)) {
      std::optional<simt::Origin> origin = simt::originOf(each.op);
      if (!origin || origin->op == ttg::ConvertLayoutOp::getOperationName())
        continue;
      Sum &sum = sums[origin->number];
      sum.op = reportedOrigin(each.op, inFile);
      sum.cycles += static_cast<double>(each.wavefronts) *
                    executionsOf(each.op) * target.costs.wavefront;
      sum.wavefronts += each.wavefronts;
      sum.ideal += each.ideal;
    }
    for (auto &[number, sum] : sums) {
      bool hasConflicts = sum.wavefronts > sum.ideal;
      ReportedCost cost = {
          .op = std::move(sum.op),
          .cycles = sum.cycles,
          .what = concat(sum.wavefronts, " wavefronts of shared memory, ",
                         hasConflicts ? concat(sum.ideal, " without conflicts")
                                      : "no conflicts"),
          .changes = {}};
      candidates.push_back({.cost = std::move(cost), .key = {}});
    }
  }
}

//===----------------------------------------------------------------------===//
// What would help
//===----------------------------------------------------------------------===//

std::vector<KernelParameter> Adviser::parameters() {
  for (const KernelLaunch &launch : file.launches())
    if (launch.name == report.kernel)
      return launch.parameters();
  return {};
}

std::string Adviser::nameOf(unsigned argument) {
  std::string name = parameters()[argument].name;
  return name.empty() ? concat("argument ", argument) : name;
}

std::string Adviser::textOf(const Assumption &assumption) {
  auto function = file.source().lookupSymbol<tt::FuncOp>(report.kernel);
  Type type = function.getFunctionType().getInput(assumption.argument);
  std::string name = nameOf(assumption.argument);
  if (assumption.divisor == 0)
    return name + " = 1, as a tl.constexpr,";
  return isa<tt::PointerType>(type)
             ? concat(name, " aligned to ", assumption.divisor, " bytes")
             : concat(name, " divisible by ", assumption.divisor);
}

/// Integers and pointers whose attributes could say more. Nothing can be said
/// of a descriptor's parts.
std::vector<unsigned> Adviser::vagueArguments() {
  std::vector<unsigned> vague;
  std::vector<KernelParameter> passed = parameters();
  auto function = file.source().lookupSymbol<tt::FuncOp>(report.kernel);
  for (auto [index, type] :
       llvm::enumerate(function.getFunctionType().getInputs())) {
    auto number = static_cast<unsigned>(index);
    auto known =
        function.getArgAttrOfType<IntegerAttr>(number, "tt.divisibility");
    bool isVague = !known || known.getInt() % MostDivisor != 0;
    bool isNumber = type.isInteger() && !type.isInteger(1);
    if (isVague && !passed[number].isPart &&
        (isNumber || isa<tt::PointerType>(type)) &&
        !function.getArgument(number).use_empty() &&
        vague.size() < MostArguments)
      vague.push_back(number);
  }
  return vague;
}

unsigned Adviser::bytesIn(const TrialOutcome &outcome,
                          const Candidate &candidate) {
  auto found = outcome.bytes.find(candidate.key);
  return found == outcome.bytes.end() ? 0 : found->second;
}

/// Is the op cheaper, and the whole block too? Wider accesses may need
/// conversions that cost more.
bool Adviser::helps(const TrialOutcome *outcome, const Candidate &candidate,
                    unsigned bytes) {
  const TrialOutcome *now = trials.with({});
  if (outcome == nullptr || now == nullptr || outcome->cycles >= now->cycles)
    return false;
  return candidate.isConversion ? !outcome->conversions.contains(candidate.key)
                                : bytesIn(*outcome, candidate) >= bytes;
}

/// The smallest set of assumptions that helps as much.
Trials::Assumptions Adviser::fewest(const Candidate &candidate,
                                    Trials::Assumptions assumptions,
                                    unsigned bytes) {
  for (std::size_t index = 0; index < assumptions.size();) {
    Trials::Assumptions without = assumptions;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(index));
    if (helps(trials.with(without), candidate, bytes))
      assumptions = std::move(without);
    else
      ++index;
  }
  for (Assumption &each : assumptions) {
    const std::int64_t largest = each.divisor;
    for (each.divisor = 2; each.divisor < largest; each.divisor *= 2)
      if (helps(trials.with(assumptions), candidate, bytes))
        break;
  }
  return assumptions;
}

std::string Adviser::effectOf(const TrialOutcome &outcome,
                              const Candidate &candidate) {
  return candidate.isConversion ? "would make this conversion unnecessary"
                                : concat("would widen it to ",
                                         bytesIn(outcome, candidate), " bytes");
}

bool Adviser::adviseArguments(Candidate &candidate) {
  Trials::Assumptions all;
  for (unsigned argument : vagueArguments())
    all.push_back({.argument = argument, .divisor = MostDivisor});
  const TrialOutcome *outcome = all.empty() ? nullptr : trials.with(all);
  unsigned bytes = outcome == nullptr ? 0 : bytesIn(*outcome, candidate);
  if (!helps(outcome, candidate, std::max(bytes, candidate.bytes + 1)))
    return false;
  std::string text, effect = effectOf(*outcome, candidate);
  for (const Assumption &each : fewest(candidate, std::move(all), bytes))
    text += concat(text.empty() ? "" : " and ", textOf(each));
  candidate.cost.changes.push_back(concat(text, " ", effect));
  return true;
}

/// A stride that is one, but not known to be.
bool Adviser::adviseOne(Candidate &candidate) {
  auto function = file.source().lookupSymbol<tt::FuncOp>(report.kernel);
  for (unsigned argument : vagueArguments()) {
    if (!function.getFunctionType().getInput(argument).isInteger())
      continue;
    Assumption one = {.argument = argument, .divisor = 0};
    const TrialOutcome *outcome = trials.with({one});
    if (!helps(outcome, candidate, candidate.bytes + 1))
      continue;
    candidate.cost.changes.push_back(
        concat(textOf(one), " ", effectOf(*outcome, candidate)));
    return true;
  }
  return false;
}

bool Adviser::adviseWarps(Candidate &candidate) {
  const TrialOutcome *now = trials.with({});
  if (now == nullptr || !trials.canChangeWarps())
    return false;
  constexpr unsigned MostWarps = 8;
  unsigned best = 0;
  const TrialOutcome *outcome = now;
  for (unsigned warps = 1; warps <= MostWarps; warps *= 2) {
    const TrialOutcome *other =
        warps == report.warps ? nullptr : trials.with({}, warps);
    if (!helps(other, candidate, candidate.bytes + 1) ||
        other->cycles >= outcome->cycles)
      continue;
    best = warps;
    outcome = other;
  }
  if (best == 0)
    return false;
  candidate.cost.changes.push_back(concat(
      best, best == 1 ? " warp " : " warps ", effectOf(*outcome, candidate),
      ", and the block takes ", std::llround(outcome->cycles),
      " cycles instead of ", std::llround(now->cycles)));
  return true;
}

void Adviser::adviseAccess(Candidate &candidate) {
  if (candidate.width->elements >= candidate.width->most)
    return;
  if (!adviseArguments(candidate) && !adviseOne(candidate))
    adviseWarps(candidate);
}

void Adviser::adviseConversion(Candidate &candidate) {
  for (const ReportedConversion &each : report.conversions) {
    if (each.op.location != std::get<0>(candidate.key) ||
        each.consumers.empty() || each.producers.empty())
      continue;
    const ReportedOp &consumer = each.consumers.front();
    const ReportedOp &producer = each.producers.front();
    candidate.cost.what +=
        concat(": ", consumer.name, " (", consumer.location,
               ") needs a different layout than ", producer.name, " (",
               producer.location, ") produces");
    break;
  }
  if (!adviseArguments(candidate))
    adviseWarps(candidate);
}

} // namespace

void addAdvice(std::vector<KernelReport> &reports, KernelFile &file,
               const CompileOptions &options) {
  for (KernelReport &report : reports)
    Adviser(report, file, options).advise();
}

} // namespace heddle
