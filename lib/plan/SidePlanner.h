//===- SidePlanner.h - Registers and addresses ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers and addresses of a plan through shared memory, once its
/// instructions and the memory's layout are chosen.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_SIDEPLANNER_H
#define HEDDLE_LIB_PLAN_SIDEPLANNER_H

#include "SharedPlanner.h"

namespace heddle {

/// Fills in the sides of a plan whose forms and memory are chosen.
void finishSides(const AccessSides &both, SharedPlan &plan);

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_SIDEPLANNER_H
