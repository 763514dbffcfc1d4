//===- LanesText.cpp - Sets of lanes for people ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanesText.h"
#include "heddle/f2/Bits.h"
#include "heddle/f2/Error.h"

namespace heddle {

std::string lanesText(std::uint64_t lanes) {
  std::string text;
  while (lanes != 0) {
    unsigned first = f2::lowestBit(lanes);
    auto count = static_cast<unsigned>(std::countr_one(lanes >> first));
    text += concat(text.empty() ? "" : " ", first);
    if (count > 1)
      text += concat(count > 2 ? ".." : " ", first + count - 1);
    lanes &= ~(f2::lowMask(count) << first);
  }
  return text;
}

} // namespace heddle
