//===- Outline.cpp - The functions of a text ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle::lsp {

using namespace mlir;
using llvm::lsp::DocumentSymbol;
using llvm::lsp::SymbolKind;

namespace {

class Outliner {
public:
  Outliner(const Document &document, const PartView &view)
      : document(document), view(view) {}

  void add(Operation *op, std::vector<DocumentSymbol> &symbols) const {
    bool isNamed = isa<SymbolOpInterface>(op);
    if (!isNamed && !op->hasTrait<OpTrait::SymbolTable>())
      return addInside(op, symbols);
    std::optional<DocumentSymbol> symbol = make(op);
    // The module that stands around ops that have none is not in the text.
    if (!symbol)
      return addInside(op, symbols);
    addInside(op, symbol->children);
    symbols.push_back(std::move(*symbol));
  }

private:
  void addInside(Operation *op, std::vector<DocumentSymbol> &symbols) const {
    // Symbols are in tables; functions are not looked into.
    if (!op->hasTrait<OpTrait::SymbolTable>())
      return;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        add(&inner, symbols);
  }

  std::optional<DocumentSymbol> make(Operation *op) const {
    const AsmParserState::OperationDefinition *definition =
        view.parsed->names().getOpDef(op);
    if (definition == nullptr)
      return std::nullopt;
    std::optional<Extent> name =
        view.documentExtent(view.parsed->extentOf(definition->loc));
    if (!name)
      return std::nullopt;
    // An edit inside of an op leaves its name where it was.
    Extent scope = view.parsed->extentOf(definition->scopeLoc);
    Extent whole = view.documentExtent(scope).value_or(*name);
    whole = {std::min(whole.begin, name->begin),
             std::max(whole.end, name->end)};
    std::string text = "<" + op->getName().getStringRef().str() + ">";
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      if (StringAttr attribute = symbol.getNameAttr())
        text = attribute.getValue().str();
    SymbolKind kind = isa<FunctionOpInterface>(op) ? SymbolKind::Function
                      : isa<SymbolOpInterface>(op) ? SymbolKind::Field
                                                   : SymbolKind::Namespace;
    const SourceText &source = document.text();
    // A name must not be empty.
    return DocumentSymbol(llvm::json::fixUTF8(text.empty() ? "@" : text), kind,
                          source.rangeOf(whole), source.rangeOf(*name));
  }

  const Document &document;
  const PartView &view;
};

} // namespace

std::vector<DocumentSymbol> outlineOf(const Document &document) {
  std::vector<DocumentSymbol> symbols;
  bool hasParts = document.parts().size() > 1;
  for (auto [index, part] : llvm::enumerate(document.parts())) {
    std::optional<PartView> view = Document::viewOf(part);
    if (!view)
      continue;
    std::vector<DocumentSymbol> inner;
    Outliner(document, *view).add(view->parsed->module(), inner);
    if (!hasParts) {
      symbols = std::move(inner);
      continue;
    }
    Extent whole = {part.begin, part.begin + part.now->text().size()};
    DocumentSymbol group("<part " + llvm::Twine(index + 1) + ">",
                         SymbolKind::Namespace, document.text().rangeOf(whole),
                         document.text().rangeOf({whole.begin, whole.begin}));
    group.children = std::move(inner);
    symbols.push_back(std::move(group));
  }
  return symbols;
}

} // namespace heddle::lsp
