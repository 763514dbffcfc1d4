//===- DotFactors.h - What a dot multiplies ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The factors of a `tt.dot` or `tt.dot_scaled` in registers. Where their
/// layouts do not fit the result's, they are converted to those that its
/// encoding has for factors.
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

/// The factors as they are if those layouts fit; else, if these do, in those
/// that the encoding of the result has for them. Nothing if neither fit. Fails
/// with an error at the op where they cannot be converted.
mlir::FailureOr<std::optional<DotFactors>>
fittingFactors(LoweringContext &context, mlir::Operation *dot,
               llvm::function_ref<bool(const DotFactors &)> fit);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERS_DOTFACTORS_H
