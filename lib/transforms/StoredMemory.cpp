//===- StoredMemory.cpp - Who writes what a loop reads --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredMemory.h"
#include "heddle/ir/Gpu.h"
#include "heddle/ir/Memory.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// Values that a pointer or a descriptor is computed from, one of which points
/// to the same memory; none if that is not known.
llvm::SmallVector<Value> originsOf(OpResult pointer) {
  Operation *op = pointer.getOwner();
  unsigned number = pointer.getResultNumber();
  return llvm::TypeSwitch<Operation *, llvm::SmallVector<Value>>(op)
      .Case<tt::AddPtrOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp,
            tt::ReshapeOp, tt::TransOp, tt::BitcastOp, ttg::ConvertLayoutOp,
            tt::MakeTensorDescOp, tt::IntToPtrOp, tt::LoadOp>(
          [](auto view) -> llvm::SmallVector<Value> {
            return {view->getOperand(0)};
          })
      .Case([](arith::SelectOp select) -> llvm::SmallVector<Value> {
        return {select.getTrueValue(), select.getFalseValue()};
      })
      .Case([&](scf::IfOp branch) -> llvm::SmallVector<Value> {
        return {branch.thenYield().getOperand(number),
                branch.elseYield().getOperand(number)};
      })
      .Case([&](scf::ForOp loop) -> llvm::SmallVector<Value> {
        return {loop.getInitArgs()[number], loop.getYieldedValues()[number]};
      })
      .Default(llvm::SmallVector<Value>());
}

/// The origins that a pointer, a tensor of pointers or a descriptor may have;
/// empty if there may be others.
llvm::SetVector<MemoryOrigin> memoryOf(Value pointer) {
  llvm::SetVector<MemoryOrigin> origins;
  llvm::SmallVector<MemoryOrigin> open = {{pointer, 0}};
  llvm::SmallDenseSet<MemoryOrigin, 8> seen;
  // A list whose elements have the addresses of the next ones.
  constexpr unsigned MostLoads = 4;
  while (!open.empty()) {
    auto [value, loads] = open.pop_back_val();
    if (!seen.insert({value, loads}).second)
      continue;
    llvm::SmallVector<Value> before;
    if (auto result = dyn_cast<OpResult>(value)) {
      before = originsOf(result);
      loads += isa<tt::LoadOp>(result.getOwner()) ? 1 : 0;
    } else {
      auto argument = cast<BlockArgument>(value);
      Operation *owner = argument.getOwner()->getParentOp();
      bool isNumber = getElementTypeOrSelf(value).isIntOrIndexOrFloat();
      if (isa<tt::FuncOp>(owner) && argument.getOwner()->isEntryBlock() &&
          !isNumber) {
        origins.insert({argument, loads});
        continue;
      }
      if (auto loop = dyn_cast<scf::ForOp>(owner);
          loop && argument.getArgNumber() != 0)
        before = {loop.getTiedLoopInit(argument)->get(),
                  loop.getTiedLoopYieldedValue(argument)->get()};
    }
    if (before.empty() || loads > MostLoads)
      return {};
    for (Value each : before)
      open.push_back({each, loads});
  }
  return origins;
}

/// May the op write global memory, and it is not known which?
bool mayWriteAnything(Operation *op) {
  // No load reads what the first three write; the others only wait.
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      isa<tt::PrintOp, tt::AssertOp, LLVM::AssumeOp, gpu::BarrierOp,
          ttg::BarrierOp, ttg::LocalBarrierOp, ttg::AsyncCommitGroupOp,
          ttg::AsyncWaitOp>(op))
    return false;
  if (hasUnknownEffects(op))
    return true;
  // Of an op whose regions have the effects their ops are asked.
  llvm::SmallVector<MemoryEffects::EffectInstance> effects;
  if (auto known = dyn_cast<MemoryEffectOpInterface>(op))
    known.getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &each) {
    return isa<MemoryEffects::Write>(each.getEffect()) &&
           !isa<ir::SharedMemory, ir::TensorMemory>(each.getResource());
  });
}

/// May memory of these origins and of those be the same?
bool mayMeet(const llvm::SetVector<MemoryOrigin> &some,
             const llvm::SetVector<MemoryOrigin> &others) {
  return some.empty() || others.empty() ||
         llvm::any_of(some, [&](const MemoryOrigin &each) {
           return others.contains(each);
         });
}

} // namespace

bool isAcquired(Operation *op) {
  auto acquires = [&](tt::MemoryOrder order) {
    return !op->use_empty() && (order == tt::MemoryOrder::Acquire ||
                                order == tt::MemoryOrder::AcquireRelease);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tt::AtomicRMWOp, tt::AtomicCASOp>(
          [&](auto atomic) { return acquires(atomic.getSem()); })
      .Default(false);
}

bool mayBeSameMemory(Value pointer, Value other) {
  return mayMeet(memoryOf(pointer), memoryOf(other));
}

StoredMemory::StoredMemory(scf::ForOp loop, Span span) {
  if (span == Span::Loop) {
    loop.getBody()->walk([&](Operation *op) { add(op); });
    return;
  }
  Region &body = loop->getParentOfType<FunctionOpInterface>().getFunctionBody();
  Operation *outermost = body.findAncestorOpInRegion(*loop);
  body.walk([&](Operation *op) {
    Operation *at = body.findAncestorOpInRegion(*op);
    bool isBehind = at->getBlock() == outermost->getBlock() &&
                    outermost->isBeforeInBlock(at);
    if (!isBehind)
      add(op);
  });
}

void StoredMemory::add(Operation *op) {
  bool isKnown =
      isa<tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp, tt::DescriptorStoreOp,
          tt::DescriptorReduceOp, tt::DescriptorScatterOp>(op);
  if (isAcquired(op) || (!isKnown && mayWriteAnything(op)))
    writes.push_back({op, {}});
  // Pointers and descriptors are the first operands.
  else if (isKnown)
    writes.push_back({op, memoryOf(op->getOperand(0))});
}

Operation *StoredMemory::writerOf(Operation *load) const {
  llvm::SetVector<MemoryOrigin> read = memoryOf(load->getOperand(0));
  for (const Write &write : writes)
    // A volatile load is a write to other loads.
    if (write.op != load && mayMeet(read, write.origins))
      return write.op;
  return nullptr;
}

} // namespace heddle
