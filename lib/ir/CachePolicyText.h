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

#include "heddle/ir/Tt.h"
#include "mlir/IR/OpImplementation.h"

namespace heddle::ir {

struct CachePolicy {
  tt::CacheModifier modifier = tt::CacheModifier::None;
  tt::EvictionPolicy eviction = tt::EvictionPolicy::Normal;
};
/// The policy of an access, in whichever form it has it. The default if it has
/// an attribute of another dialect.
CachePolicy cachePolicyOf(mlir::Operation *op);

/// Reads the older form if it is there.
mlir::ParseResult parseCachePolicy(mlir::OpAsmParser &parser,
                                   mlir::OperationState &result);
/// Reads `cachePolicy = #tt.cache_policy<...>` if it is there: how some copies
/// have it from 3.9 on.
mlir::ParseResult parseCachePolicyAttr(mlir::OpAsmParser &parser,
                                       mlir::OperationState &result);

/// Writes the policy and the other attributes but those left out, and
/// `isVolatile` if it is given.
void printWithCachePolicy(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          llvm::ArrayRef<llvm::StringRef> leftOut,
                          mlir::BoolAttr isVolatile);
/// Writes ` cacheModifier = cg` unless it is the default.
void printCacheModifier(mlir::OpAsmPrinter &printer, mlir::Operation *op);
/// Writes ` cachePolicy = #tt.cache_policy<...>` if there is one.
void printCachePolicyAttr(mlir::OpAsmPrinter &printer, mlir::Operation *op);

} // namespace heddle::ir

#endif // HEDDLE_LIB_IR_CACHEPOLICYTEXT_H
