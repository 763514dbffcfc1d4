//===- StoreReductions.cpp - Stores in place of what leads to them --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "Values.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace heddle::reduction {

using namespace mlir;

namespace {

bool isNumber(Value value) {
  return isa<IntegerType, FloatType>(getElementTypeOrSelf(value.getType()));
}

/// Stores a number at an argument of the function, before the op. Null if there
/// is none for it.
Operation *storeAt(Value value, Operation *op, Stand kind) {
  Value pointer = standFor(tt::pointerTo(value.getType()), op, kind);
  // A scalar's pointer is an argument as it is.
  if (!pointer && kind == Stand::SplatArgument)
    pointer = standFor(tt::pointerTo(value.getType()), op, Stand::Argument);
  if (!pointer)
    return nullptr;
  OpBuilder builder(op);
  OperationState state(op->getLoc(), tt::StoreOp::getOperationName());
  state.addOperands({pointer, value});
  return builder.create(state);
}

/// A store of a number in place of all other stores of its function.
template <Stand Kind> std::vector<Site> storeResults(ModuleOp module) {
  std::vector<Site> sites;
  auto made = std::make_shared<llvm::DenseSet<Operation *>>();
  for (Operation *op : plainOps(module, [](Operation *each) {
         return each->getNumResults() == 1 && !isStand(each) &&
                isNumber(each->getResult(0)) &&
                isa<FunctionOpInterface>(each->getParentOp());
       }))
    sites.emplace_back([op, made] {
      Operation *store = storeAt(op->getResult(0), op->getNextNode(), Kind);
      if (store == nullptr)
        return;
      made->insert(store);
      op->getParentOfType<FunctionOpInterface>().walk([&](tt::StoreOp each) {
        if (!made->contains(each))
          each.erase();
      });
    });
  return sites;
}

/// Ops that are there for what they do to memory.
bool isSink(Operation *op) {
  return op->use_empty() && op->getNumRegions() == 0 && !isMemoryEffectFree(op);
}

/// What can be stored in place of what a sink does: its operands, and those of
/// the ops that make them.
std::vector<Value> storable(Operation *sink) {
  std::vector<Value> values;
  auto add = [&](Value value) {
    if (isNumber(value) && !llvm::is_contained(values, value))
      values.push_back(value);
  };
  bool isStore = isa<tt::StoreOp>(sink) && sink->getNumOperands() == 2;
  for (Value operand : sink->getOperands()) {
    if (!isStore)
      add(operand);
    if (Operation *maker = operand.getDefiningOp(); maker && !isStand(maker))
      for (Value each : maker->getOperands())
        add(each);
  }
  return values;
}

/// A store of a number that leads to a sink, in its place.
template <Stand Kind> std::vector<Site> storeOperands(ModuleOp module) {
  std::vector<Site> sites;
  auto isErased = std::make_shared<llvm::DenseSet<Operation *>>();
  for (Operation *op : plainOps(module, isSink))
    for (std::size_t index = 0; index < storable(op).size(); ++index)
      sites.emplace_back([op, index, isErased] {
        // Of several values, the last one is stored.
        if (!isErased->insert(op).second)
          return;
        std::vector<Value> values = storable(op);
        if (index < values.size() &&
            storeAt(values[index], op, Kind) != nullptr)
          op->erase();
      });
  return sites;
}

/// Another value in place of a result that is used; false if there is none.
bool replaceResult(Operation *op, llvm::ArrayRef<Stand> kinds) {
  for (Stand kind : kinds) {
    if (op->use_empty())
      return true;
    if (Value other = standFor(op->getResult(0).getType(), op, kind))
      op->getResult(0).replaceAllUsesWith(other);
  }
  return op->use_empty();
}

/// A store of an operand in place of an op with a result, for which something
/// else stands: so the operand stays in use. Pass bugs may need that.
template <Stand Kind> std::vector<Site> storeInstead(ModuleOp module) {
  constexpr bool AddsArguments = Kind == Stand::SplatArgument;
  std::vector<Site> sites;
  auto isErased = std::make_shared<llvm::DenseSet<Operation *>>();
  for (Operation *op : plainOps(module, [](Operation *each) {
         return each->getNumResults() == 1 && !each->use_empty() &&
                !isa<tt::SplatOp>(each);
       }))
    for (unsigned index = 0; index < op->getNumOperands(); ++index) {
      if (!isNumber(op->getOperand(index)))
        continue;
      sites.emplace_back([op, index, isErased] {
        if (!isErased->insert(op).second)
          return;
        constexpr std::array<Stand, 4> Kinds = {
            Stand::SplatArgument, Stand::Argument, Stand::ExistingArgument,
            Stand::One};
        Operation *store = storeAt(op->getOperand(index), op, Kind);
        if (store != nullptr &&
            replaceResult(
                op, llvm::ArrayRef(Kinds).drop_front(AddsArguments ? 0 : 2)))
          op->erase();
      });
    }
  return sites;
}

/// The ops in the region of a reduction, a scan or a map, on arguments or on
/// constants, in its place. What they yield is stored, or is the result.
void takeBody(Operation *op) {
  Block &block = op->getRegion(0).front();
  Operation *end = block.getTerminator();
  for (BlockArgument argument : block.getArguments())
    for (Stand kind : {Stand::Argument, Stand::ExistingArgument, Stand::One})
      if (Value other = argument.use_empty()
                            ? Value()
                            : standFor(argument.getType(), op, kind))
        argument.replaceAllUsesWith(other);
  block.getOperations().remove(end->getIterator());
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  for (auto [number, value] : llvm::enumerate(end->getOperands())) {
    if (number < op->getNumResults() &&
        op->getResult(number).getType() == value.getType())
      op->getResult(number).replaceAllUsesWith(value);
    else if (isNumber(value))
      storeAt(value, op, Stand::SplatArgument);
  }
  for (OpResult result : op->getResults())
    for (Stand kind : {Stand::SplatArgument, Stand::Argument, Stand::One})
      if (Value other = result.use_empty()
                            ? Value()
                            : standFor(result.getType(), op, kind))
        result.replaceAllUsesWith(other);
  end->dropAllReferences();
  end->destroy();
  if (op->use_empty())
    op->erase();
}

std::vector<Site> takeBodies(ModuleOp module) {
  std::vector<Site> sites;
  for (Operation *op : plainOps(module, [](Operation *each) {
         return each->getNumRegions() == 1 && !isa<LoopLikeOpInterface>(each) &&
                each->getRegion(0).hasOneBlock() &&
                each->getRegion(0).getNumArguments() > 0 &&
                each->getRegion(0).front().mightHaveTerminator();
       }))
    sites.emplace_back([op] { takeBody(op); });
  return sites;
}

} // namespace

llvm::ArrayRef<Reduction> storeReductions() {
  // Another argument first: stores to one place hide each other.
  static const Reduction list[] = {
      {"store-results",
       "store a result at a new argument of the function, and nothing else",
       storeResults<Stand::SplatArgument>, DeadOps::Erased,
       /*addsArguments=*/true},
      {"store-results-at-arguments", "the same, at an argument that is there",
       storeResults<Stand::ExistingArgument>},
      {"store-operands",
       "store what leads to a store or another access, at a new argument",
       storeOperands<Stand::SplatArgument>, DeadOps::Erased,
       /*addsArguments=*/true},
      {"store-operands-at-arguments", "the same, at an argument that is there",
       storeOperands<Stand::ExistingArgument>},
      {"store-instead",
       "store an operand at a new argument in place of an op, to keep it in "
       "use",
       storeInstead<Stand::SplatArgument>, DeadOps::Erased,
       /*addsArguments=*/true},
      {"store-instead-at-arguments", "the same, at an argument that is there",
       storeInstead<Stand::ExistingArgument>},
      {"take-bodies",
       "put the ops in the region of a reduction, a scan or a map in its place",
       takeBodies, DeadOps::Erased, /*addsArguments=*/true},
  };
  return list;
}

} // namespace heddle::reduction
