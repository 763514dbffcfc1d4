//===- ProductOperands.h - Fragments as assembly has them -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fragments of matrices in registers, as inline assembly takes them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_PRODUCTOPERANDS_H
#define HEDDLE_LIB_CODEGEN_NVPTX_PRODUCTOPERANDS_H

#include "heddle/codegen/common/EmissionContext.h"
#include "heddle/target/MatrixInstruction.h"

namespace heddle::codegen {

/// Registers of 32 bits, and f64 as they are.
struct ProductOperand {
  /// Of all fragments, one after the other.
  Registers values;
  /// Of one fragment.
  unsigned count = 0;
  char constraint = 'r';

  llvm::ArrayRef<llvm::Value *> fragment(std::int32_t number) const {
    return llvm::ArrayRef<llvm::Value *>(values).slice(
        static_cast<std::size_t>(number) * count, count);
  }
};

/// Whether an f32 is one, as in sums, or a tf32, which is a word.
enum class Singles : std::uint8_t { Floats, Words };

/// The fragments of a value; null values have none.
ProductOperand productOperand(EmissionContext &context, mlir::Value value,
                              const simt::ProductAttr &product,
                              const MatrixInstruction &row,
                              MatrixOperand operand, Singles singles);

/// "=f,=f," for so many results, "r,r," for so many operands, "0,1," for
/// operands that are in the results' registers.
std::string resultConstraints(const ProductOperand &operand);
std::string operandConstraints(const ProductOperand &operand);
std::string tiedConstraints(unsigned count);

/// The type of assembly with so many results, and each of them.
llvm::Type *resultType(EmissionContext &context, const ProductOperand &operand);
void setFragment(EmissionContext &context, ProductOperand &operand,
                 std::int32_t number, llvm::Value *made);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_NVPTX_PRODUCTOPERANDS_H
