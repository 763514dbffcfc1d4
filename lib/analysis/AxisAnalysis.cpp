//===- AxisAnalysis.cpp - Runs in a program -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/AxisAnalysis.h"
#include "AxisTransfer.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle {

using namespace mlir;

namespace {

/// A hint for one axis: a number, or one of a list.
std::optional<int64_t> hintAt(Attribute hint, unsigned axis) {
  if (auto number = dyn_cast_or_null<IntegerAttr>(hint))
    return number.getValue().getSExtValue();
  auto list = dyn_cast_or_null<DenseIntElementsAttr>(hint);
  if (!list || (!list.isSplat() && axis >= list.getNumElements()))
    return std::nullopt;
  return (*(list.getValues<APInt>().begin() + (list.isSplat() ? 0 : axis)))
      .getSExtValue();
}

/// Adds what the program promises. `find` returns the attribute of this name.
template <class Find>
void believe(AxisInfo &info, ArrayRef<int64_t> shape, Find &&find) {
  for (unsigned axis = 0; axis < info.axes.size(); ++axis) {
    AxisInfo::Axis &along = info.axes[axis];
    auto raise = [&](llvm::StringRef name, int64_t &claim, int64_t limit) {
      std::optional<int64_t> hint = hintAt(find(name), axis);
      if (hint && *hint > 0)
        claim = std::max(claim, std::min(powerOfTwoIn(*hint), limit));
    };
    int64_t size = shape.empty() ? 1 : shape[axis];
    // The first numbers of larger groups were first ones before.
    raise(ContiguityHint, along.contiguity, size);
    raise(ConstancyHint, along.constancy, size);
    raise(DivisibilityHint, along.divisibility, MaxDivisor);
  }
}

/// Which operands a constant op defines, for ops that choose where control
/// goes.
llvm::SmallVector<Attribute> constantsOf(ValueRange operands) {
  llvm::SmallVector<Attribute> constants;
  for (Value operand : operands)
    if (!matchPattern(operand, m_Constant(&constants.emplace_back())))
      constants.back() = Attribute();
  return constants;
}

} // namespace

/// Walks a program in its order, regions as often as what they begin with
/// changes. What is known of a value holds of all that was found on the way, so
/// that it only ever becomes less.
class AxisFacts::Walk {
public:
  Walk(Operation *root, AxisFacts &facts) : known(facts.known) { run(root); }

private:
  void run(Operation *root);
  /// Of what reaches a value, this is known, too.
  void add(Value value, const AxisInfo &info);
  /// Of what a value is elsewhere; nothing as long as nothing reaches that.
  void addFrom(Value value, Value source);
  void addUnknown(ValueRange values) {
    for (Value value : values)
      add(value, unknownOf(value.getType()));
  }
  /// Has something changed since then of what a block begins with?
  bool hasChanged(Block &block, unsigned since) const;
  void visit(Region &region);
  void visit(Operation *op);
  void visitBranch(RegionBranchOpInterface branch);
  /// From an op to where control goes then.
  void flow(OperandRange operands, RegionBranchOpInterface branch,
            const RegionSuccessor &successor);
  void flow(BranchOpInterface branch);
  void flow(RegionBranchTerminatorOpInterface end);
  void setIndex(scf::ForOp loop);
  void enter(FunctionOpInterface function);
  void leave(FunctionOpInterface function, Operation *end);
  void apply(Operation *op);

  llvm::DenseMap<Value, Known> &known;
  /// What control reaches.
  llvm::DenseSet<Block *> live;
  /// The calls of each function. Kernels are not called, so what is called gets
  /// nothing from other files, public or not.
  llvm::DenseMap<Operation *, llvm::SmallVector<CallOpInterface>> calls;
  /// Counts changes.
  unsigned now = 0;
};

void AxisFacts::Walk::run(Operation *root) {
  SymbolTableCollection symbols;
  root->walk([&](CallOpInterface call) {
    if (Operation *callee = call.resolveCallableInTable(&symbols))
      calls[callee].push_back(call);
  });
  unsigned before = 0;
  do {
    before = now;
    for (Region &region : root->getRegions()) {
      auto function = dyn_cast<FunctionOpInterface>(root);
      if (function && !region.empty())
        enter(function);
      else if (!region.empty())
        addUnknown(region.getArguments());
      visit(region);
    }
    // What is called may stand before its calls.
  } while (!calls.empty() && now != before);
}

void AxisFacts::Walk::add(Value value, const AxisInfo &info) {
  auto [found, isNew] = known.try_emplace(value);
  Known &each = found->second;
  if (isNew) {
    each = {.info = info, .changed = ++now};
    return;
  }
  AxisInfo both = join(each.info, info);
  if (both == each.info)
    return;
  each.info = std::move(both);
  each.changed = ++now;
}

void AxisFacts::Walk::addFrom(Value value, Value source) {
  auto found = known.find(source);
  if (found == known.end())
    return;
  // A copy: the table may move.
  AxisInfo info = found->second.info;
  add(value, info);
}

bool AxisFacts::Walk::hasChanged(Block &block, unsigned since) const {
  return llvm::any_of(block.getArguments(), [&](Value argument) {
    auto found = known.find(argument);
    return found != known.end() && found->second.changed > since;
  });
}

void AxisFacts::Walk::visit(Region &region) {
  if (region.empty())
    return;
  live.insert(&region.front());
  bool isDone = false;
  while (!isDone) {
    unsigned before = now;
    std::size_t reached = live.size();
    for (Block &block : region)
      if (live.contains(&block))
        for (Operation &op : block)
          visit(&op);
    isDone = region.hasOneBlock() ||
             (live.size() == reached && llvm::none_of(region, [&](Block &each) {
                return hasChanged(each, before);
              }));
  }
}

void AxisFacts::Walk::visit(Operation *op) {
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return visitBranch(branch);
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    return flow(branch);
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    if (function.isExternal())
      return;
    enter(function);
    return visit(function.getFunctionBody());
  }
  for (Region &region : op->getRegions()) {
    addUnknown(region.getArguments());
    visit(region);
  }
  if (op->hasTrait<OpTrait::IsTerminator>()) {
    if (auto function = dyn_cast<FunctionOpInterface>(op->getParentOp()))
      leave(function, op);
    else if (isa<RegionBranchOpInterface>(op->getParentOp()))
      if (auto end = dyn_cast<RegionBranchTerminatorOpInterface>(op))
        flow(end);
  }
  if (op->getNumResults() > 0)
    apply(op);
}

void AxisFacts::Walk::visitBranch(RegionBranchOpInterface branch) {
  llvm::SmallVector<RegionSuccessor> successors;
  branch.getEntrySuccessorRegions(constantsOf(branch->getOperands()),
                                  successors);
  for (const RegionSuccessor &each : successors)
    flow(branch.getEntrySuccessorOperands(each), branch, each);
  unsigned before = 0;
  auto isReached = [&](Region &region) {
    return !region.empty() && live.contains(&region.front());
  };
  do {
    before = now;
    for (Region &region : branch->getRegions())
      if (isReached(region))
        visit(region);
  } while (llvm::any_of(branch->getRegions(), [&](Region &region) {
    return isReached(region) && hasChanged(region.front(), before);
  }));
}

void AxisFacts::Walk::flow(OperandRange operands,
                           RegionBranchOpInterface branch,
                           const RegionSuccessor &successor) {
  ValueRange inputs = successor.getSuccessorInputs();
  if (Region *region = successor.getSuccessor()) {
    live.insert(&region->front());
    auto loop = dyn_cast<scf::ForOp>(branch.getOperation());
    if (loop)
      setIndex(loop);
    for (Value argument : region->getArguments())
      if (!loop && !llvm::is_contained(inputs, argument))
        addUnknown(argument);
  } else {
    for (Value result : branch->getResults())
      if (!llvm::is_contained(inputs, result))
        addUnknown(result);
  }
  for (auto [input, operand] : llvm::zip(inputs, operands))
    addFrom(input, operand);
}

void AxisFacts::Walk::flow(RegionBranchTerminatorOpInterface end) {
  llvm::SmallVector<RegionSuccessor> successors;
  end.getSuccessorRegions(constantsOf(end->getOperands()), successors);
  for (const RegionSuccessor &each : successors)
    flow(end.getSuccessorOperands(each),
         cast<RegionBranchOpInterface>(end->getParentOp()), each);
}

void AxisFacts::Walk::flow(BranchOpInterface branch) {
  Block *only =
      branch.getSuccessorForOperands(constantsOf(branch->getOperands()));
  for (auto [i, successor] : llvm::enumerate(branch->getSuccessors())) {
    if (only != nullptr && successor != only)
      continue;
    live.insert(successor);
    SuccessorOperands operands =
        branch.getSuccessorOperands(static_cast<unsigned>(i));
    for (auto [j, argument] : llvm::enumerate(successor->getArguments()))
      if (Value operand = operands[static_cast<unsigned>(j)])
        addFrom(argument, operand);
      else
        addUnknown(argument);
  }
}

void AxisFacts::Walk::setIndex(scf::ForOp loop) {
  llvm::SmallVector<const AxisInfo *, 3> bounds;
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}) {
    auto found = known.find(bound);
    if (found == known.end())
      return;
    bounds.push_back(&found->second.info);
  }
  const AxisInfo &first = *bounds[0], &end = *bounds[1], &step = *bounds[2];
  AxisInfo index = unknownOf(loop.getInductionVar().getType());
  index.axes[0].divisibility =
      std::min(first.divisorOfAll(), step.divisorOfAll());
  // The step is positive. Without signs, the order is that of numbers only
  // where none looks negative.
  bool isOrdered =
      !loop.getUnsignedCmp() || (first.isNonNegative() && end.isNonNegative());
  if (isOrdered) {
    index.low = std::max(index.low, first.low);
    if (end.high > std::numeric_limits<int64_t>::min())
      index.high = std::min(index.high, end.high - 1);
  }
  add(loop.getInductionVar(), index);
}

void AxisFacts::Walk::enter(FunctionOpInterface function) {
  auto found = calls.find(function);
  for (BlockArgument argument : function.getArguments()) {
    auto addHinted = [&](AxisInfo info) {
      believe(info, shapeOf(argument.getType()), [&](llvm::StringRef name) {
        return function.getArgAttr(argument.getArgNumber(), name);
      });
      add(argument, info);
    };
    if (found == calls.end()) {
      addHinted(unknownOf(argument.getType()));
      continue;
    }
    for (CallOpInterface call : found->second) {
      Value given = call.getArgOperands()[argument.getArgNumber()];
      if (auto facts = known.find(given); facts != known.end())
        addHinted(facts->second.info);
    }
  }
}

void AxisFacts::Walk::leave(FunctionOpInterface function, Operation *end) {
  for (CallOpInterface call : calls.lookup(function))
    for (auto [result, returned] :
         llvm::zip(call->getResults(), end->getOperands()))
      addFrom(result, returned);
}

void AxisFacts::Walk::apply(Operation *op) {
  // Poison may be any number, so where control meets it takes nothing from what
  // else gets there. What is called says itself what it returns.
  if (isa<ub::PoisonOp>(op))
    return;
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
    if (!callee || callee.isExternal())
      addUnknown(op->getResults());
    return;
  }
  // Where there is one, the table must not move before all is found.
  llvm::SmallVector<AxisInfo, 1> unknown;
  unknown.reserve(op->getNumOperands());
  llvm::SmallVector<const AxisInfo *> operands;
  auto before = known.find(op->getResult(0));
  bool isVisited = before != known.end();
  for (Value operand : op->getOperands()) {
    auto found = known.find(operand);
    if (found != known.end()) {
      operands.push_back(&found->second.info);
      isVisited = isVisited && found->second.changed <= before->second.visited;
      continue;
    }
    // What control makes of poison may still turn out to be something.
    if (!operand.getDefiningOp<ub::PoisonOp>())
      return;
    unknown.push_back(unknownOf(operand.getType()));
    operands.push_back(&unknown.back());
  }
  if (isVisited)
    return;
  llvm::SmallVector<AxisInfo, 1> infos;
  for (OpResult result : op->getResults()) {
    AxisInfo &info = infos.emplace_back(transfer(result, operands));
    if (!op->getRawDictionaryAttrs().empty())
      believe(info, shapeOf(result.getType()), [&](llvm::StringRef name) {
        return op->getDiscardableAttr(name);
      });
  }
  for (auto [result, info] : llvm::zip_equal(op->getResults(), infos)) {
    add(result, info);
    known.find(result)->second.visited = now;
  }
}

AxisFacts::AxisFacts(Operation *root) { Walk(root, *this); }

AxisInfo AxisFacts::of(Value value) const {
  auto found = known.find(value);
  return found != known.end() ? found->second.info : unknownOf(value.getType());
}

} // namespace heddle
