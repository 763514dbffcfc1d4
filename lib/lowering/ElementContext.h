//===- ElementContext.h - What emitters of scalar ops share -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an emitter needs to lower an op on scalars: what its operands have
/// become, and what type its results get.
///
/// Ops on scalars are lowered in three surroundings, which differ in nothing
/// but that type. In the body of a function a scalar stays one, and a tensor
/// becomes the registers of a thread. In the scalar region of a reduction, a
/// scan or a map (ElementRegion.h) the op runs for all registers at once, so
/// that a scalar becomes a vector:
///
///     arith.addi %x, %y : i32                      the same
///     arith.addi %x, %y : tensor<512xi32, #l>      ... : vector<4xi32>
///     arith.addi %x, %y : i32, in a region         ... : vector<4xi32>
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_ELEMENTCONTEXT_H
#define HEDDLE_LIB_LOWERING_ELEMENTCONTEXT_H

#include "heddle/ir/Refusal.h"
#include "heddle/lowering/Arithmetic.h"
#include "heddle/mathlib/FloatCasts.h"
#include "heddle/target/Target.h"
#include "mlir/IR/Builders.h"

namespace heddle {

class ElementContext {
public:
  ElementContext(mlir::OpBuilder &builder, const Target &target,
                 const ArithmeticOptions &arithmetic)
      : builder(builder), target(target), arithmetic(arithmetic) {}
  ElementContext(const ElementContext &) = delete;
  ElementContext &operator=(const ElementContext &) = delete;
  virtual ~ElementContext() = default;

  /// The type that a value of this one has here.
  virtual mlir::Type lowered(mlir::Type type) = 0;
  llvm::SmallVector<mlir::Type> lowered(mlir::TypeRange types);

  /// Of each register of a value the first one that is known to hold the same;
  /// empty if all may differ.
  virtual llvm::SmallVector<std::int32_t>
  equalRegisters(mlir::Value /*value*/) {
    return {};
  }

  /// What a value has become; null if it has not been lowered.
  mlir::Value get(mlir::Value value) const { return values.lookup(value); }
  llvm::SmallVector<mlir::Value> get(mlir::ValueRange of) const;
  void set(mlir::Value value, mlir::Value lowered) { values[value] = lowered; }
  void set(mlir::ValueRange of, mlir::ValueRange lowered);
  /// Sets a value to a scalar that is the same for all that it stands for.
  void setUniform(mlir::Value value, mlir::Value scalar);

  /// Makes an op where the builder stands.
  template <class Op, class... Arguments>
  auto make(mlir::Location loc, Arguments &&...arguments) {
    return Op::create(builder, loc, std::forward<Arguments>(arguments)...);
  }
  /// An integer, or a vector of equal ones.
  mlir::Value number(std::int64_t value, mlir::Type type);

  /// How casts between f16 and 8-bit floats are done on the target.
  ByteCasts byteCasts() const {
    return target.float8Casts ? ByteCasts::ByInstruction : ByteCasts::ByProgram;
  }

  mlir::OpBuilder &builder;
  const Target &target;
  const ArithmeticOptions arithmetic;

private:
  llvm::DenseMap<mlir::Value, mlir::Value> values;
};

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_ELEMENTCONTEXT_H
