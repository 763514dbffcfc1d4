//===- WarpGather.h - Gathers by shuffles -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements at indices, from registers of the warp's lanes.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_EMITTERS_WARPGATHER_H
#define HEDDLE_LIB_LOWERING_EMITTERS_WARPGATHER_H

#include "LoweringContext.h"
#include "heddle/mathlib/Term.h"
#include "heddle/plan/GatherPlan.h"

namespace heddle {

/// The elements of `registers` that `indices`, words, name. Of an index, only
/// the bits along the axis count.
mlir::Value gatherInWarp(LoweringContext &context, const GatherPlan &plan,
                         mlir::Value registers, Term indices);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERS_WARPGATHER_H
