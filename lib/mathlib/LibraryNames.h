//===- LibraryNames.h - Functions of libraries by name ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of CUDA's library for devices ("__nv_expf", ...) in families,
/// a file each, which end with the table of their names.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_MATHLIB_LIBRARYNAMES_H
#define HEDDLE_LIB_MATHLIB_LIBRARYNAMES_H

#include "heddle/mathlib/MathFunctions.h"

namespace heddle {

struct NamedFunction {
  llvm::StringRef name;
  MathFunction function;
};

/// \name The families
/// @{
/// Of integers and of bits.
llvm::ArrayRef<NamedFunction> integerFunctions();
/// Between integers and floats, in every rounding direction.
llvm::ArrayRef<NamedFunction> conversionFunctions();
/// Sums, products, quotients and roots, in every rounding direction.
llvm::ArrayRef<NamedFunction> roundedFunctions();
/// Parts of floats: signs, exponents, whole parts, remainders, neighbours.
llvm::ArrayRef<NamedFunction> floatPartFunctions();
/// Functions of real numbers.
llvm::ArrayRef<NamedFunction> realFunctions();
/// @}

/// \name Functions of numbers as functions of lists
/// @{
template <Term (*Function)(Term)> Term of(llvm::ArrayRef<Term> arguments) {
  return Function(arguments[0]);
}
template <Term (*Function)(Term, Term)>
Term ofTwo(llvm::ArrayRef<Term> arguments) {
  return Function(arguments[0], arguments[1]);
}
/// A function of f64 as one of f32, rounded twice, the second time to far fewer
/// bits.
template <MathFunction Function>
Term throughDouble(llvm::ArrayRef<Term> arguments) {
  llvm::SmallVector<Term> wide;
  for (Term each : arguments)
    wide.push_back(each.isFloat() ? asDouble(each) : each);
  return asSingle(Function(wide));
}
/// An op whose result has the type of its operands.
template <class Op> Term same(llvm::ArrayRef<Term> arguments) {
  Term x = arguments.front();
  llvm::SmallVector<mlir::Value> operands;
  for (Term each : arguments)
    operands.push_back(each.get());
  mlir::OperationState state(x.at(), Op::getOperationName());
  state.addOperands(operands);
  state.addTypes(x.get().getType());
  return x.with(x.ops().create(state)->getResult(0));
}
/// @}

} // namespace heddle

#endif // HEDDLE_LIB_MATHLIB_LIBRARYNAMES_H
