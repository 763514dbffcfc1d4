//===- ParsedText.cpp - What parsing a text found -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedText.h"
#include "Nesting.h"
#include "Printing.h"
#include "heddle/ir/Meaning.h"
#include "heddle/ir/Parse.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::lsp {

using namespace mlir;

namespace {

/// What locations in the text call it.
constexpr llvm::StringLiteral TextName = "<text of the editor>";

/// The place in the text that a location has, perhaps among others.
std::optional<FileLineColLoc> placeInText(Location location) {
  std::optional<FileLineColLoc> place;
  location->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file || file.getFilename() != TextName)
      return WalkResult::advance();
    place = file;
    return WalkResult::interrupt();
  });
  return place;
}

bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/// The end of the name, number or string at `begin`; one character of all else.
std::size_t endOfToken(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  if (end < text.size() && llvm::StringRef("%#!@^").contains(text[end]))
    ++end;
  while (end < text.size() && isNameCharacter(text[end]))
    ++end;
  return std::max(end, std::min(begin + 1, text.size()));
}

} // namespace

ParsedText::Context ParsedText::makeContext(const DialectRegistry &registry) {
  auto context =
      std::make_shared<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  context->printOpOnDiagnostic(false);
  return context;
}

ParsedText::ParsedText(std::string text, Context given)
    : context(std::move(given)), lines(std::move(text)),
      layouts(std::string(lines.text())) {
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(lines.text(), TextName),
      llvm::SMLoc());
  if (std::optional<std::size_t> at = tooDeepAt(lines.text())) {
    found.push_back(
        {{*at, *at + 1},
         mlir::DiagnosticSeverity::Error,
         llvm::formatv("expects at most {0} levels of nesting", MaxNesting),
         true,
         {}});
    return;
  }
  parse();
  if (isParsed)
    verify();
}

std::string_view ParsedText::text() const { return lines.text(); }

void ParsedText::collect(Diagnostic &diagnostic, bool isOfParser) {
  Finding finding = {.where = extentOf(diagnostic.getLocation()),
                     .severity = diagnostic.getSeverity(),
                     .message = printed(diagnostic),
                     .isOfParser = isOfParser,
                     .notes = {}};
  for (const Diagnostic &note : diagnostic.getNotes()) {
    // A note without a place of its own is about that of the error.
    bool hasPlace = placeInText(note.getLocation()).has_value();
    finding.notes.push_back(
        {hasPlace ? extentOf(note.getLocation()) : finding.where,
         printed(note)});
  }
  found.push_back(std::move(finding));
}

void ParsedText::parse() {
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    collect(diagnostic, true);
  });
  wrapper = ModuleOp::create(UnknownLoc::get(context.get()));
  // What verifiers refuse can still be looked at.
  ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  isParsed =
      succeeded(ir::parseOps(sources, *wrapper->getBody(), config, state));
  if (!isParsed)
    state = AsmParserState();
}

void ParsedText::verify() {
  for (const AsmParserState::OperationDefinition &each : state.getOpDefs()) {
    Location origin = each.op->getLoc();
    if (placeInText(origin))
      continue;
    origins.insert({each.op, origin});
    llvm::SMLoc start = each.loc.Start;
    auto [line, column] = sources.getLineAndColumn(start);
    each.op->setLoc(FileLineColLoc::get(context.get(), TextName, line, column));
  }
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    collect(diagnostic, false);
  });
  if (succeeded(mlir::verify(module())))
    (void)ir::verifyMeaning(module());
}

ModuleOp ParsedText::module() const {
  Block &body = *wrapper.get().getBody();
  if (llvm::hasSingleElement(body))
    if (auto inner = dyn_cast<ModuleOp>(body.front()))
      return inner;
  return wrapper.get();
}

Extent ParsedText::extentOf(llvm::SMRange range) const {
  if (!range.isValid())
    return {};
  const char *begin =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferStart();
  auto start = static_cast<std::size_t>(range.Start.getPointer() - begin);
  auto end = static_cast<std::size_t>(range.End.getPointer() - begin);
  return {start, std::max(start, end)};
}

Extent ParsedText::extentOf(Location location) const {
  std::optional<FileLineColLoc> place = placeInText(location);
  if (!place)
    return {0, endOfToken(lines.text(), 0)};
  llvm::SMLoc at = sources.FindLocForLineAndColumn(
      sources.getMainFileID(), place->getLine(), place->getColumn());
  std::size_t begin = at.isValid() ? extentOf(llvm::SMRange(at, at)).begin : 0;
  return {begin, endOfToken(lines.text(), begin)};
}

std::vector<ParsedText::Origin> ParsedText::originsOf(Operation *op) const {
  std::vector<Origin> places;
  auto found = origins.find(op);
  if (found == origins.end())
    return places;
  found->second->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part))
      places.push_back({llvm::json::fixUTF8(file.getFilename().getValue()),
                        file.getLine(), file.getColumn()});
    return WalkResult::advance();
  });
  return places;
}

} // namespace heddle::lsp
