//===- ChangeLayout.h - Another layout for one op ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_CHANGELAYOUT_H
#define HEDDLE_LIB_TRANSFORMS_CHANGELAYOUT_H

#include "mlir/IR/Operation.h"

namespace heddle {

/// Gives a tensor the layout, in its type.
void setLayout(mlir::Value value, mlir::Attribute layout);

/// Gives the elements of a constant the type of its result.
void setLayoutOfElements(mlir::Operation *op);

/// Gives the op's tensors of that shape the layout; what it takes and gives is
/// converted.
void changeLayout(mlir::Operation *op, llvm::ArrayRef<std::int64_t> shape,
                  mlir::Attribute layout);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_CHANGELAYOUT_H
