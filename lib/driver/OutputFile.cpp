//===- OutputFile.cpp - Files that are whole or absent --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/driver/OutputFile.h"

#include <filesystem>
#include <fstream>
#include <iostream>

namespace heddle {

Result<void> writeOutput(const std::string &path, std::string_view text) {
  if (path.empty() || path == "-") {
    std::cout << text << std::flush;
    if (!std::cout)
      return failure("expects to write to the standard output, but it is "
                     "closed");
    return {};
  }
  // A device, such as /dev/null, cannot be replaced.
  std::error_code status;
  bool isPlace = std::filesystem::exists(path, status) &&
                 !std::filesystem::is_regular_file(path, status);
  std::string written = isPlace ? path : path + ".part";
  std::ofstream file(written, std::ios::binary);
  file << text;
  file.close();
  if (file && !isPlace)
    std::filesystem::rename(written, path, status);
  if (file && (isPlace || !status))
    return {};
  if (!isPlace)
    std::filesystem::remove(written, status);
  return failure(
      concat("expects a file that can be written, but got '", path, "'"));
}

} // namespace heddle
