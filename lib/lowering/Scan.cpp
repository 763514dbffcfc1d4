//===- Scan.cpp - Scans ---------------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A coordinate's bits, from the lowest, are runs of bits of registers, lanes
/// and warps. Each run is scanned with nothing but the totals of the runs below
/// it, and what comes before each total is put before all of what it is the
/// total of (G. Blelloch, "Prefix Sums and Their Applications", 1990):
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

#include "KernelLowering.h"
#include "heddle/ir/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/BitVector.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

using Indices = llvm::SmallVector<std::int32_t>;
using Values = llvm::SmallVector<Value>;

/// Bits of a coordinate that follow each other, and where they are.
struct Run {
  Dim dim;
  llvm::SmallVector<unsigned> bits;

  Word mask() const {
    Word mask = 0;
    for (unsigned bit : bits)
      mask |= f2::unit(bit);
    return mask;
  }
  /// The bits of the dimension at a place of the run.
  Word placeOf(Word coordinate) const {
    Word place = 0;
    for (auto [position, bit] : llvm::enumerate(bits))
      if ((coordinate & f2::unit(static_cast<unsigned>(position))) != 0)
        place |= f2::unit(bit);
    return place;
  }
  std::uint64_t size() const { return std::uint64_t(1) << bits.size(); }
};

/// The runs of the coordinate along the axis, the lowest first; nothing if one
/// of its bits is in several places or together with another.
std::optional<llvm::SmallVector<Run>> runsOfAxis(const LinearLayout &layout,
                                                 unsigned axis) {
  Dim out = Dim::standard(axis);
  std::vector<std::optional<std::pair<Dim, unsigned>>> places(
      layout.outBits(out));
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit) {
      std::uint64_t along = layout.basis(dim, bit, out);
      if (along == 0)
        continue;
      bool isAlone =
          layout.bases(dim)[bit] == f2::shiftLeft(along, layout.outShift(out));
      auto position = static_cast<unsigned>(std::countr_zero(along));
      if (!isAlone || !std::has_single_bit(along) || places[position])
        return std::nullopt;
      places[position] = {dim, bit};
    }
  llvm::SmallVector<Run> runs;
  for (const auto &place : places) {
    if (!place)
      return std::nullopt;
    if (runs.empty() || runs.back().dim != place->first)
      runs.push_back({place->first, {}});
    runs.back().bits.push_back(place->second);
  }
  return runs;
}

/// As many bits of everything, each along one axis: first along this one.
Result<LinearLayout> layoutAlong(const LinearLayout &like, unsigned axis) {
  using Place = std::vector<std::uint64_t>;
  auto rank = static_cast<unsigned>(like.outs().size());
  std::vector<DimSize> outs;
  std::vector<Place> left;
  for (unsigned step = 0; step < rank; ++step) {
    Dim each = Dim::standard((axis + step) % rank);
    for (unsigned bit = 0; bit < like.outBits(each); ++bit) {
      left.emplace_back(rank);
      left.back()[(axis + step) % rank] = std::uint64_t(1) << bit;
    }
    outs.push_back({Dim::standard(step), like.outSize(Dim::standard(step))});
  }
  std::size_t next = 0;
  std::vector<std::pair<Dim, std::vector<Place>>> bases;
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp}) {
    std::vector<Place> places(like.inBits(dim), Place(rank));
    for (Place &place : places)
      if (next < left.size())
        place = left[next++];
    bases.emplace_back(dim, places);
  }
  bases.emplace_back(Dim::Block, std::vector<Place>());
  return LinearLayout::fromBases(bases, outs);
}

/// Registers by their places along a run, and where each one is if those of all
/// places follow each other.
struct Places {
  std::vector<Indices> registers;
  Indices order;
};

/// What comes before each of some registers, of each operand.
struct Prefix {
  /// Empty if nothing does.
  Values values;
  /// Registers before which there is something in all threads. Before others
  /// there is in threads where `sometimes` holds; in none if that is null.
  llvm::BitVector always;
  Value sometimes;
};

} // namespace

class KernelLowering::Scanner {
public:
  Scanner(KernelLowering &lowering, tt::ScanOp scan, llvm::ArrayRef<Run> runs)
      : lowering(lowering), scan(scan), place(scan.getLoc()),
        isReverse(scan.getReverse()), runs(runs) {}

  LogicalResult scanAll(Values &values, unsigned registerBits) {
    for (unsigned bit = 0; bit < registerBits; ++bit)
      numbering.push_back(bit);
    return scanFrom(0, values, nullptr);
  }

private:
  /// Scans these registers along the runs from that one on: what they become
  /// themselves, or what comes `before` them, if that is asked for.
  LogicalResult scanFrom(std::size_t number, Values &values, Prefix *before);
  LogicalResult scanRegisters(std::size_t number, Values &values,
                              Prefix *before);
  Places placesOf(const Run &run, unsigned count);
  LogicalResult scanLanes(std::size_t number, Values &values, Prefix *before);
  LogicalResult scanWarps(std::size_t number, Values &values, Prefix *before);

  LogicalResult combineLanes(const Run &run, Values &values);
  LogicalResult exchange(const Run &run, const Values &values,
                         std::vector<Values> &ofWarps);
  LogicalResult exchangeOne(const Run &run, Value values, Value &ofWarps);
  LogicalResult join(Values earlier, Values later, Value where,
                     Values &results);
  LogicalResult putBefore(const Prefix &prefix, Values &values, Value where);
  LogicalResult putBeforeSome(const Prefix &prefix, const Indices &some,
                              Value where, Values &values);
  LogicalResult chain(const Prefix &above, Value isFirst, Prefix &before);
  Prefix spread(const Prefix &prefix, const Indices &order, std::int32_t size);

  /// Coordinates of a run in the order of the scan.
  std::uint64_t inOrder(const Run &run, std::uint64_t step) const {
    return isReverse ? run.size() - 1 - step : step;
  }
  Word first(const Run &run) const { return run.placeOf(inOrder(run, 0)); }
  Word last(const Run &run) const {
    return run.placeOf(inOrder(run, run.size() - 1));
  }
  Value isAt(const Run &run, Word place);
  Value constant(Word value) {
    return lowering.number(static_cast<std::int64_t>(value),
                           lowering.builder.getI32Type());
  }
  Value laneWith(Word cleared, Word set);
  Value laneBefore(const Run &run);
  Value select(Value condition, Value then, Value otherwise) {
    return lowering.make<arith::SelectOp>(
        place, lowering.forAll(condition, sizeOf(then), place), then,
        otherwise);
  }
  static unsigned sizeOf(Value registers) {
    return static_cast<unsigned>(
        cast<VectorType>(registers.getType()).getNumElements());
  }
  Values permuted(const Values &values, const Indices &indices) {
    return llvm::map_to_vector(values, [&](Value value) {
      return lowering.permuted(value, indices, place);
    });
  }
  Values moved(const Values &values, Value from) {
    return llvm::map_to_vector(values, [&](Value value) {
      return lowering.shuffledFrom(value, from);
    });
  }
  Values concatenated(llvm::ArrayRef<Values> parts, const Indices &order);

  KernelLowering &lowering;
  tt::ScanOp scan;
  Location place;
  bool isReverse;
  llvm::ArrayRef<Run> runs;
  /// Of the registers that are left, the bit of the layout that each bit of
  /// their numbers is.
  llvm::SmallVector<unsigned> numbering;
  /// Bits of lanes and warps in which all that is left is the same.
  Word sameLanes = 0, sameWarps = 0;
};

/// The own lane with these bits cleared, then those set.
Value KernelLowering::Scanner::laneWith(Word cleared, Word set) {
  Value result = lowering.make<arith::AndIOp>(
      place, lowering.thread(place),
      constant(f2::lowMask(lowering.threads.lane) & ~cleared));
  return set == 0 ? result
                  : lowering.make<arith::OrIOp>(place, result, constant(set))
                        .getResult();
}

/// Is the thread at this place of a run of lanes or warps?
Value KernelLowering::Scanner::isAt(const Run &run, Word where) {
  unsigned shift = run.dim == Dim::Warp ? lowering.threads.lane : 0;
  Value bits = lowering.make<arith::AndIOp>(place, lowering.thread(place),
                                            constant(run.mask() << shift));
  return lowering.make<arith::CmpIOp>(place, arith::CmpIPredicate::eq, bits,
                                      constant(where << shift));
}

/// The lane before this one along the run; any in the run for the first.
Value KernelLowering::Scanner::laneBefore(const Run &run) {
  if (llvm::is_sorted(run.bits)) {
    // Where other bits are as the carry wants them, it passes them.
    Word others = f2::lowMask(lowering.threads.lane) & ~run.mask();
    Value next =
        isReverse
            ? lowering
                  .make<arith::AddIOp>(place, laneWith(0, others), constant(1))
                  .getResult()
            : lowering
                  .make<arith::SubIOp>(place, laneWith(others, 0), constant(1))
                  .getResult();
    Value inRun =
        lowering.make<arith::AndIOp>(place, next, constant(run.mask()));
    return lowering.make<arith::OrIOp>(place, inRun, laneWith(run.mask(), 0));
  }
  // Counting changes each bit behind which all are at their first.
  Value changed = constant(0);
  for (unsigned bit : llvm::reverse(run.bits)) {
    Run one = {run.dim, {bit}};
    Value own = constant(one.mask());
    Value higher = lowering.make<arith::OrIOp>(place, changed, own);
    changed = lowering.make<arith::SelectOp>(place, isAt(one, first(one)),
                                             higher, own);
  }
  return lowering.make<arith::XOrIOp>(place, laneWith(0, 0), changed);
}

/// The parts' registers one after the other, in another order.
Values KernelLowering::Scanner::concatenated(llvm::ArrayRef<Values> parts,
                                             const Indices &order) {
  Values results;
  for (std::size_t operand = 0; operand < parts.front().size(); ++operand) {
    Values ofOperand = llvm::map_to_vector(
        parts, [&](const Values &part) { return part[operand]; });
    results.push_back(lowering.permuted(ofOperand, order, place));
  }
  return results;
}

/// `earlier` and `later` combined where that is to be, else `later`.
LogicalResult KernelLowering::Scanner::join(Values earlier, Values later,
                                            Value where, Values &results) {
  Value active = lowering.forAll(where, sizeOf(later.front()), place);
  results.clear();
  if (failed(lowering.combine(scan.getCombineOp(), earlier, later, results,
                              active)))
    return failure();
  if (where)
    for (auto [result, own] : llvm::zip_equal(results, later))
      result = select(where, result, own);
  return success();
}

LogicalResult KernelLowering::Scanner::putBeforeSome(const Prefix &prefix,
                                                     const Indices &some,
                                                     Value where,
                                                     Values &values) {
  if (some.empty())
    return success();
  Values results;
  if (failed(join(permuted(prefix.values, some), permuted(values, some), where,
                  results)))
    return failure();
  auto count = static_cast<std::int32_t>(sizeOf(values.front()));
  Indices order = llvm::to_vector(llvm::seq<std::int32_t>(0, count));
  for (auto [position, index] : llvm::enumerate(some))
    order[static_cast<std::size_t>(index)] =
        count + static_cast<std::int32_t>(position);
  values = some.size() == static_cast<std::size_t>(count)
               ? results
               : concatenated({values, results}, order);
  return success();
}

/// What comes before each register, if something does, with it; only where
/// `where` holds, if that is not null.
LogicalResult KernelLowering::Scanner::putBefore(const Prefix &prefix,
                                                 Values &values, Value where) {
  if (prefix.values.empty())
    return success();
  Indices always, sometimes;
  for (unsigned index = 0; index < prefix.always.size(); ++index)
    (prefix.always.test(index) ? always : sometimes)
        .push_back(static_cast<std::int32_t>(index));
  if (failed(putBeforeSome(prefix, always, where, values)))
    return failure();
  if (!prefix.sometimes)
    return success();
  Value both =
      where ? lowering.both(where, prefix.sometimes, place) : prefix.sometimes;
  return putBeforeSome(prefix, sometimes, both, values);
}

/// `before` has what comes before within a run, but for the first place of it;
/// `above` what comes before the whole run.
LogicalResult KernelLowering::Scanner::chain(const Prefix &above, Value isFirst,
                                             Prefix &before) {
  Value isLater = lowering.negation(isFirst, place);
  before.always.resize(sizeOf(before.values.front()));
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
        lowering.make<arith::OrIOp>(place, isLater, above.sometimes);
  return success();
}

/// For registers in places of so many, each with the prefix's in every place.
Prefix KernelLowering::Scanner::spread(const Prefix &prefix,
                                       const Indices &order,
                                       std::int32_t size) {
  if (prefix.values.empty())
    return {};
  Indices inPlace;
  llvm::BitVector always(static_cast<unsigned>(order.size()));
  for (auto [index, number] : llvm::enumerate(order)) {
    inPlace.push_back(number % size);
    if (prefix.always.test(static_cast<unsigned>(number % size)))
      always.set(static_cast<unsigned>(index));
  }
  return {permuted(prefix.values, inPlace), always, prefix.sometimes};
}

LogicalResult KernelLowering::Scanner::scanFrom(std::size_t number,
                                                Values &values,
                                                Prefix *before) {
  if (number == runs.size())
    return success();
  if (runs[number].dim == Dim::Register)
    return scanRegisters(number, values, before);
  if (runs[number].dim == Dim::Lane)
    return scanLanes(number, values, before);
  return scanWarps(number, values, before);
}

/// The registers at each place of a run, in the order of the scan; they are
/// left out of the numbering.
Places KernelLowering::Scanner::placesOf(const Run &run, unsigned count) {
  Run inNumbers = {run.dim, {}};
  for (unsigned bit : run.bits)
    inNumbers.bits.push_back(
        static_cast<unsigned>(llvm::find(numbering, bit) - numbering.begin()));
  llvm::erase_if(numbering, [&](unsigned bit) {
    return llvm::is_contained(run.bits, bit);
  });
  Places places = {std::vector<Indices>(run.size()), Indices(count)};
  std::int32_t next = 0;
  for (auto [step, indices] : llvm::enumerate(places.registers)) {
    Word here = inNumbers.placeOf(inOrder(run, step));
    for (unsigned index = 0; index < count; ++index)
      if ((index & inNumbers.mask()) == here) {
        indices.push_back(static_cast<std::int32_t>(index));
        places.order[index] = next++;
      }
  }
  return places;
}

// Place by place, all registers of a place at once.
LogicalResult KernelLowering::Scanner::scanRegisters(std::size_t number,
                                                     Values &values,
                                                     Prefix *before) {
  const Run &run = runs[number];
  unsigned count = sizeOf(values.front());
  const Places places = placesOf(run, count);
  std::vector<Values> sums;
  for (const Indices &registers : places.registers) {
    Values sum = permuted(values, registers);
    if (!sums.empty() && failed(join(sums.back(), sum, Value(), sum)))
      return failure();
    sums.push_back(sum);
  }
  Values totals = sums.back();
  Prefix above;
  if (failed(scanFrom(number + 1, totals, &above)))
    return failure();
  auto ofPlace = static_cast<std::int32_t>(count / run.size());
  if (before == nullptr) {
    values = concatenated(sums, places.order);
    return putBefore(spread(above, places.order, ofPlace), values, Value());
  }
  // Before each place is what the one before it has become, and before the
  // first what comes before all.
  sums.pop_back();
  Indices inOrder = llvm::to_vector(
      llvm::seq<std::int32_t>(0, static_cast<std::int32_t>(count) - ofPlace));
  Values earlier = concatenated(sums, inOrder);
  if (failed(putBefore(spread(above, inOrder, ofPlace), earlier, Value())))
    return failure();
  Values atFirst = above.values.empty() ? sums.front() : above.values;
  before->values = concatenated({atFirst, earlier}, places.order);
  before->sometimes = above.sometimes;
  before->always.resize(count);
  for (auto [index, position] : llvm::enumerate(places.order))
    if (position >= ofPlace ||
        (!above.values.empty() &&
         above.always.test(static_cast<unsigned>(position))))
      before->always.set(static_cast<unsigned>(index));
  return success();
}

/// Elements whose coordinate has a bit are combined with the last one before
/// those that have it: all lower bits are set there, and this one is not. (J.
/// Sklansky, "Conditional-Sum Addition Logic", 1960.) From the end, set and not
/// set change places.
LogicalResult KernelLowering::Scanner::combineLanes(const Run &run,
                                                    Values &values) {
  Run lower = {run.dim, {}};
  for (unsigned bit : run.bits) {
    Run own = {run.dim, {bit}}, both = lower;
    both.bits.push_back(bit);
    Value from = laneWith(both.mask(), first(own) | last(lower));
    if (failed(join(moved(values, from), values, isAt(own, last(own)), values)))
      return failure();
    lower = both;
  }
  return success();
}

LogicalResult KernelLowering::Scanner::scanLanes(std::size_t number,
                                                 Values &values,
                                                 Prefix *before) {
  const Run &run = runs[number];
  if (failed(combineLanes(run, values)))
    return failure();
  Prefix above;
  if (number + 1 < runs.size()) {
    Values totals = moved(values, laneWith(run.mask(), last(run)));
    sameLanes |= run.mask();
    if (failed(scanFrom(number + 1, totals, &above)))
      return failure();
  }
  if (before == nullptr)
    return putBefore(above, values, Value());
  before->values = moved(values, laneBefore(run));
  return chain(above, isAt(run, first(run)), *before);
}

/// The registers of all warps of the run, by their places in it.
LogicalResult KernelLowering::Scanner::exchangeOne(const Run &run, Value values,
                                                   Value &ofWarps) {
  constexpr unsigned Dims = 3;
  using Place = std::vector<std::uint64_t>;
  auto along = [](unsigned dim, unsigned bit) {
    Place basis(Dims);
    basis[dim] = std::uint64_t(1) << bit;
    return basis;
  };
  const Place nowhere(Dims);
  const ThreadBits &threads = lowering.threads;
  auto numberBits = static_cast<unsigned>(std::countr_zero(sizeOf(values)));
  std::vector<Place> registers, lanes, fromWarps, toWarps;
  for (unsigned bit = 0; bit < numberBits; ++bit)
    registers.push_back(along(0, bit));
  unsigned lanesApart = 0, warpsApart = 0;
  for (unsigned bit = 0; bit < threads.lane; ++bit)
    lanes.push_back((sameLanes & f2::unit(bit)) != 0 ? nowhere
                                                     : along(1, lanesApart++));
  llvm::SmallVector<Place> ofRun(run.bits.size());
  for (unsigned bit = 0; bit < threads.warp; ++bit) {
    bool isSame = (sameWarps & f2::unit(bit)) != 0;
    fromWarps.push_back(isSame ? nowhere : along(2, warpsApart++));
    toWarps.push_back(fromWarps.back());
    if (const auto *found = llvm::find(run.bits, bit);
        found != run.bits.end()) {
      ofRun[static_cast<std::size_t>(found - run.bits.begin())] =
          fromWarps.back();
      toWarps.back() = nowhere;
    }
  }
  std::vector<Place> all = registers;
  all.insert(all.end(), ofRun.begin(), ofRun.end());
  std::vector<DimSize> outs = {
      {Dim::standard(0), std::uint64_t(1) << numberBits},
      {Dim::standard(1), std::uint64_t(1) << lanesApart},
      {Dim::standard(2), std::uint64_t(1) << warpsApart}};
  auto layoutOf = [&](const auto &ofThread, const auto &ofWarp) {
    return LinearLayout::fromBases({{Dim::Register, ofThread},
                                    {Dim::Lane, lanes},
                                    {Dim::Warp, ofWarp},
                                    {Dim::Block, {}}},
                                   outs);
  };
  Result<LinearLayout> from = layoutOf(registers, fromWarps);
  Result<LinearLayout> to = layoutOf(all, toWarps);
  for (const auto *layout : {&from, &to})
    if (!*layout)
      return ir::report([&] { return scan.emitOpError(); }, layout->error());
  return lowering.runPlan(*from, *to, values, ofWarps, scan);
}

// Operands of one type go together: threads wait once.
LogicalResult KernelLowering::Scanner::exchange(const Run &run,
                                                const Values &values,
                                                std::vector<Values> &ofWarps) {
  auto count = static_cast<std::int32_t>(sizeOf(values.front()));
  auto operands = static_cast<std::int32_t>(values.size());
  bool isOne = llvm::all_equal(llvm::map_range(
                   values, [](Value value) { return value.getType(); })) &&
               std::has_single_bit(values.size());
  std::int32_t together = isOne ? operands : 1;
  ofWarps.assign(run.size(), Values());
  for (std::int32_t operand = 0; operand < operands; operand += together) {
    Value given = lowering.permuted(
        llvm::ArrayRef(values).slice(static_cast<std::size_t>(operand),
                                     static_cast<std::size_t>(together)),
        llvm::to_vector(llvm::seq<std::int32_t>(0, together * count)), place);
    Value all;
    if (failed(exchangeOne(run, given, all)))
      return failure();
    for (auto [warp, ofWarp] : llvm::enumerate(ofWarps))
      for (std::int32_t each = 0; each < together; ++each) {
        auto begin =
            (static_cast<std::int32_t>(warp) * together + each) * count;
        ofWarp.push_back(lowering.permuted(
            all, llvm::to_vector(llvm::seq(begin, begin + count)), place));
      }
  }
  return success();
}

// Every thread combines the totals of all warps, and takes what comes before
// its own.
LogicalResult KernelLowering::Scanner::scanWarps(std::size_t number,
                                                 Values &values,
                                                 Prefix *before) {
  const Run &run = runs[number];
  std::vector<Values> ofWarps;
  if (failed(exchange(run, values, ofWarps)))
    return failure();
  Prefix own;
  Values sum = ofWarps[inOrder(run, 0)];
  for (std::uint64_t step = 1; step < run.size(); ++step) {
    if (step == 1)
      own.values = sum;
    else
      for (auto [value, upToHere] : llvm::zip_equal(own.values, sum))
        value =
            select(isAt(run, run.placeOf(inOrder(run, step))), upToHere, value);
    bool isNeeded = step + 1 < run.size() || number + 1 < runs.size();
    if (isNeeded &&
        failed(join(sum, ofWarps[inOrder(run, step)], Value(), sum)))
      return failure();
  }
  Prefix above;
  sameWarps |= run.mask();
  if (failed(scanFrom(number + 1, sum, &above)) ||
      failed(chain(above, isAt(run, first(run)), own)))
    return failure();
  if (before == nullptr)
    return putBefore(own, values, Value());
  *before = own;
  return success();
}

// Where the layout moves along several axes at once, in another one.
LogicalResult KernelLowering::emitScan(Operation *op) {
  auto scan = cast<tt::ScanOp>(op);
  const LinearLayout own =
      layoutOf(cast<RankedTensorType>(scan.getSrcs()[0].getType()));
  LinearLayout layout = own;
  auto runs = runsOfAxis(layout, scan.getAxis());
  bool isConverted = !runs;
  if (isConverted) {
    Result<LinearLayout> other = layoutAlong(own, scan.getAxis());
    if (!other)
      return ir::report([&] { return op->emitOpError(); }, other.error());
    layout = *other;
    runs = runsOfAxis(layout, scan.getAxis());
  }
  if (!runs)
    return refuse(op) << "nothing holds all along its axis";
  Values values = all(scan.getSrcs());
  for (Value &value : values)
    if (isConverted && failed(runPlan(own, layout, value, value, op)))
      return failure();
  if (failed(Scanner(*this, scan, *runs)
                 .scanAll(values, layout.inBits(Dim::Register))))
    return failure();
  for (auto [result, value] : llvm::zip(scan.getResult(), values)) {
    if (isConverted && failed(runPlan(layout, own, value, value, op)))
      return failure();
    set(result, value);
  }
  return success();
}

Value KernelLowering::shuffledFrom(Value registers, Value lane) {
  return shuffledBy(registers, [&](Value word) -> Value {
    return make<simt::ShuffleIndexOp>(word.getLoc(), word.getType(), word,
                                      lane);
  });
}

} // namespace heddle
