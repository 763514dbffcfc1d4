//===- RepeatedWaits.h - Waits for what is waited for again -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_REPEATEDWAITS_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_REPEATEDWAITS_H

#include "heddle/simt/Simt.h"

namespace heddle {

/// Makes one of two waits for all groups with nothing in between.
void joinAdjacentWaits(simt::KernelOp kernel);

/// Leaves out waits for all groups behind a loop, whose sums the next loop only
/// waits for, in its first round or behind it:
///
///     s = for ... { ... group ... }      s = for ... { ... group ... }
///     d = wait 0 (s)                     t = for c = s { c' = wait 0 (c) ... }
///     t = for c = d { c' = wait 0 (c) ... }
///     e = wait 0 (t)                     e = wait 0 (t)
///
/// What the groups read lives until the next wait then. Whether there were any;
/// `willChange` is called before the first change.
bool leaveOutRepeatedWaits(simt::KernelOp kernel,
                           llvm::function_ref<void()> willChange);

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_REPEATEDWAITS_H
