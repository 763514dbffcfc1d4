//===- Elementwise.h - Ops on each register ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The emitter that serves most ops on numbers: the same op on registers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_ELEMENTWISE_H
#define HEDDLE_LIB_LOWERING_ELEMENTWISE_H

#include "ElementContext.h"

namespace heddle {

mlir::LogicalResult emitSame(ElementContext &context, mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_ELEMENTWISE_H
