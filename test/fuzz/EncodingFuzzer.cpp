//===- EncodingFuzzer.cpp - Any text as a layout --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What has to hold for any bytes that someone passes as a type or a layout:
/// reading ends without a crash; a refusal says where; what is accepted is
/// written in a form that reads back as the same; and its meaning is a layout
/// or an error. `make fuzz` runs it.
///
//===----------------------------------------------------------------------===//

#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <cstdio>
#include <cstdlib>

using namespace heddle;

namespace {

[[noreturn]] void fail(const char *what, std::string_view text) {
  std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(text.size()),
               text.data());
  std::abort();
}

void checkPosition(const Error &error, std::string_view text) {
  if (!error.reason.starts_with("column ") &&
      !error.reason.starts_with("line "))
    fail("a refusal without a position", error.reason);
  if (error.reason.size() > 1000)
    fail("a refusal without an end", text);
}

/// Writes the value in every form, and reads each back. Legacy forms leave out
/// what changes no layout, so there the text has to be the same, not the value.
template <class T, class Parse>
void checkRoundTrip(const T &value, Parse parse, std::string_view text) {
  using enum WriteOptions::Spelling;
  for (const VersionFacts &facts : versionTable())
    for (auto spelling : {Canonical, Legacy}) {
      WriteOptions options = {.version = facts.version, .spelling = spelling};
      Result<std::string> written = toText(value, options);
      if (!written)
        continue;
      auto again = parse(*written);
      if (!again)
        fail("a text that does not read back", *written);
      bool isSame = spelling == Legacy ? toText(*again, options) == *written
                                       : *again == value;
      if (!isSame)
        fail("a text that reads back as another", *written);
    }
  if (!toText(value))
    fail("a value that the newest form cannot write", text);
}

/// Aliases as files have them, one of them defined by itself.
std::optional<std::string> alias(std::string_view name) {
  if (name == "a")
    return "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], "
           "warpsPerCTA = [4, 1], order = [1, 0]}>";
  if (name == "b")
    return "#ttg.slice<{dim = 1, parent = #b}>";
  if (name == "smem")
    return "#ttg.shared_memory";
  return std::nullopt;
}

void fuzzType(std::string_view text) {
  ReadOptions options = {.aliases = alias, .element = {}, .rank = {}};
  Result<TensorType> type = parseType(text, options);
  if (!type)
    return checkPosition(type.error(), text);
  checkRoundTrip(
      *type, [](std::string_view written) { return parseType(written); }, text);
  if (type->encoding)
    for (const VersionFacts &facts : versionTable())
      (void)toLinearLayout(*type, facts.version);
}

void fuzzEncoding(std::string_view text) {
  ReadOptions options = {
      .aliases = alias, .element = ElementType{"f16", 16}, .rank = 2};
  Result<Encoding> encoding = parseEncoding(text, options);
  if (!encoding)
    return checkPosition(encoding.error(), text);
  // Not every form says which tensors it is for: then the reader is told.
  options.rank = encoding->rank();
  if (const auto *nvmma = encoding->getIf<NvmmaSharedEncoding>())
    options.element =
        parseElementType(concat("i", nvmma->elementBitWidth)).value();
  checkRoundTrip(
      *encoding,
      [&](std::string_view written) { return parseEncoding(written, options); },
      text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  if (text.starts_with('#'))
    fuzzEncoding(text);
  else
    fuzzType(text);
  return 0;
}
