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

#include "heddle/report/SimReport.h"
#include "heddle/sim/Simulator.h"

namespace heddle {

/// How reports name an instruction: the op of the kernel's file that it belongs
/// to, and its line, in this file if that is on the way there.
struct OpText {
  llvm::StringRef name;
  SourceLocation location;
};
OpText textOf(mlir::Operation *op, llvm::StringRef file);

/// A timeline in Chrome's trace event format, which Perfetto opens: one thread
/// a warp, a cycle as a microsecond.
std::string traceOf(const sim::Timeline &timeline, const SimReport &report);

/// Adds what was executed to a report that knows where the kernel begins.
void addCounts(SimReport &report, const sim::Outcome &outcome);

} // namespace heddle

#endif // HEDDLE_REPORT_MAKESIMREPORT_H
