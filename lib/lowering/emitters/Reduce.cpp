//===- Reduce.cpp - Reductions --------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Within a thread, then among the lanes of a warp, which all have the result
/// then, then among warps: through shared memory, from where each thread takes
/// what it combines at last.
///
//===----------------------------------------------------------------------===//

#include "ConvertLayout.h"
#include "ElementRegion.h"
#include "Emitters.h"
#include "Registers.h"
#include "WarpExchange.h"
#include "heddle/ir/Layout.h"
#include "heddle/plan/Conversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

using Values = llvm::SmallVector<Value>;

/// The instruction that a region is, if one does it for a warp.
std::optional<simt::Combination> combinationOf(Region &region) {
  Block &block = region.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2 ||
      !block.getArgument(0).getType().isInteger(32))
    return std::nullopt;
  Operation &op = block.front();
  bool combinesBoth = op.getNumOperands() == 2 &&
                      op.getOperand(0) != op.getOperand(1) &&
                      llvm::all_of(op.getOperands(), [&](Value operand) {
                        return operand.getParentBlock() == &block;
                      });
  llvm::StringRef name = op.getName().getStringRef();
  if (!combinesBoth || !name.consume_front("arith.") ||
      block.getTerminator()->getOperand(0) != op.getResult(0))
    return std::nullopt;
  return simt::symbolizeCombination(name);
}

/// Does combining a value once more change nothing?
bool isIdempotent(simt::Combination how) {
  using enum simt::Combination;
  switch (how) {
  case Add:
  case Xor:
    return false;
  case And:
  case Or:
  case MinSigned:
  case MaxSigned:
  case MinUnsigned:
  case MaxUnsigned:
    return true;
  }
  llvm_unreachable("a combination");
}

/// Lanes to combine with, and whether all lanes' registers are of the same
/// results: lanes that are in no direction have copies then.
struct LanesToReduce {
  llvm::ArrayRef<LaneDirection> directions;
  bool haveSameResults = false;
};

/// Reduces registers of several operands, all in the same way.
class Reducer {
public:
  Reducer(LoweringContext &context, tt::ReduceOp reduce)
      : context(context), builder(context.builder), reduce(reduce),
        region(reduce.getCombineOp()), values(context.get(reduce.getSrcs())) {}

  FailureOr<Values> run() {
    ReductionPlan plan =
        planReduction(context.layoutOf(reduce.getSrcs()[0]), reduce.getAxis());
    if (failed(reduceInThread(plan)) ||
        failed(reduceLanes(
            {plan.lanes, haveSameResults(plan.laneBases, plan.axis)})) ||
        failed(exchangeWarps(plan)))
      return failure();
    return std::move(values);
  }

private:
  LogicalResult reduceInThread(const ReductionPlan &plan);
  LogicalResult reduceRegisters(llvm::ArrayRef<unsigned> bits);
  LogicalResult reduceLanes(const LanesToReduce &lanes);
  bool reduceWholeWarps(const LanesToReduce &lanes);
  LogicalResult exchangeWarps(const ReductionPlan &plan);
  FailureOr<Exchange> bestExchange(const ReductionPlan &plan);
  Result<std::uint64_t> countAccesses(const Exchange &exchange, unsigned bits);
  LogicalResult combineWith(const Values &left, const Values &right);

  LoweringContext &context;
  OpBuilder &builder;
  tt::ReduceOp reduce;
  Region &region;
  Values values;
};

} // namespace

LogicalResult Reducer::combineWith(const Values &left, const Values &right) {
  FailureOr<Values> results = combine(context, region, left, right);
  if (failed(results))
    return failure();
  values = std::move(*results);
  return success();
}

LogicalResult Reducer::reduceInThread(const ReductionPlan &plan) {
  auto kept = static_cast<unsigned>(plan.keptRegisters.size());
  auto directions = static_cast<unsigned>(plan.registers.size());
  for (Value &value : values)
    value = pick(builder, value, plan.registerOrder());
  return reduceRegisters(
      llvm::to_vector(llvm::seq<unsigned>(kept, kept + directions)));
}

/// Combines registers whose numbers differ in these bits: from the highest one
/// on, so that the others keep their numbers.
LogicalResult Reducer::reduceRegisters(llvm::ArrayRef<unsigned> bits) {
  for (unsigned bit : llvm::reverse(bits)) {
    RegisterNumbers without, with;
    for (std::int32_t number : firstRegisters(countOf(values.front())))
      ((number >> bit & 1) != 0 ? with : without).push_back(number);
    Values left, right;
    for (Value value : values) {
      left.push_back(pick(builder, value, without));
      right.push_back(pick(builder, value, with));
    }
    if (failed(combineWith(left, right)))
      return failure();
  }
  return success();
}

LogicalResult Reducer::reduceLanes(const LanesToReduce &lanes) {
  if (reduceWholeWarps(lanes))
    return success();
  for (LaneDirection direction : llvm::reverse(lanes.directions)) {
    Values others = llvm::map_to_vector<6>(values, [&](Value value) {
      return shuffleXor(builder, value, direction);
    });
    if (failed(combineWith(values, others)))
      return failure();
  }
  return success();
}

/// True if one instruction for each register does that for all lanes.
/// Directions are independent: as many as there are bits of lanes are all
/// lanes. Copies may be combined, too, if that changes nothing; one exchange
/// is as cheap.
bool Reducer::reduceWholeWarps(const LanesToReduce &lanes) {
  std::optional<simt::Combination> how = combinationOf(region);
  if (!context.target.laneReduce || !how ||
      llvm::any_of(lanes.directions, [](LaneDirection direction) {
        return direction.registers != 0;
      }))
    return false;
  const std::size_t count = lanes.directions.size();
  const bool mayCombineCopies =
      lanes.haveSameResults && count > 1 && isIdempotent(*how);
  if (count != context.threads.lane && !mayCombineCopies)
    return false;
  Value &value = values.front();
  Location loc = value.getLoc();
  Type i32 = builder.getI32Type();
  Values combined;
  for (unsigned index = 0; index < countOf(value); ++index)
    combined.push_back(context.make<simt::LaneReduceOp>(
        loc, i32, *how, context.make<simt::ExtractOp>(loc, i32, value, index)));
  value = vectorOf(builder, loc, combined);
  return true;
}

/// Combines what warps have, and leaves it where the result has it.
LogicalResult Reducer::exchangeWarps(const ReductionPlan &plan) {
  FailureOr<Exchange> exchange = bestExchange(plan);
  if (failed(exchange))
    return failure();
  for (const ExchangeStep &step : *exchange) {
    for (Value &value : values) {
      FailureOr<Value> converted =
          convertLayout(context, reduce, value, *step.from, *step.to);
      if (failed(converted))
        return failure();
      value = *converted;
    }
    auto lowest = llvm::to_vector(llvm::seq<unsigned>(0, step.registerBits));
    if (failed(reduceRegisters(lowest)) ||
        failed(reduceLanes({step.lanes, step.lanesHaveSameResults})))
      return failure();
  }
  return success();
}

/// The one with the fewest accesses.
FailureOr<Exchange> Reducer::bestExchange(const ReductionPlan &plan) {
  std::optional<LinearLayout> wanted;
  if (auto type = dyn_cast<RankedTensorType>(reduce.getResult()[0].getType()))
    wanted = context.layoutOf(type);
  unsigned bytes = 0;
  for (Value value : values)
    bytes =
        std::max(bytes, simt::bytesOf(getElementTypeOrSelf(value.getType())));
  Exchange best;
  std::optional<std::uint64_t> fewest;
  for (Exchange &exchange :
       exchangesOf(plan, wanted ? &*wanted : nullptr, bytes)) {
    Result<std::uint64_t> accesses = countAccesses(exchange, 8 * bytes);
    if (!accesses)
      return ir::report([&] { return reduce.emitOpError(); }, accesses.error());
    if (fewest && *accesses >= *fewest)
      continue;
    fewest = *accesses;
    best = std::move(exchange);
  }
  return best;
}

/// Of shared memory, of elements of so many bits.
Result<std::uint64_t> Reducer::countAccesses(const Exchange &exchange,
                                             unsigned bits) {
  std::uint64_t accesses = 0;
  for (const ExchangeStep &step : exchange) {
    for (const Result<LinearLayout> *side : {&step.from, &step.to})
      if (!*side)
        return tl::unexpected(side->error());
    Result<Conversion> conversion = planConversion(
        *step.from, *step.to, bits, context.target, {.isCheapestOnly = true});
    if (!conversion)
      return tl::unexpected(std::move(conversion.error()));
    accesses += conversion->counts.loads + conversion->counts.stores;
  }
  return accesses;
}

static LogicalResult emitReduce(LoweringContext &context, tt::ReduceOp reduce) {
  FailureOr<Values> values = Reducer(context, reduce).run();
  if (failed(values))
    return failure();
  for (auto [result, value] : llvm::zip(reduce.getResults(), *values)) {
    if (!isa<RankedTensorType>(result.getType()))
      value = context.make<simt::ExtractOp>(reduce.getLoc(), result.getType(),
                                            value, 0);
    context.set(result, value);
  }
  return success();
}

void registerReduceEmitters(EmitterTable &table) {
  table.add<tt::ReduceOp>(emitReduce);
}

} // namespace heddle
