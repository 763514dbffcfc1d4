//===- OutputFile.h - Files that are whole or absent ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Output goes to the standard output or to a file. A file is written beside
/// its place and moved there at the end, so that nothing is half-written.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FILES_OUTPUTFILE_H
#define HEDDLE_FILES_OUTPUTFILE_H

#include "heddle/f2/Error.h"

#include <utility>
#include <vector>

namespace heddle {

/// Writes the text to the file; an empty path and `-` are the standard output.
[[nodiscard]] Result<void> writeOutput(const std::string &path,
                                       std::string_view text);

/// Writes texts that belong together to files: all of them, or none.
[[nodiscard]] Result<void>
writeOutputs(const std::vector<std::pair<std::string, std::string>> &files);

} // namespace heddle

#endif // HEDDLE_FILES_OUTPUTFILE_H
