//===- Threads.cpp - Who a thread is --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "heddle/layout/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;

ThreadMap threadMapOf(const LinearLayout &layout, unsigned axis) {
  ThreadMap map;
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit)
      map.columns.push_back(layout.basis(dim, bit, Dim::standard(axis)));
  return map;
}

/// May the columns be added? They may unless two have a bit in common.
static bool isDisjoint(const ThreadMap &map) {
  Word seen = map.constant;
  for (Word column : map.columns) {
    if ((seen & column) != 0)
      return false;
    seen |= column;
  }
  return true;
}

Value threadBits(LoweringContext &context, Location loc, Word bits) {
  const ThreadBits &threads = context.threads;
  Word all = f2::lowMask(threads.lane + threads.warp);
  Value number;
  if ((bits & ~all) == 0) {
    number = context.thread(loc);
  } else {
    number = context.clusterThread(loc);
    all = f2::lowMask(threads.total());
  }
  if (bits == all)
    return number;
  return context.make<arith::AndIOp>(
      loc, number,
      context.number(static_cast<std::int64_t>(bits),
                     context.builder.getI32Type()));
}

/// These bits of the thread's number, so far up, or down if it is negative.
static Value movedBits(LoweringContext &context, Location loc, int distance,
                       Word bits) {
  Type i32 = context.builder.getI32Type();
  Value term = threadBits(context, loc, bits);
  if (distance > 0)
    return context.make<arith::ShLIOp>(loc, term,
                                       context.number(distance, i32));
  if (distance < 0)
    return context.make<arith::ShRUIOp>(loc, term,
                                        context.number(-distance, i32));
  return term;
}

// Back ends fold additions into addresses, but not xors.
Value evaluate(LoweringContext &context, Location loc, const ThreadMap &map) {
  bool isSum = isDisjoint(map);
  Value result;
  auto join = [&](Value term) {
    if (!result)
      result = term;
    else if (isSum)
      result = context.make<arith::AddIOp>(loc, result, term);
    else
      result = context.make<arith::XOrIOp>(loc, result, term);
  };
  for (auto [distance, bits] : map.moves())
    join(movedBits(context, loc, distance, bits));
  if (map.constant != 0 || !result)
    join(context.number(static_cast<std::int64_t>(map.constant),
                        context.builder.getI32Type()));
  return result;
}

Value coordinates(LoweringContext &context, Location loc,
                  const LinearLayout &layout, unsigned axis) {
  llvm::SmallVector<std::int32_t> offsets;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index)
    offsets.push_back(static_cast<std::int32_t>(
        layout.field(f2::multiply(layout.bases(Dim::Register), index),
                     Dim::standard(axis))));
  VectorType type = simt::registers(context.builder.getI32Type(),
                                    static_cast<unsigned>(offsets.size()));
  Value mine = context.make<simt::SplatOp>(
      loc, type, evaluate(context, loc, threadMapOf(layout, axis)));
  return context.make<arith::XOrIOp>(
      loc, mine,
      context.make<arith::ConstantOp>(
          loc, DenseElementsAttr::get(type, llvm::ArrayRef(offsets))));
}

/// The bits of threads that hold copies, of blocks or without those.
static Word copiesIn(LoweringContext &context, const LinearLayout &layout) {
  Word copies = 0;
  for (const Coordinate &mask : layout.freeVariableMasks()) {
    if (mask.dim == Dim::Lane)
      copies |= mask.value;
    if (mask.dim == Dim::Warp)
      copies |= f2::shiftLeft(mask.value, context.threads.lane);
    if (mask.dim == Dim::Block)
      copies |= f2::shiftLeft(mask.value,
                              context.threads.lane + context.threads.warp);
  }
  return copies;
}

Value isOwner(LoweringContext &context, Location loc,
              const LinearLayout &layout) {
  Word copies = copiesIn(context, layout);
  return copies == 0 ? Value() : isZero(context, loc, copies);
}

Value isOwnerInBlock(LoweringContext &context, Location loc,
                     const LinearLayout &layout) {
  if (context.threads.block == 0)
    return isOwner(context, loc, layout);
  std::vector<Dim> axes;
  for (const DimBits &out : layout.outs())
    axes.push_back(out.dim);
  // What a thread of another block holds, too, is no copy here.
  const LinearLayout inBlock =
      sublayout(layout, {Dim::Register, Dim::Lane, Dim::Warp}, axes).value();
  return isOwner(context, loc, inBlock);
}

Value isFirst(LoweringContext &context, Location loc) {
  return isZero(context, loc, f2::lowMask(context.threads.total()));
}

Value isFirstInBlock(LoweringContext &context, Location loc) {
  return isZero(context, loc,
                f2::lowMask(context.threads.lane + context.threads.warp));
}

Value blockBits(LoweringContext &context, Location loc,
                llvm::ArrayRef<Word> columns) {
  ThreadMap map;
  for (unsigned bit = context.threads.lane + context.threads.warp; bit > 0;
       --bit)
    map.columns.push_back(0);
  for (Word column : columns)
    map.columns.push_back(column);
  return evaluate(context, loc, map);
}

Value isOwnerOf(LoweringContext &context, Location loc, Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return isOwner(context, loc, context.layoutOf(tensor));
  return isFirst(context, loc);
}

Value isZero(LoweringContext &context, Location loc, Word bits) {
  return context.make<arith::CmpIOp>(
      loc, arith::CmpIPredicate::eq, threadBits(context, loc, bits),
      context.number(0, context.builder.getI32Type()));
}

} // namespace heddle
