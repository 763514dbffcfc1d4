//===- Tt.h - The dialect tt ------------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tile programs as Triton's front end writes them: see TtDialect.td, and
/// TtOps.td for the ops.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TT_H
#define HEDDLE_IR_TT_H

#include "heddle/encoding/Version.h"
#include "heddle/ir/LayoutFlow.h"
#include "heddle/ir/Memory.h"
#include "heddle/ir/Traits.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "heddle/ir/TtDialect.h.inc"
#include "heddle/ir/TtEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/TtAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "heddle/ir/TtTypes.h.inc"

namespace heddle::tt {

/// The same tensor (or scalar) with other elements.
mlir::Type withElement(mlir::Type type, mlir::Type element);
/// f32 for !tt.ptr<f32>, tensor<...xf32> for tensor<...x!tt.ptr<f32>>.
mlir::Type pointee(mlir::Type type);
/// The pointers in global memory to such values.
mlir::Type pointerTo(mlir::Type type);
/// i1, in the same shape and layout.
mlir::Type boolLike(mlir::Type type);
/// The pointer from which a block pointer was made.
mlir::Type baseOfBlock(mlir::Type type);

} // namespace heddle::tt

#define GET_OP_CLASSES
#include "heddle/ir/TtOps.h.inc"

#endif // HEDDLE_IR_TT_H
