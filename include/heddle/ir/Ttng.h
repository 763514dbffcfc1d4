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

/// Whether `ttng.async_tma_reduce` combines such elements (PTX ISA,
/// cp.reduce.async.bulk.tensor, without increments and decrements).
bool canReduceBlocks(tt::DescriptorReduceKind kind, mlir::Type element);

} // namespace heddle::ttng

#define GET_OP_CLASSES
#include "heddle/ir/TtngOps.h.inc"

#endif // HEDDLE_IR_TTNG_H
