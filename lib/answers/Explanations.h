//===- Explanations.h - Parts of explanations -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `heddle convert --explain` tells about one pair of layouts, part by
/// part.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_EXPLANATIONS_H
#define HEDDLE_LIB_ANSWERS_EXPLANATIONS_H

#include "heddle/answers/ConvertReport.h"

namespace heddle {

/// Which bits of registers, lanes, warps and blocks move where, and what that
/// crosses.
[[nodiscard]] Result<std::string> explainMovement(const ConvertAnswer &answer);

/// The parts of an offset, what a phase touches on both sides, and why no
/// layout takes fewer wavefronts. Empty without a `ScratchLayout`.
std::string explainMemory(const ConvertAnswer &answer);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_EXPLANATIONS_H
