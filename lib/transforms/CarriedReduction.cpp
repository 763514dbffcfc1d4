//===- CarriedReduction.cpp - Reductions that loops add up ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedReduction.h"
#include "ViewTypes.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace heddle {

using namespace mlir;

namespace {

/// The one op of the region, of its two arguments; null if it does more.
Operation *combinerOf(tt::ReduceOp reduce) {
  Block &block = reduce.getCombineOp().front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return nullptr;
  Operation *op = &block.front();
  bool isOfBoth = op->getNumOperands() == 2 && op->getNumResults() == 1 &&
                  block.getArgument(0).hasOneUse() &&
                  block.getArgument(1).hasOneUse() &&
                  op->getOperand(0) != op->getOperand(1);
  return isOfBoth && block.getTerminator()->getOperand(0) == op->getResult(0)
             ? op
             : nullptr;
}

/// e with op(e, x) = x for all x; null if there is none.
TypedAttr neutralElement(Operation *op) {
  // Not 0.0, which makes 0.0 of -0.0.
  if (isa<arith::AddFOp>(op)) {
    auto type = cast<FloatType>(op->getResult(0).getType());
    return FloatAttr::get(
        type, APFloat::getZero(type.getFloatSemantics(), /*Negative=*/true));
  }
  return arith::getNeutralElement(op).value_or(TypedAttr());
}

/// The layout of a tensor whose last axis one block has, if it is blocked.
const BlockedEncoding *blockedLayout(RankedTensorType type) {
  const Encoding *encoding = ir::encodingOf(type);
  const auto *blocked = encoding ? encoding->getIf<BlockedEncoding>() : nullptr;
  return blocked && blocked->cga.empty() ? blocked : nullptr;
}

/// Shapes of a tensor whose last axis is that of the threads along it.
struct ThreadAxis {
  /// The axis in three: repetitions, threads, what a thread has side by side.
  RankedTensorType cut;
  /// Threads before repetitions.
  SmallVector<int32_t> order;
  RankedTensorType turned;
  /// Threads, and all that each has.
  RankedTensorType whole;

  static std::optional<ThreadAxis> of(RankedTensorType type);
};

/// `blocked` with the last axis in two, threads and all that each has.
BlockedEncoding withOwnAxis(const BlockedEncoding &blocked) {
  BlockedEncoding result = blocked;
  auto rank = static_cast<unsigned>(blocked.order.size());
  result.sizePerThread.push_back(blocked.sizePerThread[rank - 1]);
  result.sizePerThread[rank - 1] = 1;
  result.threadsPerWarp.push_back(1);
  result.warpsPerCTA.push_back(1);
  result.order.clear();
  result.order.push_back(rank);
  for (unsigned axis : blocked.order)
    result.order.push_back(axis);
  return result;
}

/// The blocked layout if it says the same as the one that follows from views.
RankedTensorType preferBlocked(RankedTensorType type,
                               const BlockedEncoding &blocked) {
  RankedTensorType simple = type.cloneWithEncoding(
      ir::layoutAttr(type.getContext(), Encoding(withOwnAxis(blocked))));
  Result<LinearLayout> wanted = ir::linearLayoutOf(type);
  Result<LinearLayout> said = ir::linearLayoutOf(simple);
  return wanted && said && *wanted == *said ? simple : type;
}

std::optional<ThreadAxis> ThreadAxis::of(RankedTensorType type) {
  const BlockedEncoding &blocked = *blockedLayout(type);
  auto axis = static_cast<unsigned>(type.getRank()) - 1;
  int64_t size = type.getDimSize(axis);
  int64_t own = std::min<int64_t>(size, blocked.sizePerThread[axis]);
  int64_t threads =
      std::min<int64_t>(size / own, int64_t(blocked.threadsPerWarp[axis]) *
                                        blocked.warpsPerCTA[axis]);
  if (threads == 1)
    return std::nullopt;
  int64_t repetitions = size / own / threads;
  SmallVector<int64_t> outer(type.getShape().drop_back());
  auto inShape = [&](ArrayRef<int64_t> last) {
    SmallVector<int64_t> shape = outer;
    llvm::append_range(shape, last);
    return shape;
  };
  ThreadAxis result;
  for (unsigned each = 0; each < axis + 3; ++each)
    result.order.push_back(static_cast<int32_t>(each));
  std::swap(result.order[axis], result.order[axis + 1]);
  result.cut = reshapedType(type, inShape({repetitions, threads, own}));
  result.turned = result.cut ? transposedType(result.cut, result.order)
                             : RankedTensorType();
  result.whole =
      result.turned
          ? reshapedType(result.turned, inShape({threads, repetitions * own}))
          : RankedTensorType();
  if (!result.whole)
    return std::nullopt;
  result.whole = preferBlocked(result.whole, blocked);
  return result;
}

/// The type of a reduction along the last axis.
RankedTensorType reducedType(RankedTensorType type) {
  SliceEncoding slice{static_cast<unsigned>(type.getRank()) - 1,
                      *ir::encodingOf(type)};
  return RankedTensorType::get(
      type.getShape().drop_back(), type.getElementType(),
      ir::layoutAttr(type.getContext(), Encoding(slice)));
}

/// `like` of another tensor, along its last axis.
Value reduceLast(OpBuilder &builder, tt::ReduceOp like, Value source) {
  auto type = cast<RankedTensorType>(source.getType());
  auto reduce = tt::ReduceOp::create(
      builder, like.getLoc(), TypeRange(reducedType(type)), ValueRange(source),
      builder.getI32IntegerAttr(static_cast<int32_t>(type.getRank()) - 1));
  IRMapping mapping;
  like.getCombineOp().cloneInto(&reduce.getCombineOp(), mapping);
  return reduce->getResult(0);
}

/// `like` of other tensors.
Value combineAs(OpBuilder &builder, Operation *like, ValueRange operands) {
  Operation *op = builder.clone(*like);
  op->setOperands(operands);
  op->getResult(0).setType(operands.front().getType());
  return op->getResult(0);
}

/// The elements of a tensor by the threads that have them.
Value byThreads(OpBuilder &builder, Location loc, Value tensor,
                const ThreadAxis &axis) {
  tensor = tt::ReshapeOp::create(builder, loc, axis.cut, tensor,
                                 /*allow_reorder=*/UnitAttr(),
                                 /*efficient_layout=*/UnitAttr());
  tensor = tt::TransOp::create(builder, loc, axis.turned, tensor,
                               builder.getDenseI32ArrayAttr(axis.order));
  return tt::ReshapeOp::create(builder, loc, axis.whole, tensor,
                               /*allow_reorder=*/UnitAttr(),
                               /*efficient_layout=*/builder.getUnitAttr());
}

bool isLoaded(Value value) {
  return value.getDefiningOp<tt::LoadOp>() != nullptr;
}

} // namespace

std::optional<CarriedReduction> CarriedReduction::match(tt::ReduceOp reduce) {
  auto loop = dyn_cast<scf::ForOp>(reduce->getParentOp());
  if (!loop || reduce.getSrcs().size() != 1 || !reduce->hasOneUse() ||
      !reduce->getDiscardableAttrs().empty() || !isLoaded(reduce.getSrcs()[0]))
    return std::nullopt;
  auto type = cast<RankedTensorType>(reduce.getSrcs()[0].getType());
  if (type.getRank() < 2 || reduce.getAxis() + 1 != type.getRank() ||
      !blockedLayout(type))
    return std::nullopt;
  Operation *inRegion = combinerOf(reduce);
  Operation *combine = *reduce->user_begin();
  if (!inRegion || inRegion->getName() != combine->getName() ||
      combine->getParentOp() != loop || !combine->hasOneUse() ||
      !neutralElement(inRegion))
    return std::nullopt;
  unsigned other = combine->getOperand(0) == reduce->getResult(0) ? 1 : 0;
  auto carried = dyn_cast<BlockArgument>(combine->getOperand(other));
  if (!carried || carried.getOwner() != loop.getBody() ||
      !carried.hasOneUse() || carried == loop.getInductionVar())
    return std::nullopt;
  unsigned number = carried.getArgNumber() - loop.getNumInductionVars();
  Operation *yield = loop.getBody()->getTerminator();
  if (yield->getOperand(number) != combine->getResult(0) ||
      !matchPattern(loop.getInitArgs()[number], m_Constant()))
    return std::nullopt;
  return CarriedReduction{loop, number, reduce, inRegion, combine};
}

void CarriedReduction::reduceBehindLoop() const {
  Value tensor = reduce->getOperand(0);
  auto axis = ThreadAxis::of(cast<RankedTensorType>(tensor.getType()));
  if (!axis)
    return;
  scf::ForOp loop = this->loop;
  Type type = reducedType(axis->whole);
  Value carried = loop.getRegionIterArg(number);
  Value result = loop.getResult(number);
  Value init = loop.getInitArgs()[number];
  Location loc = reduce->getLoc();

  // In each iteration.
  OpBuilder builder(combine);
  Value own =
      reduceLast(builder, reduce, byThreads(builder, loc, tensor, *axis));
  carried.setType(type);
  SmallVector<Value, 2> operands(combine->getOperands());
  bool isSecond = operands[1] == reduce->getResult(0);
  operands[isSecond ? 1 : 0] = own;
  combine->getResult(0).replaceAllUsesWith(
      combineAs(builder, combine, operands));

  // Behind the loop.
  result.setType(type);
  builder.setInsertionPointAfter(loop);
  Value reduced = reduceLast(builder, reduce, result);
  Operation *used = reduced.getDefiningOp();
  reduced = ttg::ConvertLayoutOp::create(builder, loc, init.getType(), reduced);
  SmallVector<Value, 2> last = {init, reduced};
  if (!isSecond)
    std::swap(last[0], last[1]);
  result.replaceAllUsesExcept(combineAs(builder, combine, last), used);

  // Before it.
  builder.setInsertionPoint(loop);
  auto elements =
      SplatElementsAttr::get(cast<ShapedType>(type), neutralElement(inRegion));
  loop.getInitArgsMutable()[number].assign(
      arith::ConstantOp::create(builder, loc, elements));
  combine->erase();
  tt::ReduceOp(reduce)->erase();
}

} // namespace heddle
