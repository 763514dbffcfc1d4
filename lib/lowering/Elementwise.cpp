//===- Elementwise.cpp - Ops on registers ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

/// The same op on registers.
LogicalResult KernelLowering::emitElementwise(Operation *op) {
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.addOperands(get(operand));
  for (Type type : op->getResultTypes()) {
    Type converted = lowered(type);
    if (!getElementTypeOrSelf(converted).isIntOrIndexOrFloat())
      return refuse(op) << "it has a result of " << type;
    state.addTypes(converted);
  }
  state.addAttributes(op->getAttrs());
  Operation *copy = builder.create(state);
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    set(from, to);
  return success();
}

/// Registers of constants that are the same everywhere, which all but a few
/// are.
LogicalResult KernelLowering::emitConstant(Operation *op) {
  auto constant = cast<arith::ConstantOp>(op);
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  if (!type)
    return emitElementwise(op);
  auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
  if (!splat)
    return refuse(op) << "its elements differ";
  set(constant, make<arith::ConstantOp>(op->getLoc(),
                                        splat.resizeSplat(registersOf(type))));
  return success();
}

LogicalResult KernelLowering::emitProgram(Operation *op) {
  Type i32 = builder.getI32Type();
  auto axisOf = [](auto each) {
    return static_cast<simt::GridAxis>(static_cast<unsigned>(each.getAxis()));
  };
  if (auto id = dyn_cast<tt::GetProgramIdOp>(op)) {
    set(id, make<simt::ProgramOp>(op->getLoc(), i32, axisOf(id)));
    return success();
  }
  auto count = cast<tt::GetNumProgramsOp>(op);
  set(count, make<simt::ProgramsOp>(op->getLoc(), i32, axisOf(count)));
  return success();
}

/// What the thread adds to what each register adds, all bits of which are
/// others.
LogicalResult KernelLowering::emitRange(Operation *op) {
  auto range = cast<tt::MakeRangeOp>(op);
  const LinearLayout &layout = layoutOf(range.getType());
  Location place = op->getLoc();
  ThreadMap map = threadMapOf(layout, 0);
  Word threadBits = 0, registerBits = 0;
  for (Word column : map.columns)
    threadBits |= column;
  auto count = static_cast<std::uint32_t>(layout.inSize(Dim::Register));
  llvm::SmallVector<std::int32_t> offsets;
  for (std::uint32_t index = 0; index < count; ++index) {
    Word element = f2::multiply(layout.bases(Dim::Register), index);
    registerBits |= element;
    offsets.push_back(static_cast<std::int32_t>(element));
  }
  VectorType type = registersOf(range.getType());
  auto listOf = [&](llvm::ArrayRef<std::int32_t> numbers) -> Value {
    return make<arith::ConstantOp>(place,
                                   DenseElementsAttr::get(type, numbers));
  };
  Value mine = make<simt::SplatOp>(place, type, apply(map, place));
  auto start = static_cast<std::int32_t>(range.getStartAttr().getInt());
  if ((threadBits & registerBits) != 0) {
    Value element = make<arith::XOrIOp>(place, mine, listOf(offsets));
    set(range, make<arith::AddIOp>(place, element, number(start, type)));
    return success();
  }
  for (std::int32_t &offset : offsets)
    offset += start;
  set(range, make<arith::AddIOp>(place, mine, listOf(offsets)));
  return success();
}

LogicalResult KernelLowering::emitSplat(Operation *op) {
  auto splat = cast<tt::SplatOp>(op);
  set(splat,
      make<simt::SplatOp>(op->getLoc(),
                          registersOf(cast<RankedTensorType>(splat.getType())),
                          get(splat.getSrc())));
  return success();
}

/// Bytes from one element that is pointed to, to the next.
static std::int64_t strideOf(Type pointer) {
  auto type = cast<tt::PointerType>(getElementTypeOrSelf(pointer));
  return simt::bytesOf(type.getPointee());
}

LogicalResult KernelLowering::emitAddPointer(Operation *op) {
  auto add = cast<tt::AddPtrOp>(op);
  Location place = op->getLoc();
  if (!cast<tt::PointerType>(getElementTypeOrSelf(add.getType()))
           .getPointee()
           .isIntOrFloat())
    return refuse(op) << "it points to "
                      << cast<tt::PointerType>(
                             getElementTypeOrSelf(add.getType()))
                             .getPointee();
  Value pointer = get(add.getPtr()), offset = get(add.getOffset());
  Type type = pointer.getType();
  if (getElementTypeOrSelf(offset.getType()) != getElementTypeOrSelf(type))
    offset = make<arith::ExtSIOp>(place, type, offset);
  if (std::int64_t stride = strideOf(add.getType()); stride != 1)
    offset = make<arith::MulIOp>(place, offset, number(stride, type));
  set(add, make<arith::AddIOp>(place, pointer, offset));
  return success();
}

LogicalResult KernelLowering::emitBitcast(Operation *op) {
  Value source = get(op->getOperand(0));
  Type type = lowered(op->getResult(0).getType());
  set(op->getResult(0),
      source.getType() == type
          ? source
          : make<arith::BitcastOp>(op->getLoc(), type, source).getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::checkPassed(Operation *op) {
  for (Value value : op->getOperands())
    if (partOf(value) != 0)
      return refuse(op) << "a part of a buffer passes a branch";
  return success();
}

LogicalResult KernelLowering::emitFor(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  if (failed(checkPassed(op)))
    return failure();
  llvm::SmallVector<Value> initial;
  for (Value value : loop.getInitArgs())
    initial.push_back(get(value));
  auto copy =
      make<scf::ForOp>(op->getLoc(), get(loop.getLowerBound()),
                       get(loop.getUpperBound()), get(loop.getStep()), initial);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = copy.getBody();
  builder.setInsertionPointToStart(body);
  for (auto [from, to] :
       llvm::zip(loop.getBody()->getArguments(), body->getArguments()))
    set(from, to);
  for (auto [from, to] : llvm::zip(loop.getResults(), copy.getResults()))
    set(from, to);
  return lowerRegion(*loop.getBody(), *body);
}

LogicalResult KernelLowering::emitIf(Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  llvm::SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(lowered(type));
  auto copy = make<scf::IfOp>(op->getLoc(), types, get(branch.getCondition()),
                              /*addThenBlock=*/true,
                              /*addElseBlock=*/branch.elseBlock() != nullptr);
  for (auto [from, to] : llvm::zip(op->getResults(), copy.getResults()))
    set(from, to);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [from, to] : {std::pair(branch.thenBlock(), copy.thenBlock()),
                          std::pair(branch.elseBlock(), copy.elseBlock())})
    if (from != nullptr) {
      builder.setInsertionPointToStart(to);
      if (failed(lowerRegion(*from, *to)))
        return failure();
    }
  return success();
}

/// The block of an op of `scf`, with a terminator that has what it ends with.
LogicalResult KernelLowering::lowerRegion(Block &from, Block &to) {
  if (!to.empty() && to.back().hasTrait<OpTrait::IsTerminator>())
    to.back().erase();
  builder.setInsertionPointToEnd(&to);
  return lowerBlock(from);
}

LogicalResult KernelLowering::emitYield(Operation *op) {
  if (failed(checkPassed(op)))
    return failure();
  llvm::SmallVector<Value> yielded;
  for (Value value : op->getOperands())
    yielded.push_back(get(value));
  make<scf::YieldOp>(op->getLoc(), yielded);
  return success();
}

} // namespace heddle
