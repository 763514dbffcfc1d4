//===- ShareOffsets.cpp - One offset for addresses that advance together --===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/Simt.h"
#include "heddle/simt/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace heddle {

#define GEN_PASS_DEF_SIMTSHAREOFFSETS
#include "heddle/simt/transforms/Passes.h.inc"

namespace {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Vectors of one value
//===----------------------------------------------------------------------===//

/// Is register i of the result computed from registers i of the operands alone?
bool isElementwise(Operation *op) {
  return op->getNumResults() == 1 && op->getNumOperands() != 0 &&
         isMemoryEffectFree(op) && OpTrait::hasElementwiseMappableTraits(op);
}

/// The registers of one value in another order, or fewer or more of them.
bool permutesOneVector(Operation *op) {
  auto permute = dyn_cast<simt::PermuteOp>(op);
  return permute && permute.getSrcs().size() == 1;
}

/// Vectors with the same value in each register, as scalars.
class Scalars {
public:
  explicit Scalars(OpBuilder &builder) : builder(builder) {}

  /// Is that known of the value?
  bool has(Value value);
  /// The scalar, made where the builder is.
  Value of(Value value);

private:
  bool check(Operation *op);
  Value make(Operation *op);
  Value firstOf(Operation *op);

  OpBuilder &builder;
  llvm::DenseMap<Operation *, bool> isUniform;
  llvm::DenseMap<Operation *, Value> made;
  std::vector<Operation *> all;
};

bool Scalars::has(Value value) {
  if (!isa<VectorType>(value.getType()))
    return true;
  Operation *op = value.getDefiningOp();
  if (op == nullptr)
    return false;
  auto known = isUniform.find(op);
  if (known != isUniform.end())
    return known->second;
  bool is = check(op);
  isUniform[op] = is;
  return is;
}

bool Scalars::check(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  return isa<simt::SplatOp>(op) ||
         ((permutesOneVector(op) || isElementwise(op)) &&
          llvm::all_of(op->getOperands(),
                       [&](Value operand) { return has(operand); }));
}

Value Scalars::of(Value value) {
  if (!isa<VectorType>(value.getType()))
    return value;
  Operation *op = value.getDefiningOp();
  auto known = made.find(op);
  if (known != made.end())
    return known->second;
  Value scalar = make(op);
  made[op] = scalar;
  return scalar;
}

/// The op that was made first of those that compute the same.
Value Scalars::firstOf(Operation *op) {
  for (Operation *other : all)
    if (OperationEquivalence::isEquivalentTo(
            op, other, OperationEquivalence::IgnoreLocations)) {
      op->erase();
      return other->getResult(0);
    }
  all.push_back(op);
  return op->getResult(0);
}

Value Scalars::make(Operation *op) {
  if (auto splat = dyn_cast<simt::SplatOp>(op))
    return splat.getSrc();
  if (permutesOneVector(op))
    return of(op->getOperand(0));
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return firstOf(arith::ConstantOp::create(
        builder, op->getLoc(),
        cast<TypedAttr>(cast<SplatElementsAttr>(constant.getValue())
                            .getSplatValue<Attribute>())));
  llvm::SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(of(operand));
  OperationState state(op->getLoc(), op->getName(), operands,
                       getElementTypeOrSelf(op->getResult(0)), op->getAttrs());
  return firstOf(builder.create(state));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// What the loop carries and adds the same amount to in each iteration.
struct Advance {
  unsigned index;
  Value amount;
};

bool isVectorOfAddresses(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getElementType().isInteger(64) &&
         vector.getNumElements() > 1;
}

std::optional<Advance> advanceOf(scf::ForOp loop, unsigned index,
                                 Scalars &scalars) {
  BlockArgument carried = loop.getRegionIterArg(index);
  auto sum = loop.getYieldedValues()[index].getDefiningOp<arith::AddIOp>();
  if (!isVectorOfAddresses(carried.getType()) || !sum ||
      (sum.getLhs() == carried) == (sum.getRhs() == carried))
    return std::nullopt;
  Value amount = sum.getLhs() == carried ? sum.getRhs() : sum.getLhs();
  if (!loop.isDefinedOutsideOfLoop(amount) || !scalars.has(amount))
    return std::nullopt;
  return Advance{index, amount};
}

/// The loop without what advances by itself: each of that is a sum of its first
/// value and of an offset, of which there is one for each amount.
class OffsetLoop {
public:
  OffsetLoop(scf::ForOp loop, llvm::ArrayRef<Advance> advances);

  void rewrite();

private:
  bool isCarried(unsigned index) const { return !offsetOf.contains(index); }
  scf::ForOp makeLoop();
  Value sumOf(OpBuilder &at, unsigned index, ValueRange offsets);
  void moveBody(scf::ForOp loop);

  scf::ForOp source;
  IRRewriter rewriter;
  std::vector<Value> amounts;
  /// Of each index that advances, the number of its amount.
  llvm::SmallDenseMap<unsigned, std::size_t> offsetOf;
};

OffsetLoop::OffsetLoop(scf::ForOp loop, llvm::ArrayRef<Advance> advances)
    : source(loop), rewriter(loop.getContext()) {
  rewriter.setInsertionPoint(loop);
  Scalars scalars(rewriter);
  for (const Advance &advance : advances) {
    Value amount = scalars.of(advance.amount);
    auto found = llvm::find(amounts, amount);
    offsetOf[advance.index] = static_cast<std::size_t>(found - amounts.begin());
    if (found == amounts.end())
      amounts.push_back(amount);
  }
}

scf::ForOp OffsetLoop::makeLoop() {
  llvm::SmallVector<Value> first;
  for (auto [index, value] : llvm::enumerate(source.getInitArgs()))
    if (isCarried(static_cast<unsigned>(index)))
      first.push_back(value);
  Value zero = arith::ConstantOp::create(rewriter, source.getLoc(),
                                         rewriter.getI64IntegerAttr(0));
  first.append(amounts.size(), zero);
  auto loop =
      scf::ForOp::create(rewriter, source.getLoc(), source.getLowerBound(),
                         source.getUpperBound(), source.getStep(), first);
  loop->setAttrs(source->getAttrDictionary());
  return loop;
}

/// What would have been carried.
Value OffsetLoop::sumOf(OpBuilder &at, unsigned index, ValueRange offsets) {
  Value first = source.getInitArgs()[index];
  Value offset = offsets[offsetOf.at(index)];
  Value splat =
      simt::SplatOp::create(at, source.getLoc(), first.getType(), offset);
  return arith::AddIOp::create(at, source.getLoc(), first, splat);
}

void OffsetLoop::moveBody(scf::ForOp loop) {
  rewriter.setInsertionPointToStart(loop.getBody());
  llvm::SmallVector<Value> arguments = {loop.getInductionVar()};
  unsigned next = 0;
  for (unsigned index = 0; index < source.getNumRegionIterArgs(); ++index)
    arguments.push_back(
        isCarried(index)
            ? loop.getRegionIterArg(next++)
            : sumOf(rewriter, index,
                    loop.getRegionIterArgs().take_back(amounts.size())));
  rewriter.mergeBlocks(source.getBody(), loop.getBody(), arguments);
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  rewriter.setInsertionPoint(yield);
  llvm::SmallVector<Value> carried;
  llvm::SetVector<Operation *> advanced;
  for (auto [index, value] : llvm::enumerate(yield.getOperands()))
    if (isCarried(static_cast<unsigned>(index)))
      carried.push_back(value);
    else
      advanced.insert(value.getDefiningOp());
  auto offsets = loop.getRegionIterArgs().take_back(amounts.size());
  for (auto [offset, amount] : llvm::zip_equal(offsets, amounts))
    carried.push_back(
        arith::AddIOp::create(rewriter, source.getLoc(), offset, amount));
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(carried); });
  for (Operation *sum : advanced)
    if (sum->use_empty())
      rewriter.eraseOp(sum);
}

void OffsetLoop::rewrite() {
  scf::ForOp loop = makeLoop();
  moveBody(loop);
  rewriter.setInsertionPointAfter(loop);
  llvm::SmallVector<Value> results;
  unsigned next = 0;
  for (unsigned index = 0; index < source.getNumResults(); ++index)
    if (isCarried(index))
      results.push_back(loop.getResult(next++));
    else
      results.push_back(
          source.getResult(index).use_empty()
              ? Value()
              : sumOf(rewriter, index,
                      loop.getResults().take_back(amounts.size())));
  rewriter.replaceOp(source, results);
}

/// Does a product of warp groups run while the loop's other ops do?
bool hasGroups(scf::ForOp loop) {
  return !loop.getBody()->getOps<simt::GroupMmaOp>().empty();
}

class SimtShareOffsets : public impl::SimtShareOffsetsBase<SimtShareOffsets> {
  void runOnOperation() final {
    llvm::SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (hasGroups(loop))
        loops.push_back(loop);
    });
    OpBuilder builder(&getContext());
    for (scf::ForOp loop : loops) {
      Scalars scalars(builder);
      llvm::SmallVector<Advance> advances;
      for (unsigned index = 0; index < loop.getNumRegionIterArgs(); ++index)
        if (std::optional<Advance> advance = advanceOf(loop, index, scalars))
          advances.push_back(*advance);
      if (!advances.empty())
        OffsetLoop(loop, advances).rewrite();
    }
  }
};

} // namespace
} // namespace heddle
