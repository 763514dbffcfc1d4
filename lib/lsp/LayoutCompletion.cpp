//===- LayoutCompletion.cpp - Names inside layouts ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutCompletion.h"
#include "heddle/answers/AliasFile.h"
#include "heddle/encoding/Parameters.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle::lsp {

using llvm::lsp::CompletionItem;
using llvm::lsp::CompletionItemKind;

namespace {

CompletionItem makeItem(std::string_view label, CompletionItemKind kind,
                        std::string_view detail, std::string_view meaning) {
  CompletionItem item(llvm::json::fixUTF8(llvm::StringRef(label)), kind);
  item.detail = llvm::json::fixUTF8(llvm::StringRef(detail));
  if (!meaning.empty())
    item.documentation = {llvm::lsp::MarkupKind::PlainText,
                          std::string(meaning)};
  return item;
}

/// The brackets that are open at the end of a line, with what stands in front
/// of each: `#ttg.blocked` of `<`, nothing of the `{` behind that.
struct Opened {
  llvm::StringRef name;
  std::size_t at;
};

std::vector<Opened> openedAtEnd(llvm::StringRef line) {
  auto isPart = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '#';
  };
  std::vector<Opened> opened;
  for (auto [at, c] : llvm::enumerate(line)) {
    if (c == '<' || c == '{' || c == '[' || c == '(') {
      llvm::StringRef before = line.take_front(at);
      std::size_t begin = before.size();
      while (begin > 0 && isPart(before[begin - 1]))
        --begin;
      opened.push_back({before.drop_front(begin), at});
    } else if (llvm::StringRef(">}])").contains(c) && !opened.empty()) {
      opened.pop_back();
    }
  }
  return opened;
}

/// Whether the line ends inside a tensor or a memdesc, where a layout stands.
bool isInType(llvm::StringRef line) {
  std::vector<Opened> opened = openedAtEnd(line);
  return !opened.empty() && (opened.back().name == "tensor" ||
                             opened.back().name.ends_with(".memdesc"));
}

/// The aliases of the text, and what other attributes there begin with.
std::vector<CompletionItem> aliasesOf(std::string_view text) {
  std::vector<CompletionItem> items;
  AliasFile file{std::string(text)};
  for (const AliasFile::Alias &alias : file.aliases())
    items.push_back(
        makeItem(alias.name, CompletionItemKind::Field, alias.definition, ""));
  for (const char *dialect : {"ttg", "ttng"})
    items.push_back(
        makeItem(dialect, CompletionItemKind::Module, "dialect", ""));
  return items;
}

/// The parameters of the family that are not in its text yet.
std::vector<CompletionItem> parametersOf(const FamilyInfo &family,
                                         llvm::StringRef written) {
  std::vector<CompletionItem> items;
  for (const ParameterInfo &parameter : family.parameters) {
    if (written.contains(llvm::StringRef(parameter.name)))
      continue;
    std::string detail(parameter.type);
    if (!parameter.values.empty())
      detail += ", " + parameter.values;
    if (parameter.optional)
      detail += ", may be left out";
    items.push_back(makeItem(parameter.name, CompletionItemKind::Property,
                             detail, parameter.meaning));
  }
  return items;
}

} // namespace

std::vector<CompletionItem> layoutCompletions(std::string_view before) {
  llvm::StringRef text = before;
  std::size_t start = text.rfind('\n');
  llvm::StringRef line =
      start == llvm::StringRef::npos ? text : text.drop_front(start + 1);
  std::vector<CompletionItem> items;
  if (line.ends_with("#") && isInType(line))
    return aliasesOf(before);
  for (const FamilyInfo &family : describeFamilies()) {
    std::string dialect = "#" + std::string(family.dialect) + ".";
    if (line.ends_with(dialect))
      items.push_back(makeItem(family.mnemonic, CompletionItemKind::Struct,
                               "layout", family.meaning));
  }
  // A name stands behind a brace or a comma, a value behind `=`.
  llvm::StringRef end = line.rtrim();
  std::vector<Opened> opened = openedAtEnd(line);
  if (!items.empty() || opened.empty() ||
      !(end.ends_with("{") || end.ends_with(",") || end.ends_with("<")))
    return items;
  // `#ttg.blocked<{`: the name belongs to the bracket before the brace.
  std::size_t last = opened.size() - 1;
  if (opened[last].name.empty() && last > 0 && line[opened[last].at] == '{')
    --last;
  for (const FamilyInfo &family : describeFamilies())
    if (opened[last].name == ("#" + std::string(family.dialect) + "." +
                              std::string(family.mnemonic)))
      return parametersOf(family, line.drop_front(opened[last].at));
  return items;
}

} // namespace heddle::lsp
