//===- ScaledProducts.h - Instructions that know scales ----------*- C++
//-*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `tt.dot_scaled` by matrix instructions that multiply blocks with scales.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_SCALEDPRODUCTS_H
#define HEDDLE_LIB_TRANSFORMS_SCALEDPRODUCTS_H

#include "heddle/ir/Tt.h"
#include "heddle/target/Target.h"

namespace heddle {

/// Makes the product one that the target's instructions multiply as it is;
/// false, and nothing has changed, if there is none. Instructions take pairs
/// of four bits along K, and NVIDIA's take none beside wider elements: else
/// they become e2m3, which has all of their numbers, in a byte.
bool fitScaledProduct(tt::DotScaledOp dot, const Target &target);

/// Gives a product with blocked layouts those of the instruction that takes the
/// fewest cycles. Nothing changes if there is none.
void accelerateScaledProduct(tt::DotScaledOp dot, const Target &target);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_SCALEDPRODUCTS_H
