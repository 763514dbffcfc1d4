//===- ElementwiseTable.h - What executes elementwise ops -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What executes elementwise ops, by their classes:
///
///     table.add<arith::AddIOp>(integersBy<Add>());
///     table.add<arith::CmpIOp>(comparison);
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_ELEMENTWISETABLE_H
#define HEDDLE_LIB_SIM_ELEMENTWISETABLE_H

#include "Machine.h"

namespace heddle::sim {

/// What an instruction is for each kind of element; null where it is none.
struct RunTable {
  Run i1 = nullptr, i8 = nullptr, i16 = nullptr, i32 = nullptr, i64 = nullptr;
  Run f16 = nullptr, bf16 = nullptr, f32 = nullptr, f64 = nullptr;

  Run of(mlir::Type element) const;
};

/// Of ops with two results, the low half (the sum) and the high one (the
/// carry).
struct ExtendedRuns {
  Run low = nullptr, high = nullptr;
};

class ElementwiseTable {
public:
  using Pick = Run (*)(mlir::Operation *);

  /// By the elements of the first operand.
  template <class Op> void add(const RunTable &runs) {
    functions[mlir::TypeID::get<Op>()] = {.runs = runs, .high = {}};
  }
  /// By the op itself.
  template <class Op> void add(Pick pick) {
    functions[mlir::TypeID::get<Op>()].pick = pick;
  }
  template <class Op> void add(const RunTable &low, const RunTable &high) {
    functions[mlir::TypeID::get<Op>()] = {.runs = low, .high = high};
  }

  /// Null if there is nothing for the op and its elements.
  Run find(mlir::Operation *op) const;
  ExtendedRuns findExtended(mlir::Operation *op) const;
  /// Whether there is something for the op and some elements.
  bool has(mlir::OperationName name) const {
    return functions.contains(name.getTypeID());
  }

private:
  struct Function {
    RunTable runs, high;
    Pick pick = nullptr;
  };
  llvm::DenseMap<mlir::TypeID, Function> functions;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_ELEMENTWISETABLE_H
