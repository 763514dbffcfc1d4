//===- Ttng.h - The dialect ttng --------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asynchronous work of NVIDIA's GPUs: see TtngDialect.td, and TtngOps.td for
/// the ops.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTNG_H
#define HEDDLE_IR_TTNG_H

#include "heddle/ir/LayoutFlow.h"
#include "heddle/ir/Ttg.h"

#include "heddle/ir/TtngDialect.h.inc"
#include "heddle/ir/TtngEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/TtngAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "heddle/ir/TtngTypes.h.inc"

namespace heddle::ttng {

/// Attribute of a module: are its products those of pairs of blocks?
inline constexpr llvm::StringRef TwoBlocksAttr = "ttng.two-ctas";

/// Attribute, of no value, of a `ttng.arrive_barrier` whose arrivals are as
/// many as there are warps, or a multiple: each warp arrives when it is done
/// itself, rather than one thread when all are. That is the same if no warp
/// arrives again before all have: as where each waits meanwhile for what
/// somebody does who waits for this phase.
inline constexpr llvm::StringLiteral EachWarpAttr = "heddle.each_warp";

/// Attribute of a `ttng.warp_group_dot`, an i32: by how many cycles each group
/// of four warps starts it later than the group before. Nothing else changes.
inline constexpr llvm::StringLiteral StaggerAttr = "heddle.stagger";

/// Whether `ttng.async_tma_reduce` combines such elements (PTX ISA,
/// cp.reduce.async.bulk.tensor, without increments and decrements).
bool canReduceBlocks(tt::DescriptorReduceKind kind, mlir::Type element);

} // namespace heddle::ttng

#define GET_OP_CLASSES
#include "heddle/ir/TtngOps.h.inc"

#endif // HEDDLE_IR_TTNG_H
