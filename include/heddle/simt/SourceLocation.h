//===- SourceLocation.h - Lines that people wrote ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which line of which file an op comes from. Reports, listings of the
/// simulator and traps all ask here.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SOURCELOCATION_H
#define HEDDLE_SIMT_SOURCELOCATION_H

#include "mlir/IR/Location.h"

#include <optional>
#include <string>

namespace heddle {

/// A line of 0 if nothing is known.
struct SourceLocation {
  std::string file;
  unsigned line = 0, column = 0;
};

/// "k.py:12:8"; "?" if nothing is known.
std::string locationText(const SourceLocation &location);

/// The line of a location: in this file, of the calls that lead there the
/// innermost that is; if none is, where the outermost call stands.
SourceLocation sourceLocationOf(mlir::Location location, llvm::StringRef file);

/// The file itself, or one of its name beside the input, where it can be read.
std::optional<std::string> findSource(llvm::StringRef file,
                                      llvm::StringRef input);

} // namespace heddle

#endif // HEDDLE_SIMT_SOURCELOCATION_H
