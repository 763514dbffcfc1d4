//===- Legacy.h - Texts of older releases -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rewrites of single families, which `modernize` (Syntax.h) calls.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_LEGACY_H
#define HEDDLE_LIB_ENCODING_LEGACY_H

#include "Syntax.h"

namespace heddle {

/// `element` is that of the tensor, if it is known.
Placed<void> rewriteLeadingOffset(SyntaxAttribute &attribute,
                                  const std::optional<ElementType> &element);
Placed<void> rewritePadded(SyntaxFields &fields);
Placed<void> rewriteMfma(SyntaxFields &fields);
/// `rank` is that of the tensor, if it is known.
Placed<void> rewriteWmma(SyntaxFields &fields, std::optional<unsigned> rank);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_LEGACY_H
