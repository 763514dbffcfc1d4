//===- Reduce.cpp - Reductions --------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "ReductionPlan.h"
#include "heddle/ir/Layout.h"
#include "heddle/plan/Conversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

LogicalResult KernelLowering::combine(Region &region, llvm::ArrayRef<Value> l,
                                      llvm::ArrayRef<Value> r,
                                      llvm::SmallVectorImpl<Value> &results,
                                      Value active) {
  llvm::SmallVector<Value> arguments(l);
  arguments.append(r.begin(), r.end());
  return lowerElements(region, arguments, active, results);
}

namespace {

/// Numbers below `count` without and with this bit, in the same order.
struct Halves {
  llvm::SmallVector<std::int32_t> without, with;
  Halves(std::uint32_t count, unsigned bit) {
    for (std::uint32_t index = 0; index < count; ++index)
      ((index >> bit & 1) != 0 ? with : without)
          .push_back(static_cast<std::int32_t>(index));
  }
};

} // namespace

/// Registers of several operands, each reduced to the same directions.
LogicalResult
KernelLowering::reduceInThread(Region &region, const ReductionPlan &plan,
                               llvm::SmallVectorImpl<Value> &values) {
  llvm::SmallVector<unsigned> bits;
  for (unsigned bit = 0; bit < plan.registers.size(); ++bit)
    bits.push_back(static_cast<unsigned>(plan.keptRegisters.size()) + bit);
  for (Value &value : values)
    value = pick(value, plan.registerOrder());
  return reduceRegisters(region, bits, values);
}

// Within a thread, then among the lanes of a warp, which all have the result
// then, then among warps: through shared memory, from where each thread takes
// what it combines at last.
LogicalResult KernelLowering::emitReduce(Operation *op) {
  auto reduce = cast<tt::ReduceOp>(op);
  Region &region = reduce.getCombineOp();
  ReductionPlan plan = planReduction(
      layoutOf(cast<RankedTensorType>(reduce.getSrcs()[0].getType())),
      reduce.getAxis());
  llvm::SmallVector<Value> values;
  for (Value source : reduce.getSrcs())
    values.push_back(get(source));
  if (failed(reduceInThread(region, plan, values)) ||
      failed(reduceLanes(region, plan.lanes, values)) ||
      failed(exchangeWarps(reduce, plan, values)))
    return failure();
  for (auto [result, value] : llvm::zip(reduce.getResults(), values)) {
    bool isScalar = !isa<RankedTensorType>(result.getType());
    set(result, isScalar ? make<simt::ExtractOp>(op->getLoc(), result.getType(),
                                                 value, 0)
                               .getResult()
                         : value);
  }
  return success();
}

Result<std::uint64_t>
KernelLowering::countAccesses(const std::vector<ExchangeStep> &way,
                              unsigned bits) {
  std::uint64_t accesses = 0;
  for (const ExchangeStep &step : way) {
    for (const Result<LinearLayout> *side : {&step.from, &step.to})
      if (!*side)
        return tl::unexpected(side->error());
    Result<Conversion> conversion = planFor(*step.from, *step.to, bits);
    if (!conversion)
      return tl::unexpected(std::move(conversion.error()));
    accesses += conversion->counts.loads + conversion->counts.stores;
  }
  return accesses;
}

LogicalResult
KernelLowering::exchangeWarps(tt::ReduceOp reduce, const ReductionPlan &plan,
                              llvm::SmallVectorImpl<Value> &values) {
  Operation *op = reduce;
  std::optional<LinearLayout> wanted;
  if (auto type = dyn_cast<RankedTensorType>(reduce.getResult()[0].getType()))
    wanted = layoutOf(type);
  unsigned bytes = 0;
  for (Value value : values)
    bytes =
        std::max(bytes, simt::bytesOf(getElementTypeOrSelf(value.getType())));
  std::vector<ExchangeStep> steps;
  std::optional<std::uint64_t> fewest;
  for (std::vector<ExchangeStep> &way :
       exchangesOf(plan, wanted ? &*wanted : nullptr, bytes)) {
    Result<std::uint64_t> accesses = countAccesses(way, 8 * bytes);
    if (!accesses)
      return ir::report([&] { return op->emitOpError(); }, accesses.error());
    if (fewest && *accesses >= *fewest)
      continue;
    fewest = *accesses;
    steps = std::move(way);
  }
  for (const ExchangeStep &step : steps) {
    for (Value &value : values)
      if (failed(runPlan(*step.from, *step.to, value, value, op)))
        return failure();
    auto lowest = llvm::to_vector(llvm::seq<unsigned>(0, step.registerBits));
    if (failed(reduceRegisters(reduce.getCombineOp(), lowest, values)) ||
        failed(reduceLanes(reduce.getCombineOp(), step.lanes, values)))
      return failure();
  }
  return success();
}

LogicalResult
KernelLowering::reduceRegisters(Region &region, llvm::ArrayRef<unsigned> bits,
                                llvm::SmallVectorImpl<Value> &values) {
  // From the highest bit on, so that the others keep their numbers.
  for (unsigned bit : llvm::reverse(bits)) {
    llvm::SmallVector<Value> l, r, results;
    for (Value value : values) {
      auto type = cast<VectorType>(value.getType());
      auto count = static_cast<std::uint32_t>(type.getNumElements());
      Halves halves(count, bit);
      VectorType half = simt::registers(type.getElementType(), count / 2);
      l.push_back(
          make<simt::PermuteOp>(value.getLoc(), half, value, halves.without));
      r.push_back(
          make<simt::PermuteOp>(value.getLoc(), half, value, halves.with));
    }
    if (failed(combine(region, l, r, results)))
      return failure();
    values.assign(results.begin(), results.end());
  }
  return success();
}

namespace {

/// The combination that a region is, if one instruction does it for a warp.
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

} // namespace

// Directions are independent: as many as there are bits of lanes are all lanes.
bool KernelLowering::combineWholeWarps(Region &region,
                                       llvm::ArrayRef<LaneDirection> directions,
                                       llvm::SmallVectorImpl<Value> &values) {
  std::optional<simt::Combination> how = combinationOf(region);
  bool isWhole = directions.size() == threads.lane &&
                 llvm::all_of(directions, [](LaneDirection direction) {
                   return direction.registers == 0;
                 });
  if (!target.laneReduce || !how || !isWhole)
    return false;
  Value &value = values.front();
  Location place = value.getLoc();
  auto type = cast<VectorType>(value.getType());
  llvm::SmallVector<Value> combined;
  for (std::uint32_t index = 0; index < type.getNumElements(); ++index)
    combined.push_back(make<simt::LaneReduceOp>(
        place, builder.getI32Type(), *how,
        make<simt::ExtractOp>(place, builder.getI32Type(), value, index)));
  value = gather(combined, place);
  return true;
}

LogicalResult
KernelLowering::reduceLanes(Region &region,
                            llvm::ArrayRef<LaneDirection> directions,
                            llvm::SmallVectorImpl<Value> &values) {
  if (combineWholeWarps(region, directions, values))
    return success();
  for (LaneDirection direction : llvm::reverse(directions)) {
    llvm::SmallVector<Value> others, results;
    for (Value value : values)
      others.push_back(shuffled(value, direction));
    if (failed(combine(region, values, others, results)))
      return failure();
    values.assign(results.begin(), results.end());
  }
  return success();
}

Value KernelLowering::shuffled(Value registers, LaneDirection direction) {
  Value all = shuffledBy(registers, [&](Value word) -> Value {
    return make<simt::ShuffleXorOp>(word.getLoc(), word.getType(), word,
                                    direction.lanes);
  });
  std::int64_t count = cast<VectorType>(all.getType()).getNumElements();
  llvm::SmallVector<std::int32_t> order;
  for (std::int32_t index = 0; index < count; ++index)
    order.push_back(index ^ static_cast<std::int32_t>(direction.registers));
  return pick(all, order);
}

Value KernelLowering::shuffledBy(Value registers,
                                 llvm::function_ref<Value(Value)> shuffle) {
  auto type = cast<VectorType>(registers.getType());
  Location place = registers.getLoc();
  Type i32 = builder.getI32Type();
  unsigned words = simt::wordsOf(type);
  Value source =
      make<simt::ToWordsOp>(place, simt::registers(i32, words), registers);
  llvm::SmallVector<Value> moved;
  for (unsigned word = 0; word < words; ++word)
    moved.push_back(shuffle(make<simt::ExtractOp>(place, i32, source, word)));
  return make<simt::FromWordsOp>(place, type, gather(moved, place));
}

} // namespace heddle
