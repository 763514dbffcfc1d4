//===- AxisAnalysis.cpp - Runs in a program -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/AxisAnalysis.h"
#include "AxisTransfer.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle {

using namespace mlir;

namespace {

/// Facts of one value; none as long as nothing reaches it.
struct Facts {
  std::optional<AxisInfo> info;

  bool operator==(const Facts &) const = default;
  static Facts join(const Facts &a, const Facts &b) {
    if (!a.info || !b.info)
      return a.info ? a : b;
    return {heddle::join(*a.info, *b.info)};
  }
  void print(llvm::raw_ostream &out) const {
    out << (info ? toText(*info) : "nothing");
  }
};

/// Which operands of ops that choose where control goes are constants: what
/// tells dead code. Only those that a constant op defines, so that no other op
/// is looked at.
class BranchConstants : public DataFlowAnalysis {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BranchConstants)

  using DataFlowAnalysis::DataFlowAnalysis;

  LogicalResult initialize(Operation *top) override {
    top->walk([&](Operation *op) {
      if (!isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
               BranchOpInterface>(op))
        return;
      for (Value operand : op->getOperands())
        set(operand);
    });
    return success();
  }
  LogicalResult visit(ProgramPoint *) override { return success(); }

private:
  void set(Value operand) {
    using dataflow::ConstantValue;
    auto value = ConstantValue::getUnknownConstant();
    if (Attribute constant; matchPattern(operand, m_Constant(&constant)))
      value = ConstantValue(constant, operand.getDefiningOp()->getDialect());
    auto *lattice = getOrCreate<dataflow::Lattice<ConstantValue>>(operand);
    propagateIfChanged(lattice, lattice->join(value));
  }
};

class FactsLattice : public dataflow::Lattice<Facts> {
public:
  using Lattice::Lattice;
};

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

class AxisAnalysis
    : public dataflow::SparseForwardDataFlowAnalysis<FactsLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult initialize(Operation *top) override;
  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const FactsLattice *> operands,
                               ArrayRef<FactsLattice *> results) override;
  void setToEntryState(FactsLattice *lattice) override;
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<FactsLattice *> arguments,
                                    unsigned firstIndex) override;

private:
  void set(FactsLattice *lattice, AxisInfo info) {
    propagateIfChanged(lattice, lattice->join(Facts{std::move(info)}));
  }

  /// The calls of each function. Kernels are not called, so what is called gets
  /// nothing from other files, public or not.
  llvm::DenseMap<Operation *, llvm::SmallVector<CallOpInterface>> calls;
};

LogicalResult
AxisAnalysis::visitOperation(Operation *op,
                             ArrayRef<const FactsLattice *> operands,
                             ArrayRef<FactsLattice *> results) {
  // Poison may be any number, so where control meets it takes nothing from what
  // else gets there.
  if (isa<ub::PoisonOp>(op))
    return success();
  llvm::SmallVector<AxisInfo> known;
  for (auto [operand, value] : llvm::zip(operands, op->getOperands())) {
    const Facts &facts = operand->getValue();
    // What control makes of poison may still turn out to be something.
    bool isPoison = value.getDefiningOp<ub::PoisonOp>() != nullptr;
    if (!facts.info && !isPoison)
      return success();
    known.push_back(facts.info ? *facts.info : unknownOf(value.getType()));
  }
  for (FactsLattice *lattice : results) {
    auto result = cast<OpResult>(lattice->getAnchor());
    AxisInfo info = transfer(result, known);
    believe(info, shapeOf(result.getType()),
            [&](llvm::StringRef name) { return op->getDiscardableAttr(name); });
    set(lattice, std::move(info));
  }
  return success();
}

LogicalResult AxisAnalysis::initialize(Operation *top) {
  SymbolTableCollection symbols;
  top->walk([&](CallOpInterface call) {
    if (Operation *callee = call.resolveCallableInTable(&symbols))
      calls[callee].push_back(call);
  });
  return SparseForwardDataFlowAnalysis::initialize(top);
}

void AxisAnalysis::setToEntryState(FactsLattice *lattice) {
  Value value = lattice->getAnchor();
  auto argument = dyn_cast<BlockArgument>(value);
  auto function = argument && argument.getOwner()->isEntryBlock()
                      ? dyn_cast_or_null<FunctionOpInterface>(
                            argument.getOwner()->getParentOp())
                      : FunctionOpInterface();
  if (!function)
    return set(lattice, unknownOf(value.getType()));
  auto hintOf = [&](llvm::StringRef name) {
    return function.getArgAttr(argument.getArgNumber(), name);
  };
  auto add = [&](AxisInfo info) {
    believe(info, shapeOf(value.getType()), hintOf);
    set(lattice, std::move(info));
  };
  auto found = calls.find(function);
  if (found == calls.end())
    return add(unknownOf(value.getType()));
  for (CallOpInterface call : found->second) {
    Value given = call.getArgOperands()[argument.getArgNumber()];
    const FactsLattice *facts =
        getLatticeElementFor(getProgramPointBefore(argument.getOwner()), given);
    if (facts->getValue().info)
      add(*facts->getValue().info);
  }
}

void AxisAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<FactsLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);
  llvm::SmallVector<AxisInfo> bounds;
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}) {
    const Facts &facts =
        getLatticeElementFor(getProgramPointBefore(loop.getBody()), bound)
            ->getValue();
    if (!facts.info)
      return;
    bounds.push_back(*facts.info);
  }
  const AxisInfo &first = bounds[0], &end = bounds[1], &step = bounds[2];
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
  set(arguments.front(), std::move(index));
}

} // namespace

AxisFacts::AxisFacts(Operation *root) {
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<BranchConstants>();
  solver.load<AxisAnalysis>();
  // Fails only if an analysis does, and none of these do.
  (void)solver.initializeAndRun(root);
}

AxisInfo AxisFacts::of(Value value) const {
  const auto *lattice = solver.lookupState<FactsLattice>(value);
  if (lattice != nullptr && lattice->getValue().info)
    return *lattice->getValue().info;
  return unknownOf(value.getType());
}

} // namespace heddle
