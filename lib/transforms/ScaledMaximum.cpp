//===- ScaledMaximum.cpp - Maxima before a scale --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding keeps the order of numbers: for a scale c that is positive and
// finite, the largest of the rounded products x * c is the rounded product of
// the largest x and c, bit by bit but for the sign of a zero. What is left of
// the scale is one operation with a difference behind it.
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/analysis/RareBranch.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace heddle {

#define GEN_PASS_DEF_HEDDLESCALEDMAXIMUM
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// The scalar that all elements are equal to; null if that is not known.
Value scalarOf(Value tensor) {
  auto splat = tensor.getDefiningOp<tt::SplatOp>();
  return splat ? splat.getSrc() : Value();
}

/// Of constants; nothing otherwise.
std::optional<APFloat> numberOf(Value value) {
  APFloat number(0.0);
  if (matchPattern(value, m_ConstantFloat(&number)))
    return number;
  return std::nullopt;
}

bool isMaximum(tt::ReduceOp reduce) {
  if (reduce.getSrcs().size() != 1)
    return false;
  Block &body = reduce.getCombineOp().front();
  Operation *first = &body.front();
  Operation *last = body.getTerminator();
  return isa<arith::MaxNumFOp, arith::MaximumFOp>(first) &&
         first->getNextNode() == last && last->getNumOperands() == 1 &&
         last->getOperand(0) == first->getResult(0) &&
         llvm::all_of(body.getArguments(), [&](BlockArgument argument) {
           return llvm::is_contained(first->getOperands(), argument);
         });
}

/// The largest of products with a number that the loop does not change, perhaps
/// where a mask leaves out others.
struct ScaledMaximum {
  tt::ReduceOp reduce;
  arith::MulFOp product;
  /// Takes -infinity where the mask is false; null if there is none.
  arith::SelectOp select;
  /// Which operand of the product is scaled.
  unsigned scaled = 0;
  /// The scale: a scalar, or a constant of the product's type.
  Value scale;

  static std::optional<ScaledMaximum> match(tt::ReduceOp reduce,
                                            scf::ForOp loop);
  /// Of ops that `map` has copies of.
  void rewrite(const IRMapping &map);
  bool isKnown() const { return numberOf(scale).has_value(); }

private:
  bool matchProduct(Value numbers);
};

/// Do only the reduction and differences use the value? These take a product in
/// as an operation on three numbers.
bool isForSoftmax(Value value, tt::ReduceOp reduce) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return user == reduce || isa<arith::SubFOp>(user);
  });
}

/// The scale that a factor is: a constant, or the scalar that all elements are
/// equal to; null otherwise.
Value scaleOf(Value factor) {
  return numberOf(factor) ? factor : scalarOf(factor);
}

/// A scale as a factor of that type.
Value factorOf(OpBuilder &builder, Location loc, Type type, Value scale) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  if (std::optional<APFloat> number = numberOf(scale)) {
    auto element = FloatAttr::get(getElementTypeOrSelf(type), *number);
    return arith::ConstantOp::create(
        builder, loc,
        shaped ? TypedAttr(DenseElementsAttr::get(shaped, element)) : element);
  }
  return shaped ? Value(tt::SplatOp::create(builder, loc, type, scale)) : scale;
}

/// The product that the numbers are; a conversion of a product with a scale
/// becomes a product of the conversion, as much work.
arith::MulFOp productBehindConversion(Value numbers) {
  auto convert = numbers.getDefiningOp<ttg::ConvertLayoutOp>();
  if (!convert)
    return numbers.getDefiningOp<arith::MulFOp>();
  auto product = convert.getSrc().getDefiningOp<arith::MulFOp>();
  if (!product || !product->hasOneUse())
    return {};
  for (unsigned number : {1U, 0U}) {
    Value scale = scaleOf(product->getOperand(number));
    if (!scale)
      continue;
    OpBuilder builder(convert);
    Location loc = product.getLoc();
    Value factor = factorOf(builder, loc, convert.getType(), scale);
    convert->setOperand(0, product->getOperand(1 - number));
    builder.setInsertionPointAfter(convert);
    auto made = arith::MulFOp::create(builder, loc, convert, factor,
                                      product.getFastmath());
    convert->getResult(0).replaceAllUsesExcept(made, made);
    product->erase();
    return made;
  }
  return {};
}

bool isPositive(const APFloat &number) {
  return number.isFinite() && !number.isZero() && !number.isNegative();
}

std::optional<ScaledMaximum> ScaledMaximum::match(tt::ReduceOp reduce,
                                                  scf::ForOp loop) {
  if (!isMaximum(reduce))
    return std::nullopt;
  ScaledMaximum found = {
      .reduce = reduce, .product = {}, .select = {}, .scale = {}};
  Value numbers = reduce.getSrcs().front();
  if (!isForSoftmax(numbers, reduce) || !found.matchProduct(numbers) ||
      !loop->isAncestor(found.product))
    return std::nullopt;
  for (unsigned scale : {1U, 0U}) {
    found.scaled = 1 - scale;
    found.scale = scaleOf(found.product->getOperand(scale));
    if (!found.scale || !loop.isDefinedOutsideOfLoop(found.scale))
      continue;
    std::optional<APFloat> number = numberOf(found.scale);
    if (!number || isPositive(*number))
      return found;
  }
  return std::nullopt;
}

bool ScaledMaximum::matchProduct(Value numbers) {
  select = numbers.getDefiningOp<arith::SelectOp>();
  if (!select) {
    product = productBehindConversion(numbers);
    return bool(product);
  }
  std::optional<APFloat> other = numberOf(select.getFalseValue());
  product = productBehindConversion(select.getTrueValue());
  return other && other->isInfinity() && other->isNegative() && product &&
         product->hasOneUse();
}

void ScaledMaximum::rewrite(const IRMapping &map) {
  auto max = cast<tt::ReduceOp>(map.lookupOrDefault(reduce.getOperation()));
  Operation *times = map.lookupOrDefault(product.getOperation());
  // What is left out stays -infinity when it is scaled.
  if (select) {
    Operation *mask = map.lookupOrDefault(select.getOperation());
    times->moveAfter(mask);
    mask->replaceAllUsesWith(times);
    mask->setOperand(1, times->getOperand(scaled));
    times->setOperand(scaled, mask->getResult(0));
  }
  max->setOperand(0, times->getOperand(scaled));
  OpBuilder builder(max->getContext());
  builder.setInsertionPointAfter(max);
  Location loc = product.getLoc();
  Value largest = max->getResult(0);
  Value factor = factorOf(builder, loc, largest.getType(), scale);
  auto result = arith::MulFOp::create(builder, loc, largest, factor,
                                      product.getFastmath());
  largest.replaceAllUsesExcept(result, result);
}

/// 0 < scale < infinity.
Value isPositive(OpBuilder &builder, Location loc, Value scale) {
  const llvm::fltSemantics &kind =
      cast<FloatType>(scale.getType()).getFloatSemantics();
  auto compare = [&](arith::CmpFPredicate how, const APFloat &with) -> Value {
    Value other = arith::ConstantOp::create(
        builder, loc, FloatAttr::get(scale.getType(), with));
    return arith::CmpFOp::create(builder, loc, how, scale, other);
  };
  return arith::AndIOp::create(
      builder, loc, compare(arith::CmpFPredicate::OGT, APFloat::getZero(kind)),
      compare(arith::CmpFPredicate::OLT, APFloat::getInf(kind)));
}

/// The loop once with the maximum first, where the scale allows that, and once
/// as it is.
void versionLoop(scf::ForOp loop, MutableArrayRef<ScaledMaximum> maxima) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value allow;
  for (ScaledMaximum &each : maxima) {
    Value one = isPositive(builder, loc, each.scale);
    allow = allow ? arith::AndIOp::create(builder, loc, allow, one) : one;
  }
  auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(), allow,
                                  /*withElseRegion=*/true);
  branch->setAttr(ElseIsRareAttr, builder.getUnitAttr());
  auto moveTo = [&](Block *block, Operation *op) {
    if (loop.getNumResults() == 0) {
      op->moveBefore(block->getTerminator());
      return;
    }
    op->moveBefore(block, block->end());
    OpBuilder end = OpBuilder::atBlockEnd(block);
    scf::YieldOp::create(end, loc, op->getResults());
  };
  loop->replaceAllUsesWith(branch);
  IRMapping map;
  Operation *copy = builder.clone(*loop, map);
  for (ScaledMaximum &each : maxima)
    each.rewrite(map);
  moveTo(branch.thenBlock(), copy);
  moveTo(branch.elseBlock(), loop);
}

class HeddleScaledMaximum
    : public impl::HeddleScaledMaximumBase<HeddleScaledMaximum> {
  void runOnOperation() final {
    llvm::SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      bool multiplies = loop.getBody()
                            ->walk([](Operation *op) {
                              return isProduct(op) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
                            })
                            .wasInterrupted();
      if (isInnermost(loop) && multiplies && !isSeldomRun(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      rewrite(loop);
  }

  static void rewrite(scf::ForOp loop) {
    llvm::SmallVector<ScaledMaximum, 2> open;
    for (auto reduce : llvm::to_vector(loop.getOps<tt::ReduceOp>()))
      if (auto found = ScaledMaximum::match(reduce, loop)) {
        if (found->isKnown())
          found->rewrite(IRMapping());
        else
          open.push_back(*found);
      }
    if (!open.empty())
      versionLoop(loop, open);
  }
};

} // namespace
} // namespace heddle
