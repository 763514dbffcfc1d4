//===- MakeReport.h - What a kernel costs, and why --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The report of a kernel from its program and what lowering decided.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REPORT_MAKEREPORT_H
#define HEDDLE_REPORT_MAKEREPORT_H

#include "heddle/pipeline/KernelFile.h"
#include "heddle/report/KernelReport.h"

namespace heddle {

/// One for each kernel of a file that has been lowered.
std::vector<KernelReport> makeReports(KernelFile &file);

} // namespace heddle

#endif // HEDDLE_REPORT_MAKEREPORT_H
