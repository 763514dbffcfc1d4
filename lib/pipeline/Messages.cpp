//===- Messages.cpp - What is said while kernels are compiled -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/Messages.h"
#include "MessageHandler.h"
#include "heddle/simt/SourceLocation.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

using namespace mlir;

void say(const Error &error, Messages *messages) {
  std::string text = concat("heddle: error: ", error.text(), "\n");
  if (messages == nullptr) {
    llvm::errs() << text;
    return;
  }
  messages->all.push_back({.isError = true, .location = {}, .error = error});
  messages->text += text;
}

namespace {

Message messageOf(Diagnostic &diagnostic) {
  Message message = {
      .isError = diagnostic.getSeverity() == DiagnosticSeverity::Error,
      .location = {},
      .error = {.reason = diagnostic.str(), .witness = {}, .remedy = {}}};
  SourceLocation place = sourceLocationOf(diagnostic.getLocation(), "");
  if (place.line != 0)
    message.location = locationText(place);
  for (const Diagnostic &note : diagnostic.getNotes()) {
    std::string &witness = message.error.witness;
    witness += (witness.empty() ? "" : "\n") + note.str();
  }
  return message;
}

} // namespace

MessageHandler::MessageHandler(llvm::SourceMgr &sources, MLIRContext &context,
                               Messages *messages)
    : stream(messages == nullptr
                 ? nullptr
                 : std::make_unique<llvm::raw_string_ostream>(messages->text)),
      printer(sources, &context,
              stream ? static_cast<llvm::raw_ostream &>(*stream)
                     : llvm::errs()) {
  if (messages == nullptr)
    return;
  context.getDiagEngine().registerHandler([messages](Diagnostic &diagnostic) {
    messages->all.push_back(messageOf(diagnostic));
    // It is printed, too.
    return mlir::failure();
  });
}

} // namespace heddle
