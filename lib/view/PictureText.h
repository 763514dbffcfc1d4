//===- PictureText.h - Pictures drawn as text -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Draws a picture for a terminal: aligned columns of their own widths, the
/// middle left out where it does not fit, and a line that says what was left
/// out.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_PICTURETEXT_H
#define HEDDLE_LIB_VIEW_PICTURETEXT_H

#include "Picture.h"
#include "heddle/view/TextView.h"

namespace heddle::view {

/// Fails above `MaxTextCells` cells to show.
Result<std::string> drawText(const Picture &picture,
                             const TextOptions &options);

/// The largest power of two up to 16 columns of this width that fits a line.
std::uint64_t columnsThatFit(const TextOptions &options, std::size_t cellWidth);

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_PICTURETEXT_H
