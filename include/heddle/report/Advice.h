//===- Advice.h - What costs most, and what would help ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ops of a kernel that cost most, and which facts about its arguments, or
/// which number of warps, would make them cheaper. Each advice has been tried
/// by compiling the kernel again, so that a report takes as long as some dozens
/// of lowerings; code is generated once.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REPORT_ADVICE_H
#define HEDDLE_REPORT_ADVICE_H

#include "heddle/report/MakeReport.h"

namespace heddle {

/// Says in each report which three ops cost most: conversions of layouts, and
/// accesses of global and of shared memory. The options are those that the file
/// was compiled with.
void addAdvice(std::vector<KernelReport> &reports, KernelFile &file,
               const CompileOptions &options);

} // namespace heddle

#endif // HEDDLE_REPORT_ADVICE_H
