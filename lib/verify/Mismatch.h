//===- Mismatch.h - Where two terms part ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes down two terms that are not equal, as long as both are the same op of
/// operands one of which is not equal: so to the first ops at which two
/// programs part.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_MISMATCH_H
#define HEDDLE_LIB_VERIFY_MISMATCH_H

#include "FunctionTerms.h"

namespace heddle::equivalence {

struct Mismatch {
  TermRef left, right;
  std::optional<mlir::Location> leftLocation, rightLocation;
  /// "'arith.addf' and 'arith.mulf'"
  std::string text() const;
};

/// O(size of the terms).
Mismatch findMismatch(const Claims &claims, const FunctionTerms &left,
                      const FunctionTerms &right, TermRef leftTerm,
                      TermRef rightTerm);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_MISMATCH_H
