//===- ScalarProgram.h - Executing formulas ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes a formula of registers for one input, on the host.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LOWERING_SCALARPROGRAM_H
#define HEDDLE_TEST_UNIT_LOWERING_SCALARPROGRAM_H

#include "heddle/mathlib/MathFunctions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstdint>
#include <vector>

namespace heddle {

/// What formulas are made in: one for the whole program, with the dialects of
/// mathlib.
mlir::MLIRContext &contextOfFormulas();

/// Arithmetic is IEEE's; an approximation of the hardware is off by `error`
/// times what its documentation allows.
class ScalarProgram {
public:
  /// The program of a function of scalars of these types.
  ScalarProgram(mlir::MLIRContext &context, MathFunction function,
                llvm::ArrayRef<mlir::Type> arguments);

  /// The bits of the result, from those of the arguments.
  std::uint64_t run(llvm::ArrayRef<std::uint64_t> arguments, double error = 0);

private:
  using Bits = std::uint64_t;
  /// The result of an op from its operands.
  using Step = Bits (*)(mlir::Operation *op, const Bits *operands,
                        double error);
  struct Each {
    Step step;
    mlir::Operation *op;
    unsigned operands[3], result;
  };

  void add(mlir::Operation *op);

  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  std::vector<Each> steps;
  std::vector<Bits> values;
  unsigned result = 0;
};

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_LOWERING_SCALARPROGRAM_H
