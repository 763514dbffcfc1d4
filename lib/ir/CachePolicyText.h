//===- CachePolicyText.h - Text of cache policies ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a memory access uses the caches, as each release writes it: up to 3.8
/// `cacheModifier = cg evictionPolicy = evict_last` in front of the attributes,
/// from 3.9 on an attribute `cachePolicy`. In the IR it is the attribute,
/// unless the generic form of an older release was read.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_CACHEPOLICYTEXT_H
#define HEDDLE_LIB_IR_CACHEPOLICYTEXT_H

#include "mlir/IR/OpImplementation.h"

namespace heddle::ir {

/// Reads the older form if it is there.
mlir::ParseResult parseCachePolicy(mlir::OpAsmParser &parser,
                                   mlir::OperationState &result);

/// Writes the policy and the other attributes but those left out, and
/// `isVolatile` if it is given.
void printWithCachePolicy(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          llvm::ArrayRef<llvm::StringRef> leftOut,
                          mlir::BoolAttr isVolatile);

} // namespace heddle::ir

#endif // HEDDLE_LIB_IR_CACHEPOLICYTEXT_H
