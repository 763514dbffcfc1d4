//===- CanonicalizePointers.cpp - A scalar pointer and offsets ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One forward walk: each tensor of pointers that is a sum gets a scalar base
// and offsets, and ops that need the pointers get them as one sum. Loops and
// branches are changed in place, to carry the base instead of the tensor.
//
//===----------------------------------------------------------------------===//

#include "PointerRange.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUCANONICALIZEPOINTERS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Numbers of a tensor of integers: a scalar that all have in common, and the
/// rest. Null is zero.
struct Terms {
  Value common, rest;
};

/// The pointers `base + offsets`; offsets are null where they are zeros.
struct Split {
  Value base, offsets;
};

struct Bounds {
  std::int64_t low = 0, high = 0;

  static Bounds ofWidth(unsigned bits) {
    return {llvm::minIntN(bits), llvm::maxIntN(bits)};
  }
  bool isWithin(const Bounds &other) const {
    return low >= other.low && high <= other.high;
  }
};

bool isPointers(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<tt::PointerType>(type.getElementType());
}

unsigned widthOf(Value numbers) {
  return getElementTypeOrSelf(numbers.getType()).getIntOrFloatBitWidth();
}

/// What a program says of a value that is more than can be seen.
bool hasHints(Operation *op) {
  return llvm::any_of(
      ArrayRef<llvm::StringLiteral>{ContiguityHint, DivisibilityHint,
                                    ConstancyHint},
      [&](llvm::StringLiteral hint) { return op->hasAttr(hint); });
}

/// It gives its only operand, or parts of it, other positions.
bool isView(Operation *op) {
  return isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp,
             ttg::ConvertLayoutOp>(op);
}

/// From i32 to i64.
bool isExtension(Operation *op) {
  return isa<arith::ExtSIOp>(op) &&
         getElementTypeOrSelf(op->getOperand(0)).isInteger(32);
}

/// All who use it come later in the same region, or within what does.
bool isUsedBehind(Value value) {
  Block *block = value.getParentBlock();
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return block->findAncestorOpInBlock(*user) != nullptr;
  });
}

/// The op on numbers in the place of pointers, or of other numbers.
Value viewOf(OpBuilder &builder, Operation *op, Value source) {
  Operation *made = builder.clone(*op);
  made->setOperand(0, source);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  made->getResult(0).setType(
      type.clone(getElementTypeOrSelf(source.getType())));
  return made->getResult(0);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Takes apart sums of numbers. New ops go where the builder is.
class Sums {
public:
  Sums(OpBuilder &builder, const AxisFacts &facts)
      : builder(builder), facts(facts) {}

  Terms of(Value numbers);
  /// Either may be null. Of 64 bits if 32 might not be enough, unless it is
  /// known that the sum fits the width of both.
  Value add(Location loc, Value l, Value r, bool cannotOverflow = false);
  /// Null is zero.
  Bounds boundsOf(Value numbers);
  /// Would `of` leave no rest?
  bool isCommon(Value numbers) const;

private:
  Terms ofSum(Operation *op);
  Terms ofProduct(arith::MulIOp product);
  Value scalarOf(Value numbers);
  Value wide(Value numbers);
  template <class Op> Value combine(Location loc, Value l, Value r);

  OpBuilder &builder;
  const AxisFacts &facts;
  /// Of those that are new.
  llvm::DenseMap<Value, Bounds> bounds;
};

bool Sums::isCommon(Value numbers) const {
  Operation *op = numbers.getDefiningOp();
  if (op == nullptr || hasHints(op))
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  if (isa<tt::SplatOp>(op))
    return true;
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return isCommon(op->getOperand(0)) && isCommon(op->getOperand(1));
  return (isView(op) || isExtension(op)) && isCommon(op->getOperand(0));
}

Bounds Sums::boundsOf(Value numbers) {
  if (!numbers)
    return {};
  if (auto known = bounds.find(numbers); known != bounds.end())
    return known->second;
  AxisInfo info = facts.of(numbers);
  Bounds all = Bounds::ofWidth(widthOf(numbers));
  return {std::max(info.low, all.low), std::min(info.high, all.high)};
}

Value Sums::wide(Value numbers) {
  if (widthOf(numbers) == 64)
    return numbers;
  Type type = builder.getI64Type();
  if (auto tensor = dyn_cast<RankedTensorType>(numbers.getType()))
    type = tensor.clone(type);
  Bounds known = boundsOf(numbers);
  Value made = arith::ExtSIOp::create(builder, numbers.getLoc(), type, numbers);
  bounds[made] = known;
  return made;
}

template <class Op> Value Sums::combine(Location loc, Value l, Value r) {
  if (widthOf(l) != widthOf(r)) {
    l = wide(l);
    r = wide(r);
  }
  return Op::create(builder, loc, l, r);
}

Value Sums::add(Location loc, Value l, Value r, bool cannotOverflow) {
  if (!l || !r)
    return l ? l : r;
  Bounds first = boundsOf(l), second = boundsOf(r), sum;
  bool overflows = llvm::AddOverflow(first.low, second.low, sum.low) ||
                   llvm::AddOverflow(first.high, second.high, sum.high);
  if (overflows)
    sum = Bounds::ofWidth(64);
  if (!cannotOverflow && !sum.isWithin(Bounds::ofWidth(32))) {
    l = wide(l);
    r = wide(r);
  }
  Value made = combine<arith::AddIOp>(loc, l, r);
  Bounds all = Bounds::ofWidth(widthOf(made));
  bounds[made] = {std::max(sum.low, all.low), std::min(sum.high, all.high)};
  return made;
}

/// The number that all are equal to.
Value Sums::scalarOf(Value numbers) {
  if (auto splat = numbers.getDefiningOp<tt::SplatOp>())
    return splat.getSrc();
  auto constant = numbers.getDefiningOp<arith::ConstantOp>();
  auto all = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                      : SplatElementsAttr();
  if (!all)
    return {};
  return arith::ConstantOp::create(
      builder, constant.getLoc(),
      cast<TypedAttr>(all.getSplatValue<Attribute>()));
}

Terms Sums::ofSum(Operation *op) {
  Terms l = of(op->getOperand(0)), r = of(op->getOperand(1));
  Location loc = op->getLoc();
  bool isDifference = isa<arith::SubIOp>(op);
  Terms whole = {.common = {}, .rest = op->getResult(0)};
  // What is subtracted may be common only.
  if ((!l.common && !r.common) || (isDifference && (r.rest || !l.common)))
    return whole;
  Terms sum;
  if (isDifference)
    sum.common = combine<arith::SubIOp>(loc, l.common, r.common);
  else if (l.common && r.common)
    sum.common = combine<arith::AddIOp>(loc, l.common, r.common);
  else
    sum.common = l.common ? l.common : r.common;
  // The sum of both does not overflow, so that of parts does not either.
  sum.rest = add(loc, l.rest, r.rest, /*cannotOverflow=*/true);
  return sum;
}

/// (common + rest) * factor.
Terms Sums::ofProduct(arith::MulIOp product) {
  Terms whole = {.common = {}, .rest = product};
  Value sum = product.getLhs(), factor = product.getRhs();
  if (!isCommon(factor))
    std::swap(sum, factor);
  if (!isCommon(factor))
    return whole;
  Terms terms = of(sum);
  Value scalar = of(factor).common;
  Location loc = product.getLoc();
  if (!terms.common || !scalar)
    return whole;
  terms.common = combine<arith::MulIOp>(loc, terms.common, scalar);
  if (!terms.rest)
    return terms;
  Bounds l = boundsOf(terms.rest), r = boundsOf(factor);
  unsigned width = widthOf(product);
  Value rest = width == 64 ? wide(terms.rest) : terms.rest;
  terms.rest = arith::MulIOp::create(builder, loc, rest, factor);
  // The product of both does not overflow, so that of a part does not either.
  Bounds all = Bounds::ofWidth(width);
  std::int64_t corners[4];
  bool overflows = llvm::MulOverflow(l.low, r.low, corners[0]) ||
                   llvm::MulOverflow(l.low, r.high, corners[1]) ||
                   llvm::MulOverflow(l.high, r.low, corners[2]) ||
                   llvm::MulOverflow(l.high, r.high, corners[3]);
  if (!overflows)
    all = {std::max(all.low, *llvm::min_element(corners)),
           std::min(all.high, *llvm::max_element(corners))};
  else if (l.low >= 0 && r.low >= 0)
    all.low = 0;
  bounds[terms.rest] = all;
  return terms;
}

Terms Sums::of(Value numbers) {
  Operation *op = numbers.getDefiningOp();
  Terms whole = {.common = {}, .rest = numbers};
  if (op == nullptr || hasHints(op))
    return whole;
  if (Value scalar = scalarOf(numbers))
    return {.common = scalar, .rest = {}};
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return ofSum(op);
  if (auto product = dyn_cast<arith::MulIOp>(op))
    return ofProduct(product);
  if (isView(op)) {
    Terms terms = of(op->getOperand(0));
    if (!terms.common)
      return whole;
    if (terms.rest) {
      Bounds known = boundsOf(terms.rest);
      terms.rest = viewOf(builder, op, terms.rest);
      bounds[terms.rest] = known;
    }
    return terms;
  }
  // An offset is extended anyway: what is known to be of 32 bits stays so.
  if (isExtension(op)) {
    Terms terms = of(op->getOperand(0));
    if (terms.common)
      terms.common = wide(terms.common);
    return terms;
  }
  return whole;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

class Pointers {
public:
  Pointers(MLIRContext *context, const AxisFacts &facts)
      : builder(context), sums(builder, facts) {}

  void walk(Region &region);

private:
  void visit(Operation *op);
  void visitSum(tt::AddPtrOp sum);
  void visitView(Operation *op);
  void visitLoop(scf::ForOp loop);
  void visitBranch(scf::IfOp branch);
  bool advancesAll(Value value, BlockArgument from) const;
  /// Gives the operand the base alone.
  void useBase(OpOperand &operand) {
    operand.set(splits.at(operand.get()).base);
    bases.insert(&operand);
  }
  void materialize(Operation *op);
  bool isBuffer(const Split &split);
  Value pointersOf(Location loc, RankedTensorType type, const Split &split);

  OpBuilder builder;
  Sums sums;
  llvm::DenseMap<Value, Split> splits;
  /// Where a base is wanted, not the pointers that it is one of.
  llvm::SmallPtrSet<OpOperand *, 8> bases;
};

/// Is it `from` plus numbers that are common to all elements?
bool Pointers::advancesAll(Value value, BlockArgument from) const {
  while (value != from) {
    if (auto sum = value.getDefiningOp<tt::AddPtrOp>()) {
      if (hasHints(sum) || !sums.isCommon(sum.getOffset()))
        return false;
      value = sum.getPtr();
      continue;
    }
    auto loop = value.getDefiningOp<scf::ForOp>();
    if (!loop)
      return false;
    unsigned index = cast<OpResult>(value).getResultNumber();
    if (!advancesAll(loop.getYieldedValues()[index],
                     loop.getRegionIterArg(index)))
      return false;
    value = loop.getInitArgs()[index];
  }
  return true;
}

/// Offsets are known to stay within a buffer.
bool Pointers::isBuffer(const Split &split) {
  std::optional<std::int64_t> bytes = pointeeBytes(split.base);
  Bounds bounds = sums.boundsOf(split.offsets);
  return bytes && bounds.low >= 0 &&
         (bounds.high < BufferExtent / *bytes || smallTensorOf(split.base));
}

Value Pointers::pointersOf(Location loc, RankedTensorType type,
                           const Split &split) {
  Value base = tt::SplatOp::create(builder, loc, type, split.base);
  if (!split.offsets)
    return base;
  return tt::AddPtrOp::create(builder, loc, type, base, split.offsets);
}

/// Accesses get their pointers as one sum; others only if they are not there
/// any more.
void Pointers::materialize(Operation *op) {
  bool isAccess =
      isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto found = splits.find(operand.get());
    if (found == splits.end() || bases.contains(&operand) ||
        (!isAccess && isPointers(operand.get())))
      continue;
    auto type = cast<RankedTensorType>(
        found->second.offsets
            ? cast<RankedTensorType>(found->second.offsets.getType())
                  .clone(found->second.base.getType())
            : operand.get().getType());
    builder.setInsertionPoint(op);
    operand.set(pointersOf(op->getLoc(), type, found->second));
  }
}

void Pointers::visitSum(tt::AddPtrOp sum) {
  auto found = splits.find(sum.getPtr());
  if (found == splits.end() || hasHints(sum))
    return materialize(sum);
  Split split = found->second;
  builder.setInsertionPoint(sum);
  Terms terms = sums.of(sum.getOffset());
  Location loc = sum.getLoc();
  if (terms.common)
    split.base = tt::AddPtrOp::create(builder, loc, split.base.getType(),
                                      split.base, terms.common);
  split.offsets = sums.add(loc, split.offsets, terms.rest);
  if (!isBuffer(split))
    return materialize(sum);
  splits[sum] = split;
}

void Pointers::visitView(Operation *op) {
  auto found = splits.find(op->getOperand(0));
  if (found == splits.end() || hasHints(op))
    return materialize(op);
  Split split = found->second;
  builder.setInsertionPoint(op);
  if (split.offsets)
    split.offsets = viewOf(builder, op, split.offsets);
  splits[op->getResult(0)] = split;
}

void Pointers::visitLoop(scf::ForOp loop) {
  llvm::SmallVector<unsigned> carried;
  for (unsigned index = 0; index < loop.getNumResults(); ++index) {
    auto found = splits.find(loop.getInitArgs()[index]);
    BlockArgument argument = loop.getRegionIterArg(index);
    // Zeros would leave nothing that tells the type.
    if (found == splits.end() || !found->second.offsets ||
        !isUsedBehind(loop.getResult(index)) ||
        !advancesAll(loop.getYieldedValues()[index], argument))
      continue;
    Split split = found->second;
    carried.push_back(index);
    useBase(loop.getInitArgsMutable()[index]);
    argument.setType(split.base.getType());
    loop.getResult(index).setType(split.base.getType());
    splits[argument] = {.base = argument, .offsets = split.offsets};
    splits[loop.getResult(index)] = {.base = loop.getResult(index),
                                     .offsets = split.offsets};
  }
  materialize(loop);
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody()))
    if (!op.hasTrait<OpTrait::IsTerminator>())
      visit(&op);
  Operation *yield = loop.getBody()->getTerminator();
  for (unsigned index : carried)
    useBase(yield->getOpOperand(index));
  materialize(yield);
}

/// Both ways have the same offsets.
void Pointers::visitBranch(scf::IfOp branch) {
  if (branch.getNumResults() == 0 || branch.getElseRegion().empty())
    return;
  Operation *yes = branch.thenYield(), *no = branch.elseYield();
  for (unsigned index = 0; index < branch.getNumResults(); ++index) {
    auto l = splits.find(yes->getOperand(index)),
         r = splits.find(no->getOperand(index));
    if (l == splits.end() || r == splits.end() || !l->second.offsets ||
        !isUsedBehind(branch.getResult(index)) ||
        l->second.offsets != r->second.offsets ||
        branch->isAncestor(l->second.offsets.getParentBlock()->getParentOp()))
      continue;
    Split split = l->second;
    Value result = branch.getResult(index);
    useBase(yes->getOpOperand(index));
    useBase(no->getOpOperand(index));
    result.setType(split.base.getType());
    splits[result] = {.base = result, .offsets = split.offsets};
  }
}

void Pointers::visit(Operation *op) {
  if (auto splat = dyn_cast<tt::SplatOp>(op); splat && isPointers(splat)) {
    splits[splat] = {.base = splat.getSrc(), .offsets = {}};
    return;
  }
  if (auto sum = dyn_cast<tt::AddPtrOp>(op); sum && isPointers(sum))
    return visitSum(sum);
  if (isView(op) && isPointers(op->getResult(0)))
    return visitView(op);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitLoop(loop);
  auto branch = dyn_cast<scf::IfOp>(op);
  if (!branch)
    materialize(op);
  for (Region &region : op->getRegions())
    walk(region);
  if (!branch)
    return;
  visitBranch(branch);
  for (Region &region : op->getRegions())
    if (!region.empty())
      materialize(region.front().getTerminator());
}

void Pointers::walk(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(block))
      // What a branch gives is looked at when both ways are known.
      if (!isa<scf::YieldOp>(op) || !isa<scf::IfOp>(op.getParentOp()))
        visit(&op);
}

/// What was taken apart, and what was made of it in vain.
void eraseUnused(tt::FuncOp function) {
  std::vector<Operation *> all;
  function.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { all.push_back(op); });
  for (Operation *op : llvm::reverse(all))
    if (isOpTriviallyDead(op))
      op->erase();
}

struct TritonAMDGPUCanonicalizePointers
    : impl::TritonAMDGPUCanonicalizePointersBase<
          TritonAMDGPUCanonicalizePointers> {
  void runOnOperation() final {
    AxisFacts facts(getOperation());
    for (auto function : getOperation().getOps<tt::FuncOp>()) {
      Pointers pointers(&getContext(), facts);
      pointers.walk(function.getBody());
      eraseUnused(function);
    }
  }
};

} // namespace
} // namespace heddle
