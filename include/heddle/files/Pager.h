//===- Pager.h - Long texts on a terminal -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// On a terminal, a text that is longer than the screen goes through the
/// program that the variable PAGER names, as in git. It is `less -RFX` where
/// PAGER is not set; an empty one, and `cat`, mean none. Without LESS in the
/// environment, a PAGER that is less gets LESS=FRX, so that it shows colours.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FILES_PAGER_H
#define HEDDLE_FILES_PAGER_H

#include "heddle/f2/Error.h"

#include <cstdint>

namespace heddle {

/// The size of a terminal in characters.
struct ScreenSize {
  unsigned rows, columns;
};

/// The rows that a text takes on a screen of so many columns: long lines go on
/// in the next row, escape sequences of colours take no room, and the bytes of
/// a UTF-8 character take that of one.
std::uint64_t rowsOnScreen(std::string_view text, unsigned columns);

/// Writes the text to the standard output, through the pager if that is a
/// terminal, other than a dumb one, with fewer rows than the text and a prompt
/// take. Returns when the pager ends; that it was left early is no error. If
/// there is no such program, the text is written without one.
[[nodiscard]] Result<void> writePaged(std::string_view text);

} // namespace heddle

#endif // HEDDLE_FILES_PAGER_H
