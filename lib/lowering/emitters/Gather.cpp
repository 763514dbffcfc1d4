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

#include "Emitters.h"
#include "Registers.h"
#include "Scratch.h"
#include "Threads.h"
#include "WarpGather.h"
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

// Inside of warps where that is cheaper. Otherwise the source is written to
// shared memory, and every register reads the element that its index says.
LogicalResult emitGather(LoweringContext &context, tt::GatherOp gather) {
  Location loc = gather.getLoc();
  const LinearLayout source = context.layoutOf(gather.getSrc());
  Value registers = context.get(gather.getSrc());
  Type element = getElementTypeOrSelf(registers.getType());
  unsigned bytes = simt::bytesOf(element);
  Term index =
      asWord({context.builder, loc, context.get(gather.getIndices())}, true);
  GatherChoice choice =
      chooseGather(source, context.layoutOf(gather.getResult()),
                   gather.getAxis(), bytes, context.target);
  if (choice.inWarp) {
    context.set(gather,
                gatherInWarp(context, *choice.inWarp, registers, index));
    return success();
  }
  Value scratch = makeScratch(context, gather, elementsOf(source) * bytes);
  if (!scratch)
    return failure();
  storeScratch(context, loc,
               scratchAddresses(context, loc, scratch, source, bytes),
               registers, isOwner(context, loc, source));
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

// Counters in shared memory, one for each number.
LogicalResult emitHistogram(LoweringContext &context,
                            tt::HistogramOp histogram) {
  Location loc = histogram.getLoc();
  auto type = cast<RankedTensorType>(histogram.getType());
  const LinearLayout result = context.layoutOf(type);
  Type i32 = context.builder.getI32Type();
  if (!type.getElementType().isInteger(32))
    return refuse(histogram) << "it counts in " << type.getElementType();
  Value scratch = makeScratch(context, histogram, elementsOf(result) * 4);
  if (!scratch)
    return failure();
  Value counters = scratchAddresses(context, loc, scratch, result, 4);
  Value zeros = context.number(0, context.registersOf(type));
  storeScratch(context, loc, counters, zeros, isOwner(context, loc, result));
  Term value(context.builder, loc, context.get(histogram.getSrc()));
  Value isCounted = countedHere(context, histogram, value, elementsOf(result));
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
  context.set(histogram, loadScratch(context, loc, counters, i32));
  return success();
}

} // namespace

void registerGatherEmitters(EmitterTable &table) {
  table.add<tt::GatherOp>(emitGather);
  table.add<tt::HistogramOp>(emitHistogram);
}

} // namespace heddle
