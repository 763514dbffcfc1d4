//===- TermNames.h - Computed terms of integers -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_TERMNAMES_H
#define HEDDLE_LIB_VERIFY_TERMNAMES_H

#include "Term.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::equivalence {

/// Those with `verify` are of no op.
inline constexpr llvm::StringLiteral IsZero = "verify.is_zero",
                                     SignedLess = "verify.less_signed",
                                     UnsignedLess = "verify.less_unsigned",
                                     SignExtend = "arith.extsi",
                                     ZeroExtend = "arith.extui";

inline bool isNamed(TermRef term, llvm::StringRef name) {
  return term->kind == TermKind::Computed &&
         mlir::OperationName::getFromOpaquePointer(term->name).getStringRef() ==
             name;
}

inline std::int64_t signedValue(TermRef constant) {
  return llvm::SignExtend64(constant->data[0], integerWidth(constant->type));
}

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_TERMNAMES_H
