//===- BlockExchange.h - Elements that go from block to block ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_BLOCKEXCHANGE_H
#define HEDDLE_LIB_TRANSFORMS_BLOCKEXCHANGE_H

#include "mlir/IR/Operation.h"

namespace heddle {

/// May the op exchange elements between blocks of a cluster? Threads of a
/// partition cannot wait for those of other blocks.
bool mayExchangeBetweenBlocks(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_BLOCKEXCHANGE_H
