//===- Decimal.h - Appending decimal numbers --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers into texts of millions of cells, without a temporary string for
/// each.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_DECIMAL_H
#define HEDDLE_LIB_VIEW_DECIMAL_H

#include <charconv>
#include <cstdint>
#include <string>

namespace heddle::view {

/// digits(0) and digits(9) are 1, digits(10) is 2.
inline unsigned digits(std::uint64_t number) {
  unsigned count = 1;
  for (; number >= 10; number /= 10)
    ++count;
  return count;
}

inline void appendNumber(std::string &text, std::uint64_t number) {
  char buffer[20];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), number);
  text.append(buffer, end);
}

/// Blanks on the left up to `width` characters.
inline void appendPadded(std::string &text, std::uint64_t number,
                         unsigned width) {
  char buffer[20];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), number);
  auto length = static_cast<unsigned>(end - buffer);
  if (length < width)
    text.append(width - length, ' ');
  text.append(buffer, length);
}

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_DECIMAL_H
