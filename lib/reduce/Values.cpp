//===- Values.cpp - Values in the place of others -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle::reduction {

using namespace mlir;

namespace {

/// The beginning of what can be seen at an op, and that is isolated from what
/// is around it.
Block *entryOf(Operation *op) {
  Region *region = op->getParentRegion();
  while (region != nullptr && region->getParentOp() != nullptr &&
         !region->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
    region = region->getParentOp()->getParentRegion();
  if (region == nullptr || region->empty() ||
      isa<ModuleOp>(region->getParentOp()))
    return nullptr;
  return &region->front();
}

/// Null for types that have no such constant.
TypedAttr constantOf(Type type, bool isOne) {
  if (isa<RankedTensorType, VectorType>(type)) {
    auto shaped = cast<ShapedType>(type);
    TypedAttr element = constantOf(shaped.getElementType(), isOne);
    if (!element || !shaped.hasStaticShape())
      return {};
    return DenseElementsAttr::get(shaped, Attribute(element));
  }
  if (isa<IntegerType, IndexType>(type))
    return IntegerAttr::get(
        type, APInt(type.isIndex() ? 64 : type.getIntOrFloatBitWidth(),
                    isOne ? 1 : 0));
  if (isa<FloatType>(type))
    return FloatAttr::get(type, isOne ? 1.0 : 0.0);
  return {};
}

Value constantFor(Type type, Operation *op, bool isOne) {
  TypedAttr value = constantOf(type, isOne);
  Block *entry = entryOf(op);
  if (!value || entry == nullptr)
    return {};
  Operation *anchor = entry->findAncestorOpInBlock(*op);
  for (Operation &each : *entry) {
    if (&each == anchor)
      break;
    if (auto constant = dyn_cast<arith::ConstantOp>(each);
        constant && constant.getValue() == value)
      return constant;
  }
  OpBuilder builder = OpBuilder::atBlockBegin(entry);
  return arith::ConstantOp::create(builder, op->getLoc(), value);
}

/// The function that the op stands in, if values of its entry can be seen.
FunctionOpInterface functionOf(Operation *op) {
  Block *entry = entryOf(op);
  if (entry == nullptr)
    return {};
  return dyn_cast<FunctionOpInterface>(entry->getParentOp());
}

bool isCalled(FunctionOpInterface function) {
  auto module = function->getParentOfType<ModuleOp>();
  return !module || !SymbolTable::symbolKnownUseEmpty(function, module);
}

/// Another argument, behind all others.
Value addArgument(Type type, FunctionOpInterface function) {
  unsigned index = function.getNumArguments();
  Location unknown = UnknownLoc::get(function.getContext());
  if (failed(function.insertArgument(
          index, type, DictionaryAttr::get(function.getContext()), unknown)))
    return {};
  return function.getArgument(index);
}

Value splatOf(Value scalar, Type type, Operation *op) {
  for (Operation *user : scalar.getUsers())
    if (auto splat = dyn_cast<tt::SplatOp>(user);
        splat && user != op && user->getBlock() == entryOf(op) &&
        splat.getType() == type) {
      user->moveBefore(entryOf(op), entryOf(op)->begin());
      return splat;
    }
  OpBuilder builder = OpBuilder::atBlockBegin(entryOf(op));
  return tt::SplatOp::create(builder, op->getLoc(), type, scalar);
}

Type elementOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : type;
}

Value existingFor(Type type, Operation *op) {
  FunctionOpInterface function = functionOf(op);
  if (!function)
    return {};
  for (BlockArgument argument : function.getArguments()) {
    if (argument.getType() == type)
      return argument;
    if (isa<RankedTensorType>(type) && argument.getType() == elementOf(type))
      return splatOf(argument, type, op);
  }
  return {};
}

} // namespace

Value standFor(Type type, Operation *op, Stand stand) {
  switch (stand) {
  case Stand::One:
  case Stand::Zero:
    return constantFor(type, op, stand == Stand::One);
  case Stand::ExistingArgument:
    return existingFor(type, op);
  case Stand::Argument:
  case Stand::SplatArgument:
    break;
  }
  FunctionOpInterface function = functionOf(op);
  bool isSplat = stand == Stand::SplatArgument;
  if (!function || isCalled(function) ||
      (isSplat && !isa<RankedTensorType>(type)))
    return {};
  Value argument = addArgument(isSplat ? elementOf(type) : type, function);
  return argument && isSplat ? splatOf(argument, type, op) : argument;
}

} // namespace heddle::reduction
