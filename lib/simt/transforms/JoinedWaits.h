//===- JoinedWaits.h - Groups that go on side by side ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Products of warp groups are waited for where each is lowered. Where the next
/// group of the block needs nothing but the sums, to add to, or nothing at all,
/// the tensor cores would be idle from the end of one to the start of the next:
///
///     d = group a * b + c            d = group a * b + c
///     d' = wait 0 (d)                e = group x * y + d
///     e = group x * y + d'           e' = wait 0 (e)
///     e' = wait 0 (e)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_JOINEDWAITS_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_JOINEDWAITS_H

#include "heddle/simt/Simt.h"

namespace heddle {

/// Leaves out waits for groups whose sums nobody reads before the next wait for
/// all groups of the block, if nobody may write to what they read until then.
/// Whether there were any, or waits behind stores. `willChange` is called
/// before the first change, if there is one.
bool joinWaits(simt::KernelOp kernel, llvm::function_ref<void()> willChange);

/// One wait where the next of two is, for what both are for.
void joinWithNext(simt::GroupWaitOp wait, simt::GroupWaitOp next);

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_JOINEDWAITS_H
