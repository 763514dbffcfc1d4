//===- BlockAddresses.cpp - Addresses and mask of a block -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockAddresses.h"
#include "heddle/ir/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace heddle {

using namespace mlir;

namespace {

/// The type without one axis, of a layout that is a slice.
RankedTensorType withoutAxis(RankedTensorType type, unsigned axis) {
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  Attribute layout;
  if (const Encoding *encoding = ir::encodingOf(type))
    layout = ir::layoutAttr(type.getContext(), SliceEncoding{axis, *encoding});
  return RankedTensorType::get(shape, type.getElementType(), layout);
}

/// Null, or the sum of both if the first is there.
template <class Op>
Value accumulate(OpBuilder &builder, Location loc, Value sum, Value term) {
  return sum ? Op::create(builder, loc, sum, term).getResult() : term;
}

bool isOne(Value number) { return matchPattern(number, m_One()); }

} // namespace

std::optional<AxisList> matchAxes(ArrayRef<int64_t> block,
                                  ArrayRef<int64_t> values) {
  AxisList along(block.size());
  unsigned next = 0;
  for (auto [axis, size] : llvm::enumerate(block)) {
    // Of several of size 1 the first ones are left out.
    if (size == 1 && block.size() - axis > values.size() - next)
      continue;
    if (next == values.size() || values[next] != size)
      return std::nullopt;
    along[axis] = next++;
  }
  return next == values.size() ? std::optional(along) : std::nullopt;
}

RankedTensorType BlockAddresses::typeOf(Type element) {
  return values.clone(element);
}

RankedTensorType BlockAddresses::lineType(Type element, unsigned along) {
  RankedTensorType type = typeOf(element);
  for (unsigned axis = static_cast<unsigned>(values.getRank()); axis-- > 0;)
    if (axis != along)
      type = withoutAxis(type, axis);
  return type;
}

/// A tensor of one dimension as one of size 1 along all axes but `along`.
Value BlockAddresses::alongAxis(Value line, unsigned along) {
  auto rank = static_cast<unsigned>(values.getRank());
  Type element = getElementTypeOrSelf(line.getType());
  llvm::SmallVector<int64_t> shape(rank, 1);
  shape[along] = values.getDimSize(along);
  llvm::SmallVector<RankedTensorType> types = {
      RankedTensorType::get(shape, element, values.getEncoding())};
  for (unsigned axis = rank; axis-- > 0;)
    if (axis != along)
      types.push_back(withoutAxis(types.back(), axis));
  types.pop_back();
  for (unsigned axis = 0; axis < rank; ++axis)
    if (axis != along)
      line = tt::ExpandDimsOp::create(builder, loc, types.pop_back_val(), line,
                                      axis);
  return line;
}

Value BlockAddresses::splatTo(Value scalar, Value like) {
  auto type = dyn_cast<RankedTensorType>(like.getType());
  return type ? tt::SplatOp::create(builder, loc, type.clone(scalar.getType()),
                                    scalar)
              : scalar;
}

Value BlockAddresses::splat(Value scalar) {
  return tt::SplatOp::create(builder, loc, typeOf(scalar.getType()), scalar);
}

/// A scalar, or a tensor with axes of size 1, as the value of each element.
Value BlockAddresses::broadcast(Value value) {
  RankedTensorType type = typeOf(getElementTypeOrSelf(value.getType()));
  if (value.getType() == type)
    return value;
  return isa<RankedTensorType>(value.getType())
             ? tt::BroadcastOp::create(builder, loc, type, value).getResult()
             : splat(value);
}

Value BlockAddresses::wide(Value number) {
  Type type = builder.getI64Type();
  if (auto tensor = dyn_cast<RankedTensorType>(number.getType()))
    type = tensor.clone(type);
  return arith::ExtSIOp::create(builder, loc, type, number);
}

/// The size from 0 to 2^31, as i32 without a sign.
Value BlockAddresses::boundOf(Value size) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value bound = arith::MaxSIOp::create(builder, loc, size, number(0));
  bound = arith::MinSIOp::create(builder, loc, bound, number(int64_t{1} << 31));
  return arith::TruncIOp::create(builder, loc, builder.getI32Type(), bound);
}

void BlockAddresses::addOffsets(Value coordinates, Value stride) {
  Value offsets = wide(coordinates);
  if (!isOne(stride))
    offsets =
        arith::MulIOp::create(builder, loc, offsets, splatTo(stride, offsets));
  if (!isa<RankedTensorType>(offsets.getType())) {
    ofBlock = accumulate<arith::AddIOp>(builder, loc, ofBlock, offsets);
    return;
  }
  offsets = broadcast(offsets);
  ofElements = accumulate<arith::AddIOp>(builder, loc, ofElements, offsets);
}

void BlockAddresses::addCheck(Value coordinates, Value size) {
  Value check =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                            coordinates, splatTo(boundOf(size), coordinates));
  check = broadcast(check);
  inside = accumulate<arith::AndIOp>(builder, loc, inside, check);
}

void BlockAddresses::addRun(TensorAxis axis, Value start,
                            std::optional<unsigned> along, bool isChecked) {
  addOffsets(start, axis.stride);
  Value coordinates = start;
  if (along && values.getDimSize(*along) > 1) {
    auto end = static_cast<int32_t>(values.getDimSize(*along));
    Value run = tt::MakeRangeOp::create(
        builder, loc, lineType(builder.getI32Type(), *along), 0, end);
    run = alongAxis(run, *along);
    addOffsets(run, axis.stride);
    coordinates = arith::AddIOp::create(builder, loc, splatTo(start, run), run);
  }
  if (isChecked)
    addCheck(coordinates, axis.size);
}

void BlockAddresses::addRows(TensorAxis axis, Value rows, unsigned along) {
  auto given = cast<RankedTensorType>(rows.getType());
  if (!given.getElementType().isInteger(32))
    rows = arith::ExtSIOp::create(builder, loc,
                                  given.clone(builder.getI32Type()), rows);
  RankedTensorType type = lineType(builder.getI32Type(), along);
  if (rows.getType() != type)
    rows = ttg::ConvertLayoutOp::create(builder, loc, type, rows);
  Value coordinates = alongAxis(rows, along);
  addOffsets(coordinates, axis.stride);
  addCheck(coordinates, axis.size);
}

Value BlockAddresses::pointers(Value base) {
  if (ofBlock)
    base = tt::AddPtrOp::create(builder, loc, base.getType(), base, ofBlock);
  Value all = splat(base);
  if (ofElements)
    all = tt::AddPtrOp::create(builder, loc, all.getType(), all, ofElements);
  return all;
}

} // namespace heddle
