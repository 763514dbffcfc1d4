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
#ifndef HEDDLE_LIB_DRIVER_MAKEREPORT_H
#define HEDDLE_LIB_DRIVER_MAKEREPORT_H

#include "heddle/driver/KernelReport.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/lowering/Record.h"

namespace heddle {

/// The kernel has places in shared memory and barriers; the module that it was
/// lowered from is still there.
KernelReport makeReport(simt::KernelOp kernel, const LoweringRecord &record,
                        const SharedUse &use, const Target &target);

} // namespace heddle

#endif // HEDDLE_LIB_DRIVER_MAKEREPORT_H
