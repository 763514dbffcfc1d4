//===- AxisTransfer.cpp - Rules of ops ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisTransfer.h"
#include "AxisBuilder.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;
using axis::Comparison;
using axis::Form;
using axis::Sign;

ArrayRef<int64_t> shapeOf(Type type) {
  if (auto pointer = dyn_cast<tt::PointerType>(type))
    type = pointer.getPointee();
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

namespace {

/// The width of numbers; as much as can be for all others.
unsigned bitsOf(Type type) {
  auto number = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return number ? number.getWidth() : 64;
}

bool isInteger(Type type) { return getElementTypeOrSelf(type).isIntOrIndex(); }

Form formOf(Type type) {
  return {.shape = shapeOf(type), .bits = bitsOf(type)};
}

/// Bytes from one element to the next; 1 of what is no pointer.
int64_t unitOf(Type type) {
  constexpr int64_t PointerBytes = 8;
  auto pointer = dyn_cast<tt::PointerType>(getElementTypeOrSelf(type));
  if (!pointer)
    return 1;
  Type pointee = pointer.getPointee();
  if (!pointee.isIntOrFloat())
    return isa<tt::PointerType>(pointee) ? PointerBytes : 1;
  unsigned bytes = std::max(1U, pointee.getIntOrFloatBitWidth() / 8);
  return static_cast<int64_t>(llvm::PowerOf2Ceil(bytes));
}

/// What is known of an op's operands.
struct Operands {
  ArrayRef<const AxisInfo *> all;

  const AxisInfo &operator[](std::size_t index) const { return *all[index]; }
  std::size_t size() const { return all.size(); }
};

/// The rules for one op, by its kind.
class Rules {
public:
  Rules(OpResult result, Operands operands)
      : result(result), op(result.getOwner()), operands(operands),
        form(formOf(result.getType())) {}

  AxisInfo apply();

private:
  std::optional<AxisInfo> arithmetic();
  std::optional<AxisInfo> casts();
  std::optional<AxisInfo> views();
  std::optional<AxisInfo> memory();
  AxisInfo constant(arith::ConstantOp op);
  AxisInfo comparison(arith::CmpIOp op);
  AxisInfo selection();
  AxisInfo bitcast();
  AxisInfo toFloat(AxisInfo source);
  AxisInfo reduction(Region &combine, unsigned along, bool isScan);
  AxisInfo bounded(int64_t low, int64_t high);
  AxisInfo elementwise() { return axis::elementwise(operands.all, form); }
  Type typeOf(unsigned operand) { return op->getOperand(operand).getType(); }

  OpResult result;
  Operation *op;
  Operands operands;
  Form form;
};

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

AxisInfo Rules::constant(arith::ConstantOp constant) {
  Attribute value = constant.getValue();
  auto splat = dyn_cast<SplatElementsAttr>(value);
  if (splat)
    value = splat.getSplatValue<Attribute>();
  auto number = dyn_cast<IntegerAttr>(value);
  if (number && number.getValue().getSignificantBits() <= 64) {
    APInt bits = number.getValue();
    return constantAxes(static_cast<int64_t>(bits.getBitWidth() == 1
                                                 ? bits.getZExtValue()
                                                 : bits.getSExtValue()),
                        form.shape);
  }
  AxisInfo info = unknownOf(result.getType());
  if (splat)
    for (auto [axis, size] : llvm::zip(info.axes, form.shape))
      axis.constancy = size;
  return info;
}

AxisInfo Rules::comparison(arith::CmpIOp op) {
  const AxisInfo &l = operands[0], &r = operands[1];
  Form wide = {.shape = form.shape, .bits = bitsOf(op.getLhs().getType())};
  auto compare = [&](bool swapped, Comparison comparison, Sign sign) {
    // Of single bits the set one is the lower if it is a sign.
    if (wide.bits == 1 && comparison != Comparison::Equal &&
        sign == Sign::Signed)
      swapped = !swapped;
    return swapped ? axis::compare(r, l, comparison, sign, wide)
                   : axis::compare(l, r, comparison, sign, wide);
  };
  using enum arith::CmpIPredicate;
  switch (op.getPredicate()) {
  case eq:
    return compare(false, Comparison::Equal, Sign::Signed);
  case ne: {
    AxisInfo info = compare(false, Comparison::Equal, Sign::Signed);
    return info.constant ? constantAxes(1 - *info.constant, form.shape) : info;
  }
  case slt:
    return compare(false, Comparison::Less, Sign::Signed);
  case sle:
    return compare(false, Comparison::LessOrEqual, Sign::Signed);
  case sgt:
    return compare(true, Comparison::Less, Sign::Signed);
  case sge:
    return compare(true, Comparison::LessOrEqual, Sign::Signed);
  case ult:
    return compare(false, Comparison::Less, Sign::Unsigned);
  case ule:
    return compare(false, Comparison::LessOrEqual, Sign::Unsigned);
  case ugt:
    return compare(true, Comparison::Less, Sign::Unsigned);
  case uge:
    return compare(true, Comparison::LessOrEqual, Sign::Unsigned);
  }
  return elementwise();
}

AxisInfo Rules::selection() {
  if (op->getOperand(1) == op->getOperand(2))
    return operands[1];
  // Poison may be any number, the other one as well.
  if (op->getOperand(1).getDefiningOp<ub::PoisonOp>())
    return operands[2];
  if (op->getOperand(2).getDefiningOp<ub::PoisonOp>())
    return operands[1];
  AxisInfo condition = operands[0];
  if (!isa<RankedTensorType>(typeOf(0)))
    condition = axis::splat(condition, form.shape);
  return axis::select(condition, operands[1], operands[2], form);
}

std::optional<AxisInfo> Rules::arithmetic() {
  if (auto number = dyn_cast<arith::ConstantOp>(op))
    return constant(number);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return selection();
  if (!isInteger(result.getType()) || operands.size() != 2)
    return std::nullopt;
  const AxisInfo &l = operands[0], &r = operands[1];
  if (op->getOperand(0) == op->getOperand(1)) {
    if (isa<arith::SubIOp, arith::XOrIOp>(op))
      return constantAxes(0, form.shape);
    if (isa<arith::AndIOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp,
            arith::MinUIOp, arith::OrIOp>(op))
      return l;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return comparison(compare);
  // On single bits sums are other things.
  bool isBit = form.bits == 1;
  using Found = std::optional<AxisInfo>;
  Found found =
      llvm::TypeSwitch<Operation *, Found>(op)
          .Case([&](arith::AndIOp) { return axis::bitAnd(l, r, form); })
          .Case([&](arith::OrIOp) { return axis::bitOr(l, r, form); })
          .Case([&](arith::XOrIOp) { return axis::bitXor(l, r, form); })
          .Default(Found());
  if (found || isBit)
    return found;
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case([&](arith::AddIOp sum) {
        // Twice a number is even.
        return sum.getLhs() == sum.getRhs()
                   ? axis::multiply(l, constantAxes(2, form.shape), form)
                   : axis::add(l, r, form);
      })
      .Case([&](arith::SubIOp) { return axis::subtract(l, r, form); })
      .Case([&](arith::MulIOp) { return axis::multiply(l, r, form); })
      .Case([&](arith::DivSIOp) {
        return axis::divide(l, r, Sign::Signed, form);
      })
      .Case([&](arith::DivUIOp) {
        return axis::divide(l, r, Sign::Unsigned, form);
      })
      .Case([&](arith::FloorDivSIOp) -> Found {
        if (!l.isNonNegative())
          return std::nullopt;
        return axis::divide(l, r, Sign::Signed, form);
      })
      .Case([&](arith::RemSIOp) {
        // What -1 leaves of a number is nothing.
        if (r.constant == -1)
          return constantAxes(0, form.shape);
        return axis::remainder(l, r, Sign::Signed, form);
      })
      .Case([&](arith::RemUIOp) {
        return axis::remainder(l, r, Sign::Unsigned, form);
      })
      .Case([&](arith::ShLIOp) { return axis::shiftLeft(l, r, form); })
      .Case([&](arith::ShRSIOp) {
        return axis::shiftRight(l, r, Sign::Signed, form);
      })
      .Case([&](arith::ShRUIOp) {
        return axis::shiftRight(l, r, Sign::Unsigned, form);
      })
      .Case([&](arith::MinSIOp) {
        return axis::minimum(l, r, Sign::Signed, form);
      })
      .Case([&](arith::MinUIOp) {
        return axis::minimum(l, r, Sign::Unsigned, form);
      })
      .Case([&](arith::MaxSIOp) {
        return axis::maximum(l, r, Sign::Signed, form);
      })
      .Case([&](arith::MaxUIOp) {
        return axis::maximum(l, r, Sign::Unsigned, form);
      })
      .Default(Found());
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// What is known of a float's value, not of its bits.
static AxisInfo withoutBits(AxisInfo source) {
  source.constant.reset();
  return source;
}

AxisInfo Rules::bitcast() {
  Type from = typeOf(0), to = result.getType();
  bool isPointer = isa<tt::PointerType>(getElementTypeOrSelf(to));
  if (isPointer && shapeOf(from).size() == shapeOf(to).size())
    return axis::castPointer(operands[0], unitOf(to));
  if (isInteger(from) && isInteger(to))
    return operands[0];
  // The constant of a float is its bits.
  AxisInfo info = elementwise();
  if (operands[0].constant && isInteger(to))
    return constantAxes(axis::cut(*operands[0].constant, form.bits),
                        form.shape);
  info.constant = operands[0].constant;
  return info;
}

/// Facts about integers hold of the floats as long as none is rounded.
AxisInfo Rules::toFloat(AxisInfo source) {
  auto format = cast<FloatType>(getElementTypeOrSelf(result.getType()));
  int64_t exact = int64_t(1) << std::min(format.getFPMantissaWidth(), 62U);
  if (source.low < -exact || source.high > exact)
    return elementwise();
  source.constant.reset();
  return source;
}

std::optional<AxisInfo> Rules::casts() {
  if (operands.size() != 1)
    return std::nullopt;
  const AxisInfo &source = operands[0];
  using Found = std::optional<AxisInfo>;
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case<arith::ExtSIOp>([&](auto) {
        return axis::extend(source, bitsOf(typeOf(0)), Sign::Signed);
      })
      .Case<arith::ExtUIOp>([&](auto) {
        return axis::extend(source, bitsOf(typeOf(0)), Sign::Unsigned);
      })
      .Case<arith::TruncIOp>([&](auto) { return axis::truncate(source, form); })
      .Case<arith::IndexCastOp>([&](auto) {
        unsigned from = bitsOf(typeOf(0));
        return from <= form.bits ? axis::extend(source, from, Sign::Signed)
                                 : axis::truncate(source, form);
      })
      .Case<arith::IndexCastUIOp>([&](auto) {
        unsigned from = bitsOf(typeOf(0));
        if (from == form.bits)
          return source;
        return from < form.bits ? axis::extend(source, from, Sign::Unsigned)
                                : axis::truncate(source, form);
      })
      .Case<arith::SIToFPOp>([&](auto) {
        return toFloat(axis::extend(source, bitsOf(typeOf(0)), Sign::Signed));
      })
      .Case<arith::UIToFPOp>([&](auto) {
        return source.isNonNegative() ? toFloat(source) : elementwise();
      })
      .Case<arith::FPToSIOp>([&](auto) {
        return axis::within(withoutBits(source), source.low, source.high, form);
      })
      .Case<arith::FPToUIOp>(
          [&](auto) { return axis::truncate(withoutBits(source), form); })
      .Case<arith::ExtFOp>([&](auto) { return withoutBits(source); })
      .Case<arith::BitcastOp, tt::BitcastOp>([&](auto) { return bitcast(); })
      .Case<tt::PtrToIntOp>([&](auto) { return axis::castPointer(source, 1); })
      .Case<tt::IntToPtrOp>([&](auto) {
        return axis::castPointer(source, unitOf(result.getType()));
      })
      .Default(Found());
}

//===----------------------------------------------------------------------===//
// Views, reductions
//===----------------------------------------------------------------------===//

/// What the op between a region's arguments and its end combines with.
axis::Combine combineOf(Region &region, const AxisInfo &source) {
  Block &block = region.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2 ||
      !llvm::equal(block.front().getOperands(), block.getArguments()))
    return axis::Combine::Other;
  using enum axis::Combine;
  return llvm::TypeSwitch<Operation *, axis::Combine>(&block.front())
      .Case<arith::AddIOp>([](auto) { return Sum; })
      .Case<arith::MinSIOp, arith::MaxSIOp>([](auto) { return Extreme; })
      // Runs might pass from the largest number to zero.
      .Case<arith::MinUIOp, arith::MaxUIOp>(
          [&](auto) { return source.isNonNegative() ? Extreme : Bitwise; })
      .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(
          [](auto) { return Bitwise; })
      .Default(Other);
}

AxisInfo Rules::reduction(Region &combine, unsigned along, bool isScan) {
  Form source = formOf(typeOf(0));
  AxisInfo info = operands.size() == 1
                      ? operands[0]
                      : axis::elementwise(operands.all, source);
  axis::Combine kind =
      operands.size() == 1 ? combineOf(combine, info) : axis::Combine::Other;
  if (form.bits == 1)
    kind = axis::Combine::Other;
  return isScan ? axis::scan(info, along, kind, form)
                : axis::reduce(info, along, kind, form);
}

AxisInfo Rules::bounded(int64_t low, int64_t high) {
  return axis::within(unknownOf(result.getType()), low, high, form);
}

std::optional<AxisInfo> Rules::views() {
  using Found = std::optional<AxisInfo>;
  auto from = [&] { return shapeOf(typeOf(0)); };
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case<tt::MakeRangeOp>([&](tt::MakeRangeOp range) {
        return axis::range(range.getStartAttr().getInt(),
                           range.getEndAttr().getInt());
      })
      .Case<tt::SplatOp>(
          [&](auto) { return axis::splat(operands[0], form.shape); })
      .Case<tt::ExpandDimsOp>([&](tt::ExpandDimsOp expand) {
        return axis::expandDims(operands[0], expand.getAxis());
      })
      .Case<tt::BroadcastOp>([&](auto) {
        return axis::broadcast(operands[0], from(), form.shape);
      })
      .Case<tt::TransOp>([&](tt::TransOp trans) {
        return axis::transpose(operands[0], trans.getOrder());
      })
      .Case<tt::ReshapeOp>([&](tt::ReshapeOp reshape) {
        return reshape.getAllowReorder()
                   ? axis::reorder(operands.all, form.shape)
                   : axis::reshape(operands[0], from(), form.shape);
      })
      .Case<tt::CatOp, tt::UnsplatOp>(
          [&](auto) { return axis::reorder(operands.all, form.shape); })
      .Case<tt::JoinOp>(
          [&](auto) { return axis::joinPairs(operands[0], operands[1]); })
      .Case<tt::SplitOp>([&](auto) {
        return axis::splitPairs(operands[0], result.getResultNumber());
      })
      .Case<amdg::ExtractSliceOp>([&](amdg::ExtractSliceOp slice) {
        return axis::slice(operands[0], slice.getStaticOffsets(), form.shape);
      })
      .Case<tt::GatherOp>([&](tt::GatherOp gather) {
        return axis::gather(operands[0], operands[1], gather.getAxis());
      })
      .Case<tt::ReduceOp>([&](tt::ReduceOp reduce) {
        return reduction(reduce.getCombineOp(), reduce.getAxis(), false);
      })
      .Case<tt::ScanOp>([&](tt::ScanOp scan) {
        return reduction(scan.getCombineOp(), scan.getAxis(), true);
      })
      .Case<tt::HistogramOp>(
          [&](auto) { return bounded(0, ShapedType::getNumElements(from())); })
      .Case<ttg::ConvertLayoutOp>([&](auto) { return operands[0]; })
      .Default(Found());
}

//===----------------------------------------------------------------------===//
// Memory, programs
//===----------------------------------------------------------------------===//

std::optional<AxisInfo> Rules::memory() {
  constexpr int64_t MostPrograms = std::numeric_limits<int32_t>::max();
  using Found = std::optional<AxisInfo>;
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case<tt::AddPtrOp>([&](auto) {
        return axis::addPointer(operands[0], operands[1],
                                unitOf(result.getType()), form);
      })
      // The same address is read once.
      .Case<tt::LoadOp>([&](tt::LoadOp load) -> Found {
        if (load.getIsVolatile() ||
            shapeOf(load.getPtr().getType()).size() != form.shape.size())
          return unknownOf(result.getType());
        return elementwise();
      })
      .Case<amdg::BufferLoadOp>([&](amdg::BufferLoadOp) -> Found {
        std::vector<const AxisInfo *> tensors;
        for (auto [index, each] : llvm::enumerate(operands.all))
          if (isa<RankedTensorType>(typeOf(static_cast<unsigned>(index))))
            tensors.push_back(each);
        return axis::elementwise(tensors, form);
      })
      .Case<tt::GetProgramIdOp>([&](auto) { return bounded(0, MostPrograms); })
      .Case<tt::GetNumProgramsOp>(
          [&](auto) { return bounded(1, MostPrograms); })
      .Case<ttg::GlobalScratchAllocOp>(
          [&](ttg::GlobalScratchAllocOp alloc) -> Found {
            AxisInfo info = unknownOf(result.getType());
            info.axes[0].divisibility =
                powerOfTwoIn(alloc.getAlignmentAttr().getInt());
            return info;
          })
      .Default(Found());
}

AxisInfo Rules::apply() {
  for (auto rule :
       {&Rules::arithmetic, &Rules::casts, &Rules::views, &Rules::memory})
    if (std::optional<AxisInfo> info = (this->*rule)())
      return std::move(*info);
  // Assembly may read the thread's number.
  if (isa<tt::ElementwiseInlineAsmOp>(op))
    return unknownOf(result.getType());
  bool sameShapes = llvm::all_of(op->getOperandTypes(), [&](Type type) {
    return llvm::equal(shapeOf(type), form.shape);
  });
  if (op->hasTrait<OpTrait::Elementwise>() && sameShapes &&
      isMemoryEffectFree(op))
    return elementwise();
  return unknownOf(result.getType());
}

} // namespace

AxisInfo unknownOf(Type type) {
  AxisInfo info = unknownAxes(shapeOf(type).size());
  info.unit = unitOf(type);
  return isInteger(type) ? axis::within(std::move(info), formOf(type)) : info;
}

AxisInfo transfer(OpResult result, ArrayRef<const AxisInfo *> operands) {
  AxisInfo info = Rules(result, {operands}).apply();
  info.unit = unitOf(result.getType());
  // What divides every number does so along each axis.
  std::int64_t divisor = info.divisorOfAll();
  for (AxisInfo::Axis &axis : info.axes)
    axis.divisibility = std::max(axis.divisibility, divisor);
  info.start = std::max(info.start, divisor);
  return info;
}

} // namespace heddle
