//===- Document.cpp - An open document ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document.h"

namespace heddle::lsp {

namespace {

/// The parts between lines that are `// -----`, which belong to none.
std::vector<std::pair<std::size_t, std::string_view>>
splitParts(std::string_view text) {
  std::vector<std::pair<std::size_t, std::string_view>> parts;
  std::size_t begin = 0;
  for (std::size_t line = 0; line < text.size();) {
    std::size_t end = std::min(text.find('\n', line), text.size());
    llvm::StringRef words = text.substr(line, end - line);
    std::size_t next = std::min(end + 1, text.size());
    if (words.trim() == "// -----") {
      parts.emplace_back(begin, text.substr(begin, line - begin));
      begin = next;
    }
    line = next;
  }
  parts.emplace_back(begin, text.substr(begin));
  return parts;
}

} // namespace

std::optional<std::size_t>
PartView::parsedOffset(std::size_t inDocument) const {
  std::size_t offset = inDocument - begin;
  return change ? change->beforeOf(offset) : offset;
}

std::optional<Extent> PartView::documentExtent(Extent parsed) const {
  std::optional<Extent> now = change ? change->afterOf(parsed) : parsed;
  if (!now)
    return std::nullopt;
  return now->shifted(begin);
}

Document::Document(std::string uri, std::string text, std::int64_t version,
                   const mlir::DialectRegistry &registry)
    : name(std::move(uri)), source(std::move(text)), number(version),
      registry(registry) {}

void Document::edit(
    llvm::ArrayRef<llvm::lsp::TextDocumentContentChangeEvent> edits,
    std::int64_t newVersion) {
  for (const llvm::lsp::TextDocumentContentChangeEvent &edit : edits)
    source.apply(edit);
  number = newVersion;
  isStale = true;
}

ParsedText::Context Document::contextForNext() {
  constexpr unsigned MostTexts = 64;
  if (!context || parsedInContext == MostTexts) {
    context = ParsedText::makeContext(registry);
    parsedInContext = 0;
  }
  ++parsedInContext;
  return context;
}

bool Document::refresh() {
  if (!isStale)
    return false;
  isStale = false;
  std::vector<Part> before = std::move(list);
  list.clear();
  std::map<std::string_view, const Part *> known;
  for (const Part &part : before)
    known.insert({part.now->text(), &part});
  auto texts = splitParts(source.text());
  bool sameParts = texts.size() == before.size();
  for (auto [index, part] : llvm::enumerate(texts)) {
    auto [begin, text] = part;
    if (auto same = known.find(text); same != known.end()) {
      list.push_back({begin, same->second->now, same->second->withOps});
      continue;
    }
    auto now =
        std::make_shared<const ParsedText>(std::string(text), contextForNext());
    std::shared_ptr<const ParsedText> withOps = now;
    if (!now->hasOps())
      withOps = sameParts ? before[index].withOps : nullptr;
    list.push_back({begin, std::move(now), std::move(withOps)});
  }
  return true;
}

const Document::Part &Document::partAt(std::size_t offset) const {
  auto next =
      llvm::upper_bound(list, offset, [](std::size_t at, const Part &part) {
        return at < part.begin;
      });
  return next == list.begin() ? list.front() : *std::prev(next);
}

std::optional<PartView> Document::viewOf(const Part &part) {
  if (!part.withOps)
    return std::nullopt;
  PartView view = {part.withOps.get(), part.begin, std::nullopt};
  if (part.withOps != part.now)
    view.change.emplace(part.withOps->text(), part.now->text());
  return view;
}

} // namespace heddle::lsp
