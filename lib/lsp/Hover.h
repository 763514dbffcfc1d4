//===- Hover.h - What stands under the cursor -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_HOVER_H
#define HEDDLE_LIB_LSP_HOVER_H

#include "Document.h"
#include "LayoutCard.h"
#include "MoveCosts.h"

namespace heddle::lsp {

struct HoverOptions {
  /// Of modules that name none.
  const Target *target = nullptr;
  Markup markup = Markup::Markdown;
};

struct HoverText {
  /// In the document.
  Extent where;
  std::string text;
};

/// About a layout that is written there, or the value, op, block or alias of
/// that name. Where the text cannot be parsed right now, names are those of the
/// last text that could. Call `refresh` of the document before.
std::optional<HoverText> hoverAt(const Document &document, std::size_t offset,
                                 MoveCosts &costs, const HoverOptions &options);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_HOVER_H
