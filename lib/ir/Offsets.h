//===- Offsets.h - Text of offsets ------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `[0, 64]`, between the brackets.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_OFFSETS_H
#define HEDDLE_LIB_IR_OFFSETS_H

#include "mlir/IR/OpImplementation.h"

namespace heddle::ttg {

mlir::ParseResult parseOffsets(mlir::OpAsmParser &parser,
                               mlir::DenseI32ArrayAttr &offsets);
void printOffsets(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::DenseI32ArrayAttr offsets);

} // namespace heddle::ttg

#endif // HEDDLE_LIB_IR_OFFSETS_H
