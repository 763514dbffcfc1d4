//===- TextReducer.h - Fewer lines of a text ------------------ -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reduces what no parser takes: by lines, without knowing what they say.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_TEXTREDUCER_H
#define HEDDLE_LIB_REDUCE_TEXTREDUCER_H

#include "heddle/reduce/Reduce.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace heddle::reduction {

/// Leaves out lines as long as `isInteresting` says so: ever smaller runs of
/// lines, blocks with what is in their braces, and the braces alone. Ends early
/// where `isOver` says so. O(n log n) calls of a text of n lines.
std::string
reduceLines(const std::string &text,
            llvm::function_ref<bool(const std::string &)> isInteresting,
            llvm::function_ref<bool()> isOver);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_TEXTREDUCER_H
