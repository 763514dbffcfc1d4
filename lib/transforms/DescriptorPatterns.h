//===- DescriptorPatterns.h - Descriptors as their parts --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Descriptors and block pointers as the values that they are made of, and the
/// accesses through them as accesses through pointers. A descriptor of rank n
/// is
///
///     base, n sizes (i64), n strides (i64), whether NaN is the padding (i1)
///
/// and a block pointer
///
///     base, n sizes (i64), n strides (i64), n offsets (i32)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_DESCRIPTORPATTERNS_H
#define HEDDLE_LIB_TRANSFORMS_DESCRIPTORPATTERNS_H

#include "heddle/ir/Ttg.h"
#include "mlir/Transforms/DialectConversion.h"

#include <optional>

namespace heddle {

/// Is this a descriptor of tiles, or a block pointer?
bool hasParts(mlir::Type type);

/// From these types to those of their parts.
class PartTypes : public mlir::TypeConverter {
public:
  PartTypes();
};

/// Patterns of the ops that make, access, select, pass and return descriptors
/// and block pointers. They take for granted that `checkRewritable` succeeds.
void addDescriptorPatterns(const PartTypes &types,
                           mlir::RewritePatternSet &patterns);

/// Refuses the op if it has to do with one of these types, and there is no way
/// to do that through pointers.
mlir::LogicalResult checkRewritable(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_DESCRIPTORPATTERNS_H
