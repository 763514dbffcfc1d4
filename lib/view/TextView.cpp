//===- TextView.cpp - Layouts as text for people --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/TextView.h"

#include "PictureText.h"
#include "Tokens.h"

namespace heddle {

using namespace view;

namespace {

/// The widest cell of the tensor view, or close to it: the last location has
/// the largest coordinates.
std::size_t holderWidth(const IndexedLayout &layout) {
  std::string token = tokenText(layout, f2::lowMask(layout.inBits()));
  auto bits = static_cast<unsigned>(layout.replicas().size());
  return bits == 0 ? token.size()
                   : concat(token, " +", f2::lowMask(bits)).size();
}

} // namespace

Result<std::string> tensorView(const LinearLayout &layout,
                               const TextOptions &options) {
  IndexedLayout indexed(layout);
  return checkCountable(indexed).and_then([&] {
    std::uint64_t columns = columnsThatFit(options, holderWidth(indexed));
    return drawText(tensorPicture(indexed, columns), options);
  });
}

Result<std::string> hardwareView(const LinearLayout &layout,
                                 const TextOptions &options) {
  IndexedLayout indexed(layout);
  return checkCountable(indexed).and_then([&] {
    std::string widest = view::elementText(indexed, 0, Align::ToSize);
    std::uint64_t columns = columnsThatFit(options, widest.size());
    return drawText(hardwarePicture(indexed, columns), options);
  });
}

Result<std::string> memoryView(const LinearLayout &layout,
                               const MemoryOptions &memory,
                               const TextOptions &options) {
  IndexedLayout indexed(layout);
  return checkCountable(indexed)
      .and_then([&] { return memoryPicture(indexed, memory); })
      .and_then(
          [&](const Picture &picture) { return drawText(picture, options); });
}

} // namespace heddle
