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
#ifndef HEDDLE_LIB_DRIVER_MAKESIMREPORT_H
#define HEDDLE_LIB_DRIVER_MAKESIMREPORT_H

#include "heddle/driver/SimReport.h"
#include "heddle/lowering/Record.h"
#include "heddle/sim/Simulator.h"

namespace heddle {

/// The line of a location: in this file, of the calls that lead there the
/// innermost that is; if none is, where the outermost call stands.
SourcePlace sourcePlaceOf(mlir::Location place, llvm::StringRef file);

/// The file itself, or one of its name beside the input, where it can be read.
std::optional<std::string> findSource(llvm::StringRef file,
                                      llvm::StringRef input);

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

#endif // HEDDLE_LIB_DRIVER_MAKESIMREPORT_H
