//===- WmmaGrid.h - WMMA's warps as a grid ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Up to Triton 3.6 the warps of `amd_wmma` are a grid with a box of tiles in
/// each; since then they have bases.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_WMMAGRID_H
#define HEDDLE_LIB_ENCODING_WMMAGRID_H

#include "heddle/encoding/Encoding.h"
#include "heddle/f2/Error.h"

namespace heddle {

/// Both along the last dimension first. The tiles of a warp lie side by side.
struct WmmaGrid {
  UnsignedList warpsPerCTA, tilesPerWarp;
};

/// The grid that the bases are. Fails if they are none.
Result<WmmaGrid> gridOf(const AmdWmmaEncoding &e);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_WMMAGRID_H
