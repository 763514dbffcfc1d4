//===- Nesting.h - How deep brackets are nested -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parsers of IR and of JSON are recursive. What is nested deeper than they
/// have stack for is refused before they see it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_NESTING_H
#define HEDDLE_LIB_LSP_NESTING_H

#include <optional>
#include <string_view>

namespace heddle::lsp {

/// The most levels of a text: brackets around a place, or signs in front of a
/// number. The server's thread has stack for some times as many.
inline constexpr unsigned MaxNesting = 512;

/// Where a text has more than `MaxNesting` brackets open, or as many `-` in a
/// row, if anywhere. What is in strings does not count, nor what is in comments
/// that start with `//`.
std::optional<std::size_t> tooDeepAt(std::string_view text);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_NESTING_H
