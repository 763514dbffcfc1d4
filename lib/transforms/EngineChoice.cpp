//===- EngineChoice.cpp - Descriptors that the engine takes ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineChoice.h"
#include "BlockAddresses.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// Values that are all not negative if a number is; nothing if that is not
/// known to be so.
std::optional<llvm::SmallVector<Value>> naturalIf(Value number) {
  using Values = llvm::SmallVector<Value>;
  if (auto argument = dyn_cast<BlockArgument>(number)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (isa<tt::FuncOp>(owner) && argument.getOwner()->isEntryBlock())
      return Values();
    auto loop = dyn_cast<scf::ForOp>(owner);
    if (!loop)
      return std::nullopt;
    if (argument == loop.getInductionVar())
      return Values{loop.getLowerBound()};
    return Values{loop.getTiedLoopInit(argument)->get(),
                  loop.getTiedLoopYieldedValue(argument)->get()};
  }
  unsigned index = cast<OpResult>(number).getResultNumber();
  using Found = std::optional<Values>;
  return llvm::TypeSwitch<Operation *, Found>(number.getDefiningOp())
      .Case([](tt::LoadOp) { return Values(); })
      .Case([](arith::RemSIOp op) { return Values{op.getLhs()}; })
      .Case([](arith::SelectOp op) {
        return Values{op.getTrueValue(), op.getFalseValue()};
      })
      .Case<arith::AddIOp, arith::MulIOp, arith::DivSIOp, arith::MinSIOp,
            arith::MaxSIOp, arith::ExtSIOp, arith::TruncIOp, arith::ShRSIOp>(
          [](auto op) { return Values(op->getOperands()); })
      .Case([&](scf::ForOp loop) {
        return Values{loop.getInitArgs()[index],
                      loop.getYieldedValues()[index]};
      })
      .Case([&](scf::IfOp branch) {
        return Values{branch.thenYield().getOperand(index),
                      branch.elseYield().getOperand(index)};
      })
      .Default(Found());
}

/// Not negative, if no argument of the kernel is and no number that it loads.
bool isNatural(Value index, const AxisFacts &facts) {
  llvm::SmallVector<Value> open = {index};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!open.empty()) {
    Value number = open.pop_back_val();
    if (!seen.insert(number).second || facts.of(number).low >= 0)
      continue;
    std::optional<llvm::SmallVector<Value>> others = naturalIf(number);
    if (!others)
      return false;
    llvm::append_range(open, *others);
  }
  return true;
}

} // namespace

/// Is this a multiple of 16 bytes?
bool EngineChoice::isInUnits(Value index, Type element) const {
  constexpr std::int64_t UnitBits = 128;
  std::int64_t bits = element.getIntOrFloatBitWidth();
  return facts.of(index).divisorOfAll() % (UnitBits / bits) == 0;
}

// A box that begins within 16 bytes is an illegal instruction on an H200.
bool EngineChoice::canCopy(tt::TensorDescType block, RankedTensorType values,
                           ValueRange indices) const {
  return matchAxes(block.getShape(), values.getShape()).has_value() &&
         engineLayout(values.getShape(), block.getElementType()) &&
         isInUnits(indices.back(), block.getElementType());
}

// So is a store of a box that begins before the tensor.
bool EngineChoice::canStore(tt::TensorDescType block, RankedTensorType values,
                            ValueRange indices) const {
  return canCopy(block, values, indices) &&
         llvm::all_of(indices,
                      [&](Value index) { return isNatural(index, facts); });
}

/// Do rows end at multiples of 16 bytes? A store writes such units as a whole.
/// Where rows follow one another they do, since the engine needs that of a
/// row's begin.
bool EngineChoice::canStoreRows(tt::MakeTensorDescOp make) const {
  auto unextended = [](Value value) {
    auto extension = value.getDefiningOp<arith::ExtSIOp>();
    return extension ? extension.getIn() : value;
  };
  OperandRange strides = make.getStrides();
  Value size = make.getShape().back();
  return isInUnits(size, make.getType().getElementType()) ||
         (strides.size() > 1 && unextended(strides.drop_back().back()) == size);
}

/// Whether the copy engine does what the op does with its descriptors.
bool EngineChoice::canBeEngines(Operation *op) const {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tt::DescriptorLoadOp load) {
        return canCopy(load.getDesc().getType(), load.getType(),
                       load.getIndices());
      })
      .Case([&](tt::DescriptorStoreOp store) {
        return canStore(store.getDesc().getType(), store.getSrc().getType(),
                        store.getIndices());
      })
      .Case([&](tt::DescriptorReduceOp reduce) {
        tt::TensorDescType block = reduce.getDesc().getType();
        Type type = block.getElementType();
        std::optional<TensorMap::Element> element = engineElement(type);
        return element && ttng::canReduceBlocks(reduce.getKind(), type) &&
               canReduce(*element, engineReduction(reduce.getKind())) &&
               canStore(block, reduce.getSrc().getType(), reduce.getIndices());
      })
      .Case([&](tt::MakeTensorDescOp make) {
        return !stored.contains(make.getType()) || canStoreRows(make);
      })
      .Case<tt::DescriptorGatherOp, tt::DescriptorScatterOp, tt::CallOp,
            tt::ReturnOp>([](auto) { return false; })
      .Default(true);
}

EngineChoice::EngineChoice(ModuleOp module) : facts(module) {
  auto check = [&](Type type, bool canBe) {
    auto descriptor = dyn_cast<tt::TensorDescType>(type);
    if (descriptor && !(canBe && engineLayout(descriptor.getShape(),
                                              descriptor.getElementType())))
      others.insert(type);
  };
  // First those without a layout, so that the others are asked about none.
  module.walk([&](Operation *op) {
    if (auto function = dyn_cast<tt::FuncOp>(op))
      for (Type type : function.getArgumentTypes())
        check(type, function.isPublic());
    for (Type type : op->getOperandTypes())
      check(type, true);
    for (Type type : op->getResultTypes())
      check(type, true);
    if (isa<tt::DescriptorStoreOp, tt::DescriptorReduceOp>(op))
      stored.insert(op->getOperand(0).getType());
  });
  module.walk([&](Operation *op) {
    auto isOpen = [&](Type type) {
      return isa<tt::TensorDescType>(type) && !others.contains(type);
    };
    if ((llvm::none_of(op->getOperandTypes(), isOpen) &&
         llvm::none_of(op->getResultTypes(), isOpen)) ||
        canBeEngines(op))
      return;
    for (Type type : op->getOperandTypes())
      check(type, false);
    for (Type type : op->getResultTypes())
      check(type, false);
  });
}

} // namespace heddle
