//===- LayoutCosts.cpp - What layouts cost --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutCosts.h"
#include "heddle/f2/Elimination.h"
#include "heddle/ir/Ttg.h"
#include "heddle/plan/Conversion.h"
#include "heddle/plan/Cost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <cmath>

namespace heddle {

using namespace mlir;

namespace {

/// Instructions of a warp on one register of an elementwise op, about.
double instructionsOf(Operation *op) {
  constexpr double Move = 0, One = 1, Special = 8, Quotient = 10, Division = 20;
  if (isa<arith::ConstantOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp,
          tt::ReshapeOp, tt::TransOp, tt::JoinOp, tt::SplitOp>(op))
    return Move;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          arith::RemFOp, tt::PreciseDivFOp, tt::PreciseSqrtOp>(op))
    return Division;
  if (isa<arith::DivFOp>(op))
    return Quotient;
  if (isa<math::MathDialect>(op->getDialect()) &&
      !isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::FloorOp, math::CeilOp,
           math::CopySignOp, math::CtPopOp>(op))
    return Special;
  if (isa<tt::ExternElementwiseOp, tt::ElementwiseInlineAsmOp,
          tt::MapElementwiseOp>(op))
    return Special;
  return One;
}

/// Single instructions go through the integer pipe, but for sums and products
/// of floats, which have a wider one.
double cyclesOf(Operation *op, const Costs &costs) {
  double count = instructionsOf(op);
  bool isNarrow =
      count == 1 &&
      !isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, math::FmaOp>(op);
  return count * (isNarrow ? std::max(costs.issue, costs.alu) : costs.issue);
}

/// Of what a reduction or a scan does with two elements.
double cyclesOfCombining(Region &region, const Costs &costs) {
  double cycles = 0;
  region.walk([&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsTerminator>())
      cycles += cyclesOf(op, costs);
  });
  return cycles;
}

/// How many elements a thread holds. What is computed of copies in further
/// registers is the same, and is computed once.
double elementsIn(const LinearLayout &layout) {
  return static_cast<double>(f2::unit(f2::rank(layout.bases(Dim::Register))));
}

} // namespace

bool isCheap(Operation *op) {
  constexpr double Most = 2;
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         !isa<tt::GatherOp, tt::HistogramOp>(op) && instructionsOf(op) <= Most;
}

LayoutCosts::KnownLayout LayoutCosts::known(RankedTensorType type,
                                            Attribute encoding) {
  auto [given, isFirst] = layouts.try_emplace({type, encoding});
  if (!isFirst)
    return given->second;
  if (!isElement(type.getElementType()))
    return {};
  // Values of several layouts may have the same one, and the elements of a
  // tensor in registers make no difference.
  auto byte = IntegerType::get(type.getContext(), 8);
  auto wanted = RankedTensorType::get(type.getShape(), byte, encoding);
  auto [found, isNew] = layoutsOfTypes.try_emplace(wanted);
  if (isNew)
    found->second = layoutOfType(wanted);
  given->second = found->second;
  given->second.bits = ir::elementBits(type);
  return given->second;
}

LayoutCosts::KnownLayout LayoutCosts::layoutOfType(RankedTensorType type) {
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout)
    return {};
  DimBits all = {Dim::standard(0), layout->totalOutBits()};
  Result<LinearLayout> flat =
      LinearLayout::fromWords(layout->ins(), {all}, layout->bases());
  KnownLayout result = {.layout = uniqued(std::move(*layout))};
  result.elements = elementsIn(*result.layout);
  if (flat)
    result.flat = uniqued(std::move(*flat));
  return result;
}

bool LayoutCosts::isSame(RankedTensorType type, Attribute a, Attribute b) {
  if (a == b)
    return true;
  const LinearLayout *one = layoutOf(type, a);
  const LinearLayout *other = layoutOf(type, b);
  return one != nullptr && one == other;
}

template <typename Function>
double LayoutCosts::between(RankedTensorType type, Attribute from, Attribute to,
                            std::optional<double> ConversionCycles::*which,
                            Function cyclesOf) {
  if (from == to)
    return 0;
  KnownLayout source = known(type, from), result = known(type, to);
  if (source.layout == nullptr || result.layout == nullptr)
    return ImpossibleCycles;
  const LinearLayout *a = source.layout, *b = result.layout;
  if (source.flat != nullptr && result.flat != nullptr &&
      std::ranges::equal(a->outs(), b->outs()))
    std::tie(a, b) = std::pair(source.flat, result.flat);
  unsigned bits = source.bits;
  std::optional<double> &cycles = conversions[{a, b, (bits + 7) / 8}].*which;
  if (!cycles)
    cycles = cyclesOf(*a, *b, bits);
  return *cycles;
}

double LayoutCosts::conversion(RankedTensorType type, Attribute from,
                               Attribute to) {
  return between(
      type, from, to, &ConversionCycles::planned,
      [&](const auto &source, const auto &result, unsigned bits) {
        Result<Price> price = priceConversion(source, result, bits, target);
        return price ? price->cycles + price->latency : ImpossibleCycles;
      });
}

double LayoutCosts::leastConversion(RankedTensorType type, Attribute from,
                                    Attribute to) {
  return between(type, from, to, &ConversionCycles::least,
                 [&](const auto &source, const auto &result, unsigned bits) {
                   return leastPrice(source, result, bits, target);
                 });
}

double LayoutCosts::estimatedConversion(RankedTensorType type, Attribute from,
                                        Attribute to) {
  return between(type, from, to, &ConversionCycles::estimated,
                 [&](const auto &source, const auto &result, unsigned bits) {
                   return estimatedPrice(source, result, bits, target);
                 });
}

bool LayoutCosts::usesShared(RankedTensorType type, Attribute from,
                             Attribute to) {
  if (isSame(type, from, to))
    return false;
  const LinearLayout *source = layoutOf(type, from);
  const LinearLayout *result = layoutOf(type, to);
  if (source == nullptr || result == nullptr)
    return false;
  Result<Conversion> plan =
      planConversion(*source, *result, ir::elementBits(type), target,
                     {.isCheapestOnly = true});
  return plan && plan->program.scratchBytes != 0;
}

double LayoutCosts::combining(const LinearLayout &layout, unsigned axis,
                              unsigned operands, Region &region) {
  Dim along = Dim::standard(axis);
  auto bitsAlong = [&](Dim dim) {
    unsigned bits = 0;
    for (unsigned i = 0; i < layout.bases(dim).size(); ++i)
      bits += layout.basis(dim, i, along) != 0 ? 1U : 0U;
    return bits;
  };
  const Costs &costs = target.costs;
  double registers = elementsIn(layout);
  auto warps = static_cast<double>(layout.inSize(Dim::Warp));
  double left = registers / static_cast<double>(1U << bitsAlong(Dim::Register));
  double once = cyclesOfCombining(region, costs);
  double cycles = registers * warps * once;
  cycles +=
      bitsAlong(Dim::Lane) *
      (left * warps * (operands * costs.shuffle + once) + costs.shuffleLatency);
  if (bitsAlong(Dim::Warp) != 0)
    cycles += 2 * left * warps * operands * costs.wavefront +
              2 * costs.blockBarrier + costs.sharedLatency;
  return cycles;
}

double LayoutCosts::elementsOfThread(RankedTensorType type,
                                     Attribute encoding) {
  return known(type, encoding).elements;
}

double LayoutCosts::work(Operation *op, RankedTensorType type,
                         Attribute encoding) {
  const KnownLayout held = known(type, encoding);
  const LinearLayout *layout = held.layout;
  if (layout == nullptr)
    return ImpossibleCycles;
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    return combining(*layout, reduce.getAxis(), reduce.getNumOperands(),
                     reduce.getCombineOp());
  // All that is combined is kept.
  if (auto scan = dyn_cast<tt::ScanOp>(op))
    return 2 * combining(*layout, scan.getAxis(), scan.getNumOperands(),
                         scan.getCombineOp());
  double once = cyclesOf(op, target.costs);
  if (once == 0)
    return 0;
  return held.elements / groups.elementsOfRegister(op, *layout) *
         static_cast<double>(layout->inSize(Dim::Warp)) * once;
}

double LayoutCosts::workOfOthers(Operation *op, RankedTensorType type,
                                 Attribute encoding) {
  const LinearLayout *layout = layoutOf(type, encoding);
  if (layout == nullptr)
    return 0;
  return work(op, type, encoding) *
         (groups.elementsOfRegister(op, *layout) - 1);
}

} // namespace heddle
