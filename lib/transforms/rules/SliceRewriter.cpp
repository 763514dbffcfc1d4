//===- SliceRewriter.cpp - Values made in other layouts -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceRewriter.h"
#include "../ChangeLayout.h"

namespace heddle::rules {

using namespace mlir;

namespace {

RankedTensorType typeWith(Value value, Attribute layout) {
  return cast<RankedTensorType>(value.getType()).cloneWithEncoding(layout);
}

template <class Map> void renameKeys(Map &map, Value from, Value to) {
  auto found = map.find(from);
  if (found == map.end())
    return;
  auto layout = found->second;
  map.erase(from);
  map.insert({to, layout});
}

void renameIn(MadeValues &values, Value from, Value to) {
  llvm::SmallVector<std::pair<Attribute, Value>> entries;
  for (auto &[key, value] : values) {
    if (value == from)
      value = to;
    if (key.first == from)
      entries.emplace_back(key.second, value);
  }
  for (auto [layout, value] : entries) {
    values.erase({from, layout});
    values[{to, layout}] = value;
  }
}

} // namespace

void SliceRewriter::replace(ttg::ConvertLayoutOp conversion,
                            ConversionSlice wanted) {
  slice = std::move(wanted);
  Attribute layout = conversion.getType().getEncoding();
  // What a loop carries may have to be known by its results' new names.
  Value value = provide(conversion.getSrc(), layout);
  conversion.replaceAllUsesWith(value);
  for (auto &[key, known] : values.made)
    if (known == conversion.getResult())
      known = value;
  conversion.erase();
}

void SliceRewriter::keep(ttg::ConvertLayoutOp conversion) {
  LaidOutValue key = {conversion.getSrc(), conversion.getType().getEncoding()};
  values.converted[key] = conversion.getResult();
}

Value SliceRewriter::provide(Value value, Attribute layout) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getEncoding() == layout)
    return value;
  if (slice.reused.contains({value, layout}))
    return values.converted.at({value, layout});
  auto known = values.made.find({value, layout});
  if (known != values.made.end())
    return known->second;
  return slice.converted.contains(value) ? convert(value, layout)
                                         : make(value, layout);
}

Value SliceRewriter::make(Value value, Attribute layout) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return carry(argument, layout);
  auto result = cast<OpResult>(value);
  if (isa<scf::IfOp>(result.getOwner()))
    return yieldMore(result, layout);
  if (auto conversion = dyn_cast<ttg::ConvertLayoutOp>(result.getOwner()))
    return provide(conversion.getSrc(), layout);
  return clone(result, layout);
}

Value SliceRewriter::convert(Value value, Attribute layout) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Value result = ttg::ConvertLayoutOp::create(builder, value.getLoc(),
                                              typeWith(value, layout), value);
  values.made[{value, layout}] = result;
  return result;
}

Value SliceRewriter::clone(OpResult result, Attribute layout) {
  Operation *op = result.getOwner();
  auto provided = [&](OpOperand &operand) {
    Attribute needed = layoutOfOperand(result, layout, operand);
    return needed ? provide(operand.get(), needed) : operand.get();
  };
  for (OpOperand &operand : op->getOpOperands())
    provided(operand);
  // What a loop carries may depend on the op itself.
  if (Value carried = values.made.lookup({result, layout}))
    return carried;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *again = builder.clone(*op);
  // Asked once more: making one may have given another a new name.
  for (OpOperand &operand : op->getOpOperands())
    again->setOperand(operand.getOperandNumber(), provided(operand));
  for (auto [original, other] :
       llvm::zip(op->getResults(), again->getResults()))
    if (isa<RankedTensorType>(original.getType())) {
      setLayout(other, layout);
      values.made[{original, layout}] = other;
    }
  setLayoutOfElements(again);
  return values.made.at({result, layout});
}

// The loop hands on what it began with until what the body yields is known,
// which may depend on it.
Value SliceRewriter::carry(BlockArgument argument, Attribute layout) {
  Block *body = argument.getOwner();
  auto loop = cast<scf::ForOp>(body->getParentOp());
  Value first = provide(loop.getTiedLoopInit(argument)->get(), layout);
  // Making that may have replaced the loop around this one, not this one.
  llvm::SmallVector<Value> inits(loop.getInitArgs());
  inits.push_back(first);
  OpBuilder builder(loop);
  auto larger = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep(), inits,
                                   nullptr, loop.getUnsignedCmp());
  larger->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  larger.getRegion().takeBody(loop.getRegion());
  BlockArgument carried = body->addArgument(first.getType(), loop.getLoc());
  values.made[{argument, layout}] = carried;
  Operation *yield = body->getTerminator();
  unsigned number = yield->getNumOperands();
  yield->insertOperands(number, carried);
  rename(loop, larger);
  values.made[{larger.getTiedLoopResult(argument), layout}] =
      larger->getResult(larger->getNumResults() - 1);
  Value next = yield->getOperand(
      larger.getTiedLoopYieldedValue(argument)->getOperandNumber());
  body->getTerminator()->setOperand(number, provide(next, layout));
  return carried;
}

Value SliceRewriter::yieldMore(OpResult result, Attribute layout) {
  auto branch = cast<scf::IfOp>(result.getOwner());
  unsigned number = result.getResultNumber();
  llvm::SmallVector<Type> types(branch.getResultTypes());
  types.push_back(typeWith(result, layout));
  OpBuilder builder(branch);
  auto larger =
      scf::IfOp::create(builder, branch.getLoc(), types, branch.getCondition());
  larger->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  for (auto [from, to] :
       llvm::zip(branch->getRegions(), larger->getRegions())) {
    to.takeBody(from);
    Operation *yield = to.front().getTerminator();
    Value value = yield->getOperand(number);
    bool isConverted = slice.convertedAtYield.contains({yield, number});
    builder.setInsertionPoint(yield);
    Value other =
        isConverted
            ? ttg::ConvertLayoutOp::create(builder, value.getLoc(),
                                           typeWith(value, layout), value)
            : provide(value, layout);
    yield->insertOperands(yield->getNumOperands(), other);
  }
  Value more = larger->getResult(larger->getNumResults() - 1);
  values.made[{result, layout}] = more;
  rename(branch, larger);
  return more;
}

void SliceRewriter::rename(Operation *from, Operation *to) {
  for (auto [old, renamed] : llvm::zip(from->getResults(), to->getResults())) {
    old.replaceAllUsesWith(renamed);
    renameKeys(slice.made, old, renamed);
    renameKeys(slice.converted, old, renamed);
    renameIn(values.made, old, renamed);
    renameIn(values.converted, old, renamed);
  }
  from->erase();
}

} // namespace heddle::rules
