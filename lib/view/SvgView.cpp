//===- SvgView.cpp - Layouts as SVG ---------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/SvgView.h"

#include "PictureSvg.h"

namespace heddle {

using namespace view;

namespace {
constexpr std::uint64_t OffsetsPerRow = 16;
} // namespace

Result<std::string> svgTensorView(const LinearLayout &layout,
                                  const SvgOptions &options) {
  IndexedLayout indexed(layout);
  return checkCountable(indexed).and_then(
      [&] { return drawSvg(tensorPicture(indexed, MaxSvgCells), options); });
}

Result<std::string> svgHardwareView(const LinearLayout &layout,
                                    const SvgOptions &options) {
  IndexedLayout indexed(layout);
  return checkCountable(indexed).and_then([&] {
    return drawSvg(hardwarePicture(indexed, OffsetsPerRow), options);
  });
}

Result<std::string> svgMemoryView(const LinearLayout &layout,
                                  const MemoryOptions &memory,
                                  const SvgOptions &options) {
  IndexedLayout indexed(layout);
  return checkCountable(indexed)
      .and_then([&] { return memoryPicture(indexed, memory); })
      .and_then(
          [&](const Picture &picture) { return drawSvg(picture, options); });
}

} // namespace heddle
