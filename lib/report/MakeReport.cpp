//===- MakeReport.cpp - What a kernel costs, and why ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/MakeReport.h"
#include "LayoutDemands.h"
#include "heddle/ir/Ttg.h"
#include "heddle/simt/transforms/SharedConflicts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

#include <algorithm>

namespace heddle {

using namespace mlir;

namespace {

std::string textOf(Attribute attribute) {
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

ReportedConversion conversionOf(ttg::ConvertLayoutOp convert,
                                const Conversion &plan) {
  auto from = cast<RankedTensorType>(convert.getSrc().getType());
  auto to = cast<RankedTensorType>(convert.getType());
  return {.op = reported(convert),
          .tensor = tensorText(from),
          .from = textOf(from.getEncoding()),
          .to = textOf(to.getEncoding()),
          .givenBy = giversOf(convert.getSrc()),
          .neededBy = needersOf(convert.getResult()),
          .strategy = std::string(strategyName(plan.strategy)),
          .note = plan.note,
          .cycles = plan.cycles,
          .scratchBytes = plan.program.scratchBytes,
          .shuffles = plan.counts.shuffles,
          .wavefronts = plan.counts.write.actual + plan.counts.read.actual,
          .leastWavefronts =
              plan.counts.write.minimum + plan.counts.read.minimum};
}

ReportedAccess accessOf(const AccessWidth &width) {
  ReportedAccess access = {.op = reported(width.op),
                           .bytes = width.elements * width.elementBytes,
                           .mostBytes = width.most * width.elementBytes,
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
  auto say = [&](auto... parts) { access.limits.push_back(concat(parts...)); };
  if (isLimit(width.registers))
    say("a lane has ", width.registers, " in a row");
  if (isLimit(width.contiguity))
    say("addresses are known to be consecutive for ", width.contiguity,
        " in a row");
  if (isLimit(width.alignment))
    say("addresses are known to be multiples of ",
        width.alignment * width.elementBytes, " bytes");
  if (width.mask && isLimit(*width.mask))
    say("the mask is known to be the same for ", *width.mask, " in a row");
  return access;
}

/// How often the op is executed for each time that the kernel is: loops of
/// unknown length count eight times.
double executionsOf(Operation *op) {
  constexpr double Unknown = 8;
  double times = 1;
  for (Operation *parent = op->getParentOp(); parent != nullptr;
       parent = parent->getParentOp()) {
    if (isa<scf::WhileOp>(parent))
      times *= Unknown;
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop)
      continue;
    APInt begin, end, step;
    bool isKnown = matchPattern(loop.getLowerBound(), m_ConstantInt(&begin)) &&
                   matchPattern(loop.getUpperBound(), m_ConstantInt(&end)) &&
                   matchPattern(loop.getStep(), m_ConstantInt(&step)) &&
                   step.isStrictlyPositive();
    if (!isKnown)
      times *= Unknown;
    else
      times *= std::max<double>(
          0, std::ceil(static_cast<double>(end.getSExtValue() -
                                           begin.getSExtValue()) /
                       static_cast<double>(step.getSExtValue())));
  }
  return times;
}

/// Instructions of a warp; one for each register that is computed.
std::uint64_t instructionsOf(Operation *op) {
  if (isa<simt::LoadOp>(op))
    return cast<simt::LoadOp>(op).getAt().size();
  if (isa<simt::StoreOp>(op))
    return cast<simt::StoreOp>(op).getAt().size();
  if (isa<simt::MatrixLoadOp, simt::MatrixStoreOp>(op))
    return 1;
  if (isa<arith::ConstantOp, simt::SplatOp, simt::ExtractOp, simt::PermuteOp,
          simt::ToWordsOp, simt::FromWordsOp, simt::SharedOp, simt::ThreadOp>(
          op))
    return 0;
  std::uint64_t registers = op->getNumResults() == 0 ? 1 : 0;
  for (Type type : op->getResultTypes()) {
    auto vector = dyn_cast<VectorType>(type);
    registers +=
        vector ? static_cast<std::uint64_t>(vector.getNumElements()) : 1;
  }
  return op->getNumRegions() == 0 ? registers : 0;
}

bool isInteger(Operation *op) {
  return op->getNumResults() == 1 &&
         !isa<simt::LoadOp, simt::MatrixLoadOp>(op) &&
         getElementTypeOrSelf(op->getResult(0).getType()).isInteger();
}

class Predictor {
public:
  Predictor(const LoweringRecord &record, const Target &target)
      : record(record), target(target) {}

  void add(const LoweringRecord::Planned &planned) {
    // Barriers are where the whole program needs them, and counted there.
    ProgramCounts counts = planned.plan.counts;
    counts.warpBarriers = counts.blockBarriers = 0;
    plans += predictCycles(counts, target) * executionsOf(planned.op);
  }
  void add(const SharedConflicts &conflicts) {
    if (!isPlanned(conflicts.op))
      shared += static_cast<double>(conflicts.wavefronts) *
                executionsOf(conflicts.op) * target.costs.wavefront;
  }
  void add(Operation *op, unsigned warps) {
    if (isPlanned(op))
      return;
    double times = executionsOf(op);
    if (auto barrier = dyn_cast<simt::BarrierOp>(op))
      barriers += times * (barrier.getScope() == simt::Scope::Warp
                               ? target.costs.warpBarrier
                               : target.costs.blockBarrier);
    double count = times * warps * static_cast<double>(instructionsOf(op));
    issue += count * target.costs.issue;
    if (isa<simt::ShuffleXorOp, simt::ShuffleIndexOp, simt::LaneReduceOp>(op))
      shared += count * target.costs.shuffle;
    else if (isInteger(op))
      alu += count * target.costs.alu;
  }
  double cycles() const {
    return plans + std::max({issue, alu, shared}) + barriers;
  }

private:
  /// Part of a conversion, whose plan says what it costs.
  bool isPlanned(Operation *op) const {
    Operation *origin = record.originOf(op);
    return origin != nullptr && isa<ttg::ConvertLayoutOp>(origin);
  }

  const LoweringRecord &record;
  const Target &target;
  double plans = 0, issue = 0, alu = 0, shared = 0, barriers = 0;
};

/// One entry for each op and kind, in the order of the program.
std::vector<ReportedShared>
gatherConflicts(llvm::ArrayRef<SharedConflicts> conflicts,
                const LoweringRecord &record) {
  llvm::MapVector<std::pair<Operation *, unsigned>, ReportedShared> all;
  for (const SharedConflicts &each : conflicts) {
    Operation *origin = record.originOf(each.op);
    bool isLoad = isa<simt::LoadOp, simt::MatrixLoadOp>(each.op);
    ReportedShared &entry = all[{origin, isLoad ? 1U : 0U}];
    entry.op = reported(origin);
    entry.isLoad = isLoad;
    entry.instructions += each.instructions;
    entry.wavefronts += each.wavefronts;
    entry.ideal += each.ideal;
  }
  std::vector<ReportedShared> list;
  for (auto &[key, entry] : all)
    list.push_back(std::move(entry));
  return list;
}

KernelReport makeReport(simt::KernelOp kernel, const LoweringRecord &record,
                        const SharedUse &use, const Target &target) {
  KernelReport report;
  report.kernel = kernel.getSymName();
  report.target = target.name;
  report.warps = kernel.getWarps();
  report.lanes = kernel.getLanes();
  report.sharedBytes = kernel.getSharedBytes();
  report.peakSharedBytes = use.peak;
  auto isOurs = [&](Operation *op) {
    auto function = op->getParentOfType<tt::FuncOp>();
    return function && (function.getSymName() == kernel.getSymName() ||
                        !function.isPublic());
  };
  Predictor predictor(record, target);
  for (const LoweringRecord::Planned &planned : record.conversions)
    if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(planned.op);
        convert && isOurs(convert)) {
      report.conversions.push_back(conversionOf(convert, planned.plan));
      predictor.add(planned);
    }
  for (const AccessWidth &width : record.accesses)
    if (isOurs(width.op))
      report.accesses.push_back(accessOf(width));
  std::vector<SharedConflicts> conflicts = countConflicts(kernel, target);
  for (const SharedConflicts &each : conflicts)
    predictor.add(each);
  report.shared = gatherConflicts(conflicts, record);
  kernel.walk([&](Operation *op) {
    if (op == kernel)
      return;
    predictor.add(op, report.warps);
    if (auto piece = dyn_cast<simt::SharedOp>(op))
      report.pieces.push_back({.op = reported(record.originOf(piece)),
                               .offset = piece.getAt().value_or(0),
                               .bytes = piece.getBytes()});
    if (auto barrier = dyn_cast<simt::BarrierOp>(op))
      ++(barrier.getScope() == simt::Scope::Warp ? report.warpBarriers
                                                 : report.blockBarriers);
  });
  report.cycles = predictor.cycles();
  return report;
}

} // namespace

std::vector<KernelReport> makeReports(KernelFile &file) {
  TimingScope step = file.timing().nest("report");
  std::vector<KernelReport> reports;
  for (simt::KernelOp kernel : file.kernels().getOps<simt::KernelOp>())
    reports.push_back(makeReport(kernel, file.lowering(),
                                 file.sharedUseOf(kernel), file.target()));
  return reports;
}

} // namespace heddle
