//===- CostModel.h - Whose rules choose layouts -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Options of `tritongpu-remove-layout-conversions`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TRANSFORMS_COSTMODEL_H
#define HEDDLE_TRANSFORMS_COSTMODEL_H

#include <cstdint>

namespace heddle {

enum class CostModel : std::uint8_t {
  Heddle, ///< all layouts at once, at what lowering costs
  Triton  ///< the sub-phases and prices of Triton 3.9
};

} // namespace heddle

#endif // HEDDLE_TRANSFORMS_COSTMODEL_H
