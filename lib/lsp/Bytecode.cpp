//===- Bytecode.cpp - Files of bytecode in an editor ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bytecode.h"
#include "Nesting.h"
#include "ParsedText.h"
#include "heddle/ir/Parse.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/Support/Base64.h"

namespace heddle::lsp {

using namespace mlir;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;

namespace {

llvm::Error failed(const llvm::Twine &reason) {
  return llvm::make_error<LSPError>(llvm::json::fixUTF8(reason.str()),
                                    ErrorCode::RequestFailed);
}

/// Fails with the errors of the parser.
llvm::Expected<OwningOpRef<ModuleOp>>
parse(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext &context) {
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += (errors.empty() ? "" : "\n") + diagnostic.str();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = ir::parseModule(sources, &context);
  if (!module)
    return failed("the file cannot be parsed: " + errors);
  return module;
}

} // namespace

llvm::Expected<std::string> textOfBytecode(llvm::StringRef uri,
                                           const DialectRegistry &registry) {
  llvm::Expected<llvm::lsp::URIForFile> file =
      llvm::lsp::URIForFile::fromURI(uri);
  if (!file)
    return file.takeError();
  auto buffer = llvm::MemoryBuffer::getFile(file->file());
  if (!buffer)
    return failed("cannot read '" + file->file() +
                  "': " + buffer.getError().message());
  if (!isBytecode((*buffer)->getMemBufferRef()) &&
      tooDeepAt((*buffer)->getBuffer()))
    return failed("the file is nested too deep");
  ParsedText::Context context = ParsedText::makeContext(registry);
  auto module = parse(std::move(*buffer), *context);
  if (!module)
    return module.takeError();
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo().assumeVerified();
  (*module)->print(stream, flags);
  return llvm::json::fixUTF8(text);
}

llvm::Expected<std::string> bytecodeOfText(llvm::StringRef text,
                                           const DialectRegistry &registry) {
  if (tooDeepAt(text))
    return failed("the text is nested too deep");
  ParsedText::Context context = ParsedText::makeContext(registry);
  auto module =
      parse(llvm::MemoryBuffer::getMemBufferCopy(text, "text"), *context);
  if (!module)
    return module.takeError();
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (mlir::failed(writeBytecodeToFile(**module, stream)))
    return failed("the text has no bytecode");
  return llvm::encodeBase64(bytes);
}

} // namespace heddle::lsp
