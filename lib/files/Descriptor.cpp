//===- Descriptor.cpp - Writing through the system ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace heddle {

int writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

tl::unexpected<Error> cannotWrite(const std::string &path, int reason) {
  return failure(
      concat("expects a file that can be written, but got '", path, "'"),
      std::strerror(reason));
}

tl::unexpected<Error> cannotWriteStandardOutput(int reason) {
  return failure("cannot write to the standard output", std::strerror(reason));
}

} // namespace heddle
