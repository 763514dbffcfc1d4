//===- TtVerifyShapes.cpp - Rules of ops that change shapes ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "Views.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"

namespace heddle::tt {

using namespace mlir;
using ir::expectAxis;
using ir::expectShape;
using ir::expectType;
using ir::Registers;
using ir::shapeText;
using mlir::failure;

static RankedTensorType tensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static int64_t elements(Value value) { return tensor(value).getNumElements(); }

static std::uint64_t sameNumber(std::uint64_t number) { return number; }
/// Of a pair's first element, where a last axis of size 2 is added.
static std::uint64_t firstOfPair(std::uint64_t number) { return number << 1; }

LogicalResult MakeRangeOp::verify() {
  int64_t start = getStartAttr().getInt();
  int64_t end = getEndAttr().getInt();
  if (start >= end)
    return emitOpError() << "expects a start below the end, but got " << start
                         << " and " << end;
  auto type = cast<RankedTensorType>(getType());
  if (type.getRank() != 1 || type.getDimSize(0) != end - start)
    return emitOpError() << "expects a result of " << end - start
                         << " elements along one axis, but got " << type;
  if (!type.getElementType().isInteger(32))
    return emitOpError() << "expects a result of i32, but got " << type;
  return success();
}

LogicalResult UnsplatOp::verify() {
  if (elements(getSrc()) != 1)
    return emitOpError() << "expects a tensor of one element, but got "
                         << getSrc().getType();
  return success();
}

LogicalResult ExpandDimsOp::verify() {
  ArrayRef<int64_t> from = tensor(getSrc()).getShape();
  int64_t axis = getAxisAttr().getInt();
  if (failed(expectAxis(*this, axis, static_cast<int64_t>(from.size()) + 1)))
    return failure();
  llvm::SmallVector<int64_t> shape(from);
  shape.insert(shape.begin() + axis, 1);
  if (failed(expectShape(*this, "a result", getType(), shape)) ||
      failed(ir::expectAllOrNoLayouts(*this)))
    return failure();
  return ir::expectRenamed(*this, getSrc().getType(), getType(), sameNumber,
                           Registers::NoCopies);
}

LogicalResult BroadcastOp::verify() {
  ArrayRef<int64_t> from = tensor(getSrc()).getShape();
  ArrayRef<int64_t> to = getType().getShape();
  bool fits = from.size() == to.size();
  for (size_t axis = 0; fits && axis < from.size(); ++axis)
    fits = from[axis] == to[axis] || from[axis] == 1;
  if (!fits)
    return emitOpError()
           << "expects to copy along axes of size 1 only, but got "
           << shapeText(from) << " and " << shapeText(to);
  if (failed(ir::expectSameOpenLayouts(*this)))
    return failure();
  // What a location of the result holds, it has from the source's element 0
  // along the axes of the copies.
  auto originalOf = [&](std::uint64_t number) {
    // The first axis has the highest bits, so that dropping it moves no other.
    for (size_t axis = 0; axis < from.size(); ++axis)
      if (from[axis] != to[axis])
        number = ir::dropAxis(number, to, static_cast<int64_t>(axis));
    return number;
  };
  return ir::expectRenamed(*this, getType(), getSrc().getType(), originalOf,
                           Registers::NoCopies);
}

/// Registers, lanes, warps and blocks that hold copies of others' elements are
/// the same of both: elements may change places, but none is made or lost.
static bool holdSameCopies(Value one, Value other) {
  Result<LinearLayout> left = ir::linearLayoutOf(tensor(one));
  Result<LinearLayout> right = ir::linearLayoutOf(tensor(other));
  if (!left || !right || left->ins().size() != right->ins().size())
    return true;
  auto isCopy = [](Word basis) { return basis == Word(0); };
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block})
    if (!llvm::equal(llvm::map_range(left->bases(dim), isCopy),
                     llvm::map_range(right->bases(dim), isCopy)))
      return false;
  return true;
}

LogicalResult ReshapeOp::verify() {
  if (elements(getSrc()) != elements(getResult()))
    return emitOpError() << "expects as many elements on both sides, but got "
                         << elements(getSrc()) << " and "
                         << elements(getResult());
  if (failed(ir::expectAllOrNoLayouts(*this)))
    return failure();
  if (getAllowReorder() && holdSameCopies(getSrc(), getResult()))
    return success();
  return ir::expectRenamed(*this, getSrc().getType(), getType(), sameNumber,
                           Registers::NoCopies);
}

LogicalResult TransOp::verify() {
  ArrayRef<int64_t> from = tensor(getSrc()).getShape();
  if (failed(ir::expectPermutation(*this, getOrder(),
                                   static_cast<int64_t>(from.size()))))
    return failure();
  llvm::SmallVector<int64_t> shape;
  for (int32_t axis : getOrder())
    shape.push_back(from[static_cast<size_t>(axis)]);
  if (failed(expectShape(*this, "a result", getType(), shape)) ||
      failed(ir::expectAllOrNoLayouts(*this)))
    return failure();
  return ir::expectTransposed(*this, getSrc().getType(), getType(), getOrder());
}

LogicalResult CatOp::verify() {
  int64_t expected = elements(getLhs()) + elements(getRhs());
  if (elements(getResult()) != expected)
    return emitOpError() << "expects a result of " << expected
                         << " elements, but got " << getType();
  return ir::expectAllOrNoLayouts(*this);
}

LogicalResult JoinOp::verify() {
  llvm::SmallVector<int64_t> shape(tensor(getLhs()).getShape());
  shape.push_back(2);
  if (failed(expectShape(*this, "a result", getType(), shape)) ||
      failed(expectType(*this, "a result with elements",
                        getElementTypeOrSelf(getType()),
                        getElementTypeOrSelf(getLhs().getType()))) ||
      failed(ir::expectAllOrNoLayouts(*this)))
    return failure();
  // Both of a pair are in one thread.
  return ir::expectRenamed(*this, getLhs().getType(), getType(), firstOfPair,
                           Registers::AnyOrder, {1});
}

LogicalResult SplitOp::verify() {
  ArrayRef<int64_t> shape = tensor(getSrc()).getShape();
  if (shape.empty() || shape.back() != 2)
    return emitOpError() << "expects a last axis of size 2, but got "
                         << getSrc().getType();
  if (failed(expectShape(*this, "results", getOutLHS().getType(),
                         shape.drop_back())) ||
      failed(expectType(*this, "results with elements",
                        getElementTypeOrSelf(getOutLHS().getType()),
                        getElementTypeOrSelf(getSrc().getType()))) ||
      failed(ir::expectAllOrNoLayouts(*this)))
    return failure();
  return ir::expectRenamed(*this, getOutLHS().getType(), getSrc().getType(),
                           firstOfPair, Registers::AnyOrder, {1});
}

LogicalResult ReduceOp::verify() {
  if (getSrcs().empty())
    return emitOpError("expects at least one operand");
  ArrayRef<int64_t> from = tensor(getSrcs().front()).getShape();
  int64_t axis = getAxisAttr().getInt();
  if (failed(expectAxis(*this, axis, static_cast<int64_t>(from.size()))))
    return failure();
  if (getNumResults() != getSrcs().size())
    return emitOpError() << "expects as many results as operands, but got "
                         << getNumResults() << " and " << getSrcs().size();
  llvm::SmallVector<int64_t> shape(from);
  shape.erase(shape.begin() + axis);
  if (!shape.empty() && failed(ir::expectAllOrNoLayouts(*this)))
    return failure();
  auto withoutAxis = [&](std::uint64_t number) {
    return ir::dropAxis(number, from, axis);
  };
  for (auto [source, result] : llvm::zip(getSrcs(), getResults()))
    if (failed(expectShape(*this, "a result", result.getType(), shape)) ||
        failed(expectType(*this, "a result with elements",
                          getElementTypeOrSelf(result.getType()),
                          getElementTypeOrSelf(source.getType()))) ||
        failed(ir::expectRenamed(*this, source.getType(), result.getType(),
                                 withoutAxis, Registers::NoCopies)))
      return failure();
  return success();
}

} // namespace heddle::tt
