//===- OutputFile.h - Files that are whole or absent ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Output goes to the standard output or to a file. A file is written under
/// another name beside its own and renamed at the end, so that nothing is ever
/// half-written. Failures have the system's reason, and
/// are trouble, as Outcome.h calls it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FILES_OUTPUTFILE_H
#define HEDDLE_FILES_OUTPUTFILE_H

#include "heddle/f2/Error.h"

#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace heddle {

/// Writes the text to the file; an empty path and `-` are the standard output.
[[nodiscard]] Result<void> writeOutput(const std::string &path,
                                       std::string_view text);

/// Writes texts that belong together to files: all of them, or none.
[[nodiscard]] Result<void>
writeOutputs(const std::vector<std::pair<std::string, std::string>> &files);

/// The standard output as a stream for answers that are printed one by one. It
/// fails at the first write that the system refuses, and keeps the reason,
/// which `std::cout` loses.
class StandardOutput : public std::ostream {
public:
  StandardOutput();
  ~StandardOutput() override;

  /// Writes what is left. Fails if anything could not be written.
  [[nodiscard]] Result<void> finish();

private:
  class Buffer;
  std::unique_ptr<Buffer> buffer;
};

} // namespace heddle

#endif // HEDDLE_FILES_OUTPUTFILE_H
