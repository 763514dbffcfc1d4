//===- Ttg.h - The dialect ttg ----------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tile programs with layouts: see TtgDialect.td, and TtgOps.td for the ops.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTG_H
#define HEDDLE_IR_TTG_H

#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/TensorEncoding.h"

#include "heddle/ir/TtgDialect.h.inc"
#include "heddle/ir/TtgEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/TtgAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "heddle/ir/TtgTypes.h.inc"

namespace heddle::ttg {

/// Attributes of a module.
inline constexpr llvm::StringRef WarpsAttr = "ttg.num-warps";
inline constexpr llvm::StringRef LanesAttr = "ttg.threads-per-warp";
inline constexpr llvm::StringRef BlocksAttr = "ttg.num-ctas";
inline constexpr llvm::StringRef TargetAttr = "ttg.target";
inline constexpr llvm::StringRef MaxRegistersAttr = "ttg.maxnreg";

} // namespace heddle::ttg

#define GET_OP_CLASSES
#include "heddle/ir/TtgOps.h.inc"

#endif // HEDDLE_IR_TTG_H
