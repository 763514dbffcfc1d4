//===- ProductOperands.h - Fragments as code has them -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fragments of matrices in registers, as instructions take them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_PRODUCTOPERANDS_H
#define HEDDLE_CODEGEN_COMMON_PRODUCTOPERANDS_H

#include "heddle/codegen/common/EmissionContext.h"
#include "heddle/target/MatrixInstruction.h"

namespace heddle::codegen {

/// Registers of 32 bits, and f64 as they are.
struct ProductOperand {
  /// Of all fragments, one after the other.
  Registers values;
  /// Of one fragment.
  unsigned count = 0;

  llvm::ArrayRef<llvm::Value *> fragment(std::int32_t number) const {
    return llvm::ArrayRef<llvm::Value *>(values).slice(
        static_cast<std::size_t>(number) * count, count);
  }
};

/// Whether an f32 is one, as in sums, or a word, as a tf32.
enum class Singles : std::uint8_t { Floats, Words };

/// The fragments of a value; null values have none.
ProductOperand productOperand(EmissionContext &context, mlir::Value value,
                              const simt::ProductAttr &product,
                              const MatrixInstruction &row,
                              MatrixOperand operand, Singles singles);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_PRODUCTOPERANDS_H
