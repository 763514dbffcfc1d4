//===- Amdg.h - The dialect amdg --------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tile programs for AMD's GPUs: see AmdgDialect.td, and AmdgOps.td for the
/// ops.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_AMDG_H
#define HEDDLE_IR_AMDG_H

#include "heddle/ir/LayoutFlow.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "heddle/ir/AmdgDialect.h.inc"
#include "heddle/ir/AmdgEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/AmdgAttrs.h.inc"

#define GET_OP_CLASSES
#include "heddle/ir/AmdgOps.h.inc"

namespace heddle::amdg {

/// The layout that `in_thread_transpose` gives a tensor of two axes in a
/// blocked layout: the registers of a box of `sizePerThread` with the other
/// axis in front, all else as it is. The boxes are inside of the tensor.
LinearEncoding transposedInThread(const BlockedEncoding &blocked,
                                  const LinearLayout &layout);

} // namespace heddle::amdg

#endif // HEDDLE_IR_AMDG_H
