//===- Answers.cpp - Answers in the protocol's words ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Answers.h"
#include "Lenses.h"
#include "Occurrence.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace heddle::lsp {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using llvm::lsp::DiagnosticSeverity;
using llvm::lsp::Position;

namespace {

DiagnosticSeverity severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return DiagnosticSeverity::Error;
  case mlir::DiagnosticSeverity::Warning:
    return DiagnosticSeverity::Warning;
  case mlir::DiagnosticSeverity::Note:
  case mlir::DiagnosticSeverity::Remark:
    return DiagnosticSeverity::Information;
  }
  return DiagnosticSeverity::Information;
}

Value locationJson(const Document &document, Extent where) {
  return Object{{"uri", document.uri()},
                {"range", document.text().rangeOf(where)}};
}

Value findingJson(const Document &document, const Finding &finding,
                  std::size_t begin) {
  Array notes;
  for (const Finding::Note &note : finding.notes)
    notes.push_back(
        Object{{"location", locationJson(document, note.where.shifted(begin))},
               {"message", note.message}});
  Object json{{"range", document.text().rangeOf(finding.where.shifted(begin))},
              {"severity", static_cast<int>(severityOf(finding.severity))},
              {"source", "heddle"},
              {"message", finding.message},
              {"category", finding.isOfParser ? "Parse Error" : "Verifier"}};
  if (!notes.empty())
    json["relatedInformation"] = std::move(notes);
  return json;
}

/// The name under the cursor, in the document of now.
std::optional<Found> findAt(const Document &document, Position position) {
  std::size_t offset = document.text().offsetOf(position);
  return lsp::findAt(document.partAt(offset), offset);
}

void addPlace(const Document &document, const PartView &view, Extent place,
              Array &places) {
  // What is being changed right now has no place.
  if (std::optional<Extent> extent = view.documentExtent(place))
    places.push_back(locationJson(document, *extent));
}

/// The file of a location, if it is on this machine: relative to the document
/// where the location does not say where from. Empty otherwise.
std::string uriOfSource(const Document &document, llvm::StringRef path) {
  llvm::SmallString<128> file = path;
  if (!llvm::sys::path::is_absolute(path)) {
    auto own = llvm::lsp::URIForFile::fromURI(document.uri());
    if (!own) {
      llvm::consumeError(own.takeError());
      return "";
    }
    file = llvm::sys::path::parent_path(own->file());
    llvm::sys::path::append(file, path);
  }
  if (!llvm::sys::fs::is_regular_file(file))
    return "";
  auto uri = llvm::lsp::URIForFile::fromFile(file);
  if (!uri) {
    llvm::consumeError(uri.takeError());
    return "";
  }
  return uri->uri().str();
}

/// Where the op was written.
void addOrigins(const Document &document, const ParsedText &parsed,
                mlir::Operation *op, Array &places) {
  for (const ParsedText::Origin &origin : parsed.originsOf(op)) {
    std::string uri = uriOfSource(document, origin.path);
    if (uri.empty() || origin.line == 0 || origin.column == 0)
      continue;
    Position start(static_cast<int>(origin.line) - 1,
                   static_cast<int>(origin.column) - 1);
    places.push_back(Object{{"uri", uri}, {"range", llvm::lsp::Range(start)}});
  }
}

/// The op that a name stands for, or that makes the value of that name.
mlir::Operation *opOf(const Occurrence &occurrence) {
  if (const auto *op = std::get_if<Occurrence::Op>(&occurrence.what))
    return (*op)->op;
  if (const auto *value = std::get_if<mlir::Value>(&occurrence.what))
    return value->getDefiningOp();
  return nullptr;
}

/// A lens is drawn as a command; one without a name does nothing.
Value commandJson(Value title) {
  return Object{{"title", std::move(title)}, {"command", ""}};
}

/// Of all parts that have ops, what `make` finds in each.
template <class Make> Array lensesOfParts(const Document &document, Make make) {
  Array answer;
  for (const Document::Part &part : document.parts()) {
    std::optional<PartView> view = Document::viewOf(part);
    if (!view)
      continue;
    for (const Lens &lens : make(*view->parsed, part))
      if (std::optional<Extent> where = view->documentExtent(lens.where))
        answer.push_back(Object{{"range", document.text().rangeOf(*where)},
                                {"text", llvm::json::fixUTF8(lens.text)},
                                {"kernel", llvm::json::fixUTF8(lens.kernel)}});
  }
  return answer;
}

} // namespace

Value diagnosticsOf(const Document &document) {
  Array list;
  for (const Document::Part &part : document.parts())
    for (const Finding &finding : part.now->findings())
      list.push_back(findingJson(document, finding, part.begin));
  return Object{{"uri", document.uri()},
                {"version", document.version()},
                {"diagnostics", std::move(list)}};
}

Value hoverAnswer(const Document &document, Position position, MoveCosts &costs,
                  const HoverOptions &options) {
  std::optional<HoverText> hover =
      hoverAt(document, document.text().offsetOf(position), costs, options);
  if (!hover)
    return nullptr;
  bool isMarkdown = options.markup == Markup::Markdown;
  return Object{
      {"range", document.text().rangeOf(hover->where)},
      {"contents", Object{{"kind", isMarkdown ? "markdown" : "plaintext"},
                          {"value", llvm::json::fixUTF8(hover->text)}}}};
}

Value definitionAnswer(const Document &document, Position position) {
  Array places;
  std::optional<Found> found = findAt(document, position);
  if (!found)
    return places;
  addPlace(document, found->view, found->occurrence.definition, places);
  if (mlir::Operation *op = opOf(found->occurrence))
    addOrigins(document, *found->view.parsed, op, places);
  return places;
}

Value referencesAnswer(const Document &document, Position position,
                       bool includesDeclaration) {
  Array places;
  std::optional<Found> found = findAt(document, position);
  if (!found)
    return places;
  if (includesDeclaration)
    addPlace(document, found->view, found->occurrence.definition, places);
  for (Extent use : found->occurrence.uses)
    addPlace(document, found->view, use, places);
  return places;
}

Value lensesAnswer(const Document &document, MoveCosts &costs,
                   const Target *preferred) {
  Array answer = lensesOfParts(
      document, [&](const ParsedText &text, const Document::Part &) {
        return lensesOf(text, costs, preferred);
      });
  for (Value &lens : answer) {
    Object &object = *lens.getAsObject();
    Value title = std::move(object["text"]);
    Value kernel = std::move(object["kernel"]);
    object.erase("text");
    object.erase("kernel");
    if (kernel.getAsString()->empty())
      object["command"] = commandJson(std::move(title));
    else
      object["data"] =
          Object{{"uri", document.uri()}, {"kernel", std::move(kernel)}};
  }
  return answer;
}

Value resolvedLens(const Document &document, const Object &lens,
                   CompiledKernels &kernels, const Target *preferred) {
  const Object *data = lens.getObject("data");
  llvm::StringRef name =
      data ? data->getString("kernel").value_or("") : llvm::StringRef();
  for (const Document::Part &part : document.parts()) {
    if (!part.withOps || mlir::SymbolTable::lookupSymbolIn(
                             part.withOps->module(), name) == nullptr)
      continue;
    ChosenTarget target = targetFor(part.withOps->module(), preferred);
    Object resolved = lens;
    resolved["command"] = commandJson(llvm::json::fixUTF8(
        kernels.summaryOf(part.withOps->text(), name.str(), *target.target)));
    return resolved;
  }
  return nullptr;
}

Value hintsAnswer(const Document &document, llvm::lsp::Range range) {
  Extent visible = {document.text().offsetOf(range.start),
                    document.text().offsetOf(range.end)};
  Array answer = lensesOfParts(
      document, [&](const ParsedText &text, const Document::Part &part) {
        std::size_t begin = std::max(visible.begin, part.begin) - part.begin;
        std::size_t end = std::max(visible.end, part.begin) - part.begin;
        return visible.end < part.begin ? std::vector<Lens>()
                                        : hintsOf(text, {begin, end});
      });
  for (Value &hint : answer) {
    Object &object = *hint.getAsObject();
    Value label = std::move(object["text"]);
    Value position = std::move(*object.getObject("range")->get("end"));
    hint = Object{{"position", std::move(position)},
                  {"label", std::move(label)},
                  {"kind", 1},
                  {"paddingLeft", true}};
  }
  return answer;
}

Value checksAnswer(const Document &document,
                   llvm::ArrayRef<llvm::lsp::Diagnostic> diagnostics) {
  Array actions;
  for (const llvm::lsp::Diagnostic &each : diagnostics) {
    llvm::StringRef kind = each.severity == DiagnosticSeverity::Error ? "error"
                           : each.severity == DiagnosticSeverity::Warning
                               ? "warning"
                               : "remark";
    Position start = {each.range.start.line, 0};
    // As deep as the line that it stands above.
    std::size_t at = document.text().offsetOf(start);
    std::string_view line = document.text().text().substr(at);
    std::string indent(
        line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
    std::string comment = llvm::formatv("{0}// expected-{1} @below {{{{{2}}}\n",
                                        indent, kind, each.message);
    Array edits{Object{{"range", llvm::lsp::Range(start)},
                       {"newText", llvm::json::fixUTF8(comment)}}};
    actions.push_back(Object{
        {"title", "Add expected-* diagnostic checks"},
        {"kind", "quickfix"},
        {"diagnostics",
         Array{Object{{"range", each.range},
                      {"severity", static_cast<int>(each.severity)},
                      {"source", each.source},
                      {"message", each.message}}}},
        {"edit",
         Object{{"changes", Object{{document.uri(), std::move(edits)}}}}}});
  }
  return actions;
}

} // namespace heddle::lsp
