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

/// Leaves out waits for all groups behind a loop, whose sums the next loop only
/// waits for, in its first round or behind it:
///
///     s = for ... { ... group ... }      s = for ... { ... group ... }
///     d = wait 0 (s)                     t = for c = s { c' = wait 0 (c) ... }
///     t = for c = d { c' = wait 0 (c) ... }
///     e = wait 0 (t)                     e = wait 0 (t)
///
/// And makes one of two waits for all groups with nothing in between.
void leaveOutRepeatedWaits(simt::KernelOp kernel);

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_REPEATEDWAITS_H
