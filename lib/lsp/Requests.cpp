//===- Requests.cpp - Parameters of requests ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Requests.h"

namespace heddle::lsp {

using namespace llvm::json;

namespace {

/// The members of `params.textDocument`.
struct DocumentName {
  std::string uri, text;
  std::int64_t version = 0;
};

bool fromJSON(const Value &json, DocumentName &name, Path path) {
  ObjectMapper map(json, path);
  if (!map || !map.map("uri", name.uri))
    return false;
  const Object &object = *json.getAsObject();
  name.text = object.getString("text").value_or("").str();
  // A document that the client does not count has null.
  name.version = object.getInteger("version").value_or(0);
  return true;
}

} // namespace

bool fromJSON(const Value &json, DocumentParams &params, Path path) {
  DocumentName name;
  ObjectMapper map(json, path);
  if (!map || !map.map("textDocument", name))
    return false;
  params.uri = name.uri;
  return true;
}

bool fromJSON(const Value &json, OpenParams &params, Path path) {
  DocumentName name;
  ObjectMapper map(json, path);
  if (!map || !map.map("textDocument", name))
    return false;
  params = {name.uri, name.text, name.version};
  return true;
}

bool fromJSON(const Value &json, ChangeParams &params, Path path) {
  DocumentName name;
  ObjectMapper map(json, path);
  if (!map || !map.map("textDocument", name) ||
      !map.map("contentChanges", params.changes))
    return false;
  params.uri = name.uri;
  params.version = name.version;
  return true;
}

bool fromJSON(const Value &json, PositionParams &params, Path path) {
  DocumentName name;
  ObjectMapper map(json, path);
  if (!map || !map.map("textDocument", name) ||
      !map.map("position", params.position))
    return false;
  params.uri = name.uri;
  const Object *context = json.getAsObject()->getObject("context");
  if (context != nullptr)
    params.includesDeclaration =
        context->getBoolean("includeDeclaration").value_or(false);
  return true;
}

bool fromJSON(const Value &json, RangeParams &params, Path path) {
  DocumentName name;
  ObjectMapper map(json, path);
  if (!map || !map.map("textDocument", name) || !map.map("range", params.range))
    return false;
  params.uri = name.uri;
  const Object *context = json.getAsObject()->getObject("context");
  const Array *list = context ? context->getArray("diagnostics") : nullptr;
  if (list == nullptr)
    return true;
  for (const Value &each : *list) {
    llvm::lsp::Diagnostic diagnostic;
    const Object *object = each.getAsObject();
    const Value *range = object ? object->get("range") : nullptr;
    if (range == nullptr || !fromJSON(*range, diagnostic.range, path))
      continue;
    diagnostic.message = object->getString("message").value_or("").str();
    diagnostic.source = object->getString("source").value_or("").str();
    std::int64_t severity = object->getInteger("severity").value_or(1);
    diagnostic.severity = severity == 1 ? llvm::lsp::DiagnosticSeverity::Error
                          : severity == 2
                              ? llvm::lsp::DiagnosticSeverity::Warning
                              : llvm::lsp::DiagnosticSeverity::Information;
    params.diagnostics.push_back(std::move(diagnostic));
  }
  return true;
}

bool fromJSON(const Value &json, StartParams &params, Path path) {
  const Object *object = json.getAsObject();
  if (object == nullptr) {
    path.report("expected object");
    return false;
  }
  if (const Object *options = object->getObject("initializationOptions"))
    params.target = options->getString("target").value_or("").str();
  const Object *level = object->getObject("capabilities");
  for (const char *key : {"textDocument", "hover"})
    level = level ? level->getObject(key) : nullptr;
  const Array *formats = level ? level->getArray("contentFormat") : nullptr;
  // A client that says nothing is taken to be one of those that show it.
  params.readsMarkdown = formats == nullptr;
  if (formats != nullptr)
    params.readsMarkdown = llvm::any_of(*formats, [](const Value &format) {
      return format.getAsString() == llvm::StringRef("markdown");
    });
  return true;
}

bool fromJSON(const Value &json, LensParams &params, Path path) {
  UriParams data;
  ObjectMapper map(json, path);
  if (!map || !map.map("data", data))
    return false;
  params = {data.uri, *json.getAsObject()};
  return true;
}

bool fromJSON(const Value &json, UriParams &params, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("uri", params.uri);
}

} // namespace heddle::lsp
