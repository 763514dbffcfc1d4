//===- StoredMemory.cpp - Which memory a loop writes ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredMemory.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
            tt::MakeTensorDescOp>([](auto view) -> llvm::SmallVector<Value> {
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

/// The arguments of the kernel that a pointer, a tensor of pointers or a
/// descriptor may come from; empty if it may come from elsewhere.
llvm::SetVector<Value> argumentsOf(Value pointer) {
  llvm::SetVector<Value> arguments;
  llvm::SmallVector<Value> open = {pointer};
  llvm::SmallPtrSet<Value, 8> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    llvm::SmallVector<Value> origins;
    if (auto result = dyn_cast<OpResult>(value)) {
      origins = originsOf(result);
    } else {
      auto argument = cast<BlockArgument>(value);
      Operation *owner = argument.getOwner()->getParentOp();
      if (isa<tt::FuncOp>(owner) && argument.getOwner()->isEntryBlock()) {
        arguments.insert(argument);
        continue;
      }
      if (auto loop = dyn_cast<scf::ForOp>(owner);
          loop && argument.getArgNumber() != 0)
        origins = {loop.getTiedLoopInit(argument)->get(),
                   loop.getTiedLoopYieldedValue(argument)->get()};
    }
    if (origins.empty())
      return {};
    llvm::append_range(open, origins);
  }
  return arguments;
}

/// An atomic access whose result is seen orders the loads behind it.
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

/// May memory of these arguments and of those be the same?
bool mayMeet(const llvm::SetVector<Value> &some,
             const llvm::SetVector<Value> &others) {
  return some.empty() || others.empty() ||
         llvm::any_of(some, [&](Value each) { return others.contains(each); });
}

} // namespace

bool mayBeSameMemory(Value pointer, Value other) {
  return mayMeet(argumentsOf(pointer), argumentsOf(other));
}

StoredMemory::StoredMemory(scf::ForOp loop) {
  loop.getBody()->walk([&](Operation *op) {
    if (isAcquired(op))
      writes.push_back({op, {}});
    else if (isa<tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp,
                 tt::DescriptorStoreOp, tt::DescriptorReduceOp>(op))
      // Pointers and descriptors are the first operands.
      writes.push_back({op, argumentsOf(op->getOperand(0))});
  });
}

Operation *StoredMemory::writerOf(Operation *load) const {
  llvm::SetVector<Value> read = argumentsOf(load->getOperand(0));
  for (const Write &write : writes)
    if (mayMeet(read, write.arguments))
      return write.op;
  return nullptr;
}

} // namespace heddle
