//===- StridedSlices.cpp - Every so many elements of a tensor -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StridedSlices.h"
#include "LoopBody.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include <numeric>
#include <set>

namespace heddle {

using namespace mlir;

RankedTensorType slicedType(RankedTensorType type,
                            ArrayRef<std::int64_t> steps) {
  llvm::SmallVector<std::int64_t> shape(type.getShape());
  for (auto [size, step] : llvm::zip_equal(shape, steps))
    size /= step;
  return RankedTensorType::get(shape, type.getElementType());
}

namespace {

/// A tensor with one more axis, of size 1.
Value expand(OpBuilder &builder, Location loc, Value value, unsigned axis) {
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SmallVector<std::int64_t> shape(type.getShape());
  shape.insert(shape.begin() + axis, 1);
  return tt::ExpandDimsOp::create(builder, loc, type.clone(shape), value, axis);
}

} // namespace

Value spreadSlice(OpBuilder &builder, Location loc, Value slice,
                  RankedTensorType type, ArrayRef<std::int64_t> steps) {
  llvm::SmallVector<std::int64_t> wide;
  for (auto [size, step] : llvm::zip_equal(type.getShape(), steps)) {
    if (step == 1 || step == size) {
      wide.push_back(size);
      continue;
    }
    wide.append({size / step, step});
    slice = expand(builder, loc, slice, static_cast<unsigned>(wide.size()) - 1);
  }
  slice = tt::BroadcastOp::create(
      builder, loc, RankedTensorType::get(wide, type.getElementType()), slice);
  if (wide.size() == steps.size())
    return slice;
  return tt::ReshapeOp::create(builder, loc, type, slice,
                               /*allow_reorder=*/UnitAttr(),
                               /*efficient_layout=*/UnitAttr());
}

namespace {

bool isWhole(ArrayRef<std::int64_t> steps) {
  return llvm::all_of(steps, [](std::int64_t step) { return step == 1; });
}

/// start, start + step, ... along the only axis that is longer than 1.
struct Line {
  std::int64_t start = 0, step = 1;
};

std::optional<std::int64_t> splatNumber(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) ||
      number.getSignificantBits() > 32)
    return std::nullopt;
  return number.getSExtValue();
}

/// By how much a number is divided; nothing if the op is no such division.
std::optional<std::int64_t> divisorIn(Operation *op) {
  constexpr std::int64_t MostShift = 30;
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return std::nullopt;
  std::optional<std::int64_t> by = splatNumber(op->getOperand(1));
  if (!by || *by < 0)
    return std::nullopt;
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return *by != 0 ? by : std::nullopt;
  return *by <= MostShift ? std::optional(std::int64_t(1) << *by)
                          : std::nullopt;
}

/// Every `step`-th number of a range; a division that leaves no rest there is
/// one of the range.
std::optional<Line> lineOf(Value value, std::int64_t step) {
  Operation *op = value.getDefiningOp();
  if (op == nullptr)
    return std::nullopt;
  if (auto range = dyn_cast<tt::MakeRangeOp>(op))
    return Line{static_cast<std::int32_t>(range.getStart()), step};
  if (auto view = dyn_cast<tt::ExpandDimsOp>(op))
    return lineOf(view.getSrc(), step);
  std::optional<std::int64_t> by = divisorIn(op);
  std::optional<Line> line =
      by ? lineOf(op->getOperand(0), step) : std::nullopt;
  if (!line || line->start < 0 || line->start % *by != 0 ||
      line->step % *by != 0)
    return std::nullopt;
  return Line{line->start / *by, line->step / *by};
}

/// The same for the slice of a value; nothing if it has several long axes.
std::optional<Line> lineOf(Value value, ArrayRef<std::int64_t> steps) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.getElementType().isInteger(32) ||
      llvm::count_if(type.getShape(),
                     [](std::int64_t size) { return size != 1; }) != 1)
    return std::nullopt;
  std::int64_t all = std::accumulate(steps.begin(), steps.end(),
                                     std::int64_t(1), std::multiplies<>());
  return lineOf(value, all);
}

Value splatOf(OpBuilder &builder, Location loc, RankedTensorType type,
              std::int64_t number) {
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          type, builder.getI32IntegerAttr(static_cast<std::int32_t>(number))));
}

Value makeLine(OpBuilder &builder, Location loc, RankedTensorType type,
               const Line &line) {
  std::int64_t size = type.getNumElements();
  if (size == 1)
    return splatOf(builder, loc, type, line.start);
  auto flat = RankedTensorType::get({size}, type.getElementType());
  Value value = tt::MakeRangeOp::create(builder, loc, flat, /*start=*/0,
                                        static_cast<std::uint32_t>(size));
  if (line.step != 1)
    value = arith::MulIOp::create(builder, loc, value,
                                  splatOf(builder, loc, flat, line.step));
  if (line.start != 0)
    value = arith::AddIOp::create(builder, loc, value,
                                  splatOf(builder, loc, flat, line.start));
  auto along = llvm::find_if(type.getShape(),
                             [](std::int64_t length) { return length != 1; });
  auto before = static_cast<unsigned>(along - type.getShape().begin());
  for (unsigned axis = 0; axis < type.getRank(); ++axis)
    if (axis != before)
      value = expand(builder, loc, value, axis);
  return value;
}

/// What hints still say of the slice: along an axis with a step no numbers
/// follow each other, and what divides them is what divides the first of a run
/// and the step.
void adaptHints(Operation *slice, ArrayRef<std::int64_t> steps) {
  auto numbersOf = [&](StringRef name) {
    llvm::SmallVector<std::int64_t> numbers;
    if (auto hint = slice->getAttrOfType<DenseIntElementsAttr>(name))
      for (const APInt &number : hint.getValues<APInt>())
        numbers.push_back(number.getSExtValue());
    return numbers.size() == steps.size() ? numbers
                                          : llvm::SmallVector<std::int64_t>();
  };
  const auto contiguity = numbersOf(ContiguityHint);
  auto adapt = [&](StringRef name, auto &&ofAxis) {
    auto numbers = numbersOf(name);
    auto hint = slice->getAttrOfType<DenseIntElementsAttr>(name);
    if (numbers.empty())
      return slice->removeDiscardableAttr(name);
    for (auto [axis, number] : llvm::enumerate(numbers))
      if (steps[axis] != 1)
        number = ofAxis(axis, number);
    Type element = hint.getElementType();
    llvm::SmallVector<Attribute> values;
    for (std::int64_t number : numbers)
      values.push_back(IntegerAttr::get(element, number));
    slice->setDiscardableAttr(name,
                              DenseElementsAttr::get(hint.getType(), values));
    return Attribute();
  };
  adapt(DivisibilityHint, [&](std::size_t axis, std::int64_t number) {
    bool isOfRuns = !contiguity.empty() && contiguity[axis] > steps[axis];
    return isOfRuns ? std::gcd(number, steps[axis]) : number;
  });
  adapt(ConstancyHint, [&](std::size_t axis, std::int64_t number) {
    return std::max<std::int64_t>(1, number / steps[axis]);
  });
  adapt(ContiguityHint,
        [](std::size_t, std::int64_t) { return std::int64_t(1); });
}

scf::ForOp loopThatCarries(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : nullptr;
  return loop && argument != loop.getInductionVar() ? loop : nullptr;
}

bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumResults() == 1 &&
         isMemoryEffectFree(op);
}

} // namespace

bool StridedSlices::Order::operator()(const Key &a, const Key &b) const {
  const void *one = a.first.getAsOpaquePointer();
  const void *other = b.first.getAsOpaquePointer();
  return one != other ? std::less<>()(one, other) : a.second < b.second;
}

/// Nothing if there is no rule.
std::optional<llvm::SmallVector<StridedSlices::Source, 2>>
StridedSlices::sourcesOf(Value value, ArrayRef<std::int64_t> steps) {
  llvm::SmallVector<Source, 2> sources;
  if (scf::ForOp loop = loopThatCarries(value)) {
    auto argument = cast<BlockArgument>(value);
    for (OpOperand *each : {loop.getTiedLoopInit(argument),
                            loop.getTiedLoopYieldedValue(argument)})
      sources.push_back({each->get(), Steps(steps)});
    return sources;
  }
  Operation *op = value.getDefiningOp();
  if (op == nullptr)
    return std::nullopt;
  if (DenseElementsAttr constant; matchPattern(value, m_Constant(&constant)))
    return constant.isSplat() ? std::optional(sources) : std::nullopt;
  if (isa<tt::SplatOp>(op) || lineOf(value, steps))
    return sources;
  Steps own(steps);
  if (auto view = dyn_cast<tt::ExpandDimsOp>(op)) {
    own.erase(own.begin() + view.getAxis());
  } else if (auto view = dyn_cast<tt::BroadcastOp>(op)) {
    auto shape = cast<RankedTensorType>(view.getSrc().getType()).getShape();
    for (auto [step, size] : llvm::zip_equal(own, shape))
      step = size == 1 ? 1 : step;
  } else if (auto view = dyn_cast<tt::TransOp>(op)) {
    for (auto [axis, source] : llvm::enumerate(view.getOrder()))
      own[static_cast<std::size_t>(source)] = steps[axis];
  } else if (!isElementwise(op)) {
    return std::nullopt;
  }
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      sources.push_back({operand, own});
  return sources;
}

bool StridedSlices::canMake(Value value, ArrayRef<std::int64_t> steps) {
  std::set<Key, Order> seen;
  std::vector<Source> open = {{value, Steps(steps)}};
  while (!open.empty()) {
    Source next = open.back();
    open.pop_back();
    if (isWhole(next.steps) || !seen.emplace(next.value, next.steps).second)
      continue;
    auto sources = sourcesOf(next.value, next.steps);
    if (!sources)
      return false;
    llvm::append_range(open, *sources);
  }
  return true;
}

// Making a slice may replace a loop, and with it arguments that were made or
// are sources: they are asked for again when all have been made.
Value StridedSlices::makeOf(Operation *op, ArrayRef<std::int64_t> steps) {
  Value result = op->getResult(0);
  auto type = slicedType(cast<RankedTensorType>(result.getType()), steps);
  Location loc = op->getLoc();
  if (std::optional<Line> line = lineOf(result, steps)) {
    rewriter.setInsertionPointAfter(op);
    return makeLine(rewriter, loc, type, *line);
  }
  std::size_t count = sourcesOf(result, steps)->size();
  for (std::size_t i = 0; i < count; ++i) {
    Source source = (*sourcesOf(result, steps))[i];
    make(source.value, source.steps);
  }
  rewriter.setInsertionPointAfter(op);
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return arith::ConstantOp::create(
        rewriter, loc,
        cast<DenseElementsAttr>(constant.getValue()).resizeSplat(type));
  Operation *slice = rewriter.clone(*op);
  slice->getResult(0).setType(type);
  auto sources = *sourcesOf(result, steps);
  auto next = sources.begin();
  for (OpOperand &operand : slice->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType())) {
      operand.set(make(next->value, next->steps));
      ++next;
    }
  adaptHints(slice, steps);
  return slice->getResult(0);
}

Value StridedSlices::makeCarried(BlockArgument argument,
                                 ArrayRef<std::int64_t> steps) {
  auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
  Value init = make(loop.getTiedLoopInit(argument)->get(), steps);
  Block *before = loop.getBody();
  Operation *yield = before->getTerminator();
  const unsigned number = argument.getArgNumber();
  rewriter.setInsertionPoint(loop);
  loop =
      carryMore(rewriter, loop, init,
                [](OpBuilder &, Location, ArrayRef<BlockArgument> added) {
                  return llvm::SmallVector<Value>(added.begin(), added.end());
                });
  // What was made of the arguments, and as arguments, before.
  auto renewed = [&](Value value) {
    auto old = dyn_cast<BlockArgument>(value);
    return old && old.getOwner() == before
               ? Value(loop.getBody()->getArgument(old.getArgNumber()))
               : value;
  };
  std::map<Key, Value, Order> again;
  for (const auto &[key, slice] : made)
    again.emplace(Key(renewed(key.first), key.second), renewed(slice));
  made = std::move(again);
  const unsigned position = yield->getNumOperands() - 1;
  auto carried = [&] {
    return cast<scf::ForOp>(yield->getParentOp())
        .getBody()
        ->getArgument(number);
  };
  auto added = [&] {
    auto now = cast<scf::ForOp>(yield->getParentOp());
    return now.getRegionIterArg(position);
  };
  made.emplace(Key(carried(), Steps(steps)), added());
  Value next =
      make(loop.getTiedLoopYieldedValue(cast<BlockArgument>(carried()))->get(),
           steps);
  yield->setOperand(position, next);
  return added();
}

Value StridedSlices::make(Value value, ArrayRef<std::int64_t> steps) {
  if (isWhole(steps))
    return value;
  auto known = made.find(Key(value, Steps(steps)));
  if (known != made.end())
    return known->second;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return makeCarried(argument, steps);
  Value slice = makeOf(value.getDefiningOp(), steps);
  made.emplace(Key(value, Steps(steps)), slice);
  return slice;
}

} // namespace heddle
