//===- Nvg.h - The dialect nvg ----------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ops that Triton's files have beside `llvm` and `nvvm` when their tensors
/// are gone: see Nvg.td.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_NVG_H
#define HEDDLE_IR_NVG_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "heddle/ir/NvgDialect.h.inc"

#define GET_OP_CLASSES
#include "heddle/ir/NvgOps.h.inc"

#endif // HEDDLE_IR_NVG_H
