//===- Scan.cpp - Scans ---------------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each run of the coordinate's bits (ScanPlan.h) is scanned with nothing but
/// the totals of the runs below it, and what comes before each total is put
/// before all of what it is the total of (G. Blelloch, "Prefix Sums and Their
/// Applications", 1990):
///
///     registers  a b | c d | e f | g h      ab = a + b
///                a ab  c cd  e ef  g gh
///     lanes        ab    cd    ef    gh  ->  before each: - ab abcd abcdef
///                a ab ab+c ...
///
/// So registers that follow each other take one step each, lanes combine and
/// move totals only, and warps exchange one total each through shared memory.
///
//===----------------------------------------------------------------------===//

#include "ConvertLayout.h"
#include "Emitters.h"
#include "ScanPrefix.h"
#include "heddle/ir/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

class Scanner {
public:
  Scanner(LoweringContext &context, tt::ScanOp scan, const ScanPlan &plan)
      : context(context), scan(scan), loc(scan.getLoc()), runs(plan.runs),
        order(scan.getReverse() ? ScanOrder::FromEnd : ScanOrder::FromStart),
        prefixes(context, scan.getCombineOp(), loc),
        lanes(context, loc, order) {
    for (unsigned bit = 0; bit < plan.layout.inBits(Dim::Register); ++bit)
      numbering.push_back(bit);
  }

  LogicalResult scanAll(Values &values) { return scanFrom(0, values, nullptr); }

private:
  /// Scans these registers along the runs from that one on: what they become
  /// themselves, or what comes `before` them, if that is asked for.
  LogicalResult scanFrom(std::size_t number, Values &values, Prefix *before);
  LogicalResult scanRegisters(std::size_t number, Values &values,
                              Prefix *before);
  LogicalResult scanLanes(std::size_t number, Values &values, Prefix *before);
  LogicalResult scanWarps(std::size_t number, Values &values, Prefix *before);

  FailureOr<std::vector<Values>> sumSteps(const RegisterSteps &steps,
                                          const Values &values);
  LogicalResult prefixOfRegisters(std::vector<Values> sums,
                                  const RegisterSteps &steps,
                                  const Prefix &above, Prefix &before);
  LogicalResult combineLanes(const BitRun &run, Values &values);
  LogicalResult prefixOfWarps(const BitRun &run, bool isTotalNeeded,
                              llvm::ArrayRef<Values> ofWarps, Values &sum,
                              Prefix &own);
  LogicalResult exchange(const BitRun &run, const Values &values,
                         std::vector<Values> &ofWarps);
  FailureOr<Value> exchangeOne(const BitRun &run, Value values);

  Values moved(const Values &values, Value lane) {
    return llvm::map_to_vector<6>(values, [&](Value value) {
      return shuffleFrom(context.builder, value, lane);
    });
  }

  LoweringContext &context;
  tt::ScanOp scan;
  Location loc;
  llvm::ArrayRef<BitRun> runs;
  ScanOrder order;
  Prefixes prefixes;
  RunLanes lanes;
  /// Of the registers that are left, the bit of the layout that each bit of
  /// their numbers is.
  std::vector<unsigned> numbering;
  /// Bits of lanes and warps in which all that is left is the same.
  Word sameLanes = 0, sameWarps = 0;
};

} // namespace

LogicalResult Scanner::scanFrom(std::size_t number, Values &values,
                                Prefix *before) {
  if (number == runs.size())
    return success();
  if (runs[number].dim == Dim::Register)
    return scanRegisters(number, values, before);
  if (runs[number].dim == Dim::Lane)
    return scanLanes(number, values, before);
  return scanWarps(number, values, before);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// What the registers of each step become, step by step, all of a step at once.
FailureOr<std::vector<Values>> Scanner::sumSteps(const RegisterSteps &steps,
                                                 const Values &values) {
  std::vector<Values> sums;
  for (const std::vector<std::int32_t> &registers : steps.registers) {
    Values sum = prefixes.permuted(values, registers);
    if (!sums.empty() && failed(prefixes.join(sums.back(), sum, Value(), sum)))
      return failure();
    sums.push_back(sum);
  }
  return sums;
}

LogicalResult Scanner::scanRegisters(std::size_t number, Values &values,
                                     Prefix *before) {
  const BitRun &run = runs[number];
  unsigned count = countOf(values.front());
  const RegisterSteps steps = stepsOf(run, numbering, count, order);
  FailureOr<std::vector<Values>> sums = sumSteps(steps, values);
  if (failed(sums))
    return failure();
  Values totals = sums->back();
  Prefix above;
  if (failed(scanFrom(number + 1, totals, &above)))
    return failure();
  if (before != nullptr)
    return prefixOfRegisters(*sums, steps, above, *before);
  auto ofStep = static_cast<std::int32_t>(count / run.size());
  values = prefixes.concatenated(*sums, steps.position);
  return prefixes.putBefore(prefixes.spread(above, steps.position, ofStep),
                            values, Value());
}

/// Before each step is what the one before it has become, and before the first
/// what comes before all.
LogicalResult Scanner::prefixOfRegisters(std::vector<Values> sums,
                                         const RegisterSteps &steps,
                                         const Prefix &above, Prefix &before) {
  auto count = static_cast<unsigned>(steps.position.size());
  auto ofStep = static_cast<unsigned>(count / sums.size());
  sums.pop_back();
  RegisterNumbers inOrder = firstRegisters(count - ofStep);
  Values earlier = prefixes.concatenated(sums, inOrder);
  if (failed(prefixes.putBefore(
          prefixes.spread(above, inOrder, static_cast<std::int32_t>(ofStep)),
          earlier, Value())))
    return failure();
  Values atFirst = above.values.empty() ? sums.front() : above.values;
  before.values = prefixes.concatenated({atFirst, earlier}, steps.position);
  before.sometimes = above.sometimes;
  before.always.resize(count);
  for (auto [index, position] : llvm::enumerate(steps.position)) {
    auto at = static_cast<unsigned>(position);
    if (at >= ofStep || (!above.values.empty() && above.always.test(at)))
      before.always.set(static_cast<unsigned>(index));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// Elements whose coordinate has a bit are combined with the last one before
/// those that have it: all lower bits are set there, and this one is not. (J.
/// Sklansky, "Conditional-Sum Addition Logic", 1960.) From the end, set and not
/// set change places.
LogicalResult Scanner::combineLanes(const BitRun &run, Values &values) {
  BitRun lower = {run.dim, {}};
  for (unsigned bit : run.bits) {
    BitRun own = {run.dim, {bit}}, both = lower;
    both.bits.push_back(bit);
    Value from = lanes.with(both.mask(), lanes.first(own) | lanes.last(lower));
    Values earlier = moved(values, from);
    Value isLast = lanes.isAt(own, lanes.last(own));
    if (failed(prefixes.join(earlier, values, isLast, values)))
      return failure();
    lower = both;
  }
  return success();
}

LogicalResult Scanner::scanLanes(std::size_t number, Values &values,
                                 Prefix *before) {
  const BitRun &run = runs[number];
  if (failed(combineLanes(run, values)))
    return failure();
  Prefix above;
  if (number + 1 < runs.size()) {
    Values totals = moved(values, lanes.with(run.mask(), lanes.last(run)));
    sameLanes |= run.mask();
    if (failed(scanFrom(number + 1, totals, &above)))
      return failure();
  }
  if (before == nullptr)
    return prefixes.putBefore(above, values, Value());
  before->values = moved(values, lanes.before(run));
  return prefixes.chain(above, lanes.isAt(run, lanes.first(run)), *before);
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

/// The registers of all warps of the run, one warp after the other.
FailureOr<Value> Scanner::exchangeOne(const BitRun &run, Value values) {
  auto bits = static_cast<unsigned>(std::countr_zero(countOf(values)));
  Result<WarpTotals> plan =
      planWarpTotals(run, bits, context.threads, sameLanes, sameWarps);
  if (!plan)
    return ir::report([&] { return scan.emitOpError(); }, plan.error());
  return convertLayout(context, scan, values, plan->from, plan->to);
}

// Operands of one type go together: threads wait once.
LogicalResult Scanner::exchange(const BitRun &run, const Values &values,
                                std::vector<Values> &ofWarps) {
  OpBuilder &builder = context.builder;
  unsigned count = countOf(values.front());
  auto operands = static_cast<unsigned>(values.size());
  bool isOne = llvm::all_equal(llvm::map_range(
                   values, [](Value value) { return value.getType(); })) &&
               std::has_single_bit(values.size());
  unsigned together = isOne ? operands : 1;
  ofWarps.assign(run.size(), Values());
  for (unsigned operand = 0; operand < operands; operand += together) {
    Value given =
        permute(builder, loc, llvm::ArrayRef(values).slice(operand, together),
                firstRegisters(together * count));
    FailureOr<Value> all = exchangeOne(run, given);
    if (failed(all))
      return failure();
    std::int32_t begin = 0;
    for (Values &ofWarp : ofWarps)
      for (unsigned each = 0; each < together; ++each) {
        auto end = begin + static_cast<std::int32_t>(count);
        ofWarp.push_back(permute(builder, loc, *all,
                                 llvm::to_vector(llvm::seq(begin, end))));
        begin = end;
      }
  }
  return success();
}

/// Combines the totals of all warps of a run, and takes what comes before the
/// own one, but for the first warp, before which nothing does.
LogicalResult Scanner::prefixOfWarps(const BitRun &run, bool isTotalNeeded,
                                     llvm::ArrayRef<Values> ofWarps,
                                     Values &sum, Prefix &own) {
  sum = ofWarps[run.coordinateAt(0, order)];
  for (std::uint64_t step = 1; step < run.size(); ++step) {
    if (step == 1)
      own.values = sum;
    else
      for (auto [value, upToHere] : llvm::zip_equal(own.values, sum))
        value = prefixes.select(lanes.isAt(run, run.atStep(step, order)),
                                upToHere, value);
    if ((step + 1 < run.size() || isTotalNeeded) &&
        failed(prefixes.join(sum, ofWarps[run.coordinateAt(step, order)],
                             Value(), sum)))
      return failure();
  }
  return success();
}

LogicalResult Scanner::scanWarps(std::size_t number, Values &values,
                                 Prefix *before) {
  const BitRun &run = runs[number];
  std::vector<Values> ofWarps;
  Values sum;
  Prefix own, above;
  if (failed(exchange(run, values, ofWarps)) ||
      failed(prefixOfWarps(run, number + 1 < runs.size(), ofWarps, sum, own)))
    return failure();
  sameWarps |= run.mask();
  if (failed(scanFrom(number + 1, sum, &above)) ||
      failed(prefixes.chain(above, lanes.isAt(run, lanes.first(run)), own)))
    return failure();
  if (before == nullptr)
    return prefixes.putBefore(own, values, Value());
  *before = own;
  return success();
}

// Where the layout has no runs along the axis, in another one.
static LogicalResult emitScan(LoweringContext &context, tt::ScanOp scan) {
  const LinearLayout own = context.layoutOf(scan.getSrcs()[0]);
  Result<ScanPlan> plan = planScan(own, scan.getAxis());
  if (!plan)
    return ir::report([&] { return scan.emitOpError(); }, plan.error());
  auto convert = [&](Value &value, const LinearLayout &from,
                     const LinearLayout &to) {
    if (!plan->isConverted)
      return success();
    FailureOr<Value> converted = convertLayout(context, scan, value, from, to);
    if (succeeded(converted))
      value = *converted;
    return LogicalResult(converted);
  };
  Values values = context.get(scan.getSrcs());
  for (Value &value : values)
    if (failed(convert(value, own, plan->layout)))
      return failure();
  if (failed(Scanner(context, scan, *plan).scanAll(values)))
    return failure();
  for (auto [result, value] : llvm::zip(scan.getResult(), values)) {
    if (failed(convert(value, plan->layout, own)))
      return failure();
    context.set(result, value);
  }
  return success();
}

void registerScanEmitters(EmitterTable &table) {
  table.add<tt::ScanOp>(emitScan);
}

} // namespace heddle
