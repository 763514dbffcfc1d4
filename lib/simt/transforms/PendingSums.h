//===- PendingSums.h - Sums of groups under way ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The registers of a group's sums must not be read before a wait for them.
/// Triton's flattened loops read them: the last round of an inner loop selects
/// zeros for the next, while the products go on.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_PENDINGSUMS_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_PENDINGSUMS_H

#include "heddle/simt/Simt.h"

namespace heddle {

/// A loop whose sums begin anew in some rounds, by a select of zeros, has the
/// next group ignore its sums instead: the registers are not read, and the
/// products go on.
void replaceResetsBySkippedSums(simt::KernelOp kernel);

/// Waits before each op that reads sums under way.
void waitBeforeReads(simt::KernelOp kernel);

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_PENDINGSUMS_H
