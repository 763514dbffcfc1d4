//===- PointersToDescriptors.cpp - Blocks that the engine can load --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxMask.h"
#include "CopiedLoad.h"
#include "DelayedProduct.h"
#include "LoopBody.h"
#include "StoredMemory.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle {

#define GEN_PASS_DEF_HEDDLEPOINTERSTODESCRIPTORS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

//===----------------------------------------------------------------------===//
// One load
//===----------------------------------------------------------------------===//

/// A load as one of blocks of a tensor in memory whose rows are `stride`
/// elements apart and begin where the first iteration reads.
struct BlockLoad {
  tt::LoadOp load;
  AffineBlock block;
  /// Which axis of what is loaded is contiguous in memory.
  unsigned along = 1;
  /// By how many rows and columns an iteration steps on.
  std::int64_t rows = 0, columns = 0;
  /// Before which rows and columns the tensor ends.
  llvm::SmallVector<IndexSum, 1> rowEnds, columnEnds;

  /// Fails, with the reason.
  static Result<BlockLoad> match(tt::LoadOp load, scf::ForOp loop,
                                 const AxisFacts &facts);
  void rewrite(scf::ForOp loop);
  /// Do threads copy it as fast as the engine?
  bool isNarrow();

private:
  const IndexSum &stride() const { return block.strides[1 - along]; }
  bool findAxes();
  bool findSteps();
  bool findEnds(scf::ForOp loop, const AxisFacts &facts);
  bool isAligned(const AxisFacts &facts);
};

std::int64_t bytesOfElement(tt::LoadOp load) {
  return getElementTypeOrSelf(load.getType()).getIntOrFloatBitWidth() / 8;
}

// As measured: an engine's box has lines of 128 bytes, and each program would
// make the descriptor first. With a mask threads have more to compute.
bool BlockLoad::isNarrow() {
  constexpr std::int64_t LineBytes = 128;
  auto type = cast<RankedTensorType>(load.getType());
  return !load.getMask() &&
         type.getDimSize(along) * bytesOfElement(load) <= LineBytes;
}

bool BlockLoad::findAxes() {
  for (unsigned axis : {1U, 0U})
    if (block.strides[axis].isOne() &&
        block.strides[1 - axis].products().size() == 1) {
      along = axis;
      return block.strides[1 - axis].products().front().factor > 0;
    }
  return false;
}

// What is no number of rows is a number of columns.
bool BlockLoad::findSteps() {
  const IndexProduct &row = stride().products().front();
  for (const IndexProduct &step : block.perIteration.products()) {
    if (std::optional<std::int64_t> count = step.quotient(row))
      rows += *count;
    else if (step.scalars.empty())
      columns += step.factor;
    else
      return false;
  }
  constexpr std::int64_t Most = std::numeric_limits<std::int32_t>::max();
  return rows >= 0 && rows <= Most && columns >= 0 && columns <= Most;
}

/// Does the mask, if there is one, leave out what lies outside of a box, and
/// are zeros wanted there?
bool BlockLoad::findEnds(scf::ForOp loop, const AxisFacts &facts) {
  if (!load.getMask())
    return true;
  std::array<std::int64_t, 2> steps = {};
  steps[along] = columns;
  steps[1 - along] = rows;
  std::optional<BoxMask> mask =
      BoxMask::match(load.getMask(), loop, steps, facts);
  if (!mask || (load.getOther() && !isZero(load.getOther())))
    return false;
  columnEnds = mask->ends[along];
  rowEnds = mask->ends[1 - along];
  return true;
}

/// Are rows, and where each iteration begins, at multiples of 16 bytes?
bool BlockLoad::isAligned(const AxisFacts &facts) {
  constexpr std::int64_t Unit = 16;
  std::int64_t bytes = bytesOfElement(load);
  auto isInUnits = [&](const IndexSum &sum) {
    return llvm::all_of(sum.products(), [&](const IndexProduct &product) {
      return product.divisor(facts) * bytes % Unit == 0;
    });
  };
  return facts.of(block.base).divisorOfAll() % Unit == 0 &&
         isInUnits(stride()) && isInUnits(block.start) &&
         columns * bytes % Unit == 0;
}

Result<BlockLoad> BlockLoad::match(tt::LoadOp load, scf::ForOp loop,
                                   const AxisFacts &facts) {
  auto type = dyn_cast<RankedTensorType>(load.getType());
  if (!type || type.getRank() != 2 || !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() < 8)
    return failure("it loads no matrix of numbers");
  if (isVolatile(load))
    return failure("a load is volatile");
  std::optional<AffineBlock> found = AffineBlock::of(load.getPtr(), loop);
  if (!found || !found->base)
    return failure("addresses are not known to step on evenly");
  BlockLoad result;
  result.load = load;
  result.block = std::move(*found);
  if (!result.findAxes() || !result.findSteps())
    return failure("addresses are not those of a block of rows");
  if (!result.findEnds(loop, facts))
    return failure("a mask leaves out more than what is outside of a box");
  if (!result.isAligned(facts))
    return failure("rows are not known to begin at multiples of 16 bytes");
  return result;
}

Value numberOf(OpBuilder &builder, Location loc, std::int64_t value) {
  return arith::ConstantOp::create(
      builder, loc,
      builder.getI32IntegerAttr(static_cast<std::int32_t>(value)));
}

/// `iteration * step`, where the loop counts by steps of its own.
Value coordinate(OpBuilder &builder, Location loc, scf::ForOp loop,
                 std::int64_t step) {
  if (step == 0)
    return numberOf(builder, loc, 0);
  Value past = arith::SubIOp::create(builder, loc, loop.getInductionVar(),
                                     loop.getLowerBound());
  APInt own;
  std::int64_t by = matchPattern(loop.getStep(), m_ConstantInt(&own))
                        ? own.getSExtValue()
                        : 0;
  if (by == step)
    return past;
  if (by > 0 && step % by == 0)
    return arith::MulIOp::create(builder, loc, past,
                                 numberOf(builder, loc, step / by));
  Value iteration = arith::DivSIOp::create(builder, loc, past, loop.getStep());
  return arith::MulIOp::create(builder, loc, iteration,
                               numberOf(builder, loc, step));
}

/// A size of the tensor, and whether the tensor is empty for that: descriptors
/// have no empty ones. Null if it is known not to be.
struct Extent {
  Value size, isEmpty;
};

/// Up to the first of these ends, or to `otherwise`.
Extent extentOf(OpBuilder &builder, Location loc, ArrayRef<IndexSum> ends,
                std::int64_t otherwise) {
  for (const IndexSum &end : ends)
    if (std::optional<std::int64_t> number = end.number();
        number && *number > 0)
      otherwise = std::min(otherwise, *number);
  Type wide = builder.getI64Type();
  auto wideNumber = [&](std::int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(wide, value));
  };
  Value size;
  for (const IndexSum &end : ends)
    if (std::optional<std::int64_t> number = end.number();
        !number || *number <= 0) {
      Value made = end.make(builder, loc);
      size = size ? arith::MinSIOp::create(builder, loc, size, made) : made;
    }
  if (!size)
    return {numberOf(builder, loc, otherwise), {}};
  Value one = wideNumber(1);
  Value isEmpty =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, size, one);
  size = arith::MinSIOp::create(builder, loc, size, wideNumber(otherwise));
  size = arith::MaxSIOp::create(builder, loc, size, one);
  return {arith::TruncIOp::create(builder, loc, builder.getI32Type(), size),
          isEmpty};
}

/// The row, or one behind all that a tensor can have.
Value rowIn(OpBuilder &builder, Location loc, Value row, Value isEmpty) {
  constexpr std::int64_t Outside = std::int64_t(1) << 30U;
  return isEmpty ? arith::SelectOp::create(builder, loc, isEmpty,
                                           numberOf(builder, loc, Outside), row)
                 : row;
}

void BlockLoad::rewrite(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = load.getLoc();
  auto type = cast<RankedTensorType>(load.getType());
  // Nothing is outside: where no step leads, the tensor has no end.
  constexpr std::int64_t End = std::numeric_limits<std::int32_t>::max();
  std::int64_t width = type.getDimSize(along);
  Value base = tt::AddPtrOp::create(builder, loc, block.base.getType(),
                                    block.base, block.start.make(builder, loc));
  Extent down = extentOf(builder, loc, rowEnds, End);
  Extent across =
      extentOf(builder, loc, columnEnds, columns == 0 ? width : End);
  Value isEmpty = down.isEmpty;
  if (across.isEmpty)
    isEmpty = isEmpty
                  ? arith::OrIOp::create(builder, loc, isEmpty, across.isEmpty)
                  : across.isEmpty;
  Value sizes[] = {down.size, across.size};
  Value strides[] = {stride().make(builder, loc),
                     IndexSum(1).make(builder, loc)};
  llvm::SmallVector<std::int64_t> shape = {type.getDimSize(1 - along), width};
  auto descriptor = tt::MakeTensorDescOp::create(
      builder, loc,
      tt::TensorDescType::get(builder.getContext(), shape,
                              type.getElementType(), /*layout=*/Attribute()),
      base, sizes, strides);
  builder.setInsertionPoint(load);
  Value row = coordinate(builder, loc, loop, rows);
  Value at[] = {rowIn(builder, loc, row, isEmpty),
                coordinate(builder, loc, loop, columns)};
  Value loaded = tt::DescriptorLoadOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()),
      descriptor, at, /*cachePolicy=*/Attribute(),
      /*cache=*/tt::CacheModifierAttr(), /*evict=*/tt::EvictionPolicyAttr());
  if (along == 0)
    loaded = tt::TransOp::create(builder, loc, type, loaded,
                                 builder.getDenseI32ArrayAttr({1, 0}));
  load.replaceAllUsesWith(loaded);
  load.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

class HeddlePointersToDescriptors
    : public impl::HeddlePointersToDescriptorsBase<
          HeddlePointersToDescriptors> {
public:
  using Base::Base;

  void runOnOperation() final {
    llvm::SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (isInnermost(loop) && isWanted(loop))
        loops.push_back(loop);
    });
    if (loops.empty())
      return;
    const AxisFacts facts(getOperation());
    for (scf::ForOp loop : loops)
      rewrite(loop, facts);
  }

private:
  /// Where descriptors can be made, and a warp of its own may load.
  bool isWanted(scf::ForOp loop) const {
    constexpr std::uint64_t Lanes = 32;
    auto kernel = dyn_cast<tt::FuncOp>(loop->getParentOp());
    if (!kernel || !kernel.isPublic() || loop.getUnsignedCmp() ||
        !loop.getInductionVar().getType().isInteger(32) ||
        numberIn(loop, NumStagesAttr).value_or(2) < 2)
      return false;
    Result<DelayedProduct> delayed = DelayedProduct::match(loop);
    return delayed &&
           delayed->pays(loop, static_cast<std::uint64_t>(numWarps), Lanes);
  }
  void rewrite(scf::ForOp loop, const AxisFacts &facts);
};

// All of them, or none: threads that copy some can copy all.
void HeddlePointersToDescriptors::rewrite(scf::ForOp loop,
                                          const AxisFacts &facts) {
  auto missed = [&](const std::string &why) {
    remark::missed(loop.getLoc(),
                   remark::RemarkOpts::name("no-descriptors")
                       .category("heddle-pointers-to-descriptors"))
        << remark::reason("{0}", why);
  };
  // The engine does not wait for what threads wrote before the loop, either.
  const StoredMemory stored(loop, StoredMemory::Span::KernelUntilLoopEnds);
  std::vector<BlockLoad> blocks;
  for (Operation *op : loadsAhead(loop)) {
    auto load = dyn_cast<tt::LoadOp>(op);
    if (!load)
      continue;
    Result<BlockLoad> block = BlockLoad::match(load, loop, facts);
    if (!block)
      return missed(block.error().reason);
    if (Operation *writer = stored.writerOf(load))
      return missed(nameOf(writer) + " may write what it loads");
    blocks.push_back(std::move(*block));
  }
  if (!blocks.empty() &&
      llvm::all_of(blocks, std::mem_fn(&BlockLoad::isNarrow)))
    return missed("threads copy rows of at most 128 bytes without masks as "
                  "fast");
  for (BlockLoad &block : blocks)
    block.rewrite(loop);
  stopSteps(loop);
}

} // namespace
} // namespace heddle
