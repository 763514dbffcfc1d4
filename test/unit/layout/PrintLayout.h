//===- PrintLayout.h - Layouts in test failures -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_UNIT_LAYOUT_PRINTLAYOUT_H
#define HEDDLE_TEST_UNIT_LAYOUT_PRINTLAYOUT_H

#include "heddle/layout/Text.h"

#include <ostream>

namespace heddle {

/// How GoogleTest and RapidCheck show a layout. Every test of layouts includes
/// this, so that all of them show it alike.
inline std::ostream &operator<<(std::ostream &stream, const LinearLayout &a) {
  return stream << toText(a);
}

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_LAYOUT_PRINTLAYOUT_H
