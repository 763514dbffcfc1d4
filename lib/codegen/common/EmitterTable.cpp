//===- EmitterTable.cpp - Which function emits an op ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/EmitterTable.h"
#include "Families.h"

namespace heddle::codegen {

using namespace mlir;
using mlir::failure;

namespace {

InFlightDiagnostic refuse(Operation *op, const Target &target) {
  return op->emitOpError() << "has no code for " << target.name << " yet";
}

/// Whether registers can have all of the types of an op.
LogicalResult checkTypes(Operation *op, TypeRange types, const Target &target) {
  auto unknown = llvm::find_if_not(types, isRegisterType);
  if (unknown == types.end())
    return success();
  return refuse(op, target) << ": it has " << *unknown;
}

LogicalResult checkOp(Operation *op, const EmitterTable &emitters,
                      const Target &target) {
  const Emitter *emitter = emitters.find(op);
  if (emitter == nullptr)
    return refuse(op, target);
  if (failed(checkTypes(op, op->getOperandTypes(), target)) ||
      failed(checkTypes(op, op->getResultTypes(), target)))
    return failure();
  if (emitter->isSupported && !emitter->isSupported(op, target))
    return refuse(op, target);
  return success();
}

} // namespace

const EmitterTable &commonEmitters() {
  static const EmitterTable table = [] {
    EmitterTable common;
    addControlFlow(common);
    addRegisters(common);
    addArithmetic(common);
    addCasts(common);
    addMath(common);
    return common;
  }();
  return table;
}

LogicalResult checkOps(simt::KernelOp kernel, const EmitterTable &emitters,
                       const Target &target) {
  // The host gives single numbers.
  ArrayRef<Type> inputs = kernel.getFunctionType().getInputs();
  bool isComplete = succeeded(checkTypes(kernel, inputs, target));
  if (llvm::any_of(inputs, llvm::IsaPred<VectorType>)) {
    refuse(kernel, target) << ": it has arguments of several registers";
    isComplete = false;
  }
  if (unsigned blocks = kernel.getClusterBlocks();
      blocks > target.clusterBlocks) {
    refuse(kernel, target) << ": it is for clusters of " << blocks << " blocks";
    isComplete = false;
  }
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    isComplete &= succeeded(checkOp(op, emitters, target));
  });
  return success(isComplete);
}

} // namespace heddle::codegen
