//===- OpReductions.cpp - Ops that are not needed -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "Values.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::reduction {

using namespace mlir;

bool isPlain(Operation *op) {
  return !isa<ModuleOp, FunctionOpInterface>(op) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         op->getParentOfType<FunctionOpInterface>() != nullptr;
}

std::vector<Operation *>
plainOps(ModuleOp module, llvm::function_ref<bool(Operation *)> isWanted) {
  std::vector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isPlain(op) && isWanted(op))
      ops.push_back(op);
  });
  return ops;
}

bool isStand(Operation *op) { return isa<arith::ConstantOp, tt::SplatOp>(op); }

namespace {

/// What is put in the place of result `index`; null for nothing.
using Replacement = llvm::function_ref<Value(Operation *op, unsigned index)>;

/// Erases the op, if all results that are used can be replaced.
void replaceAndErase(Operation *op, Replacement replacement) {
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value other = replacement(op, result.getResultNumber());
    if (!other)
      return;
    result.replaceAllUsesWith(other);
  }
  op->erase();
}

std::vector<Site> eraseUnused(ModuleOp module) {
  std::vector<Site> sites;
  for (Operation *op : plainOps(module, [](Operation *) { return true; }))
    sites.emplace_back([op] {
      if (op->use_empty())
        op->erase();
    });
  return sites;
}

/// Constants and splats stand for others themselves.
bool isStand(Operation *op) { return isa<arith::ConstantOp, tt::SplatOp>(op); }

template <Stand Kind> std::vector<Site> replaceBy(ModuleOp module) {
  constexpr bool IsArgument =
      Kind == Stand::Argument || Kind == Stand::ExistingArgument;
  std::vector<Site> sites;
  for (Operation *op : plainOps(module, [](Operation *each) {
         return !each->use_empty() &&
                (IsArgument || !isStand(each) ||
                 (isa<tt::SplatOp>(each) && Kind != Stand::SplatArgument));
       }))
    sites.emplace_back([op] {
      replaceAndErase(op, [](Operation *each, unsigned index) {
        return standFor(each->getResult(index).getType(), each, Kind);
      });
    });
  return sites;
}

/// The operand of this number among those of the result's type; of loops, what
/// a result begins with.
Value likeOperand(Operation *op, unsigned index, unsigned number) {
  Type type = op->getResult(index).getType();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    if (auto inits = loop.getInits(); number == 0 && index < inits.size())
      return inits[index].getType() == type ? inits[index] : Value();
  for (Value operand : op->getOperands())
    if (operand.getType() == type && number-- == 0)
      return operand;
  return {};
}

template <unsigned Number> std::vector<Site> replaceByOperand(ModuleOp module) {
  std::vector<Site> sites;
  for (Operation *op : plainOps(module, [](Operation *each) {
         return llvm::any_of(each->getResults(), [&](OpResult result) {
           return !result.use_empty() &&
                  likeOperand(each, result.getResultNumber(), Number);
         });
       }))
    sites.emplace_back([op] {
      replaceAndErase(op, [](Operation *each, unsigned index) {
        return likeOperand(each, index, Number);
      });
    });
  return sites;
}

/// An operand of one op by an earlier one of the same type in the same op's
/// function: chains of ops between them lose their use.
std::vector<Site> skipOperands(ModuleOp module) {
  std::vector<Site> sites;
  for (Operation *op : plainOps(module, [](Operation *) { return true; }))
    for (unsigned index = 0; index < op->getNumOperands(); ++index)
      sites.emplace_back([op, index] {
        Operation *maker = op->getOperand(index).getDefiningOp();
        if (maker == nullptr || maker->getBlock() != op->getBlock())
          return;
        Type type = op->getOperand(index).getType();
        // Two steps back: one step is what replacing the op itself does.
        for (Value first : maker->getOperands())
          if (Operation *before = first.getDefiningOp())
            for (Value second : before->getOperands())
              if (second.getType() == type && first.getType() != type)
                return op->setOperand(index, second);
      });
  return sites;
}

/// An allocation of their own for parts of shared memory.
std::vector<Site> allocateParts(ModuleOp module) {
  std::vector<Site> sites;
  for (Operation *op : plainOps(module, [](Operation *each) {
         return each->getNumResults() == 1 && !isa<ttg::LocalAllocOp>(each) &&
                isa<ttg::MemDescType>(each->getResult(0).getType());
       }))
    sites.emplace_back([op] {
      auto part = cast<ttg::MemDescType>(op->getResult(0).getType());
      OpBuilder builder(op);
      OperationState state(op->getLoc(), ttg::LocalAllocOp::getOperationName());
      state.addTypes(ttg::MemDescType::get(
          part.getShape(), part.getElementType(), part.getEncoding(),
          part.getMemorySpace(), part.getMutableMemory()));
      op->getResult(0).replaceAllUsesWith(builder.create(state)->getResult(0));
      op->erase();
    });
  return sites;
}

/// What a value is a splat of: a scalar, or a constant to be made. Null if it
/// is none.
Value splatSource(Value value, OpBuilder &builder) {
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  Operation *maker = value.getDefiningOp();
  if (auto splat = dyn_cast_or_null<tt::SplatOp>(maker))
    return splat.getSrc();
  auto constant = dyn_cast_or_null<arith::ConstantOp>(maker);
  auto dense = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  if (!dense)
    return {};
  return arith::ConstantOp::create(
      builder, value.getLoc(),
      cast<TypedAttr>(dense.getSplatValue<Attribute>()));
}

bool isSplat(Value value) {
  return isa_and_nonnull<tt::SplatOp, arith::ConstantOp>(value.getDefiningOp());
}

/// An op on splats becomes a splat of the same op on scalars, and a view of a
/// splat a splat.
void scalarize(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  OpBuilder builder(op);
  llvm::SmallVector<Value> scalars;
  for (Value operand : op->getOperands())
    scalars.push_back(splatSource(operand, builder));
  if (llvm::is_contained(scalars, Value()))
    return;
  Value scalar = scalars.front();
  if (!isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp, tt::TransOp,
           ttg::ConvertLayoutOp>(op)) {
    OperationState state(op->getLoc(), op->getName(), scalars,
                         type.getElementType(),
                         op->getAttrDictionary().getValue());
    scalar = builder.create(state)->getResult(0);
  }
  op->getResult(0).replaceAllUsesWith(
      tt::SplatOp::create(builder, op->getLoc(), type, scalar));
  op->erase();
}

std::vector<Site> scalarizeSplats(ModuleOp module) {
  std::vector<Site> sites;
  for (Operation *op : plainOps(module, [](Operation *each) {
         return each->getNumResults() == 1 && each->getNumOperands() > 0 &&
                each->getNumRegions() == 0 && !isStand(each) &&
                isa<RankedTensorType>(each->getResult(0).getType()) &&
                llvm::all_of(each->getOperands(),
                             [](Value operand) { return isSplat(operand); });
       }))
    sites.emplace_back([op] { scalarize(op); });
  return sites;
}

} // namespace

llvm::ArrayRef<Reduction> opReductions() {
  static const Reduction list[] = {
      {"erase-unused", "erase ops without results that are used", eraseUnused,
       DeadOps::Kept},
      {"results-to-arguments", "put function arguments in place of results",
       replaceBy<Stand::Argument>, DeadOps::Erased, /*addsArguments=*/true},
      {"results-to-existing-arguments",
       "put arguments that are there, or splats of them, in place of results",
       replaceBy<Stand::ExistingArgument>},
      {"results-to-splats",
       "put splats of scalar function arguments in place of tensors",
       replaceBy<Stand::SplatArgument>, DeadOps::Erased,
       /*addsArguments=*/true},
      {"results-to-operands",
       "put the first operand of the type in place of a "
       "result, of loops what they begin with",
       replaceByOperand<0>},
      {"results-to-second-operands",
       "put the second operand of the type in place of a result",
       replaceByOperand<1>},
      {"results-to-third-operands",
       "put the third operand of the type in place of a result",
       replaceByOperand<2>},
      {"results-to-ones", "put the constant 1 in place of results",
       replaceBy<Stand::One>},
      {"results-to-zeros", "put the constant 0 in place of results",
       replaceBy<Stand::Zero>},
      {"allocate-parts", "allocate memory in place of a part of an allocation",
       allocateParts},
      {"scalarize-splats", "compute on scalars what is computed on splats",
       scalarizeSplats},
      {"skip-operands",
       "leave out two ops that lead back to the same type, such as a "
       "conversion there and back",
       skipOperands},
  };
  return list;
}

llvm::DenseSet<Operation *> deadOps(ModuleOp module) {
  llvm::DenseSet<Operation *> dead;
  module.walk([&](Operation *op) {
    if (isPlain(op) && isOpTriviallyDead(op))
      dead.insert(op);
  });
  return dead;
}

void eraseNewlyDead(ModuleOp module, const llvm::DenseSet<Operation *> &kept) {
  llvm::SmallVector<Operation *> work;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { work.push_back(op); });
  // Users come behind what they use, but for what loops carry.
  for (Operation *op : llvm::reverse(work))
    if (isPlain(op) && !kept.contains(op) && isOpTriviallyDead(op))
      op->erase();
}

} // namespace heddle::reduction
