//===- PropReasons.h - Why a layout is what it is ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_PROPREASONS_H
#define HEDDLE_LIB_ANSWERS_PROPREASONS_H

#include "JsonLine.h"

namespace heddle {

/// For the properties that hold of any map, and some of registers, a sentence
/// with the numbers or the witness: `surjective`, `injective`, `replication`,
/// `contiguityPerThread`.
json reasonsJson(const LinearLayout &layout);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_PROPREASONS_H
