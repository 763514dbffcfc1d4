//===- LoopInvariantCodeMotion.cpp - Loads that loops do not change -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inner loops come first, so that what leaves them can leave the outer ones.
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Memory.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONLOOPINVARIANTCODEMOTION
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Whether the op may write global memory, or wait until others have: unknown
/// effects may be those of a barrier. Only ops of ttg write shared memory and
/// tell nothing by it.
bool mayChangeGlobalMemory(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  llvm::SmallVector<MemoryEffects::EffectInstance> all;
  effects.getEffects(all);
  return llvm::any_of(all, [&](const MemoryEffects::EffectInstance &effect) {
    if (!isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect()))
      return false;
    return !isa<ttg::TtgDialect>(op->getDialect()) ||
           !isa<ir::SharedMemory>(effect.getResource());
  });
}

bool keepsGlobalMemory(scf::ForOp loop) {
  return !loop.getBody()
              ->walk([](Operation *op) {
                return mayChangeGlobalMemory(op) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Whether the loop has at least one iteration, for all that is known.
bool surelyRuns(scf::ForOp loop) {
  std::optional<APInt> count = loop.getStaticTripCount();
  return count && !count->isZero();
}

/// Block pointers of releases up to 3.7 have no mask.
bool hasMask(tt::LoadOp load) {
  return !isa<RankedTensorType>(tt::pointee(load.getPtr().getType())) ||
         isa<RankedTensorType>(load.getPtr().getType());
}

/// Whether an op without operands from the loop can be carried out before it.
bool canLeave(Operation *op, scf::ForOp loop, bool keepsMemory) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return keepsMemory && (surelyRuns(loop) || hasMask(load));
  return isMemoryEffectFree(op) && isSpeculatable(op);
}

/// Lets a load read only if the loop has an iteration.
void maskByLoop(tt::LoadOp load, scf::ForOp loop) {
  OpBuilder builder(load);
  Location loc = load.getLoc();
  Value mask =
      arith::CmpIOp::create(builder, loc,
                            loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                  : arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  if (Type type = tt::boolLike(load.getPtr().getType());
      isa<RankedTensorType>(type))
    mask = tt::SplatOp::create(builder, loc, type, mask);
  if (Value old = load.getMask())
    mask = arith::AndIOp::create(builder, loc, mask, old);
  load.getMaskMutable().assign(mask);
}

void moveOut(scf::ForOp loop) {
  bool keepsMemory = keepsGlobalMemory(loop);
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [&](Operation *op, Region *) { return canLeave(op, loop, keepsMemory); },
      [&](Operation *op, Region *) {
        op->moveBefore(loop);
        if (auto load = dyn_cast<tt::LoadOp>(op); load && !surelyRuns(loop))
          maskByLoop(load, loop);
      });
}

class TritonLoopInvariantCodeMotion
    : public impl::TritonLoopInvariantCodeMotionBase<
          TritonLoopInvariantCodeMotion> {
  void runOnOperation() final {
    getOperation()->walk([](LoopLikeOpInterface loop) {
      if (auto counted = dyn_cast<scf::ForOp>(loop.getOperation()))
        moveOut(counted);
      else
        moveLoopInvariantCode(loop);
    });
  }
};

} // namespace
} // namespace heddle
