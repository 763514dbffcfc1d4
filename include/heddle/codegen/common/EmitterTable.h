//===- EmitterTable.h - Which function emits an op --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which function emits which op, and what the op needs of a target. The common
/// table has control flow and everything that is plain LLVM; a vendor copies
/// it, adds its own ops and replaces what it can do better:
///
///     EmitterTable table = commonEmitters();
///     table.add<simt::LaneReduceOp>(emitLaneReduce, hasLaneReduce);
///     table.addElementwise<arith::DivFOp>(emitDivision, areFloats);
///     table.refine<arith::SIToFPOp>(emitFloatsOfWords);
///
/// An op that no table has, or whose target lacks what it needs, is refused
/// before any LLVM IR is made, since LLVM would abort the process: see
/// `checkOps`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_EMITTERTABLE_H
#define HEDDLE_CODEGEN_COMMON_EMITTERTABLE_H

#include "heddle/codegen/common/Elementwise.h"
#include "heddle/codegen/common/EmissionContext.h"
#include "heddle/simt/OpFunction.h"

namespace heddle::codegen {

/// Emits an op, all of its registers.
using EmitOp = simt::OpFunction<EmissionContext>;
/// One register of the only result, from one of each operand.
using EmitScalar = std::function<llvm::Value *(
    EmissionContext &, mlir::Operation *, llvm::ArrayRef<llvm::Value *>)>;
/// Whether the target has what an op needs.
using IsSupported = std::function<bool(mlir::Operation *, const Target &)>;

struct Emitter {
  EmitOp emit;
  /// Of elementwise ops.
  EmitScalar scalar;
  /// None: every target has it.
  IsSupported isSupported;
};

class EmitterTable {
public:
  /// `emit(context, op)` returns nothing or a `LogicalResult`;
  /// `isSupported(op, target)` a bool. Both take the op as its class or as an
  /// `Operation *`. Replaces what the table had for the op.
  template <class Op, class Emit> void add(Emit emit) {
    emitters[mlir::TypeID::get<Op>()] = {
        .emit = emitOf<Op>(emit), .scalar = {}, .isSupported = {}};
  }
  template <class Op, class Emit, class Needs>
  void add(Emit emit, Needs isSupported) {
    add<Op>(emit);
    emitters[mlir::TypeID::get<Op>()].isSupported = supportOf<Op>(isSupported);
  }

  /// An op of one result that is applied to registers one by one:
  /// `emit(context, op, operands)` returns that of the result.
  template <class Op, class Emit> void addElementwise(Emit emit) {
    add<Op>(emitElementwise);
    emitters[mlir::TypeID::get<Op>()].scalar =
        [emit](EmissionContext &context, mlir::Operation *op,
               llvm::ArrayRef<llvm::Value *> operands) -> llvm::Value * {
      return emit(context, mlir::cast<Op>(op), operands);
    };
  }
  template <class Op, class Emit, class Needs>
  void addElementwise(Emit emit, Needs isSupported) {
    addElementwise<Op>(emit);
    emitters[mlir::TypeID::get<Op>()].isSupported = supportOf<Op>(isSupported);
  }

  /// Emits an op that the table has in another way. It needs what it needed.
  template <class Op, class Emit> void refine(Emit emit) {
    assert(emitters.contains(mlir::TypeID::get<Op>()));
    emitters.find(mlir::TypeID::get<Op>())->second.emit = emitOf<Op>(emit);
  }

  /// Null if there is none.
  const Emitter *find(mlir::Operation *op) const { return find(op->getName()); }
  const Emitter *find(mlir::OperationName name) const {
    auto found = emitters.find(name.getTypeID());
    return found == emitters.end() ? nullptr : &found->second;
  }

private:
  template <class Op, class Emit> static EmitOp emitOf(Emit emit) {
    return simt::opFunction<Op, EmissionContext>(emit);
  }
  template <class Op, class Needs>
  static IsSupported supportOf(Needs isSupported) {
    return [isSupported](mlir::Operation *op, const Target &target) -> bool {
      return isSupported(mlir::cast<Op>(op), target);
    };
  }

  llvm::DenseMap<mlir::TypeID, Emitter> emitters;
};

/// Control flow, registers and words, `arith` and `math`: all that is the same
/// for every vendor.
const EmitterTable &commonEmitters();

/// Emits an error at each op of a kernel that the table or the target lacks, or
/// that has registers of a type there is no code for, and fails then. What
/// passes can be emitted. O(ops).
mlir::LogicalResult checkOps(simt::KernelOp kernel,
                             const EmitterTable &emitters,
                             const Target &target);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_EMITTERTABLE_H
