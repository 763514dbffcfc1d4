//===- StandardOutput.cpp - The standard output as a stream ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"
#include "heddle/files/OutputFile.h"

#include <array>
#include <unistd.h>

namespace heddle {

class StandardOutput::Buffer : public std::streambuf {
public:
  Buffer() { setp(bytes.data(), bytes.data() + bytes.size()); }

  int sync() override {
    std::string_view text(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    if (reason == 0)
      reason = writeAll(STDOUT_FILENO, text);
    setp(bytes.data(), bytes.data() + bytes.size());
    return reason == 0 ? 0 : -1;
  }

  /// The system's, of the first write that failed.
  int reason = 0;

protected:
  int_type overflow(int_type character) override {
    if (sync() != 0)
      return traits_type::eof();
    if (!traits_type::eq_int_type(character, traits_type::eof()))
      sputc(traits_type::to_char_type(character));
    return traits_type::not_eof(character);
  }

private:
  std::array<char, 1 << 14> bytes;
};

StandardOutput::StandardOutput()
    : std::ostream(nullptr), buffer(std::make_unique<Buffer>()) {
  rdbuf(buffer.get());
}

StandardOutput::~StandardOutput() { flush(); }

Result<void> StandardOutput::finish() {
  flush();
  if (buffer->reason != 0)
    return cannotWriteStandardOutput(buffer->reason);
  return {};
}

} // namespace heddle
