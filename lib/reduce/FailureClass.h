//===- FailureClass.h - Failures in words that last ----------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What stays of a message while a kernel gets smaller.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_FAILURECLASS_H
#define HEDDLE_LIB_REDUCE_FAILURECLASS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace heddle::reduction {

/// A message without what depends on the kernel's size: numbers are `#`, values
/// `%`, symbols `@`, aliases of attributes and types have no names, and what
/// stands in the brackets of types and attributes is left out.
///
///     'tt.dot' op expects 64 columns in %12, but got 'tensor<64x32xf16, #b1>'
///     'tt.dot' op expects # columns in %, but got 'tensor<>'
std::string messageClass(llvm::StringRef message);

/// The first error in what a program printed, without its location: what
/// follows the first "error: ", or the first line of a Python exception or of
/// anything else.
std::string firstError(llvm::StringRef errors);

/// The line that a program shows below its first error; empty if it shows none.
std::string shownLine(llvm::StringRef errors);

/// What a program says when it crashes: its failed assertion, fatal error or
/// unreachable place, else the first function of a stack trace below the signal
/// handler, else nothing.
std::string crashReason(llvm::StringRef errors);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_FAILURECLASS_H
