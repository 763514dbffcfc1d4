//===- Error.h - Error values with a witness --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How the core says no. A fallible function returns `Result<T>`: a value, or
/// an `Error` that states what was expected, shows one concrete place where the
/// input fails, and names a way out. Nothing in the core prints, throws, aborts
/// or exits.
///
///     Result<LinearLayout> inverse = invert(layout);
///     if (!inverse)
///       report(inverse.error().text());
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_F2_ERROR_H
#define HEDDLE_F2_ERROR_H

#include <concepts>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace heddle {

struct Error {
  /// "expects X, but got Y": lower case, no full stop, with the values.
  std::string reason;
  /// The concrete bit, dimension or element that shows it.
  std::string witness;
  /// What the caller can do instead.
  std::string remedy;

  /// The three parts, one a line; parts that are empty are left out.
  std::string text() const;
};

/// A value or an `Error`. Test it before use: reading the value of a failed
/// result is undefined.
template <class T> using Result = tl::expected<T, Error>;

/// Builds the error half of a `Result`. Out of line and cold, so that the
/// checks of hot functions stay a compare and a branch.
[[gnu::cold, gnu::noinline]] tl::unexpected<Error>
failure(std::string reason, std::string witness = {}, std::string remedy = {});

namespace detail {
inline void append(std::string &text, std::string_view part) { text += part; }
inline void append(std::string &text, std::integral auto number) {
  text += std::to_string(number);
}
} // namespace detail

/// Joins words and numbers into one string: `concat("bit ", 3)` is "bit 3".
template <class... Parts> std::string concat(const Parts &...parts) {
  std::string text;
  (detail::append(text, parts), ...);
  return text;
}

} // namespace heddle

#endif // HEDDLE_F2_ERROR_H
