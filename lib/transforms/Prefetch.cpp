//===- Prefetch.cpp - Products whose factors are loaded a slice ahead -----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product waits until its factors have come from shared memory, and while
// they come the tensor cores have nothing to do. Slices of the summed axis let
// both run at the same time: while one slice is multiplied the next is loaded,
// at the end of an iteration the first one of the next.
//
// That one must not be loaded before it has been copied: the waits that a body
// begins with go to its end as well, behind everything else. There the memory
// is what it is at the loads of the next iteration, if nothing on the way to
// them writes it (LoadOrder.h).
//
// Products of warp groups with a factor in registers: FactorAhead.h.
//
// Where the loop only adds up the product, the last slices can stay in
// registers instead, until the next iteration has started to load its first
// ones. Then no load leaves its iteration, and where it starts copies behind
// its wait there are as many barriers as before: copies could overwrite what is
// loaded ahead.
//
//===----------------------------------------------------------------------===//

#include "FactorAhead.h"
#include "LoadOrder.h"
#include "LoopBody.h"
#include "NextIteration.h"
#include "heddle/ir/Layout.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUPREFETCH
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Along the summed axis, what the fewest instructions of `mma` with whole
/// registers take: four lanes have `kWidth` elements twice. 0 for products of
/// other instructions.
int64_t lengthOfSlice(tt::DotOp dot) {
  const Encoding *sums = ir::encodingOf(dot.getType());
  const auto *mma = sums ? sums->getIf<NvidiaMmaEncoding>() : nullptr;
  if (mma == nullptr || mma->versionMajor != 2)
    return 0;
  unsigned width = 0;
  for (Value factor : {dot.getA(), dot.getB()}) {
    const Encoding *encoding = ir::encodingOf(factor.getType());
    const auto *operand =
        encoding ? encoding->getIf<DotOperandEncoding>() : nullptr;
    if (operand == nullptr || *operand->parent != *sums ||
        (width != 0 && operand->kWidth != width))
      return 0;
    width = operand->kWidth;
  }
  constexpr int64_t LanesTwice = 8;
  return LanesTwice * width;
}

/// Do its slices fit into registers that no further block could use? With so
/// many words of sums a thread needs more than a third of all that it can have
/// beside them, and a multiprocessor's are 512 for each of 128 threads. Wider
/// factors than of 16 bits come by single words, whose addresses take registers
/// as well: they are spilled.
bool fitsSpareRegisters(tt::DotOp dot) {
  constexpr unsigned WordBits = 32, LeastSums = 128, MostBits = 16;
  auto bits = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getElementTypeBitWidth();
  };
  Result<LinearLayout> layout = ir::linearLayoutOf(dot.getType());
  return layout && bits(dot.getA()) <= MostBits &&
         bits(dot.getB()) <= MostBits &&
         layout->inSize(Dim::Register) * bits(dot.getResult()) >=
             uint64_t(LeastSums) * WordBits;
}

/// The only product of a loop, whose factors can be loaded a slice ahead.
struct SlicedDot {
  scf::ForOp loop;
  tt::DotOp dot;
  llvm::SmallVector<LoadedFactor> factors;
  llvm::SmallVector<ttg::AsyncWaitOp> waits;
  int64_t length = 0, depth = 0;

  static std::optional<SlicedDot> match(scf::ForOp loop);

  /// Can the first slices be loaded an iteration ahead? Finds the waits.
  bool canLoadAhead();
  void loadAhead();
  /// Does the loop add up the product, and use the sums for nothing else?
  bool canDefer();
  void defer();

private:
  using Slices = llvm::SmallVector<Value>;
  Slices slicesAt(OpBuilder &builder, int64_t begin) const;
  Value multiply(OpBuilder &builder, ValueRange slices, Value sums);
  Slices startIteration(OpBuilder &builder, NextIteration next) const;
  void multiplyAhead(ValueRange firstSlices);
  Slices zeros(OpBuilder &builder);
  Slices multiplyDeferred(ValueRange lastSlices);
  void replaceProduct(Value sums);
};

bool SlicedDot::canLoadAhead() {
  auto found = waitsBefore(loop, factors);
  if (!found)
    return false;
  waits = *found;
  llvm::SmallVector<Operation *> known(waits.begin(), waits.end());
  for (ttg::AsyncWaitOp wait : waits)
    for (Value token : wait.getAsyncToken())
      if (!canComputeAhead(loop, token, known))
        return false;
  return llvm::all_of(factors, [&](const LoadedFactor &factor) {
    return staysInMemory(loop, factor.memory) &&
           canComputeAhead(loop, factor.memory, known) &&
           (!factor.token || canComputeAhead(loop, factor.token, known));
  });
}

bool SlicedDot::canDefer() {
  auto sums = dyn_cast<BlockArgument>(dot.getC());
  return sums && sums.getOwner() == loop.getBody() && sums.hasOneUse() &&
         dot->hasOneUse() &&
         loop.getTiedLoopYieldedValue(sums)->get() == dot.getResult();
}

std::optional<SlicedDot> SlicedDot::match(scf::ForOp loop) {
  auto dots = llvm::to_vector(loop.getBody()->getOps<tt::DotOp>());
  if (dots.size() != 1)
    return std::nullopt;
  SlicedDot sliced;
  sliced.loop = loop;
  sliced.dot = dots.front();
  sliced.length = lengthOfSlice(sliced.dot);
  auto a = cast<RankedTensorType>(sliced.dot.getA().getType());
  auto last = static_cast<unsigned>(a.getRank() - 1);
  sliced.depth = a.getDimSize(last);
  if (sliced.length == 0 || sliced.depth % sliced.length != 0)
    return std::nullopt;
  auto left = LoadedFactor::match(loop, sliced.dot.getA(), last, sliced.length);
  auto right =
      LoadedFactor::match(loop, sliced.dot.getB(), last - 1, sliced.length);
  if (!left || !right)
    return std::nullopt;
  sliced.factors = {*left, *right};
  if (!canLoadAt(sliced.dot, sliced.factors))
    return std::nullopt;
  return sliced;
}

//===----------------------------------------------------------------------===//
// Both ways
//===----------------------------------------------------------------------===//

/// Of this iteration; none behind the last one.
SlicedDot::Slices SlicedDot::slicesAt(OpBuilder &builder, int64_t begin) const {
  Slices slices;
  for (const LoadedFactor &factor : factors)
    if (begin < depth)
      slices.push_back(
          factor.slice(builder, factor.memory, factor.token, begin));
  return slices;
}

Value SlicedDot::multiply(OpBuilder &builder, ValueRange slices, Value sums) {
  auto product = cast<tt::DotOp>(builder.clone(*dot));
  product->setOperands({slices[0], slices[1], sums});
  return product.getResult();
}

void SlicedDot::replaceProduct(Value sums) {
  dot->replaceAllUsesWith(ValueRange(sums));
  dot->erase();
  for (LoadedFactor &factor : factors)
    factor.erase();
}

//===----------------------------------------------------------------------===//
// First slices an iteration ahead
//===----------------------------------------------------------------------===//

/// What comes before the products of an iteration: its waits, and its first
/// slices.
SlicedDot::Slices SlicedDot::startIteration(OpBuilder &builder,
                                            NextIteration next) const {
  Slices values;
  for (ttg::AsyncWaitOp wait : waits)
    values.push_back(next.copy(wait)->getResult(0));
  for (const LoadedFactor &factor : factors) {
    Value ready = factor.token ? next.at(factor.token) : Value();
    values.push_back(factor.slice(builder, next.at(factor.memory), ready, 0));
  }
  return values;
}

/// The products of the slices: each behind the loads of the next one, the last
/// at the end of the body if nobody waits for it.
void SlicedDot::multiplyAhead(ValueRange firstSlices) {
  Operation *end = loop.getBody()->getTerminator();
  bool isAwaited = llvm::any_of(dot->getUsers(),
                                [&](Operation *user) { return user != end; });
  OpBuilder builder(dot);
  Slices slices(firstSlices);
  Value sums = dot.getC();
  for (int64_t next = length; next <= depth; next += length) {
    Slices following = slicesAt(builder, next);
    if (next == depth && !isAwaited)
      builder.setInsertionPoint(end);
    sums = multiply(builder, slices, sums);
    slices = std::move(following);
  }
  replaceProduct(sums);
}

void SlicedDot::loadAhead() {
  IRRewriter rewriter(loop);
  Slices inits = startIteration(rewriter, NextIteration::first(loop, rewriter));
  carryMore(rewriter, loop, inits,
            [&](OpBuilder &builder, Location, ArrayRef<BlockArgument> carried) {
              Slices next = startIteration(
                  builder, NextIteration::following(loop, builder));
              multiplyAhead(ValueRange(carried).take_back(factors.size()));
              // What the iteration before has waited for is there.
              for (auto [wait, token] : llvm::zip(waits, carried)) {
                wait->replaceAllUsesWith(ValueRange(token));
                wait->erase();
              }
              return next;
            });
}

//===----------------------------------------------------------------------===//
// Last products an iteration later
//===----------------------------------------------------------------------===//

/// Slices with which a product changes no sum, not even -0.
SlicedDot::Slices SlicedDot::zeros(OpBuilder &builder) {
  Slices values;
  for (const LoadedFactor &factor : factors) {
    bool isLeft = values.empty();
    auto type = withLength(
        cast<RankedTensorType>((isLeft ? dot.getA() : dot.getB()).getType()),
        factor.summed, length);
    TypedAttr zero = builder.getZeroAttr(type.getElementType());
    if (auto number = dyn_cast<FloatAttr>(zero); number && isLeft)
      zero = FloatAttr::get(number.getType(), -number.getValue());
    values.push_back(arith::ConstantOp::create(
        builder, dot.getLoc(), DenseElementsAttr::get(type, zero)));
  }
  return values;
}

/// The last product of the iteration before, behind the first loads of this
/// one; then all but the last of this one, whose slices are returned.
SlicedDot::Slices SlicedDot::multiplyDeferred(ValueRange lastSlices) {
  OpBuilder builder(dot);
  Slices slices(lastSlices);
  Value sums = dot.getC();
  for (int64_t next = 0; next < depth; next += length) {
    Slices following = slicesAt(builder, next);
    sums = multiply(builder, slices, sums);
    slices = std::move(following);
  }
  replaceProduct(sums);
  return slices;
}

void SlicedDot::defer() {
  IRRewriter rewriter(loop);
  unsigned number = cast<BlockArgument>(dot.getC()).getArgNumber() -
                    loop.getNumInductionVars();
  scf::ForOp made =
      carryMore(rewriter, loop, zeros(rewriter),
                [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
                  return multiplyDeferred(ValueRange(carried));
                });
  rewriter.setInsertionPointAfter(made);
  Operation *last =
      rewriter.clone(*made.getYieldedValues()[number].getDefiningOp());
  Value sums = made.getResult(number);
  sums.replaceAllUsesWith(last->getResult(0));
  ValueRange slices = made.getResults().take_back(factors.size());
  last->setOperands({slices[0], slices[1], sums});
}

class TritonGPUPrefetch
    : public impl::TritonGPUPrefetchBase<TritonGPUPrefetch> {
public:
  using Base::Base;

  void runOnOperation() final {
    llvm::SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (std::optional<FactorAhead> ahead = FactorAhead::match(loop))
        ahead->rewrite();
      else if (std::optional<SlicedDot> dot = SlicedDot::match(loop);
               dot && (!inSpareRegisters || fitsSpareRegisters(dot->dot))) {
        if (defersProducts && dot->canDefer())
          dot->defer();
        else if (dot->canLoadAhead())
          dot->loadAhead();
      }
  }
};

} // namespace
} // namespace heddle
