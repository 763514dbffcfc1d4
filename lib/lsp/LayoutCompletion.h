//===- LayoutCompletion.h - Names inside layouts ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_LAYOUTCOMPLETION_H
#define HEDDLE_LIB_LSP_LAYOUTCOMPLETION_H

#include "llvm/Support/LSP/Protocol.h"

#include <string_view>
#include <vector>

namespace heddle::lsp {

/// What can follow a text that ends inside a layout: behind `#ttg.` the
/// families, between their braces the parameters that are not there yet, each
/// with its meaning, and behind the `#` in a type the aliases of the text.
/// Empty for texts that end elsewhere.
std::vector<llvm::lsp::CompletionItem>
layoutCompletions(std::string_view before);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_LAYOUTCOMPLETION_H
