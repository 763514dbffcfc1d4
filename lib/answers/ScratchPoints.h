//===- ScratchPoints.h - What offsets of the scratch mean -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_SCRATCHPOINTS_H
#define HEDDLE_LIB_ANSWERS_SCRATCHPOINTS_H

#include "heddle/answers/ConvertReport.h"

namespace heddle {

/// What a bit of an offset adds to the place in the tensor.
struct ScratchPoint {
  /// Of the byte inside of the element.
  std::uint64_t byte;
  /// dim0, dim1, ...
  Coordinates element;
};

/// A vector of `ScratchLayout` in coordinates.
ScratchPoint scratchPoint(const ConvertAnswer &answer, Word vector);

/// "dim0 8, byte 1": the coordinates that are not zero; "nothing" if all are.
std::string pointText(const ScratchPoint &point);

/// The same for an element of the source's tensor.
std::string elementChange(const LinearLayout &layout, Word element);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_SCRATCHPOINTS_H
