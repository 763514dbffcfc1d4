//===- MakeReport.cpp - What a kernel costs, and why ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/MakeReport.h"
#include "LayoutDemands.h"
#include "Products.h"
#include "ProgramCounts.h"
#include "Trials.h"
#include "heddle/analysis/Executions.h"
#include "heddle/ir/Ttg.h"
#include "heddle/simt/Origin.h"
#include "heddle/simt/ProgramOrder.h"
#include "heddle/simt/RegisterExchange.h"
#include "heddle/simt/SourceLocation.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/simt/transforms/SharedConflicts.h"
#include "heddle/simt/transforms/SharedMoments.h"
#include "heddle/view/PlainText.h"
#include "llvm/ADT/MapVector.h"

#include <algorithm>

namespace heddle {

using namespace mlir;

namespace {

std::string attributeText(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

/// "4x256xf32"
std::string tensorText(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (std::int64_t size : type.getShape())
    stream << size << "x";
  stream << type.getElementType();
  return text;
}

/// Of a conversion that choosing layouts left, not one that a later pass made.
std::optional<ReportedAlternatives>
alternativesOf(ttg::ConvertLayoutOp convert,
               const std::optional<LayoutChoice> &choice) {
  if (!choice)
    return std::nullopt;
  auto layoutOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getEncoding();
  };
  for (const KeptConversion &each : choice->conversions)
    if (each.location == convert.getLoc() &&
        each.from == layoutOf(convert.getSrc()) &&
        each.to == layoutOf(convert.getResult()))
      return ReportedAlternatives{.producers = each.madeOtherwise,
                                  .consumers = each.usedOtherwise};
  return std::nullopt;
}

ReportedConversion conversionOf(ttg::ConvertLayoutOp convert,
                                const Conversion &plan,
                                const std::optional<LayoutChoice> &choice) {
  auto from = cast<RankedTensorType>(convert.getSrc().getType());
  auto to = cast<RankedTensorType>(convert.getType());
  return {.op = reported(convert),
          .tensor = tensorText(from),
          .from = attributeText(from.getEncoding()),
          .to = attributeText(to.getEncoding()),
          .producers = producersOf(convert.getSrc()),
          .consumers = consumersOf(convert.getResult()),
          .strategy = std::string(strategyName(plan.strategy)),
          .note = plan.note,
          .cycles = plan.cycles,
          .blockCycles = plan.cycles * executionsOf(convert),
          .scratchBytes = plan.program.scratchBytes,
          .shuffles = plan.counts.shuffles,
          .wavefronts = plan.counts.write.actual + plan.counts.read.actual,
          .leastWavefronts =
              plan.counts.write.minimum + plan.counts.read.minimum,
          .alternatives = alternativesOf(convert, choice)};
}

ReportedAccess accessOf(const AccessWidth &width, double cycles) {
  ReportedAccess access = {.op = reported(width.op),
                           .bytes = width.elements * width.elementBytes,
                           .mostBytes = width.most * width.elementBytes,
                           .repeats = width.repeats,
                           .blockCycles = cycles,
                           .limits = {}};
  if (!isa<RankedTensorType>(width.op->getOperand(0).getType())) {
    access.mostBytes = access.bytes;
    return access;
  }
  if (width.elements >= width.most)
    return access;
  // Whatever alone would not allow twice as much.
  auto isLimit = [&](std::int64_t bound) {
    return bound < 2 * std::int64_t(width.elements);
  };
  auto say = [&](const auto &...parts) {
    access.limits.push_back(concat(parts...));
  };
  if (isLimit(width.registers))
    say(countText(width.registers, "consecutive element"), " in a lane");
  if (isLimit(width.contiguity))
    say("contiguity ", width.contiguity);
  if (isLimit(width.alignment))
    say("alignment ", width.alignment * width.elementBytes, " bytes");
  if (width.mask && isLimit(*width.mask))
    say("mask constancy ", *width.mask);
  return access;
}

/// The part of its cycles that depends on the whole block: issue slots, pipes
/// and barriers, which are all busy at the same time.
class Predictor {
public:
  explicit Predictor(const Target &target)
      : costs(target.costs), target(target) {}

  void add(const LoweringRecord::Planned &planned) {
    // Barriers are where the whole program needs them, and counted there.
    ProgramCounts counts = planned.plan.counts;
    counts.warpBarriers = counts.blockBarriers = counts.clusterBarriers = 0;
    plans += predictCycles(counts, target) * executionsOf(planned.op);
  }
  void add(const SharedConflicts &conflicts) {
    if (!isPlanned(conflicts.op))
      shared += static_cast<double>(conflicts.wavefronts) *
                executionsOf(conflicts.op) * costs.wavefront;
  }
  double barrierCost(simt::InstructionClass kind) const {
    switch (kind) {
    case simt::InstructionClass::WarpBarrier:
      return costs.warpBarrier;
    case simt::InstructionClass::ClusterBarrier:
      return costs.clusterBarrier;
    case simt::InstructionClass::ClusterFence:
      return costs.clusterFence;
    default:
      return costs.blockBarrier;
    }
  }
  void add(Operation *op, unsigned warps) {
    double times = executionsOf(op);
    for (const simt::InstructionCount &each : simt::instructionsOf(op)) {
      if (simt::pipeOf(each.kind) == simt::Pipe::Barrier)
        barriers += times * each.count * barrierCost(each.kind);
      if (isPlanned(op))
        continue;
      double count = times * warps * each.count;
      issue += count * costs.issue;
      if (each.kind == simt::InstructionClass::Shuffle)
        shared += count * costs.shuffle;
      else if (simt::pipeOf(each.kind) == simt::Pipe::Integer)
        alu += count * costs.alu;
      else if (isDistributed(each.kind))
        shared += count * wavefrontsOf(op) * (costs.wavefront + costs.piece);
    }
  }
  double cycles() const {
    return plans + std::max({issue, alu, shared}) + barriers;
  }

private:
  static bool isDistributed(simt::InstructionClass kind) {
    return kind == simt::InstructionClass::DistributedLoad ||
           kind == simt::InstructionClass::DistributedStore;
  }
  /// Of an instruction of the op, if its lanes' bytes are next to each other.
  unsigned wavefrontsOf(Operation *op) const {
    constexpr unsigned WavefrontBytes = 128;
    std::optional<simt::MemoryAccess> access = simt::sharedAccessOf(op);
    return std::max(1U, access->bytes * target.lanes / WavefrontBytes);
  }
  /// Part of a conversion, whose plan has its cost.
  static bool isPlanned(Operation *op) {
    std::optional<simt::Origin> origin = simt::originOf(op);
    return origin && origin->op == ttg::ConvertLayoutOp::getOperationName();
  }

  const Costs &costs;
  const Target &target;
  double plans = 0, issue = 0, alu = 0, shared = 0, barriers = 0;
};

/// One entry for each op and kind, in the order of the program.
std::vector<ReportedShared>
gatherConflicts(llvm::ArrayRef<SharedConflicts> conflicts, llvm::StringRef file,
                const Target &target) {
  llvm::MapVector<std::pair<unsigned, unsigned>, ReportedShared> all;
  for (const SharedConflicts &each : conflicts) {
    unsigned origin = simt::originOf(each.op).value().number;
    bool isLoad = simt::sharedAccessOf(each.op)->reads;
    ReportedShared &entry = all[{origin, isLoad ? 1U : 0U}];
    entry.op = reportedOrigin(each.op, file);
    entry.isLoad = isLoad;
    entry.instructions += each.instructions;
    entry.wavefronts += each.wavefronts;
    entry.ideal += each.ideal;
    entry.blockCycles += static_cast<double>(each.wavefronts) *
                         executionsOf(each.op) * target.costs.wavefront;
  }
  std::vector<ReportedShared> list;
  for (auto &[key, entry] : all)
    list.push_back(std::move(entry));
  return list;
}

/// Moments of one op that look alike are one.
std::vector<ReportedMoment> momentsOf(simt::KernelOp kernel,
                                      llvm::StringRef file) {
  std::vector<ReportedMoment> list;
  for (const SharedMoment &each : sharedMomentsOf(kernel)) {
    ReportedMoment moment = {.op = reportedOrigin(each.op, file),
                             .isBarrier = each.barrier &&
                                          *each.barrier != simt::Scope::Warp,
                             .live = each.live};
    bool isRepeated = !list.empty() && list.back().live == moment.live &&
                      list.back().isBarrier == moment.isBarrier &&
                      list.back().op.name == moment.op.name &&
                      list.back().op.location == moment.op.location;
    if (!isRepeated)
      list.push_back(std::move(moment));
  }
  return list;
}

unsigned &barriersOf(KernelReport &report, simt::Scope scope) {
  switch (scope) {
  case simt::Scope::Warp:
    return report.warpBarriers;
  case simt::Scope::Block:
    return report.blockBarriers;
  case simt::Scope::Cluster:
    return report.clusterBarriers;
  }
  return report.blockBarriers;
}

ReportedRegisters reported(const PricedRegisters &registers) {
  return {.location = locationText(sourceLocationOf(registers.location, "")),
          .registers = registers.registers,
          .blocks = registers.blocks,
          .cycles = registers.cycles};
}

KernelReport makeReport(simt::KernelOp kernel, const KernelFile &file) {
  const LoweringRecord &record = file.lowering();
  const std::optional<LayoutChoice> &choice = file.layouts();
  const Target &target = file.target();
  KernelReport report;
  if (file.loops())
    for (const LoopDecision &each : file.loops()->of(kernel.getSymName()))
      report.loops.push_back(
          {.location = locationText(sourceLocationOf(each.location, "")),
           .decision = each.decision,
           .details = each.details});
  if (choice) {
    report.layouts = {.cycles = choice->cycles,
                      .bound = choice->bound,
                      .gapPercent = 100 * choice->gap()};
    if (choice->registers)
      report.layouts->registers = reported(*choice->registers);
    if (choice->decision) {
      report.layouts->withoutPrice = reported(choice->decision->without);
      report.layouts->paid = choice->decision->paid;
    }
    for (const PricedWish &each : choice->wishes)
      report.layouts->wishes.push_back(
          {.op = {each.op, locationText(sourceLocationOf(each.location, ""))},
           .wish = each.wish,
           .cycles = each.cycles,
           .isMet = each.isMet});
  }
  report.kernel = kernel.getSymName();
  report.target = target.name;
  report.warps = kernel.getWarps();
  report.lanes = kernel.getLanes();
  report.blockWarps = simt::blockWarps(kernel);
  report.registersAtStart = simt::registersAtStart(kernel);
  // Others have no code for it.
  if (auto order = simt::programOrderOf(kernel);
      order && target.vendor == Vendor::Nvidia)
    report.order = {.axis = simt::stringifyGridAxis(order->axis).str(),
                    .isDescending = order->isDescending};
  report.sharedBytes = kernel.getSharedBytes();
  report.peakSharedBytes = peakSharedBytes(kernel);
  auto isOurs = [&](Operation *op) {
    auto function = op->getParentOfType<tt::FuncOp>();
    return function && (function.getSymName() == kernel.getSymName() ||
                        !function.isPublic());
  };
  std::string source = sourceLocationOf(kernel.getLoc(), "").file;
  Predictor predictor(target);
  for (const LoweringRecord::Planned &planned : record.conversions)
    if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(planned.op);
        convert && isOurs(convert)) {
      report.conversions.push_back(conversionOf(convert, planned.plan, choice));
      predictor.add(planned);
    }
  for (const AccessWidth &width : record.accesses)
    if (isOurs(width.op))
      report.accesses.push_back(
          accessOf(width, cyclesOf(width, report.warps, target)));
  std::vector<SharedConflicts> conflicts = countConflicts(kernel, target);
  for (const SharedConflicts &each : conflicts)
    predictor.add(each);
  report.shared = gatherConflicts(conflicts, source, target);
  report.products = productsOf(kernel, target, source);
  kernel.walk([&](Operation *op) {
    if (op == kernel)
      return;
    predictor.add(op, report.warps);
    if (auto allocation = dyn_cast<simt::SharedOp>(op))
      report.allocations.push_back({.op = reportedOrigin(allocation, source),
                                    .offset = allocation.getAt().value_or(0),
                                    .bytes = allocation.getBytes()});
    if (std::optional<simt::Scope> scope = simt::synchronizedBy(op))
      ++barriersOf(report, *scope);
  });
  report.moments = momentsOf(kernel, source);
  report.program = countProgram(kernel);
  report.cycles = predictor.cycles();
  return report;
}

} // namespace

std::vector<KernelReport> makeReports(KernelFile &file) {
  TimingScope step = file.timing().nest("report");
  std::vector<KernelReport> reports;
  for (simt::KernelOp kernel : file.kernels().getOps<simt::KernelOp>())
    reports.push_back(makeReport(kernel, file));
  return reports;
}

} // namespace heddle
