//===- Trials.cpp - Compiling with other assumptions ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trials.h"
#include "LayoutDemands.h"
#include "heddle/analysis/Executions.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttg.h"
#include "heddle/report/MakeReport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <algorithm>

namespace heddle {

using namespace mlir;

namespace {

/// Makes it so in a file that has no layouts yet, or keeps those that it has.
void assume(tt::FuncOp function, const Assumption &assumption) {
  OpBuilder builder(function.getContext());
  if (assumption.divisor != 0) {
    function.setArgAttr(
        assumption.argument, "tt.divisibility",
        builder.getI32IntegerAttr(static_cast<int>(assumption.divisor)));
    return;
  }
  BlockArgument argument = function.getArgument(assumption.argument);
  builder.setInsertionPointToStart(&function.getBody().front());
  Value one =
      arith::ConstantOp::create(builder, function.getLoc(),
                                builder.getIntegerAttr(argument.getType(), 1));
  argument.replaceAllUsesWith(one);
}

TrialOutcome::Key keyOf(Operation *op,
                        const std::map<TrialOutcome::Key, unsigned> &others) {
  ReportedOp said = reported(op);
  unsigned number = 0;
  while (others.contains({said.location, said.name, number}))
    ++number;
  return {said.location, said.name, number};
}

} // namespace

double cyclesOf(const AccessWidth &width, unsigned warps,
                const Target &target) {
  double registers = 1;
  for (Type type : width.op->getOperandTypes())
    if (isa<RankedTensorType>(type))
      if (Result<LinearLayout> layout = ir::linearLayoutOf(type))
        registers = std::max(
            registers, static_cast<double>(layout->inSize(Dim::Register)));
  return executionsOf(width.op) * warps * registers /
         (width.elements * width.repeats) *
         pipeCyclesOfAccess(width.elements * width.elementBytes, target);
}

bool Trials::canChangeWarps() const {
  return file.text().find(ttg::WarpsAttr.str()) == std::string_view::npos;
}

const TrialOutcome *Trials::with(const Assumptions &assumptions,
                                 std::optional<unsigned> warps) {
  auto [found, isNew] =
      known.try_emplace({assumptions, warps.value_or(0)}, std::nullopt);
  if (isNew)
    found->second = compile(assumptions, warps);
  return found->second ? &*found->second : nullptr;
}

std::optional<TrialOutcome>
Trials::compile(const Assumptions &assumptions,
                std::optional<unsigned> warps) const {
  CompileOptions trial = options;
  trial.text = file.text();
  trial.isQuiet = true;
  trial.doesTime = false;
  trial.entry = kernel;
  if (warps)
    trial.numWarps = warps;
  Reported<std::unique_ptr<KernelFile>> read = KernelFile::read(trial);
  if (!read)
    return std::nullopt;
  std::unique_ptr<KernelFile> other = std::move(*read);
  // Assumptions are of parameters, not of descriptors.
  if (failed(other->prepare()))
    return std::nullopt;
  auto function = other->source().lookupSymbol<tt::FuncOp>(kernel);
  for (const Assumption &assumption : assumptions)
    assume(function, assumption);
  if (failed(other->giveLayouts()) || failed(other->lower()))
    return std::nullopt;
  TrialOutcome outcome;
  for (const AccessWidth &width : other->lowering().accesses) {
    auto key = keyOf(width.op, outcome.bytes);
    outcome.bytes[key] = width.elements * width.elementBytes;
    for (simt::KernelOp each : other->kernels().getOps<simt::KernelOp>())
      outcome.cycles += cyclesOf(width, each.getWarps(), other->target());
  }
  for (const KernelReport &report : makeReports(*other))
    outcome.cycles += report.cycles;
  for (const LoweringRecord::Planned &planned : other->lowering().conversions)
    if (isa<ttg::ConvertLayoutOp>(planned.op))
      outcome.conversions[keyOf(planned.op, outcome.conversions)] = 1;
  return outcome;
}

} // namespace heddle
