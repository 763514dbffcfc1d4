//===- DescriptorPatterns.h - Descriptors as their parts --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ops that make, access and pass on descriptors and block pointers, as ops on
/// the values that these are made of: accesses become accesses through
/// pointers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_DESCRIPTORPATTERNS_H
#define HEDDLE_LIB_TRANSFORMS_DESCRIPTORPATTERNS_H

#include "DescriptorParts.h"

namespace heddle {

/// Patterns of the ops that make, access, select, pass and return descriptors
/// and block pointers. They take for granted that `checkRewritable` succeeds.
void addDescriptorPatterns(const PartTypes &types,
                           mlir::RewritePatternSet &patterns);

/// Refuses the op if it has to do with one of these types, and there is no way
/// to do that through pointers.
mlir::LogicalResult checkRewritable(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_DESCRIPTORPATTERNS_H
