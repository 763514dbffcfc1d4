//===- Completion.cpp - What may stand at the cursor ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completion.h"
#include "LayoutCompletion.h"
#include "Nesting.h"
#include "Printing.h"
#include "heddle/ir/Parse.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/AsmParser/CodeComplete.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/SourceMgr.h"

namespace heddle::lsp {

using namespace mlir;
using llvm::lsp::CompletionItem;
using llvm::lsp::CompletionItemKind;

namespace {

/// Collects what the parser says at the cursor.
class Collector final : public AsmParserCodeCompleteContext {
public:
  Collector(llvm::SMLoc cursor, MLIRContext &context)
      : AsmParserCodeCompleteContext(cursor), context(context) {}

  std::vector<CompletionItem> items;

  void completeDialectName(StringRef prefix) final {
    for (StringRef dialect : context.getAvailableDialects())
      if (!dialect.empty())
        add(prefix + dialect, CompletionItemKind::Module, "dialect");
  }

  void completeOperationName(StringRef dialect) final {
    Dialect *loaded = context.getOrLoadDialect(dialect);
    if (loaded == nullptr)
      return;
    // getRegisteredOperationsByDialect finds none of `tt`, beside `ttg`.
    for (RegisteredOperationName op : context.getRegisteredOperations())
      if (op.getDialectNamespace() == dialect)
        add(op.stripDialect(), CompletionItemKind::Field, "op");
  }

  void appendSSAValueCompletion(StringRef name, std::string type) final {
    add(name, CompletionItemKind::Variable, type);
  }

  void appendBlockCompletion(StringRef name) final {
    add(name, CompletionItemKind::Field, "block");
  }

  void completeExpectedTokens(ArrayRef<StringRef> tokens,
                              bool isOptional) final {
    for (StringRef token : tokens)
      add(token, CompletionItemKind::Keyword, isOptional ? "optional" : "");
  }

  void completeAttribute(const llvm::StringMap<Attribute> &aliases) final {
    completeAliases(aliases, "#");
    for (StringRef word :
         {"affine_map", "affine_set", "dense", "dense_resource", "false", "loc",
          "sparse", "true", "unit"})
      add(word, CompletionItemKind::Keyword, "attribute");
    completeDialectName("#");
  }

  void completeDialectAttributeOrAlias(
      const llvm::StringMap<Attribute> &aliases) final {
    completeAliases(aliases, "");
    completeDialectName("");
  }

  void completeType(const llvm::StringMap<Type> &aliases) final {
    completeAliases(aliases, "!");
    for (StringRef word :
         {"memref", "tensor", "complex", "tuple", "vector", "bf16", "f16",
          "f32", "f64", "f128", "index", "i1", "i8", "i16", "i32", "i64",
          "none", "f8E4M3FN", "f8E5M2"})
      add(word, CompletionItemKind::Keyword, "type");
    completeDialectName("!");
  }

  void completeDialectTypeOrAlias(const llvm::StringMap<Type> &aliases) final {
    completeAliases(aliases, "");
    completeDialectName("");
  }

private:
  void add(const llvm::Twine &label, CompletionItemKind kind,
           const llvm::Twine &detail) {
    CompletionItem item(llvm::json::fixUTF8(label.str()), kind);
    item.detail = llvm::json::fixUTF8(detail.str());
    items.push_back(std::move(item));
  }

  template <class T>
  void completeAliases(const llvm::StringMap<T> &aliases, StringRef prefix) {
    for (const auto &alias : aliases) {
      add(prefix + alias.first(), CompletionItemKind::Field,
          "alias: " + printed(alias.second));
    }
  }

  MLIRContext &context;
};

bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '-';
}

/// Where the name begins that ends at the offset, behind its last dot.
std::size_t startOfWord(std::string_view text, std::size_t offset) {
  while (offset > 0 && isNameCharacter(text[offset - 1]))
    --offset;
  return offset;
}

/// The same of the name of a value or a block, with its `%` or `^`, which may
/// have dots; nothing for other names.
std::optional<std::size_t> startOfValue(std::string_view text,
                                        std::size_t offset) {
  while (offset > 0 &&
         (isNameCharacter(text[offset - 1]) || text[offset - 1] == '.'))
    --offset;
  if (offset == 0 || (text[offset - 1] != '%' && text[offset - 1] != '^'))
    return std::nullopt;
  return offset - 1;
}

/// What the parser expects at the end of the text.
std::vector<CompletionItem> expectedAfter(std::string_view text,
                                          MLIRContext &context) {
  ScopedDiagnosticHandler handler(&context,
                                  [](Diagnostic &) { return success(); });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "completion"), llvm::SMLoc());
  const char *end =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferEnd();
  Collector collector(llvm::SMLoc::getFromPointer(end), context);
  Block block;
  AsmParserState names;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  (void)ir::parseOps(sources, block, config, names, &collector);
  return std::move(collector.items);
}

} // namespace

std::vector<Completion> completionsAt(std::string_view text, std::size_t offset,
                                      MLIRContext &context) {
  text = text.substr(0, offset);
  if (tooDeepAt(text))
    return {};
  std::optional<std::size_t> value = startOfValue(text, text.size());
  std::size_t word = startOfWord(text, text.size());
  // The parser lists values and blocks behind their first character.
  std::string_view before = text.substr(0, value ? *value + 1 : word);
  std::vector<CompletionItem> items = layoutCompletions(before);
  if (items.empty())
    items = expectedAfter(before, context);
  llvm::sort(items);
  std::vector<Completion> completions;
  completions.reserve(items.size());
  for (CompletionItem &item : items)
    completions.push_back({std::move(item), value.value_or(word)});
  return completions;
}

} // namespace heddle::lsp
