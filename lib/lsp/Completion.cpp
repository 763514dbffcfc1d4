//===- Completion.cpp - What may stand at the cursor ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completion.h"
#include "Nesting.h"
#include "mlir/AsmParser/AsmParser.h"
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
  /// `before` is the character in front of the cursor.
  Collector(llvm::SMLoc cursor, char before, MLIRContext &context)
      : AsmParserCodeCompleteContext(cursor), before(before), context(context) {
  }

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
    for (RegisteredOperationName op :
         context.getRegisteredOperationsByDialect(dialect))
      add(op.getStringRef().drop_front(dialect.size() + 1),
          CompletionItemKind::Field, "op");
  }

  void appendSSAValueCompletion(StringRef name, std::string type) final {
    // It stands there already.
    if (before == '%')
      name.consume_front("%");
    add(name, CompletionItemKind::Variable, type);
  }

  void appendBlockCompletion(StringRef name) final {
    if (before == '^')
      name.consume_front("^");
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
      std::string value;
      llvm::raw_string_ostream(value) << alias.second;
      add(prefix + alias.first(), CompletionItemKind::Field, "alias: " + value);
    }
  }

  char before;
  MLIRContext &context;
};

} // namespace

std::vector<CompletionItem>
completionsAt(std::string_view text, std::size_t offset, MLIRContext &context) {
  if (tooDeepAt(text) || offset > text.size())
    return {};
  ScopedDiagnosticHandler handler(&context,
                                  [](Diagnostic &) { return success(); });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "completion"), llvm::SMLoc());
  const char *start =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferStart();
  Collector collector(llvm::SMLoc::getFromPointer(start + offset),
                      offset == 0 ? '\n' : text[offset - 1], context);
  Block block;
  AsmParserState names;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  (void)parseAsmSourceFile(sources, &block, config, &names, &collector);
  llvm::sort(collector.items);
  return std::move(collector.items);
}

} // namespace heddle::lsp
