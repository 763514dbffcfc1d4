//===- Server.cpp - A language server for kernels -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/lsp/Server.h"
#include "Answers.h"
#include "Bytecode.h"
#include "Completion.h"
#include "MessageQueue.h"
#include "Outline.h"
#include "Requests.h"
#include "heddle/program/Version.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/thread.h"

namespace heddle::lsp {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;
using Reply = llvm::lsp::Callback<Value>;

namespace {

class Server {
public:
  Server(const mlir::DialectRegistry &registry, const ServerOptions &options)
      : registry(registry) {
    hover.target = options.target;
  }

  int run(std::FILE *in, llvm::raw_ostream &out, const ServerOptions &options);

private:
  void listen(llvm::lsp::MessageHandler &handler);
  std::optional<ErrorCode> refusal(const MessageHead &head) const;

  void onInitialize(const StartParams &params, Reply reply);
  void onInitialized(const llvm::lsp::NoParams &) {}
  void onShutdown(const llvm::lsp::NoParams &, Reply reply);

  void onOpen(const OpenParams &params);
  void onChange(const ChangeParams &params);
  void onClose(const DocumentParams &params);

  void onHover(const PositionParams &params, Reply reply);
  void onDefinition(const PositionParams &params, Reply reply);
  void onReferences(const PositionParams &params, Reply reply);
  void onCompletion(const PositionParams &params, Reply reply);
  void onSymbols(const DocumentParams &params, Reply reply);
  void onLenses(const DocumentParams &params, Reply reply);
  void onResolveLens(const LensParams &params, Reply reply);
  void onHints(const RangeParams &params, Reply reply);
  void onActions(const RangeParams &params, Reply reply);
  void onFromBytecode(const UriParams &params, Reply reply);
  void onToBytecode(const UriParams &params, Reply reply);

  /// Parses what has changed, and says what is wrong with it.
  void refresh(Document &document);
  void refreshAll();
  /// A document in its present state; without it the answer is an error.
  Document *find(const std::string &uri, Reply &reply);

  const mlir::DialectRegistry &registry;
  std::map<std::string, Document> documents;
  MoveCosts costs;
  CompiledKernels kernels;
  HoverOptions hover;
  llvm::lsp::JSONTransport *transport = nullptr;
  bool isInitialized = false, isShutDown = false;
};

llvm::Error error(ErrorCode code, const llvm::Twine &reason) {
  return llvm::make_error<LSPError>(llvm::json::fixUTF8(reason.str()), code);
}

/// "0.1.0": the second word of what `--version` prints.
std::string versionNumber() {
  std::string text = versionText("heddle-lsp");
  return llvm::StringRef(text).split('\n').first.split(' ').second.str();
}

Value capabilities() {
  return Object{
      {"textDocumentSync",
       Object{{"openClose", true},
              {"change",
               static_cast<int>(llvm::lsp::TextDocumentSyncKind::Incremental)},
              {"save", true}}},
      {"completionProvider",
       Object{{"allCommitCharacters", Array{"\t", ";", ",", ".", "="}},
              {"resolveProvider", false},
              {"triggerCharacters", Array{".", "%", "^", "!", "#", "(", ",",
                                          "<", ":", "[", " ", "\"", "/"}}}},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"hoverProvider", true},
      {"documentSymbolProvider", true},
      {"codeLensProvider", Object{{"resolveProvider", true}}},
      {"inlayHintProvider", true},
      {"codeActionProvider",
       Object{{"codeActionKinds", Array{"quickfix", "refactor", "info"}}}},
  };
}

void Server::listen(llvm::lsp::MessageHandler &handler) {
  handler.method("initialize", this, &Server::onInitialize);
  handler.notification("initialized", this, &Server::onInitialized);
  handler.method("shutdown", this, &Server::onShutdown);
  handler.notification("textDocument/didOpen", this, &Server::onOpen);
  handler.notification("textDocument/didChange", this, &Server::onChange);
  handler.notification("textDocument/didClose", this, &Server::onClose);
  handler.method("textDocument/hover", this, &Server::onHover);
  handler.method("textDocument/definition", this, &Server::onDefinition);
  handler.method("textDocument/references", this, &Server::onReferences);
  handler.method("textDocument/completion", this, &Server::onCompletion);
  handler.method("textDocument/documentSymbol", this, &Server::onSymbols);
  handler.method("textDocument/codeLens", this, &Server::onLenses);
  handler.method("codeLens/resolve", this, &Server::onResolveLens);
  handler.method("textDocument/inlayHint", this, &Server::onHints);
  handler.method("textDocument/codeAction", this, &Server::onActions);
  handler.method("mlir/convertFromBytecode", this, &Server::onFromBytecode);
  handler.method("mlir/convertToBytecode", this, &Server::onToBytecode);
}

int Server::run(std::FILE *in, llvm::raw_ostream &out,
                const ServerOptions &options) {
  auto style = options.framing == ServerOptions::Framing::Headers
                   ? llvm::lsp::JSONStreamStyle::Standard
                   : llvm::lsp::JSONStreamStyle::Delimited;
  MessageQueue::Hooks hooks = {
      .idle = [this] { refreshAll(); },
      .refuses = [this](const MessageHead &head) { return refusal(head); },
      .fail =
          [this](const Value &id, ErrorCode code, const std::string &reason) {
            transport->reply(id, error(code, reason));
          }};
  llvm::lsp::JSONTransport messages(
      std::make_unique<MessageQueue>(in, style, std::move(hooks)), out,
      options.isPretty);
  transport = &messages;
  llvm::lsp::MessageHandler handler(messages);
  listen(handler);
  // The client's `exit`, or the end of the input, which is an error here.
  llvm::consumeError(messages.run(handler));
  return isShutDown ? 0 : 1;
}

std::optional<ErrorCode> Server::refusal(const MessageHead &head) const {
  if (head.method.empty() || head.method == "exit")
    return std::nullopt;
  if (!isInitialized && head.method != "initialize")
    return ErrorCode::ServerNotInitialized;
  if (isShutDown)
    return ErrorCode::InvalidRequest;
  return std::nullopt;
}

void Server::onInitialize(const StartParams &params, Reply reply) {
  if (isInitialized)
    return reply(error(ErrorCode::InvalidRequest, "is initialized already"));
  if (!params.target.empty()) {
    Result<const Target *> target = findTarget(params.target);
    if (!target)
      return reply(
          error(ErrorCode::InvalidParams,
                "initializationOptions.target: " + target.error().text()));
    hover.target = *target;
  }
  hover.markup = params.readsMarkdown ? Markup::Markdown : Markup::Plain;
  isInitialized = true;
  reply(Object{{"serverInfo",
                Object{{"name", "heddle-lsp"}, {"version", versionNumber()}}},
               {"capabilities", capabilities()}});
}

void Server::onShutdown(const llvm::lsp::NoParams &, Reply reply) {
  isShutDown = true;
  reply(nullptr);
}

void Server::refresh(Document &document) {
  if (document.refresh())
    transport->notify("textDocument/publishDiagnostics",
                      diagnosticsOf(document));
}

void Server::refreshAll() {
  for (auto &[uri, document] : documents)
    refresh(document);
}

Document *Server::find(const std::string &uri, Reply &reply) {
  auto found = documents.find(uri);
  if (found == documents.end()) {
    reply(error(ErrorCode::InvalidParams, "'" + uri + "' is not open"));
    return nullptr;
  }
  refresh(found->second);
  return &found->second;
}

void Server::onOpen(const OpenParams &params) {
  documents.erase(params.uri);
  auto [entry, isNew] = documents.try_emplace(
      params.uri, params.uri, params.text, params.version, registry);
  refresh(entry->second);
}

void Server::onChange(const ChangeParams &params) {
  // Parsed when something is asked, or when no other message waits.
  if (auto found = documents.find(params.uri); found != documents.end())
    found->second.edit(params.changes, params.version);
}

void Server::onClose(const DocumentParams &params) {
  if (documents.erase(params.uri) == 0)
    return;
  transport->notify("textDocument/publishDiagnostics",
                    Object{{"uri", params.uri}, {"diagnostics", Array()}});
}

void Server::onHover(const PositionParams &params, Reply reply) {
  if (Document *document = find(params.uri, reply))
    reply(hoverAnswer(*document, params.position, costs, hover));
}

void Server::onDefinition(const PositionParams &params, Reply reply) {
  if (Document *document = find(params.uri, reply))
    reply(definitionAnswer(*document, params.position));
}

void Server::onReferences(const PositionParams &params, Reply reply) {
  if (Document *document = find(params.uri, reply))
    reply(referencesAnswer(*document, params.position,
                           params.includesDeclaration));
}

void Server::onCompletion(const PositionParams &params, Reply reply) {
  Document *document = find(params.uri, reply);
  if (document == nullptr)
    return;
  std::size_t offset = document->text().offsetOf(params.position);
  const Document::Part &part = document->partAt(offset);
  ParsedText::Context context = ParsedText::makeContext(registry);
  Array items;
  for (Completion &each :
       completionsAt(part.now->text(), offset - part.begin, *context)) {
    Extent typed = {part.begin + each.begin, offset};
    each.item.textEdit = {document->text().rangeOf(typed), each.item.label};
    items.push_back(each.item);
  }
  reply(Object{{"isIncomplete", false}, {"items", std::move(items)}});
}

void Server::onSymbols(const DocumentParams &params, Reply reply) {
  Document *document = find(params.uri, reply);
  if (document == nullptr)
    return;
  Array symbols;
  for (const llvm::lsp::DocumentSymbol &symbol : outlineOf(*document))
    symbols.push_back(symbol);
  reply(std::move(symbols));
}

void Server::onLenses(const DocumentParams &params, Reply reply) {
  if (Document *document = find(params.uri, reply))
    reply(lensesAnswer(*document, costs, hover.target));
}

void Server::onResolveLens(const LensParams &params, Reply reply) {
  Document *document = find(params.uri, reply);
  if (document == nullptr)
    return;
  Value lens = resolvedLens(*document, params.lens, kernels, hover.target);
  if (lens.kind() == Value::Null)
    return reply(error(ErrorCode::ContentModified, "there is no such kernel"));
  reply(std::move(lens));
}

void Server::onHints(const RangeParams &params, Reply reply) {
  if (Document *document = find(params.uri, reply))
    reply(hintsAnswer(*document, params.range));
}

void Server::onActions(const RangeParams &params, Reply reply) {
  if (Document *document = find(params.uri, reply))
    reply(checksAnswer(*document, params.diagnostics));
}

void Server::onFromBytecode(const UriParams &params, Reply reply) {
  llvm::Expected<std::string> text = textOfBytecode(params.uri, registry);
  if (!text)
    return reply(text.takeError());
  reply(Object{{"output", *text}});
}

void Server::onToBytecode(const UriParams &params, Reply reply) {
  Document *document = find(params.uri, reply);
  if (document == nullptr)
    return;
  if (document->parts().size() != 1)
    return reply(error(ErrorCode::RequestFailed,
                       "expects one part to make bytecode of, but the text "
                       "has several between lines '// -----'"));
  llvm::Expected<std::string> bytes =
      bytecodeOfText(document->text().text(), registry);
  if (!bytes)
    return reply(bytes.takeError());
  reply(Object{{"output", *bytes}});
}

} // namespace

int serve(std::FILE *in, llvm::raw_ostream &out,
          const mlir::DialectRegistry &registry, const ServerOptions &options) {
  // Parsers are recursive: MaxNesting (Nesting.h) brackets need some megabytes.
  constexpr unsigned StackBytes = 256U << 20;
  int code = 1;
  llvm::thread thread(std::optional(StackBytes), [&] {
    code = Server(registry, options).run(in, out, options);
  });
  thread.join();
  return code;
}

} // namespace heddle::lsp
