//===- Operand.h - Where the registers of a value are -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_OPERAND_H
#define HEDDLE_LIB_SIM_OPERAND_H

#include <cstdint>

namespace heddle::sim {

/// Where the registers of a value are: elements as bytes from the beginning of
/// the warp's, and a mask for each register, whose bit l says that lane l has
/// it defined. An instruction that has no such operand has `Nowhere` there.
struct Operand {
  static constexpr std::uint32_t Nowhere = ~std::uint32_t(0);
  std::uint32_t data = 0, masks = Nowhere;

  bool isThere() const { return masks != Nowhere; }
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_OPERAND_H
