//===- MakeSimReport.h - Counts of lines and ops ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a simulated run counted, for the ops and lines that people wrote.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REPORT_MAKESIMREPORT_H
#define HEDDLE_REPORT_MAKESIMREPORT_H

#include "heddle/lowering/Record.h"
#include "heddle/report/SimReport.h"
#include "heddle/sim/Simulator.h"

namespace heddle {

/// The op of the kernel's file that an op was made for. Barriers, which nobody
/// wrote, are there for what comes behind them.
mlir::Operation *originOf(mlir::Operation *op, const LoweringRecord &record);

/// A timeline in Chrome's trace event format, which Perfetto opens: one thread
/// a warp, a cycle as a microsecond.
std::string traceOf(const sim::Timeline &timeline, const SimReport &report,
                    const LoweringRecord &record);

/// Adds what was executed to a report that knows where the kernel begins.
void addCounts(SimReport &report, const sim::Outcome &outcome,
               const LoweringRecord &record);

} // namespace heddle

#endif // HEDDLE_REPORT_MAKESIMREPORT_H
