//===- Parse.cpp - Reading what others wrote ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Parse.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>
#include <string_view>

namespace heddle::ir {

using namespace mlir;
using mlir::failure;

namespace {

bool isOfName(char c) {
  return llvm::isAlnum(c) || llvm::StringRef("_.$-").contains(c);
}

/// Behind what the parser skips: white space and comments.
std::size_t skipSpace(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (llvm::isSpace(text[at]))
      ++at;
    else if (text.substr(at, 2) == "//")
      at = std::min(text.find('\n', at), text.size());
    else
      break;
  }
  return at;
}

/// Behind the string that begins there. None goes on in the next line.
std::size_t skipString(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"' || text[at] == '\n')
      return at + 1;
    if (text[at] == '\\')
      ++at;
  }
  return text.size();
}

/// Behind the name, number or other character that begins there.
std::size_t skipToken(std::string_view text, std::size_t at) {
  if (text[at] == '"')
    return skipString(text, at);
  if (llvm::StringRef("%#!@^").contains(text[at]))
    ++at;
  std::size_t end = at;
  while (end < text.size() && isOfName(text[end]))
    ++end;
  return std::max(end, at + 1);
}

/// Where the type of the first `array<index ...>` begins that is neither in a
/// comment nor in a string; nothing if there is none.
std::optional<std::size_t> findIndexArray(std::string_view text) {
  std::string_view last[2];
  for (std::size_t at = skipSpace(text, 0); at < text.size();) {
    std::size_t end = skipToken(text, at);
    std::string_view token = text.substr(at, end - at);
    if (token == "index" && last[1] == "<" && last[0] == "array")
      return at;
    last[0] = std::exchange(last[1], token);
    at = skipSpace(text, end);
  }
  return std::nullopt;
}

} // namespace

LogicalResult verifyArrays(const llvm::SourceMgr &sources,
                           MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  // Bytecode has another reader.
  if (buffer->getBuffer().starts_with("ML\xefR"))
    return success();
  std::optional<std::size_t> at = findIndexArray(buffer->getBuffer());
  if (!at)
    return success();
  auto [line, column] = sources.getLineAndColumn(
      llvm::SMLoc::getFromPointer(buffer->getBufferStart() + *at));
  emitError(
      FileLineColLoc::get(context, buffer->getBufferIdentifier(), line, column))
      << "expects integers or floats of whole bytes in an array, but got "
         "'index'";
  return failure();
}

OwningOpRef<ModuleOp> parseModule(const llvm::SourceMgr &sources,
                                  const ParserConfig &config) {
  if (failed(verifyArrays(sources, config.getContext())))
    return nullptr;
  return parseSourceFile<ModuleOp>(sources, config);
}

LogicalResult parseOps(const llvm::SourceMgr &sources, Block &block,
                       const ParserConfig &config, AsmParserState &names,
                       AsmParserCodeCompleteContext *completion) {
  return success(succeeded(verifyArrays(sources, config.getContext())) &&
                 succeeded(parseAsmSourceFile(sources, &block, config, &names,
                                              completion)));
}

} // namespace heddle::ir
