//===- Elementwise.cpp - Ops on registers ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/mathlib/MathFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

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
  // Triton's own quotients of f32 are to two units; exact ones are
  // `tt.precise_divf`.
  if (auto divide = dyn_cast<arith::DivFOp>(copy);
      divide && getElementTypeOrSelf(divide.getType()).isF32())
    divide.setFastmath(arith::FastMathFlags::afn);
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    set(from, to);
  return success();
}

/// Registers of constants that are the same everywhere, which all but a few
/// are.
LogicalResult KernelLowering::emitConstant(Operation *op) {
  auto constant = cast<arith::ConstantOp>(op);
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  if (!type) {
    Type scalars = lowered(constant.getType());
    if (scalars == constant.getType())
      return emitElementwise(op);
    set(constant, make<arith::ConstantOp>(
                      op->getLoc(),
                      cast<TypedAttr>(Attribute(DenseElementsAttr::get(
                          cast<VectorType>(scalars), constant.getValue())))));
    return success();
  }
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

LogicalResult KernelLowering::emitFloatCast(Operation *op) {
  auto castOp = cast<tt::FpToFpOp>(op);
  Term x(builder, op->getLoc(), get(castOp.getSrc()));
  Type to = getElementTypeOrSelf(castOp.getType());
  bool isTowardZero = castOp.getRounding() &&
                      *castOp.getRounding() == tt::RoundingMode::TowardZero;
  std::optional<Term> result = castFloat(
      x, to,
      isTowardZero ? simt::Rounding::TowardZero : simt::Rounding::NearestEven,
      byteCasts());
  if (!result)
    return refuse(op) << "there is no cast of " << x.element() << " to " << to
                      << (isTowardZero ? " toward zero" : "");
  set(castOp, result->get());
  return success();
}

LogicalResult KernelLowering::emitRemainder(Operation *op) {
  Term x(builder, op->getLoc(), get(op->getOperand(0)));
  Term y = x.with(get(op->getOperand(1)));
  Type element = x.element();
  if (x.bits() > 16) {
    set(op->getResult(0), remainder(x, y).get());
    return success();
  }
  Type wide = x.typeOf(builder.getF32Type());
  Term result =
      remainder(x.unary<arith::ExtFOp>(wide), y.unary<arith::ExtFOp>(wide));
  set(op->getResult(0), result.unary<arith::TruncFOp>(x.typeOf(element)).get());
  return success();
}

} // namespace heddle
