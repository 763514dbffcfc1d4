//===- Gather.cpp - Ops that index by values ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ops where the values of a tensor say which element of another one is meant:
/// it has to be in memory, or in the warp that wants it.
///
//===----------------------------------------------------------------------===//

#include "ConvertLayout.h"
#include "Emitters.h"
#include "Registers.h"
#include "Scratch.h"
#include "Threads.h"
#include "WarpGather.h"
#include "WholeAxis.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Reshape.h"
#include "heddle/mathlib/Term.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// Integers as 32 bits, with a sign or without.
Term asWord(Term x, bool isSigned) {
  if (x.bits() >= 32)
    return truncate(x, 32);
  return isSigned ? x.unary<arith::ExtSIOp>(x.integer(32)) : zeroExtend(x, 32);
}

/// The addresses of the elements that a gather takes: coordinates along other
/// axes are those of the result.
Term gatheredAddresses(LoweringContext &context, tt::GatherOp gather,
                       Term index, Value scratch, const LinearLayout &source,
                       unsigned bytes) {
  Location loc = gather.getLoc();
  const LinearLayout result = context.layoutOf(gather.getResult());
  Term address =
      index.with(context.make<simt::SplatOp>(loc, index.integer(32), scratch));
  std::uint64_t stride = bytes;
  for (auto axis = static_cast<unsigned>(result.outs().size()); axis-- > 0;) {
    Term coordinate = axis == gather.getAxis()
                          ? index
                          : index.with(coordinates(context, loc, result, axis));
    address = address + coordinate * static_cast<double>(stride);
    stride *= source.outSize(Dim::standard(axis));
  }
  return address;
}

/// Brings all that a block of a cluster may take to it.
LogicalResult bringToBlocks(LoweringContext &context, tt::GatherOp gather,
                            LinearLayout &source, Value &registers) {
  if (context.threads.block == 0)
    return success();
  unsigned axis = gather.getAxis();
  Result<LinearLayout> local =
      wholeAxisLayout(context.layoutOf(gather.getResult()), axis,
                      source.outSize(Dim::standard(axis)), OtherAxes::Kept);
  if (!local)
    return ir::report([&] { return gather.emitOpError(); }, local.error());
  FailureOr<Value> converted =
      convertLayout(context, gather, registers, source, *local);
  if (failed(converted))
    return failure();
  registers = *converted;
  source = *local;
  return success();
}

// Inside of warps where that is cheaper. Otherwise the source is written to
// shared memory, and every register reads the element that its index says.
LogicalResult emitGather(LoweringContext &context, tt::GatherOp gather) {
  Location loc = gather.getLoc();
  LinearLayout source = context.layoutOf(gather.getSrc());
  Value registers = context.get(gather.getSrc());
  if (failed(bringToBlocks(context, gather, source, registers)))
    return failure();
  Type element = getElementTypeOrSelf(registers.getType());
  unsigned bytes = simt::bytesOf(element);
  Term index =
      asWord({context.builder, loc, context.get(gather.getIndices())}, true);
  GatherChoice choice =
      chooseGather(source, context.layoutOf(gather.getResult()),
                   gather.getAxis(), bytes, context.target);
  if (choice.inWarp && context.threads.block == 0) {
    context.set(gather,
                gatherInWarp(context, *choice.inWarp, registers, index));
    return success();
  }
  Value scratch = makeScratch(context, gather, elementsOf(source) * bytes);
  if (!scratch)
    return failure();
  storeScratch(context, loc,
               scratchAddresses(context, loc, scratch, source, bytes),
               registers, isOwnerInBlock(context, loc, source));
  Term address =
      gatheredAddresses(context, gather, index, scratch, source, bytes);
  context.set(gather, loadScratch(context, loc, address.get(), element));
  return success();
}

/// Where this thread counts: numbers below `counters` that the mask, if there
/// is one, admits, of those of several threads with the same elements one.
Value countedHere(LoweringContext &context, tt::HistogramOp histogram,
                  Term value, std::uint64_t counters) {
  Location loc = histogram.getLoc();
  const LinearLayout source = context.layoutOf(histogram.getSrc());
  Value isCounted = context.make<arith::CmpIOp>(
      loc, arith::CmpIPredicate::ult, value.get(),
      value.number(static_cast<double>(counters)).get());
  if (value.bits() < 32 && counters >= std::uint64_t(1) << value.bits())
    isCounted = value.with(isCounted).number(1).get();
  if (histogram.getMask())
    isCounted = context.make<arith::AndIOp>(loc, isCounted,
                                            context.get(histogram.getMask()));
  if (Value owner =
          splatPredicate(context.builder, loc, isOwner(context, loc, source),
                         countOf(value.get())))
    isCounted = context.make<arith::AndIOp>(loc, isCounted, owner);
  return isCounted;
}

using Basis = std::vector<std::uint64_t>;

/// Where a block has its counters: neighbours in neighbour lanes, and above
/// them in a second dimension the number of the block.
Result<LinearLayout> countersOf(const ThreadBits &threads,
                                std::uint64_t counters) {
  std::uint64_t next = 1;
  auto take = [&](unsigned count) {
    std::vector<Basis> bases;
    for (unsigned bit = 0; bit < count; ++bit, next *= 2)
      bases.push_back({next < counters ? next : 0, 0});
    return bases;
  };
  std::vector<Basis> lanes = take(threads.lane), warps = take(threads.warp);
  std::vector<Basis> registers, blocks;
  while (next < counters)
    registers.push_back(take(1).front());
  for (unsigned bit = 0; bit < threads.block; ++bit)
    blocks.push_back({0, std::uint64_t(1) << bit});
  return LinearLayout::fromBases(
      {{Dim::Register, registers},
       {Dim::Lane, lanes},
       {Dim::Warp, warps},
       {Dim::Block, blocks}},
      {{Dim::standard(0), counters},
       {Dim::standard(1), std::uint64_t(1) << threads.block}});
}

/// The same where the result has them, the blocks in the lowest bits of its
/// registers.
Result<LinearLayout> wantedCounters(const LinearLayout &result,
                                    unsigned blockBits) {
  std::vector<std::pair<Dim, std::vector<Basis>>> bases;
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block}) {
    std::vector<Basis> ofDim;
    for (unsigned bit = 0; dim == Dim::Register && bit < blockBits; ++bit)
      ofDim.push_back({0, std::uint64_t(1) << bit});
    for (Word basis : result.bases(dim))
      ofDim.push_back({result.field(basis, Dim::standard(0)), 0});
    bases.emplace_back(dim, ofDim);
  }
  return LinearLayout::fromBases(
      bases, {{Dim::standard(0), elementsOf(result)},
              {Dim::standard(1), std::uint64_t(1) << blockBits}});
}

/// Adds up what the blocks of a cluster have counted, each in its own counters,
/// and leaves the sums where the result has them.
FailureOr<Value> addBlocks(LoweringContext &context, tt::HistogramOp histogram,
                           Value counted, const LinearLayout &counters) {
  unsigned blockBits = context.threads.block;
  Result<LinearLayout> wanted =
      wantedCounters(context.layoutOf(histogram.getResult()), blockBits);
  if (!wanted)
    return ir::report([&] { return histogram.emitOpError(); }, wanted.error());
  FailureOr<Value> all =
      convertLayout(context, histogram, counted, counters, *wanted);
  if (failed(all))
    return failure();
  std::int32_t blocks = std::int32_t(1) << blockBits;
  Value sum;
  for (std::int32_t block = 0; block < blocks; ++block) {
    RegisterNumbers ofBlock;
    for (auto index = block; index < static_cast<std::int32_t>(countOf(*all));
         index += blocks)
      ofBlock.push_back(index);
    Value each = pick(context.builder, *all, ofBlock);
    sum = sum ? context.make<arith::AddIOp>(histogram.getLoc(), sum, each)
                    .getResult()
              : each;
  }
  return sum;
}

// Counters in shared memory, one for each number.
LogicalResult emitHistogram(LoweringContext &context,
                            tt::HistogramOp histogram) {
  Location loc = histogram.getLoc();
  auto type = cast<RankedTensorType>(histogram.getType());
  LinearLayout counters = context.layoutOf(type);
  std::uint64_t count = elementsOf(counters);
  bool isCluster = context.threads.block != 0;
  Type i32 = context.builder.getI32Type();
  if (!type.getElementType().isInteger(32))
    return refuse(histogram) << "it counts in " << type.getElementType();
  if (isCluster) {
    Result<LinearLayout> inBlock = countersOf(context.threads, count);
    if (!inBlock)
      return ir::report([&] { return histogram.emitOpError(); },
                        inBlock.error());
    counters = *inBlock;
  }
  Value scratch = makeScratch(context, histogram, count * 4);
  if (!scratch)
    return failure();
  Value addresses = scratchAddresses(
      context, loc, scratch,
      isCluster ? sublayout(counters, {Dim::Register, Dim::Lane, Dim::Warp},
                            {Dim::standard(0)})
                      .value()
                : counters,
      4);
  Value zeros = context.number(0, simt::registers(i32, countOf(addresses)));
  storeScratch(context, loc, addresses, zeros,
               isOwnerInBlock(context, loc, counters));
  Term value(context.builder, loc, context.get(histogram.getSrc()));
  Value isCounted = countedHere(context, histogram, value, count);
  value = asWord(value, false);
  VectorType words = simt::registers(i32, countOf(value.get()));
  Value ones = context.number(1, words);
  Term address =
      (value << 2) +
      value.with(context.make<simt::SplatOp>(loc, value.integer(32), scratch));
  context.make<simt::AtomicOp>(loc, words, simt::Atomic::Add,
                               simt::Order::Relaxed, simt::Reach::Block,
                               simt::Space::Shared, address.get(),
                               /*buffer=*/Value(), ones, Value(), isCounted);
  Value counted = loadScratch(context, loc, addresses, i32);
  if (isCluster) {
    FailureOr<Value> sums = addBlocks(context, histogram, counted, counters);
    if (failed(sums))
      return failure();
    counted = *sums;
  }
  context.set(histogram, counted);
  return success();
}

} // namespace

void registerGatherEmitters(EmitterTable &table) {
  table.add<tt::GatherOp>(emitGather);
  table.add<tt::HistogramOp>(emitHistogram);
}

} // namespace heddle
