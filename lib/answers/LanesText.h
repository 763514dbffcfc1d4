//===- LanesText.h - Sets of lanes for people -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_LANESTEXT_H
#define HEDDLE_LIB_ANSWERS_LANESTEXT_H

#include <cstdint>
#include <string>

namespace heddle {

/// Bit l for lane l: "0..3 20..23".
std::string lanesText(std::uint64_t lanes);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_LANESTEXT_H
