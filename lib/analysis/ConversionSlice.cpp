//===- ConversionSlice.cpp - What another layout takes --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/ConversionSlice.h"

namespace heddle::rules {

using namespace mlir;

namespace {

/// May the operand have any layout, whatever the result has?
bool leavesOpen(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return isa<tt::HistogramOp>(op) ||
         (isa<tt::GatherOp>(op) && operand.getOperandNumber() == 0);
}

/// Of a value that is defined in a block around the op, or in its own.
bool comesBefore(Value value, Operation *op) {
  Operation *around = value.getParentBlock()->findAncestorOpInBlock(*op);
  Operation *definition = value.getDefiningOp();
  return around != nullptr &&
         (definition == nullptr || definition->isBeforeInBlock(around));
}

class SliceBuilder {
public:
  SliceBuilder(SliceCut cut, const KnownValues &known)
      : cut(cut), known(known) {}

  /// Adds what it takes to have the value in the layout where the op is.
  bool want(Value value, Attribute layout, Operation *user);

  ConversionSlice slice;

private:
  bool isKnown(Value value, Attribute layout, Operation *user);
  bool wantSource(ttg::ConvertLayoutOp conversion, Attribute layout);
  bool wantArgument(BlockArgument argument, Attribute layout);
  bool wantBranches(scf::IfOp branch, unsigned result, Attribute layout);
  bool wantOperands(OpResult result, Attribute layout);
  bool wantOthers(OpResult result, Attribute layout);
  bool convert(Value value, Attribute layout);

  SliceCut cut;
  const KnownValues &known;
};

bool SliceBuilder::convert(Value value, Attribute layout) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getEncoding() == layout)
    return true;
  auto [found, isNew] = slice.converted.insert({value, layout});
  return found->second == layout;
}

bool SliceBuilder::isKnown(Value value, Attribute layout, Operation *user) {
  if (known.made.contains({value, layout}))
    return true;
  Value converted = known.converted.lookup({value, layout});
  if (!converted)
    return false;
  if (comesBefore(converted, user)) {
    slice.reused.insert({value, layout});
    return true;
  }
  slice.reused.remove({value, layout});
  return false;
}

bool SliceBuilder::want(Value value, Attribute layout, Operation *user) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getEncoding() == layout)
    return true;
  auto found = slice.made.find(value);
  if (found != slice.made.end())
    return found->second == layout;
  if (isKnown(value, layout, user))
    return true;
  Operation *op = value.getDefiningOp();
  if (cut == SliceCut::BehindLoads && isa_and_nonnull<tt::LoadOp>(op))
    return convert(value, layout);
  slice.made.insert({value, layout});
  if (auto argument = dyn_cast<BlockArgument>(value))
    return wantArgument(argument, layout);
  auto result = cast<OpResult>(value);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return wantBranches(branch, result.getResultNumber(), layout);
  if (auto conversion = dyn_cast<ttg::ConvertLayoutOp>(op))
    return wantSource(conversion, layout);
  return canBeRematerialized(op) && wantOthers(result, layout) &&
         wantOperands(result, layout);
}

bool SliceBuilder::wantSource(ttg::ConvertLayoutOp conversion,
                              Attribute layout) {
  ConversionSlice before = slice;
  if (want(conversion.getSrc(), layout, conversion))
    return true;
  slice = std::move(before);
  return convert(conversion.getSrc(), layout);
}

bool SliceBuilder::wantArgument(BlockArgument argument, Attribute layout) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument == loop.getInductionVar())
    return false;
  return want(loop.getTiedLoopInit(argument)->get(), layout, loop) &&
         want(loop.getTiedLoopYieldedValue(argument)->get(), layout,
              loop.getBody()->getTerminator());
}

bool SliceBuilder::wantBranches(scf::IfOp branch, unsigned result,
                                Attribute layout) {
  bool isWhole = false;
  llvm::SmallVector<scf::YieldOp, 2> without;
  for (Region &region : branch->getRegions()) {
    auto yield = cast<scf::YieldOp>(region.front().getTerminator());
    ConversionSlice before;
    if (cut == SliceCut::InBranches)
      before = slice;
    if (want(yield.getOperand(result), layout, yield)) {
      isWhole = true;
      continue;
    }
    if (cut != SliceCut::InBranches)
      return false;
    slice = std::move(before);
    without.push_back(yield);
  }
  for (scf::YieldOp yield : without)
    slice.convertedAtYield.insert({{yield, result}, layout});
  return isWhole;
}

/// Results of one op that are tensors have one layout.
bool SliceBuilder::wantOthers(OpResult result, Attribute layout) {
  for (OpResult other : result.getOwner()->getResults()) {
    auto type = dyn_cast<RankedTensorType>(other.getType());
    if (!type || other == result)
      continue;
    if (type.getShape() != cast<ShapedType>(result.getType()).getShape())
      return false;
    auto [found, isNew] = slice.made.insert({other, layout});
    if (found->second != layout)
      return false;
  }
  return true;
}

bool SliceBuilder::wantOperands(OpResult result, Attribute layout) {
  Operation *op = result.getOwner();
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()) || leavesOpen(operand))
      continue;
    Attribute needed = layoutOfOperand(result, layout, operand);
    if (!needed)
      return false;
    bool isCut = cut == SliceCut::BeforeWidening && isWidening(op);
    if (isCut ? !convert(operand.get(), needed)
              : !want(operand.get(), needed, op))
      return false;
  }
  return true;
}

/// Which values of a slice nobody else needs once a conversion is gone: the
/// most for which that holds together.
class ReplacedValues {
public:
  ReplacedValues(const ConversionSlice &slice, Operation *conversion)
      : conversion(conversion) {
    for (auto [value, layout] : slice.made)
      replaced.insert(value);
    while (
        replaced.remove_if([&](Value value) { return !isUnneeded(value); })) {
    }
  }

  bool contain(Value value) const { return replaced.contains(value); }
  /// All that the op makes?
  bool contain(Operation *op) const {
    auto isReplaced = [&](Value result) { return replaced.contains(result); };
    return llvm::any_of(op->getResults(), isReplaced) &&
           llvm::all_of(op->getResults(), [&](Value result) {
             return result.use_empty() || isReplaced(result);
           });
  }

private:
  bool isUnneeded(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop.getTiedLoopResult(argument).use_empty())
        return false;
    }
    return llvm::all_of(value.getUses(),
                        [&](OpOperand &use) { return isReplaced(use); });
  }
  bool isReplaced(OpOperand &use) const {
    Operation *user = use.getOwner();
    if (user == conversion)
      return true;
    unsigned number = use.getOperandNumber();
    if (isa<scf::YieldOp>(user)) {
      Operation *parent = user->getParentOp();
      if (auto loop = dyn_cast<scf::ForOp>(parent))
        return replaced.contains(loop.getRegionIterArg(number));
      return isa<scf::IfOp>(parent) &&
             replaced.contains(parent->getResult(number));
    }
    if (auto loop = dyn_cast<scf::ForOp>(user))
      return number >= loop.getNumControlOperands() &&
             replaced.contains(loop.getTiedLoopRegionIterArg(&use));
    return contain(user);
  }

  Operation *conversion;
  llvm::SetVector<Value> replaced;
};

} // namespace

std::optional<ConversionSlice> sliceOf(ttg::ConvertLayoutOp conversion,
                                       SliceCut cut, const KnownValues &known) {
  SliceBuilder builder(cut, known);
  if (!builder.want(conversion.getSrc(), conversion.getType().getEncoding(),
                    conversion))
    return std::nullopt;
  return std::move(builder.slice);
}

bool replacesAll(const ConversionSlice &slice,
                 ttg::ConvertLayoutOp conversion) {
  ReplacedValues replaced(slice, conversion);
  return llvm::all_of(slice.made, [&](const auto &each) {
    return each.first.use_empty() || replaced.contain(each.first);
  });
}

/// Of what the slice converts anew: nothing for what an old conversion of the
/// same value cost that nobody needs any more.
static Price conversionsPrice(const ConversionSlice &slice,
                              const ReplacedValues &replaced) {
  auto priceTo = [](Value value, Attribute layout) {
    return conversionPrice(cast<RankedTensorType>(value.getType()), layout);
  };
  llvm::DenseMap<Value, Price> saved;
  for (auto [value, layout] : slice.made)
    if (auto old = value.getDefiningOp<ttg::ConvertLayoutOp>();
        old && replaced.contain(value))
      saved[old.getSrc()] += priceTo(old.getSrc(), old.getType().getEncoding());
  Price price = 0;
  for (auto [value, layout] : slice.converted)
    price += std::max<Price>(0, priceTo(value, layout) - saved.lookup(value));
  for (auto [at, layout] : slice.convertedAtYield)
    price += priceTo(at.first->getOperand(at.second), layout);
  return price;
}

std::optional<Price> priceOf(const ConversionSlice &slice,
                             ttg::ConvertLayoutOp conversion) {
  ReplacedValues replaced(slice, conversion);
  Price price = conversionsPrice(slice, replaced);
  llvm::SmallPtrSet<Operation *, 16> seen;
  for (auto [value, layout] : slice.made) {
    Operation *op = value.getDefiningOp();
    if (op == nullptr || isa<scf::IfOp, ttg::ConvertLayoutOp>(op) ||
        !seen.insert(op).second)
      continue;
    std::optional<Price> clone = clonePrice(op, layout, replaced.contain(op));
    if (!clone)
      return std::nullopt;
    price += *clone;
  }
  return price;
}

} // namespace heddle::rules
