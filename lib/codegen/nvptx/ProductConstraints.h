//===- ProductConstraints.h - Fragments in assembly -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fragments of matrices as operands and results of inline assembly.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_PRODUCTCONSTRAINTS_H
#define HEDDLE_LIB_CODEGEN_NVPTX_PRODUCTCONSTRAINTS_H

#include "heddle/codegen/common/ProductOperands.h"

namespace heddle::codegen {

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

#endif // HEDDLE_LIB_CODEGEN_NVPTX_PRODUCTCONSTRAINTS_H
