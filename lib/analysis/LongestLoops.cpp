//===- LongestLoops.cpp - Which programs have the longest loops -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of each scalar it is known between which slopes it changes along each axis of
// the grid, from one program to the next: 128 to 128 of `128 * x + n`, 0 to 128
// of its minimum with a number, 0 to infinity of its product with one that
// nobody knows. A loop's iterations are the difference of its bounds, divided
// by its step.
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LongestLoops.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Gpu.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

#include <array>
#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr unsigned Axes = 3;

/// Between which two numbers a value changes from a program to the next. The
/// lower one is not infinity, the upper one not minus infinity.
struct Slope {
  double low = 0, high = 0;

  bool isZero() const { return low == 0 && high == 0; }
  friend Slope operator+(Slope a, Slope b) {
    return {a.low + b.low, a.high + b.high};
  }
  friend Slope operator-(Slope a) { return {-a.high, -a.low}; }
  /// Of one or the other.
  friend Slope operator|(Slope a, Slope b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
};
constexpr Slope Unknown = {-Infinity, Infinity};

Slope scaled(Slope slope, double factor) {
  if (slope.isZero() || factor == 0)
    return {};
  Slope result = {slope.low * factor, slope.high * factor};
  return factor > 0 ? result : Slope{result.high, result.low};
}

/// By a factor that nobody knows, but that is positive.
Slope scaledUp(Slope slope) {
  return {slope.low < 0 ? -Infinity : 0, slope.high > 0 ? Infinity : 0};
}
Slope scaledDown(Slope slope) { return slope | Slope(); }

/// Along each axis.
using Trend = std::array<Slope, Axes>;

bool isConstant(const Trend &trend) {
  return llvm::all_of(trend, [](Slope slope) { return slope.isZero(); });
}

template <class Fn> Trend combined(const Trend &a, const Trend &b, Fn combine) {
  Trend result;
  for (unsigned axis = 0; axis < Axes; ++axis)
    result[axis] = combine(a[axis], b[axis]);
  return result;
}
template <class Fn> Trend changed(const Trend &a, Fn change) {
  Trend result;
  for (unsigned axis = 0; axis < Axes; ++axis)
    result[axis] = change(a[axis]);
  return result;
}

Trend sum(const Trend &a, const Trend &b) {
  return combined(a, b, [](Slope x, Slope y) { return x + y; });
}
Trend difference(const Trend &a, const Trend &b) {
  return combined(a, b, [](Slope x, Slope y) { return x + -y; });
}
Trend either(const Trend &a, const Trend &b) {
  return combined(a, b, [](Slope x, Slope y) { return x | y; });
}
/// Of what depends on a value in some way.
Trend blurred(const Trend &a) {
  return changed(a,
                 [](Slope slope) { return slope.isZero() ? slope : Unknown; });
}

std::optional<double> numberOf(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return static_cast<double>(number.getSExtValue());
}

class Trends {
public:
  explicit Trends(tt::FuncOp kernel) {
    kernel.walk([&](tt::GetProgramIdOp id) {
      anything[static_cast<unsigned>(id.getAxis())] = Unknown;
    });
  }

  Trend of(Value value);
  /// Of the number of iterations.
  Trend iterationsOf(scf::ForOp loop);
  bool isRead(unsigned axis) const { return !anything[axis].isZero(); }

private:
  Trend ofArgument(BlockArgument argument);
  Trend ofResult(OpResult result);
  Trend ofProduct(Value a, Value b);
  Trend ofQuotient(const Trend &value, Value divisor);
  Trend ofBranch(scf::IfOp branch, unsigned result);
  /// Of an op that nothing is known of.
  Trend ofOther(Operation *op);

  /// Of what may depend on whatever program this is.
  Trend anything;
  llvm::DenseMap<Value, Trend> known;
};

Trend Trends::of(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  auto result = dyn_cast<OpResult>(value);
  Trend trend =
      result ? ofResult(result) : ofArgument(cast<BlockArgument>(value));
  known[value] = trend;
  return trend;
}

Trend Trends::ofArgument(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (isa<tt::FuncOp>(owner) && argument.getOwner()->isEntryBlock())
    return {};
  auto loop = dyn_cast<scf::ForOp>(owner);
  if (!loop || argument != loop.getInductionVar())
    return anything;
  Trend first = of(loop.getLowerBound()), end = of(loop.getUpperBound());
  // A share of what all programs have together is spread over all of it.
  bool isShare = isConstant(end) && isConstant(iterationsOf(loop));
  return isShare ? blurred(first) : either(first, end);
}

Trend Trends::ofProduct(Value a, Value b) {
  Trend left = of(a), right = of(b);
  if (isConstant(left)) {
    std::swap(left, right);
    std::swap(a, b);
  }
  if (!isConstant(right))
    return sum(blurred(left), blurred(right));
  std::optional<double> factor = numberOf(b);
  return changed(left, [&](Slope slope) {
    return factor ? scaled(slope, *factor) : scaledUp(slope);
  });
}

Trend Trends::ofQuotient(const Trend &value, Value divisor) {
  Trend other = of(divisor);
  if (!isConstant(other))
    return sum(blurred(value), blurred(other));
  std::optional<double> number = numberOf(divisor);
  return changed(value, [&](Slope slope) {
    return number && *number != 0 ? scaled(slope, 1 / *number)
                                  : scaledDown(slope);
  });
}

Trend Trends::ofBranch(scf::IfOp branch, unsigned result) {
  return sum(blurred(of(branch.getCondition())),
             either(of(branch.thenYield().getOperand(result)),
                    of(branch.elseYield().getOperand(result))));
}

Trend Trends::ofOther(Operation *op) {
  if (op->getNumRegions() != 0)
    return anything;
  Trend trend;
  for (Value operand : op->getOperands())
    trend = sum(trend, blurred(of(operand)));
  return trend;
}

Trend Trends::ofResult(OpResult result) {
  auto first = [](Operation *op) { return op->getOperand(0); };
  auto second = [](Operation *op) { return op->getOperand(1); };
  return llvm::TypeSwitch<Operation *, Trend>(result.getOwner())
      .Case([](tt::GetProgramIdOp id) {
        Trend trend;
        trend[static_cast<unsigned>(id.getAxis())] = {1, 1};
        return trend;
      })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp,
            arith::IndexCastUIOp>([&](auto cast) { return of(cast.getIn()); })
      .Case(
          [&](arith::AddIOp op) { return sum(of(first(op)), of(second(op))); })
      .Case([&](arith::SubIOp op) {
        return difference(of(first(op)), of(second(op)));
      })
      .Case([&](arith::MulIOp op) { return ofProduct(first(op), second(op)); })
      .Case<arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp>(
          [&](auto op) { return either(of(first(op)), of(second(op))); })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
            arith::CeilDivUIOp, arith::FloorDivSIOp>(
          [&](auto op) { return ofQuotient(of(first(op)), second(op)); })
      .Case([&](arith::SelectOp op) {
        return sum(blurred(of(op.getCondition())),
                   either(of(op.getTrueValue()), of(op.getFalseValue())));
      })
      .Case(
          [&](scf::IfOp op) { return ofBranch(op, result.getResultNumber()); })
      .Default([&](Operation *op) { return ofOther(op); });
}

/// Such a step shares iterations out evenly.
bool isNumberOfPrograms(Value step) {
  Operation *op = step.getDefiningOp();
  if (op == nullptr)
    return false;
  if (isa<arith::MulIOp, arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp>(
          op))
    return llvm::any_of(op->getOperands(), isNumberOfPrograms);
  return isa<tt::GetNumProgramsOp>(op);
}

Trend Trends::iterationsOf(scf::ForOp loop) {
  Trend where;
  for (Operation *parent = loop->getParentOp(); !isa<tt::FuncOp>(parent);
       parent = parent->getParentOp())
    if (auto branch = dyn_cast<scf::IfOp>(parent))
      where = sum(where, blurred(of(branch.getCondition())));
  if (isNumberOfPrograms(loop.getStep()))
    return sum(where, blurred(of(loop.getStep())));
  // Fewer make no difference, as where each of many programs takes each
  // hundredth part of something.
  constexpr double LeastSlope = 1.0 / 16;
  Trend count =
      ofQuotient(difference(of(loop.getUpperBound()), of(loop.getLowerBound())),
                 loop.getStep());
  return sum(where, changed(count, [](Slope slope) {
               bool isSmall = std::max(-slope.low, slope.high) < LeastSlope;
               return isSmall ? Slope() : slope;
             }));
}

/// Does the op do nothing that a program could wait for, or wait by?
bool isIndependent(Operation *op) {
  if (isa<tt::LoadOp>(op))
    return !isVolatile(op);
  if (isa<tt::StoreOp, tt::DescriptorLoadOp, tt::DescriptorStoreOp,
          tt::DescriptorGatherOp, tt::DescriptorScatterOp, tt::PrintOp,
          tt::AssertOp, LLVM::AssumeOp, gpu::BarrierOp, ttg::BarrierOp>(op))
    return true;
  if (isa<scf::WhileOp>(op))
    return false;
  // Those inside are asked.
  bool isOfOthers = op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  return op->hasTrait<OpTrait::IsTerminator>() || isOfOthers ||
         isMemoryEffectFree(op);
}

/// Do all branches go forward?
bool hasNoCycle(Region &body) {
  llvm::SmallPtrSet<Block *, 8> seen;
  for (Block &block : body) {
    seen.insert(&block);
    if (llvm::any_of(block.getSuccessors(),
                     [&](Block *next) { return seen.contains(next); }))
      return false;
  }
  return true;
}

} // namespace

bool mayWaitForPrograms(tt::FuncOp kernel) {
  return !hasNoCycle(kernel.getBody()) ||
         kernel.getBody()
             .walk([](Operation *op) {
               return isIndependent(op) ? WalkResult::advance()
                                        : WalkResult::interrupt();
             })
             .wasInterrupted();
}

std::string LongestLoops::order() const {
  return ((areLast ? "descending " : "ascending ") +
          tt::stringifyGridAxis(axis))
      .str();
}

std::optional<LongestLoops> longestLoopsOf(tt::FuncOp kernel) {
  Trends trends(kernel);
  // What loops one after the other have together.
  llvm::MapVector<Block *, Trend> together;
  kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    Trend &trend = together[loop->getBlock()];
    trend = sum(trend, trends.iterationsOf(loop));
  });
  Trend all;
  for (const auto &[block, trend] : together)
    all = either(all, trend);
  std::optional<unsigned> found;
  for (unsigned axis = 0; axis < Axes; ++axis) {
    if (all[axis].isZero())
      continue;
    if (found || (all[axis].low < 0 && all[axis].high > 0))
      return std::nullopt;
    found = axis;
  }
  if (!found)
    return std::nullopt;
  bool areLast = all[*found].high > 0;
  bool isLaunched =
      !areLast && *found == 0 && !trends.isRead(1) && !trends.isRead(2);
  if (isLaunched)
    return std::nullopt;
  return LongestLoops{static_cast<tt::GridAxis>(*found), areLast};
}

} // namespace heddle
