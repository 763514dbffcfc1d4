//===- Show.h - What editors show, without one ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the server would answer about a text, for a terminal.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LSP_SHOW_H
#define HEDDLE_LSP_SHOW_H

#include "heddle/f2/Error.h"
#include "heddle/target/Target.h"
#include "mlir/IR/Dialect.h"

#include <optional>
#include <string>

namespace heddle::lsp {

/// A place in a text, both counted from 1, columns in UTF-16 units.
struct Place {
  unsigned line = 1, column = 1;
};

/// A place behind the name of a file, "kernel.ttgir:12:8".
struct FilePlace {
  std::string path;
  Place place;
};

/// Nothing of a text of another form.
std::optional<FilePlace> parsePlace(std::string_view text);

/// A hover, without markup; nothing where nothing is shown. `target` is the
/// chip of modules that name none.
std::optional<std::string> showHover(std::string text, Place place,
                                     const mlir::DialectRegistry &registry,
                                     const Target *target);

/// All lenses, a line each: "12: convert: 2 shuffles a warp, ~14 cycles". Fails
/// with the first error of a text that cannot be parsed.
[[nodiscard]] Result<std::string>
showLenses(std::string text, const mlir::DialectRegistry &registry,
           const Target *target);

} // namespace heddle::lsp

#endif // HEDDLE_LSP_SHOW_H
