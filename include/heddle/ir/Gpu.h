//===- Gpu.h - Barriers and numbers of threads ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dialect `gpu` as kernels have it: see Gpu.td.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_GPU_H
#define HEDDLE_IR_GPU_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "heddle/ir/GpuDialect.h.inc"
#include "heddle/ir/GpuEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/GpuAttrs.h.inc"

#define GET_OP_CLASSES
#include "heddle/ir/GpuOps.h.inc"

#endif // HEDDLE_IR_GPU_H
