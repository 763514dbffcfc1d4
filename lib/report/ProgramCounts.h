//===- ProgramCounts.h - Instructions of a thread's program -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REPORT_PROGRAMCOUNTS_H
#define HEDDLE_LIB_REPORT_PROGRAMCOUNTS_H

#include "heddle/report/KernelReport.h"
#include "heddle/simt/Simt.h"

namespace heddle {

/// What the program of a thread has of each class, each op counted once
/// whatever loop it is in; classes that it has nothing of are left out.
std::vector<ReportedInstructions> countProgram(simt::KernelOp kernel);

} // namespace heddle

#endif // HEDDLE_LIB_REPORT_PROGRAMCOUNTS_H
