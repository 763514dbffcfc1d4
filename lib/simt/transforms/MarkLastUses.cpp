//===- MarkLastUses.cpp - What caches need not keep -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses are compared by the registers that hold their addresses: a loop of
// its own has registers of its own, and EqualValues says which of them hold the
// same in the same iteration.
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/EqualValues.h"
#include "heddle/simt/Simt.h"
#include "heddle/simt/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace heddle {

using namespace mlir;

#define GEN_PASS_DEF_SIMTMARKLASTUSES
#include "heddle/simt/transforms/Passes.h.inc"

namespace {

/// A load or a store of global memory.
struct Access {
  Operation *op;
  /// Its place among the program's accesses.
  std::size_t place;
  /// What its addresses are computed from: bases, and the buffer if there is
  /// one.
  llvm::SmallVector<Value, 2> terms;
  llvm::ArrayRef<std::int32_t> at, offsets;
  std::uint32_t width;
  /// Nothing is said yet of where its lines are kept.
  bool isFree;

  template <class Op> static Access of(Op access, std::size_t place) {
    llvm::SmallVector<Value, 2> terms = {access.getBases()};
    if (access.getBuffer())
      terms.push_back(access.getBuffer());
    return {.op = access,
            .place = place,
            .terms = terms,
            .at = access.getAt(),
            .offsets = access.getOffsets(),
            .width = access.getWidth(),
            .isFree = !access.getCache() && !access.getEviction()};
  }

  bool hasFormOf(const Access &other) const {
    return at == other.at && offsets == other.offsets && width == other.width;
  }

  llvm::SmallVector<LoopLikeOpInterface, 2> loops() const {
    llvm::SmallVector<LoopLikeOpInterface, 2> around;
    for (auto loop = op->getParentOfType<LoopLikeOpInterface>(); loop;
         loop = loop->getParentOfType<LoopLikeOpInterface>())
      around.push_back(loop);
    return around;
  }
};

/// What a value is computed from, within an op.
class Origins {
public:
  explicit Origins(Operation *root) : root(root) {}

  /// Is one of them wanted: `isWanted(value, op)`, of a result of the op or an
  /// argument of its body?
  template <class Fn> bool any(Value value, Fn &&isWanted) {
    Operation *from = value.getDefiningOp();
    OpOperand *next = nullptr;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      from = argument.getOwner()->getParentOp();
      if (auto loop = dyn_cast<LoopLikeOpInterface>(from))
        next = loop.getTiedLoopYieldedValue(argument);
    }
    if (isWanted(value, from))
      return true;
    if (!root->isProperAncestor(from) || !seen.insert(value).second)
      return false;
    // The counter of a loop depends on its bounds, and what it carries on what
    // that is at first.
    return llvm::any_of(
               from->getOperands(),
               [&](Value operand) { return any(operand, isWanted); }) ||
           (next != nullptr && any(next->get(), isWanted));
  }

private:
  Operation *root;
  llvm::SmallPtrSet<Value, 16> seen;
};

/// Are other bytes accessed in the next iteration?
bool changesIn(LoopLikeOpInterface loop, const Access &access) {
  Origins origins(loop);
  auto changes = [&](Value value, Operation *from) {
    bool isMade = value.getDefiningOp() == from && loop->isProperAncestor(from);
    return from == loop || (isMade && !isMemoryEffectFree(from));
  };
  return llvm::any_of(access.terms,
                      [&](Value term) { return origins.any(term, changes); });
}

/// Does each block access bytes of its own, as far as its number says?
bool changesInGrid(simt::KernelOp kernel, const Access &access) {
  Origins origins(kernel);
  auto isProgram = [](Value, Operation *from) {
    return isa<simt::ProgramOp>(from);
  };
  return llvm::any_of(access.terms,
                      [&](Value term) { return origins.any(term, isProgram); });
}

/// The kernel's arguments that are terms of an address: one of them is the
/// pointer that it comes from.
class Roots {
public:
  explicit Roots(llvm::ArrayRef<Value> terms) {
    for (Value term : terms)
      collect(term);
    areAll &= !arguments.empty();
  }

  bool mayMeet(const Roots &other) const {
    return !areAll || !other.areAll ||
           llvm::any_of(arguments, [&](Value argument) {
             return other.arguments.contains(argument);
           });
  }

private:
  void collect(Value value) {
    if (!seen.insert(value).second)
      return;
    Operation *op = value.getDefiningOp();
    if (op == nullptr)
      return collectArgument(cast<BlockArgument>(value));
    if (isa<arith::AddIOp, arith::SelectOp, simt::PermuteOp, simt::SplatOp,
            simt::ExtractOp>(op))
      for (Value operand : op->getOperands())
        collect(operand);
    else if (!isMemoryEffectFree(op) || op->getNumRegions() != 0)
      // It may be a pointer that was loaded or carried.
      areAll = false;
  }

  void collectArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<simt::KernelOp>(parent) && argument.getOwner()->isEntryBlock()) {
      arguments.insert(argument);
      return;
    }
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    OpOperand *first = loop ? loop.getTiedLoopInit(argument) : nullptr;
    OpOperand *next = loop ? loop.getTiedLoopYieldedValue(argument) : nullptr;
    if (first != nullptr && next != nullptr) {
      collect(first->get());
      collect(next->get());
    } else if (!loop) {
      areAll = false;
    }
  }

  llvm::SmallPtrSet<Value, 4> arguments;
  llvm::SmallPtrSet<Value, 16> seen;
  bool areAll = true;
};

class LastUses {
public:
  explicit LastUses(simt::KernelOp kernel) : kernel(kernel) {
    std::size_t place = 0;
    kernel.walk([&](Operation *op) {
      ++place;
      if (auto load = dyn_cast<simt::LoadOp>(op);
          load && load.getSpace() == simt::Space::Global &&
          !load.getIsVolatile())
        loads.push_back(Access::of(load, place));
      else if (auto store = dyn_cast<simt::StoreOp>(op);
               store && store.getSpace() == simt::Space::Global)
        stores.push_back(Access::of(store, place));
    });
  }

  void mark() {
    if (!hasCandidates())
      return;
    equal = std::make_unique<EqualValues>(kernel);
    bool isAnyReadAgain = false;
    for (const Access &load : loads)
      if (isLastOfSeveral(load)) {
        isAnyReadAgain = true;
        if (load.isFree)
          cast<simt::LoadOp>(load.op).setIsLastUse(true);
      }
    // Otherwise there is nothing that a store's lines might displace.
    if (!isAnyReadAgain)
      return;
    for (const Access &store : stores)
      if (store.isFree && !isReadLater(store))
        cast<simt::StoreOp>(store.op).setIsLastUse(true);
  }

private:
  bool hasCandidates() const {
    for (const Access &one : loads)
      for (const Access &other : loads)
        if (one.place < other.place && one.hasFormOf(other))
          return true;
    return false;
  }

  bool areEqual(const Access &one, const Access &other) const {
    return one.hasFormOf(other) && one.terms.size() == other.terms.size() &&
           llvm::all_of(llvm::zip(one.terms, other.terms), [&](auto pair) {
             return equal->areEqual(std::get<0>(pair), std::get<1>(pair));
           });
  }

  bool isLastOfSeveral(const Access &load) const {
    bool isFirst = true;
    for (const Access &other : loads)
      if (other.place != load.place && areEqual(other, load)) {
        if (other.place > load.place)
          return false;
        isFirst = false;
      }
    return !isFirst && changesInGrid(kernel, load) &&
           llvm::all_of(load.loops(), [&](LoopLikeOpInterface loop) {
             return changesIn(loop, load);
           });
  }

  bool isReadLater(const Access &store) const {
    Roots roots(store.terms);
    auto around = store.loops();
    return llvm::any_of(loads, [&](const Access &load) {
      auto loops = llvm::filter_to_vector(
          around, [&](auto loop) { return loop->isAncestor(load.op); });
      if (load.place < store.place) {
        if (loops.empty())
          return false;
        // It reads what the store overwrites then, and other bytes later.
        if (areEqual(load, store) &&
            llvm::all_of(loops, [&](LoopLikeOpInterface loop) {
              return changesIn(loop, load);
            }))
          return false;
      }
      return roots.mayMeet(Roots(load.terms));
    });
  }

  simt::KernelOp kernel;
  std::vector<Access> loads, stores;
  std::unique_ptr<EqualValues> equal;
};

struct SimtMarkLastUses : impl::SimtMarkLastUsesBase<SimtMarkLastUses> {
  void runOnOperation() final { LastUses(getOperation()).mark(); }
};

} // namespace

} // namespace heddle
