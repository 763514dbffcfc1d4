//===- SourceText.cpp - A text and its lines ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"

#include <algorithm>

namespace heddle::lsp {

namespace {

/// The bytes of the UTF-8 sequence that begins with `first`; 1 where none does.
unsigned bytesOfCharacter(unsigned char first) {
  constexpr unsigned char Two = 0xC0, Three = 0xE0, Four = 0xF0, Invalid = 0xF8;
  if (first < Two || first >= Invalid)
    return 1;
  return first < Three ? 2 : first < Four ? 3 : 4;
}

/// Calls `visit` with the bytes and the UTF-16 units of each character, until
/// it returns false.
template <class Visit>
void forEachCharacter(std::string_view line, Visit visit) {
  for (std::size_t at = 0; at < line.size();) {
    unsigned bytes = bytesOfCharacter(static_cast<unsigned char>(line[at]));
    bytes = std::min<unsigned>(bytes, line.size() - at);
    // Characters of four bytes are a pair of surrogates.
    if (!visit(bytes, bytes == 4 ? 2U : 1U))
      return;
    at += bytes;
  }
}

} // namespace

SourceText::SourceText(std::string text) : content(std::move(text)) {
  findLines();
}

void SourceText::findLines() {
  lines.assign(1, 0);
  for (std::size_t at = content.find('\n'); at != std::string::npos;
       at = content.find('\n', at + 1))
    lines.push_back(at + 1);
}

std::size_t SourceText::offsetOf(llvm::lsp::Position position) const {
  if (position.line < 0)
    return 0;
  auto line = static_cast<std::size_t>(position.line);
  if (line >= lines.size())
    return content.size();
  std::size_t end =
      line + 1 < lines.size() ? lines[line + 1] - 1 : content.size();
  std::string_view view = content;
  view = view.substr(lines[line], end - lines[line]);
  std::size_t offset = lines[line];
  int units = position.character;
  forEachCharacter(view, [&](unsigned bytes, unsigned wide) {
    if (units <= 0)
      return false;
    units -= static_cast<int>(wide);
    offset += bytes;
    return true;
  });
  return offset;
}

llvm::lsp::Position SourceText::positionOf(std::size_t offset) const {
  offset = std::min(offset, content.size());
  auto next = std::ranges::upper_bound(lines, offset);
  std::size_t line = next - lines.begin() - 1;
  std::string_view view = content;
  int units = 0;
  forEachCharacter(view.substr(lines[line], offset - lines[line]),
                   [&](unsigned, unsigned wide) {
                     units += static_cast<int>(wide);
                     return true;
                   });
  return {static_cast<int>(line), units};
}

llvm::lsp::Range SourceText::rangeOf(Extent extent) const {
  return {positionOf(extent.begin), positionOf(extent.end)};
}

void SourceText::apply(const llvm::lsp::TextDocumentContentChangeEvent &edit) {
  if (!edit.range) {
    content = edit.text;
  } else {
    std::size_t begin = offsetOf(edit.range->start);
    std::size_t end = std::max(begin, offsetOf(edit.range->end));
    content.replace(begin, end - begin, edit.text);
  }
  findLines();
}

TextChange::TextChange(std::string_view before, std::string_view after) {
  prefix = std::ranges::mismatch(before, after).in1 - before.begin();
  std::size_t rest = std::min(before.size(), after.size()) - prefix;
  std::size_t suffix = 0;
  while (suffix < rest &&
         before[before.size() - 1 - suffix] == after[after.size() - 1 - suffix])
    ++suffix;
  beforeEnd = before.size() - suffix;
  afterEnd = after.size() - suffix;
}

std::optional<std::size_t> TextChange::beforeOf(std::size_t after) const {
  if (after <= prefix)
    return after;
  if (after >= afterEnd)
    return after - afterEnd + beforeEnd;
  return std::nullopt;
}

std::optional<std::size_t> TextChange::afterOf(std::size_t before) const {
  if (before <= prefix)
    return before;
  if (before >= beforeEnd)
    return before - beforeEnd + afterEnd;
  return std::nullopt;
}

std::optional<Extent> TextChange::afterOf(Extent before) const {
  std::optional<std::size_t> begin = afterOf(before.begin);
  std::optional<std::size_t> end = afterOf(before.end);
  // What the change is inside of has changed.
  if (!begin || !end || *end - *begin != before.end - before.begin)
    return std::nullopt;
  return Extent{*begin, *end};
}

} // namespace heddle::lsp
