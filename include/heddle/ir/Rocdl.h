//===- Rocdl.h - Instructions of AMD's GPUs ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dialect `rocdl` as kernels have it: see Rocdl.td.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_ROCDL_H
#define HEDDLE_IR_ROCDL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "heddle/ir/RocdlDialect.h.inc"
#include "heddle/ir/RocdlEnums.h.inc"

#define GET_OP_CLASSES
#include "heddle/ir/RocdlOps.h.inc"

#endif // HEDDLE_IR_ROCDL_H
