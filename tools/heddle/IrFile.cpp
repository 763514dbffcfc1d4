//===- IrFile.cpp - Files of IR -----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IrFile.h"
#include "Command.h"
#include "heddle/files/InputFile.h"
#include "heddle/ir/Dialects.h"
#include "heddle/ir/Meaning.h"
#include "heddle/ir/Parse.h"
#include "heddle/simt/Simt.h"

namespace heddle {

using namespace mlir;

DialectRegistry dialectsOfFiles() {
  DialectRegistry registry;
  ir::registerDialects(registry);
  registry.insert<simt::SimtDialect>();
  return registry;
}

Reported<void> IrFile::read(const std::string &path, MLIRContext &context) {
  Result<std::string> text = readIr(path);
  if (!text) {
    report(text.error(), ErrorKind::Trouble);
    return tl::unexpected(ErrorKind::Trouble);
  }
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(
                                 *text, path == "-" ? "<stdin>" : path),
                             llvm::SMLoc());
  handler = std::make_unique<SourceMgrDiagnosticHandler>(sources, &context);
  parsed = ir::parseModule(sources, &context);
  if (!parsed || failed(ir::verifyMeaning(*parsed)))
    return tl::unexpected(ErrorKind::Refusal);
  return {};
}

} // namespace heddle
