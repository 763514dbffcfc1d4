//===- Occurrence.cpp - A name in a text ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Occurrence.h"
#include "mlir/IR/SymbolTable.h"

namespace heddle::lsp {

using namespace mlir;
using State = AsmParserState;

namespace {

/// Looks for one offset in all names.
class Search {
public:
  Search(const ParsedText &text, std::size_t offset)
      : text(text), offset(offset) {}

  std::optional<Occurrence> run() const {
    for (const State::AttributeAliasDefinition &alias :
         text.names().getAttributeAliasDefs())
      if (std::optional<Occurrence> found = inDefinition(alias.definition))
        return as(std::move(*found), &alias);
    for (const State::TypeAliasDefinition &alias :
         text.names().getTypeAliasDefs())
      if (std::optional<Occurrence> found = inDefinition(alias.definition))
        return as(std::move(*found), &alias);
    for (const State::BlockDefinition &block : text.names().getBlockDefs())
      if (std::optional<Occurrence> found = inBlock(block))
        return found;
    for (const State::OperationDefinition &op : text.names().getOpDefs())
      if (std::optional<Occurrence> found = inOp(op))
        return found;
    return std::nullopt;
  }

private:
  static Occurrence as(Occurrence occurrence, decltype(Occurrence::what) what) {
    occurrence.what = what;
    return occurrence;
  }

  std::optional<Extent> touched(llvm::SMRange range) const {
    if (!range.isValid())
      return std::nullopt;
    Extent extent = text.extentOf(range);
    extent.end += numberBehind(extent).size();
    return extent.touches(offset) ? std::optional(extent) : std::nullopt;
  }

  Occurrence make(Extent here, llvm::SMRange definition,
                  llvm::ArrayRef<llvm::SMRange> uses) const {
    Occurrence found = {.what = {},
                        .here = here,
                        .definition = text.extentOf(definition),
                        .uses = {}};
    for (llvm::SMRange use : uses)
      found.uses.push_back(text.extentOf(use));
    return found;
  }

  std::optional<Occurrence>
  inDefinition(const State::SMDefinition &definition) const {
    std::optional<Extent> here = touched(definition.loc);
    for (const llvm::SMRange &use : definition.uses)
      if (!here)
        here = touched(use);
    if (!here)
      return std::nullopt;
    return make(*here, definition.loc, definition.uses);
  }

  std::optional<Occurrence> inBlock(const State::BlockDefinition &block) const {
    if (std::optional<Occurrence> found = inDefinition(block.definition))
      return as(std::move(*found), block.block);
    for (auto [index, argument] : llvm::enumerate(block.arguments))
      if (std::optional<Occurrence> found = inDefinition(argument))
        if (index < block.block->getNumArguments())
          return as(std::move(*found), Value(block.block->getArgument(index)));
    return std::nullopt;
  }

  std::optional<Occurrence> inOp(const State::OperationDefinition &op) const {
    if (std::optional<Extent> here = touched(op.loc))
      return as(make(*here, op.loc, usesOf(op)), &op);
    for (llvm::SMRange use : op.symbolUses)
      if (std::optional<Extent> here = touched(use))
        return as(make(*here, op.loc, op.symbolUses), &op);
    if (std::optional<Extent> here = ownSymbol(op))
      return as(make(*here, op.loc, op.symbolUses), &op);
    for (const auto &group : op.resultGroups)
      if (std::optional<Occurrence> found = inDefinition(group.definition)) {
        unsigned index = group.startIndex + numberIn(found->here);
        if (index < op.op->getNumResults())
          return as(std::move(*found), Value(op.op->getResult(index)));
      }
    return std::nullopt;
  }

  static llvm::SmallVector<llvm::SMRange>
  usesOf(const State::OperationDefinition &op) {
    llvm::SmallVector<llvm::SMRange> uses = op.symbolUses;
    for (const auto &group : op.resultGroups) {
      uses.push_back(group.definition.loc);
      llvm::append_range(uses, group.definition.uses);
    }
    return uses;
  }

  /// `@name` where a symbol is defined, right behind the op's name; the parser
  /// does not note it.
  std::optional<Extent> ownSymbol(const State::OperationDefinition &op) const {
    auto symbol = dyn_cast<SymbolOpInterface>(op.op);
    if (!symbol || !op.scopeLoc.isValid())
      return std::nullopt;
    Extent scope = text.extentOf(op.scopeLoc);
    if (!scope.touches(offset))
      return std::nullopt;
    std::string name = "@" + symbol.getName().str();
    std::size_t begin = text.text().find(name, scope.begin);
    Extent extent = {begin, begin + name.size()};
    if (begin == std::string_view::npos || !extent.touches(offset))
      return std::nullopt;
    return extent;
  }

  /// The `#N` of `%group#N`; empty for all else.
  llvm::StringRef numberBehind(Extent name) const {
    llvm::StringRef words = text.text().substr(name.begin);
    llvm::StringRef behind = words.substr(name.end - name.begin);
    if (!words.starts_with("%") || !behind.starts_with("#"))
      return "";
    llvm::StringRef digits = behind.drop_front().take_while(llvm::isDigit);
    return digits.empty() ? "" : behind.take_front(1 + digits.size());
  }

  unsigned numberIn(Extent name) const {
    llvm::StringRef words =
        text.text().substr(name.begin, name.end - name.begin);
    unsigned number = 0;
    return words.split('#').second.getAsInteger(10, number) ? 0 : number;
  }

  const ParsedText &text;
  std::size_t offset;
};

} // namespace

std::optional<Occurrence> occurrenceAt(const ParsedText &text,
                                       std::size_t offset) {
  return Search(text, offset).run();
}

std::optional<Found> findAt(const Document::Part &part, std::size_t offset) {
  std::optional<PartView> view = Document::viewOf(part);
  if (!view)
    return std::nullopt;
  std::optional<std::size_t> at = view->parsedOffset(offset);
  if (!at)
    return std::nullopt;
  std::optional<Occurrence> found = occurrenceAt(*view->parsed, *at);
  if (!found)
    return std::nullopt;
  return Found{*view, std::move(*found)};
}

} // namespace heddle::lsp
