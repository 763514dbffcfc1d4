//===- SharedBases.h - Shared memory by its basis vectors ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For the families whose text lists the offsets of shared memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_SHAREDBASES_H
#define HEDDLE_LIB_ENCODING_SHAREDBASES_H

#include "ShapeContext.h"

namespace heddle {

/// The layout with these bases. They fit one shape only; another is refused.
Result<LinearLayout> explicitLayout(const Bases &offsets, const Bases &blocks,
                                    const ShapeContext &c);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_SHAREDBASES_H
