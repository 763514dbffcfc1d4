//===- ConvertParts.h - Parts of answers about conversions ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parts of the texts about a conversion that several of them have.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_CONVERTPARTS_H
#define HEDDLE_LIB_ANSWERS_CONVERTPARTS_H

#include "heddle/answers/ConvertReport.h"

namespace heddle {

/// Both types, and the threads and registers of the target: three lines.
[[nodiscard]] Result<std::string> subjectsText(const ConvertAnswer &answer,
                                               TritonVersion version);

/// "1 barrier of the block": all of a block, or "none".
std::string barriersText(const ProgramCounts &counts);

/// "8 in each warp, the least that can do it".
std::string shufflesText(const ConvertAnswer &answer);

/// The instructions of a warp, a line each.
std::string warpText(const ConvertAnswer &answer);

/// The alternatives, a line each; empty if there are none.
std::string alternativesText(const ConvertAnswer &answer);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_CONVERTPARTS_H
