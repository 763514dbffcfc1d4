//===- HeldElements.h - What registers hold ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which elements the registers of thread 0 hold. Where all threads hold
/// elements in the same way, what is said of this one is true of all.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_HELDELEMENTS_H
#define HEDDLE_LIB_LOWERING_HELDELEMENTS_H

#include "heddle/layout/LinearLayout.h"

#include <map>
#include <vector>

namespace heddle {

/// An element by its coordinates, one an axis.
using Element = std::vector<std::uint64_t>;

/// The coordinates in a word of a layout's outputs.
Element elementOf(const LinearLayout &layout, Word word);

/// The element in a register of thread 0.
Element elementIn(const LinearLayout &layout, std::uint64_t registerNumber);

/// The first register of thread 0 that holds each element.
std::map<Element, std::int32_t> registersOfElements(const LinearLayout &layout);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_HELDELEMENTS_H
