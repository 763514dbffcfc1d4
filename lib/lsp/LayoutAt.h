//===- LayoutAt.h - Layouts in a text ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layout that is written under the cursor. It is found by brackets alone,
/// so that it is there while the rest of the text is being typed.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_LAYOUTAT_H
#define HEDDLE_LIB_LSP_LAYOUTAT_H

#include "SourceText.h"
#include "heddle/answers/AliasFile.h"
#include "heddle/answers/LayoutSubject.h"

namespace heddle::lsp {

struct LayoutAt {
  Extent where;
  LayoutSubject subject;
  /// Why the layout is shown on that type, if no type stands there: "on the
  /// first type here that has it". Empty if one does.
  std::string reason;
};

/// In this order: the type around the cursor; of a layout that stands alone the
/// first type of the text that has it, else `canonicalSubject`. Nothing where
/// no layout stands, or one that does not fit its type. Linear in the line, or
/// in the text for a layout that stands alone.
std::optional<LayoutAt> layoutAt(std::string_view text, std::size_t offset,
                                 const AliasFile &aliases);

/// A layout on a shape that nobody gave: of f16, 128 elements in one dimension,
/// 64x64 in two, and 2 in each one before the last two; or else the first of
/// the next powers of two up to 1024 in the last two that it fits. Fails where
/// it fits none.
[[nodiscard]] Result<LayoutSubject> canonicalSubject(const Encoding &encoding);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_LAYOUTAT_H
