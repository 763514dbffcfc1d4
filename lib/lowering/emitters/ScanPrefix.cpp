//===- ScanPrefix.cpp - What comes before registers -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanPrefix.h"
#include "ElementRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Prefixes
//===----------------------------------------------------------------------===//

Value Prefixes::select(Value condition, Value then, Value otherwise) {
  return context.make<arith::SelectOp>(
      loc, splatPredicate(context.builder, loc, condition, countOf(then)), then,
      otherwise);
}

Values Prefixes::permuted(const Values &values,
                          llvm::ArrayRef<std::int32_t> numbers) {
  return llvm::map_to_vector<6>(values, [&](Value value) {
    return permute(context.builder, loc, value, numbers);
  });
}

Values Prefixes::concatenated(llvm::ArrayRef<Values> parts,
                              llvm::ArrayRef<std::int32_t> numbers) {
  Values results;
  for (std::size_t operand = 0; operand < parts.front().size(); ++operand) {
    Values ofOperand = llvm::map_to_vector<6>(
        parts, [&](const Values &part) { return part[operand]; });
    results.push_back(permute(context.builder, loc, ofOperand, numbers));
  }
  return results;
}

LogicalResult Prefixes::join(Values earlier, Values later, Value where,
                             Values &results) {
  Value active =
      splatPredicate(context.builder, loc, where, countOf(later.front()));
  FailureOr<Values> combined = combine(context, region, earlier, later, active);
  if (failed(combined))
    return failure();
  results = std::move(*combined);
  if (where)
    for (auto [result, own] : llvm::zip_equal(results, later))
      result = select(where, result, own);
  return success();
}

LogicalResult Prefixes::putBeforeSome(const Prefix &prefix,
                                      llvm::ArrayRef<std::int32_t> some,
                                      Value where, Values &values) {
  if (some.empty())
    return success();
  Values earlier = permuted(prefix.values, some);
  Values later = permuted(values, some);
  Values results;
  if (failed(join(earlier, later, where, results)))
    return failure();
  unsigned count = countOf(values.front());
  RegisterNumbers order = firstRegisters(count);
  for (auto [position, number] : llvm::enumerate(some))
    order[static_cast<std::size_t>(number)] =
        static_cast<std::int32_t>(count + position);
  values =
      some.size() == count ? results : concatenated({values, results}, order);
  return success();
}

LogicalResult Prefixes::putBefore(const Prefix &prefix, Values &values,
                                  Value where) {
  if (prefix.values.empty())
    return success();
  RegisterNumbers always, sometimes;
  for (unsigned index = 0; index < prefix.always.size(); ++index)
    (prefix.always.test(index) ? always : sometimes)
        .push_back(static_cast<std::int32_t>(index));
  if (failed(putBeforeSome(prefix, always, where, values)))
    return failure();
  if (!prefix.sometimes)
    return success();
  Value both = bothOf(context.builder, loc, where, prefix.sometimes);
  return putBeforeSome(prefix, sometimes, both, values);
}

LogicalResult Prefixes::chain(const Prefix &above, Value isFirst,
                              Prefix &before) {
  Value isLater = negationOf(context, loc, isFirst);
  before.always.resize(countOf(before.values.front()));
  before.sometimes = isLater;
  if (above.values.empty())
    return success();
  if (failed(putBefore(above, before.values, isLater)))
    return failure();
  for (auto [value, higher] : llvm::zip_equal(before.values, above.values))
    value = select(isFirst, higher, value);
  before.always = above.always;
  if (above.sometimes)
    before.sometimes =
        context.make<arith::OrIOp>(loc, isLater, above.sometimes);
  return success();
}

Prefix Prefixes::spread(const Prefix &prefix,
                        llvm::ArrayRef<std::int32_t> numbers,
                        std::int32_t size) {
  if (prefix.values.empty())
    return {};
  RegisterNumbers repeated;
  llvm::BitVector always(static_cast<unsigned>(numbers.size()));
  for (auto [index, number] : llvm::enumerate(numbers)) {
    repeated.push_back(number % size);
    if (prefix.always.test(static_cast<unsigned>(number % size)))
      always.set(static_cast<unsigned>(index));
  }
  return {permuted(prefix.values, repeated), always, prefix.sometimes};
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

Value RunLanes::with(Word cleared, Word set) {
  Value lane = context.make<arith::AndIOp>(
      loc, context.thread(loc),
      constant(f2::lowMask(context.threads.lane) & ~cleared));
  if (set == 0)
    return lane;
  return context.make<arith::OrIOp>(loc, lane, constant(set));
}

Value RunLanes::isAt(const BitRun &run, Word bits) {
  unsigned shift = run.dim == Dim::Warp ? context.threads.lane : 0;
  Value own = context.make<arith::AndIOp>(loc, context.thread(loc),
                                          constant(run.mask() << shift));
  return context.make<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, own,
                                     constant(bits << shift));
}

/// Where other bits are as the carry wants them, it passes them.
Value RunLanes::beforeInSortedRun(const BitRun &run) {
  Word others = f2::lowMask(context.threads.lane) & ~run.mask();
  Value next;
  if (order == ScanOrder::FromEnd) {
    Value own = with(0, others);
    next = context.make<arith::AddIOp>(loc, own, constant(1));
  } else {
    Value own = with(others, 0);
    next = context.make<arith::SubIOp>(loc, own, constant(1));
  }
  Value inRun = context.make<arith::AndIOp>(loc, next, constant(run.mask()));
  return context.make<arith::OrIOp>(loc, inRun, with(run.mask(), 0));
}

Value RunLanes::before(const BitRun &run) {
  if (llvm::is_sorted(run.bits))
    return beforeInSortedRun(run);
  // Counting changes each bit behind which all are at their first.
  Value changed = constant(0);
  for (unsigned bit : llvm::reverse(run.bits)) {
    BitRun one = {run.dim, {bit}};
    Value own = constant(one.mask());
    Value higher = context.make<arith::OrIOp>(loc, changed, own);
    changed =
        context.make<arith::SelectOp>(loc, isAt(one, first(one)), higher, own);
  }
  return context.make<arith::XOrIOp>(loc, with(0, 0), changed);
}

} // namespace heddle
