//===- BlockOccupancy.h - Blocks of a kernel that fit together --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REPORT_BLOCKOCCUPANCY_H
#define HEDDLE_REPORT_BLOCKOCCUPANCY_H

#include "heddle/pipeline/Compile.h"
#include "heddle/report/KernelReport.h"

namespace heddle {

/// Adds how many blocks of the kernel a multiprocessor holds at a time
/// (target/Occupancy.h), by the registers that ptxas gave a thread; without
/// ptxas by the words that are live at one time, of which a thread hardly has
/// fewer registers. Adds nothing where the target's row has no `timing`.
void addOccupancy(KernelReport &report, const CompiledModule &module);

} // namespace heddle

#endif // HEDDLE_REPORT_BLOCKOCCUPANCY_H
