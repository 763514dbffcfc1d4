//===- ReorderInstructions.cpp - Ops near what they need or give ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step moves ops of one kind. What has no effects moves as far as its
// operands and users allow; a load from shared memory only past ops that leave
// its buffer as it is.
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"
#include "SinkConversions.h"
#include "heddle/encoding/Encoding.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUREORDERINSTRUCTIONS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

template <class... Ops> llvm::SmallVector<Operation *> opsOf(Operation *root) {
  llvm::SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa<Ops...>(op))
      ops.push_back(op);
  });
  return ops;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

llvm::SmallVector<MemoryEffects::EffectInstance> effectsOf(Operation *op) {
  llvm::SmallVector<MemoryEffects::EffectInstance> effects;
  if (auto known = dyn_cast<MemoryEffectOpInterface>(op))
    known.getEffects(effects);
  return effects;
}

/// Whether an op by itself may write or free what a load reads. Different
/// allocations are different memory, and a new one is not read yet. Nothing
/// writes a buffer that is not mutable, so that waiting does not change it.
bool mayChange(Operation *op, ttg::LocalLoadOp load) {
  ttg::LocalAllocOp loaded = allocationOf(load.getSrc());
  if (hasUnknownEffects(op)) {
    bool onlyWaits = isa<ttg::AsyncWaitOp, ttg::AsyncCommitGroupOp,
                         ttg::BarrierOp, ttg::LocalBarrierOp>(op);
    return !onlyWaits || !loaded || loaded.getType().getMutableMemory();
  }
  if (isa<ttg::LocalAllocOp>(op))
    return false;
  return llvm::any_of(
      effectsOf(op), [&](const MemoryEffects::EffectInstance &effect) {
        if (!isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect()))
          return false;
        if (isa<ir::GlobalMemory, ir::TensorMemory>(effect.getResource()))
          return false;
        Value buffer = effect.getValue();
        ttg::LocalAllocOp changed =
            buffer ? allocationOf(buffer) : ttg::LocalAllocOp();
        return !loaded || !changed || loaded == changed;
      });
}

bool anyInside(Operation *root, llvm::function_ref<bool(Operation *)> test) {
  return root
      ->walk([&](Operation *op) {
        return test(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the op can be carried out where `later` is, or at the op that has it
/// in a region, in all iterations of loops on the way.
bool canSink(Operation *op, Operation *later) {
  Operation *last = op->getBlock()->findAncestorOpInBlock(*later);
  if (last == nullptr || !op->isBeforeInBlock(last))
    return false;
  auto load = dyn_cast<ttg::LocalLoadOp>(op);
  if (!load)
    return true;
  auto changes = [&](Operation *other) { return mayChange(other, load); };
  for (Operation *next = op->getNextNode(); next != last;
       next = next->getNextNode())
    if (anyInside(next, changes))
      return false;
  return last == later || !anyInside(last, changes);
}

//===----------------------------------------------------------------------===//
// Down
//===----------------------------------------------------------------------===//

/// The place of an operand of a product that a tensor is laid out for; nothing
/// if it is not.
std::optional<unsigned> factorOf(Value value) {
  const Encoding *encoding =
      ir::encodingOf(cast<RankedTensorType>(value.getType()));
  const auto *operand =
      encoding ? encoding->getIf<DotOperandEncoding>() : nullptr;
  return operand ? std::optional<unsigned>(operand->opIdx) : std::nullopt;
}

/// A factor for one op of a loop has registers in front of the loop, and in all
/// of it, if it is not made in the loop.
void sinkIntoLoops(Operation *root) {
  for (Operation *op : opsOf<ttg::ConvertLayoutOp, ttg::LocalLoadOp>(root)) {
    if (!op->hasOneUse() || !factorOf(op->getResult(0)))
      continue;
    Operation *user = *op->user_begin();
    if (user->getParentOfType<scf::ForOp>() !=
            op->getParentOfType<scf::ForOp>() &&
        canSink(op, user))
      op->moveBefore(user);
  }
}

/// Loads of a product's factors come together, the first one first.
void sinkSecondFactors(Operation *root) {
  for (Operation *op : opsOf<tt::DotOp>(root)) {
    auto dot = cast<tt::DotOp>(op);
    auto first = dot.getA().getDefiningOp<ttg::LocalLoadOp>();
    auto second = dot.getB().getDefiningOp<ttg::LocalLoadOp>();
    if (first && second && second->hasOneUse() && factorOf(second) == 1 &&
        factorOf(first) == 0 && canSink(second, first))
      second->moveAfter(first);
  }
}

//===----------------------------------------------------------------------===//
// Up
//===----------------------------------------------------------------------===//

/// Moves an op behind the one that makes its first operand, and behind others
/// like it that are there.
void moveBehind(Operation *op, Operation *source) {
  auto isLikeIt = [&](Operation *other) {
    return other->getName() == op->getName() && other->getNumOperands() != 0 &&
           other->getOperand(0) == op->getOperand(0);
  };
  Operation *last = source;
  for (Operation *next = source->getNextNode(); next != op && isLikeIt(next);
       next = next->getNextNode())
    last = next;
  op->moveAfter(last);
}

bool isMutable(ttg::LocalAllocOp alloc) {
  return alloc.getType().getMutableMemory();
}

/// Whether the op by itself may write to memory that others read.
bool mayWrite(Operation *op) {
  if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op); alloc && !isMutable(alloc))
    return false;
  return hasUnknownEffects(op) || hasEffect<MemoryEffects::Write>(op);
}

/// What fills a buffer need not be in registers any longer. Order among writes
/// is kept.
void raiseAllocs(Operation *root) {
  for (Operation *op : opsOf<ttg::LocalAllocOp>(root)) {
    Value contents = cast<ttg::LocalAllocOp>(op).getSrc();
    Operation *source = contents ? contents.getDefiningOp() : nullptr;
    if (source == nullptr || source->getBlock() != op->getBlock())
      continue;
    Operation *next = source->getNextNode();
    while (next != op && !anyInside(next, mayWrite))
      next = next->getNextNode();
    if (next == op)
      moveBehind(op, source);
  }
}

/// A transpose moves no data; there, it can become part of what makes its
/// operand, or of a buffer.
void raiseTransposes(Operation *root) {
  for (Operation *op : opsOf<tt::TransOp, ttg::MemDescTransOp>(root))
    if (Operation *source = op->getOperand(0).getDefiningOp())
      moveBehind(op, source);
}

class TritonGPUReorderInstructions
    : public impl::TritonGPUReorderInstructionsBase<
          TritonGPUReorderInstructions> {
  void runOnOperation() final {
    sinkConversionsBehindDeallocs(getOperation());
    sinkIntoLoops(getOperation());
    raiseAllocs(getOperation());
    raiseTransposes(getOperation());
    sinkSecondFactors(getOperation());
  }
};

} // namespace
} // namespace heddle
