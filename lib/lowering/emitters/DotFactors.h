//===- DotFactors.h - What a dot multiplies ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The factors of a `tt.dot` in registers. Where their layouts do not fit the
/// result's, they are converted to those that its encoding has for factors.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_EMITTERS_DOTFACTORS_H
#define HEDDLE_LIB_LOWERING_EMITTERS_DOTFACTORS_H

#include "LoweringContext.h"

#include <optional>

namespace heddle {

/// Registers of A and B, and where they hold which element.
struct DotFactors {
  mlir::Value a, b;
  LinearLayout layoutOfA, layoutOfB;
};

/// As they are.
DotFactors factorsOf(LoweringContext &context, tt::DotOp dot);

/// The layouts that the encoding of the result has for its factors; the
/// registers are still those of `factors`. Nothing if it has none.
std::optional<DotFactors> matchedFactors(LoweringContext &context,
                                         tt::DotOp dot,
                                         const DotFactors &factors);

/// Converts the registers of `to` from the layouts of `from` to its own. Fails
/// with an error at the op.
mlir::LogicalResult convertFactors(LoweringContext &context, tt::DotOp dot,
                                   const DotFactors &from, DotFactors &to);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERS_DOTFACTORS_H
