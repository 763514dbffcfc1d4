//===- RecomputedStages.h - Values of several stages ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_RECOMPUTEDSTAGES_H
#define HEDDLE_LIB_TRANSFORMS_RECOMPUTEDSTAGES_H

#include "LoopSchedule.h"

namespace heddle {

/// What a stage computes and a later one uses, too, is kept in registers for as
/// many iterations as there are stages between them. What follows from the
/// number of the iteration by cheap ops, as masks do, is computed once more in
/// the later stage instead. The body is sorted by stages.
void recomputeInLaterStages(mlir::scf::ForOp loop, LoopSchedule &schedule);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_RECOMPUTEDSTAGES_H
