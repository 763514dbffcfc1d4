//===- ProductElements.h - Types that products are computed in --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which types of elements `tt.dot` may be computed in.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_PRODUCTELEMENTS_H
#define HEDDLE_LIB_TRANSFORMS_PRODUCTELEMENTS_H

#include "heddle/ir/Tt.h"

namespace heddle {

struct ProductElements {
  mlir::Type a, b, sum;
};

ProductElements elementsOf(tt::DotOp dot);

/// The same with wider types that hold all that these do; those that are
/// cheaper come first.
llvm::SmallVector<ProductElements> wideningsOf(const ProductElements &own);

/// An instruction of a warp group adds 32 products of 8-bit floats before the
/// sum is rounded to f32: more than the product allows?
bool isTooImprecise(const ProductElements &elements, tt::DotOp dot);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_PRODUCTELEMENTS_H
