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

struct Completion {
  llvm::lsp::CompletionItem item;
  /// Where what is typed of it begins: the item stands for all from there to
  /// the cursor.
  std::size_t begin;
};

/// What can stand at an offset of the text, whatever is typed of it already:
/// what the parser expects there (dialects, ops, values, blocks, attributes,
/// types, keywords), and inside layouts their families and parameters. Parses
/// the text up to there.
std::vector<Completion> completionsAt(std::string_view text, std::size_t offset,
                                      mlir::MLIRContext &context);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_COMPLETION_H
