//===- PictureSvg.h - Pictures drawn as SVG ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Draws a picture as one SVG document: heading, tables below one another with
/// axes, legend with swatches. Sizes are in pixels at the natural scale.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_PICTURESVG_H
#define HEDDLE_LIB_VIEW_PICTURESVG_H

#include "Picture.h"
#include "heddle/view/SvgView.h"

namespace heddle::view {

/// Fails above `MaxSvgCells` cells.
Result<std::string> drawSvg(const Picture &picture, const SvgOptions &options);

/// Text as XML content: markup escaped; what XML does not allow (control
/// characters, bytes that are no UTF-8) becomes the replacement character.
std::string xmlText(std::string_view text);

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_PICTURESVG_H
