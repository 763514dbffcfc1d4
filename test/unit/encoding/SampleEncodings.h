//===- SampleEncodings.h - Encodings that tests start from ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodings and layouts from their texts, and how failures show them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_ENCODING_SAMPLEENCODINGS_H
#define HEDDLE_TEST_UNIT_ENCODING_SAMPLEENCODINGS_H

#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "layout/RandomLayouts.h"

#include <ostream>

namespace heddle {

inline std::ostream &operator<<(std::ostream &stream, const Encoding &e) {
  Result<std::string> text = toText(e);
  return stream << (text ? *text : "invalid: " + text.error().text());
}
inline std::ostream &operator<<(std::ostream &stream, const TensorType &type) {
  Result<std::string> text = toText(type);
  return stream << (text ? *text : "invalid: " + text.error().text());
}

/// The struct that a text stands for.
template <class Family> Family readAs(std::string_view text) {
  Encoding encoding = get(parseEncoding(text));
  EXPECT_TRUE(encoding.is<Family>()) << text;
  return encoding.is<Family>() ? *encoding.getIf<Family>() : Family();
}

/// The layout of an attribute's text on a tensor of this shape.
inline LinearLayout layoutOf(std::string_view text,
                             ListRef<std::uint64_t> shape,
                             TritonVersion version = NewestTriton) {
  ReadOptions options;
  options.rank = static_cast<unsigned>(shape.size());
  return get(toLinearLayout(get(parseEncoding(text, options)), shape, version));
}

/// The whole text of the error; of a success, a text that no error has.
template <class T> std::string errorOf(const Result<T> &result) {
  return result ? "no error" : result.error().text();
}

inline constexpr WriteOptions Legacy = {.spelling =
                                            WriteOptions::Spelling::Legacy};
inline constexpr WriteOptions As36 = {.version = TritonVersion::V3_6};

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_ENCODING_SAMPLEENCODINGS_H
