//===- SourceText.h - A text and its lines ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of a document. A position of the protocol is a line and a number of
/// UTF-16 units in it; an offset is a number of bytes from the start.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_SOURCETEXT_H
#define HEDDLE_LIB_LSP_SOURCETEXT_H

#include "llvm/Support/LSP/Protocol.h"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::lsp {

/// From `begin` to before `end`, in bytes.
struct Extent {
  std::size_t begin = 0, end = 0;
  /// Also just behind the end, where the cursor is after typing a name.
  bool touches(std::size_t offset) const {
    return begin <= offset && offset <= end;
  }
  Extent shifted(std::size_t by) const { return {begin + by, end + by}; }
};

class SourceText {
public:
  explicit SourceText(std::string text);

  std::string_view text() const { return content; }

  /// Positions behind the end of a line are at its end, those behind the last
  /// line at the end of the text, negative ones at 0. O(length of the line).
  std::size_t offsetOf(llvm::lsp::Position position) const;
  llvm::lsp::Position positionOf(std::size_t offset) const;
  llvm::lsp::Range rangeOf(Extent extent) const;

  /// Replaces the range of an edit by its text; everything, without a range.
  void apply(const llvm::lsp::TextDocumentContentChangeEvent &edit);

private:
  void findLines();

  std::string content;
  std::vector<std::size_t> lines;
};

/// Where two texts that differ in one stretch are the same.
class TextChange {
public:
  TextChange(std::string_view before, std::string_view after);

  /// Nothing inside the stretch that differs.
  std::optional<std::size_t> beforeOf(std::size_t after) const;
  std::optional<std::size_t> afterOf(std::size_t before) const;
  std::optional<Extent> afterOf(Extent before) const;

private:
  std::size_t prefix = 0, beforeEnd = 0, afterEnd = 0;
};

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_SOURCETEXT_H
