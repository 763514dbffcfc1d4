//===- SplitMaskedLoops.cpp - Loops without masks that leave nothing out --===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask that compares indices is true everywhere from some iteration on, or up
// to one: in attention by a triangular mask only tiles on the diagonal need it.
// With e(k) = r + s * k the least difference of the indices in iteration k, it
// is where e(k) >= 0: from -floor(r / s) on, or in floor(r / -s) + 1
// iterations.
//
//===----------------------------------------------------------------------===//

#include "AffineBlock.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/analysis/RareBranch.h"
#include "heddle/ir/Traits.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"

namespace heddle {

#define GEN_PASS_DEF_HEDDLESPLITMASKEDLOOPS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// A mask that is true everywhere where `start + step * k >= 0` in iteration k.
struct Mask {
  arith::CmpIOp compare;
  IndexSum start;
  /// A power of two, or such a number less than zero.
  std::int64_t step = 0;

  static std::optional<Mask> match(arith::CmpIOp compare, scf::ForOp loop);
};

/// Does it decide only what is selected, alone or together with other masks?
bool onlySelects(Value mask) {
  return llvm::all_of(mask.getUses(), [](OpOperand &use) {
    if (isa<arith::AndIOp>(use.getOwner()))
      return onlySelects(use.getOwner()->getResult(0));
    return isa<arith::SelectOp>(use.getOwner()) && use.getOperandNumber() == 0;
  });
}

/// Is so much computed for each thread that it is worth another loop?
bool isWorthIt(RankedTensorType mask, scf::ForOp loop) {
  constexpr std::int64_t LeastOfThread = 16;
  auto threads = static_cast<std::int64_t>(ir::warpsAt(loop).value_or(1)) *
                 ir::lanesAt(loop).value_or(1);
  return mask.getNumElements() >= LeastOfThread * threads;
}

std::optional<Mask> Mask::match(arith::CmpIOp compare, scf::ForOp loop) {
  auto type = dyn_cast<RankedTensorType>(compare.getType());
  if (!type || compare.use_empty() || !onlySelects(compare) ||
      !isWorthIt(type, loop))
    return std::nullopt;
  std::optional<AffineBlock> block = AffineBlock::ofComparison(compare, loop);
  if (!block)
    return std::nullopt;
  Mask mask = {.compare = compare, .start = block->start};
  for (auto [stride, size] : llvm::zip_equal(block->strides, type.getShape())) {
    std::optional<std::int64_t> number = stride.number();
    if (!number)
      return std::nullopt;
    mask.start += IndexSum(std::min<std::int64_t>(0, *number * (size - 1)));
  }
  mask.step = block->perIteration.number().value_or(0);
  if (!llvm::isPowerOf2_64(static_cast<std::uint64_t>(std::abs(mask.step))))
    return std::nullopt;
  // It leaves something out in every iteration.
  std::optional<std::int64_t> start = mask.start.number();
  if (start && *start < 0 && mask.step < 0)
    return std::nullopt;
  return mask;
}

/// The loop in up to three: the masks leave nothing out in the middle one.
class Split {
public:
  Split(scf::ForOp loop, ArrayRef<Mask> masks)
      : loop(loop), masks(masks), builder(loop), loc(loop.getLoc()) {}

  void run();

private:
  Value number(std::int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }
  Value wide(Value value) {
    return value.getType().isInteger(64)
               ? value
               : arith::ExtSIOp::create(builder, loc, builder.getI64Type(),
                                        value);
  }
  /// The largest of several numbers, or the smallest.
  template <class Op> Value join(ArrayRef<Value> numbers) {
    Value result = numbers.front();
    for (Value each : numbers.drop_front())
      result = Op::create(builder, loc, result, each);
    return result;
  }
  Value firstOf(const Mask &mask);
  Value boundAt(Value iterations);
  void copy(Value from, Value to, bool isMasked);

  scf::ForOp loop;
  ArrayRef<Mask> masks;
  OpBuilder builder;
  Location loc;
  /// What the loops so far yield.
  llvm::SmallVector<Value> carried;
};

/// The number of the first iteration where the mask changes.
Value Split::firstOf(const Mask &mask) {
  auto bits = llvm::Log2_64(static_cast<std::uint64_t>(std::abs(mask.step)));
  Value floor = arith::ShRSIOp::create(
      builder, loc, mask.start.make(builder, loc), number(bits));
  return mask.step > 0
             ? arith::SubIOp::create(builder, loc, number(0), floor).getResult()
             : arith::AddIOp::create(builder, loc, floor, number(1));
}

/// The induction variable there, or the loop's end.
Value Split::boundAt(Value iterations) {
  Value some = arith::MaxSIOp::create(builder, loc, iterations, number(0));
  Value more = arith::MulIOp::create(builder, loc, some, wide(loop.getStep()));
  Value place =
      arith::AddIOp::create(builder, loc, wide(loop.getLowerBound()), more);
  Value bound =
      arith::MinSIOp::create(builder, loc, place, wide(loop.getUpperBound()));
  Type type = loop.getInductionVar().getType();
  return bound.getType() == type
             ? bound
             : arith::TruncIOp::create(builder, loc, type, bound);
}

/// All that is selected by the mask.
void selectAll(arith::CmpIOp compare) {
  while (!compare->use_empty()) {
    Operation *user = *compare->user_begin();
    auto both = dyn_cast<arith::AndIOp>(user);
    Value other = both ? both.getLhs() == compare.getResult() ? both.getRhs()
                                                              : both.getLhs()
                       : cast<arith::SelectOp>(user).getTrueValue();
    user->getResult(0).replaceAllUsesWith(other);
    user->erase();
  }
  compare->erase();
}

void Split::copy(Value from, Value to, bool isMasked) {
  IRMapping map;
  auto made = cast<scf::ForOp>(builder.clone(*loop, map));
  made.setLowerBound(from);
  made.setUpperBound(to);
  made.getInitArgsMutable().assign(carried);
  carried.assign(made.result_begin(), made.result_end());
  if (!isMasked)
    for (Mask mask : masks)
      selectAll(cast<arith::CmpIOp>(map.lookup(mask.compare.getOperation())));
}

void Split::run() {
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  llvm::SmallVector<Value> firsts, ends;
  for (const Mask &mask : masks)
    (mask.step > 0 ? firsts : ends).push_back(firstOf(mask));
  Value open = begin, close = end;
  if (!firsts.empty())
    open = boundAt(join<arith::MaxSIOp>(firsts));
  if (!ends.empty())
    close = boundAt(join<arith::MinSIOp>(ends));
  if (!firsts.empty() && !ends.empty())
    close = arith::MaxSIOp::create(builder, loc, open, close);
  llvm::append_range(carried, loop.getInitArgs());
  if (!firsts.empty())
    copy(begin, open, /*isMasked=*/true);
  copy(open, close, /*isMasked=*/false);
  if (!ends.empty())
    copy(close, end, /*isMasked=*/true);
  loop->replaceAllUsesWith(carried);
  loop->erase();
}

class HeddleSplitMaskedLoops
    : public impl::HeddleSplitMaskedLoopsBase<HeddleSplitMaskedLoops> {
  void runOnOperation() final {
    llvm::SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      auto multiplies = [](Operation &op) { return isProduct(&op); };
      Type type = loop.getInductionVar().getType();
      if (isInnermost(loop) && !isSeldomRun(loop) && !loop.getUnsignedCmp() &&
          (type.isInteger(32) || type.isInteger(64)) &&
          llvm::any_of(*loop.getBody(), multiplies))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      llvm::SmallVector<Mask> masks;
      for (auto compare : loop.getOps<arith::CmpIOp>())
        if (auto mask = Mask::match(compare, loop))
          masks.push_back(*mask);
      if (masks.empty())
        continue;
      remark::passed(loop.getLoc(), remark::RemarkOpts::name("split").category(
                                        "heddle-split-masked-loops"))
          << remark::metric("masks", masks.size());
      Split(loop, masks).run();
    }
  }
};

} // namespace
} // namespace heddle
