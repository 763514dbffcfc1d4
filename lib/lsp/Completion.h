//===- Completion.h - What may stand at the cursor --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_COMPLETION_H
#define HEDDLE_LIB_LSP_COMPLETION_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/LSP/Protocol.h"

#include <string_view>
#include <vector>

namespace heddle::lsp {

/// What the parser expects at an offset of the text: dialects, ops, values,
/// blocks, attributes, types, keywords. Parses the text up to there.
std::vector<llvm::lsp::CompletionItem>
completionsAt(std::string_view text, std::size_t offset,
              mlir::MLIRContext &context);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_COMPLETION_H
