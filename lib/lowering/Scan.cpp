//===- Scan.cpp - Scans ---------------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/ir/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

/// Elements whose coordinate has a bit are combined with the last one before
/// those that have it: all lower bits are set there, and this one is not. (J.
/// Sklansky, "Conditional-Sum Addition Logic", 1960.) From the end, set and not
/// set change places.
struct KernelLowering::ScanStep {
  Dim dim;
  /// The bit of the dimension that is the coordinate's.
  unsigned bit;
  /// Bits of registers and lanes that are lower ones of the coordinate.
  std::uint64_t lowerRegisters = 0, lowerLanes = 0;
};

namespace {

/// Where each bit of the coordinate along the axis is, the lowest first;
/// nothing if one is in several places or together with another.
std::optional<std::vector<std::pair<Dim, unsigned>>>
bitsOfAxis(const LinearLayout &layout, unsigned axis) {
  Dim out = Dim::standard(axis);
  std::vector<std::pair<Dim, unsigned>> places(layout.outBits(out),
                                               {Dim::Block, 0});
  unsigned found = 0;
  for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit) {
      std::uint64_t along = layout.basis(dim, bit, out);
      if (along == 0)
        continue;
      bool isAlone =
          layout.bases(dim)[bit] == f2::shiftLeft(along, layout.outShift(out));
      auto position = static_cast<unsigned>(std::countr_zero(along));
      if (!isAlone || !std::has_single_bit(along) ||
          places[position].first != Dim::Block)
        return std::nullopt;
      places[position] = {dim, bit};
      ++found;
    }
  if (found != places.size())
    return std::nullopt;
  return places;
}

/// The layout in which every warp holds all along the axis, in registers above
/// the others.
Result<LinearLayout> withoutWarps(const LinearLayout &layout, unsigned axis) {
  std::vector<std::vector<std::uint64_t>> registers, lanes, warps;
  auto placeOf = [&](Word basis) {
    std::vector<std::uint64_t> place;
    for (unsigned each = 0; each < layout.outs().size(); ++each)
      place.push_back(layout.field(basis, Dim::standard(each)));
    return place;
  };
  for (Word basis : layout.bases(Dim::Register))
    registers.push_back(placeOf(basis));
  for (Word basis : layout.bases(Dim::Lane))
    lanes.push_back(placeOf(basis));
  for (Word basis : layout.bases(Dim::Warp)) {
    bool isAlong = layout.field(basis, Dim::standard(axis)) != 0;
    if (isAlong)
      registers.push_back(placeOf(basis));
    warps.push_back(placeOf(isAlong ? 0 : basis));
  }
  std::vector<DimSize> outs;
  for (unsigned each = 0; each < layout.outs().size(); ++each)
    outs.push_back({Dim::standard(each), layout.outSize(Dim::standard(each))});
  return LinearLayout::fromBases({{Dim::Register, registers},
                                  {Dim::Lane, lanes},
                                  {Dim::Warp, warps},
                                  {Dim::Block, {}}},
                                 outs);
}

} // namespace

Value KernelLowering::shuffledFrom(Value registers, Value lane) {
  return shuffledBy(registers, [&](Value word) -> Value {
    return make<simt::ShuffleIndexOp>(word.getLoc(), word.getType(), word,
                                      lane);
  });
}

LogicalResult KernelLowering::scanStep(tt::ScanOp scan, const ScanStep &step,
                                       llvm::SmallVectorImpl<Value> &values) {
  Location place = scan.getLoc();
  bool isReverse = scan.getReverse();
  auto count = static_cast<std::uint32_t>(
      cast<VectorType>(values.front().getType()).getNumElements());
  bool isRegister = step.dim == Dim::Register;
  std::uint64_t own = isRegister ? std::uint64_t(1) << step.bit : 0;
  // Which registers change, and with which each is combined.
  llvm::SmallVector<std::int32_t> changed, partners;
  for (std::uint32_t index = 0; index < count; ++index) {
    if (isRegister && ((index & own) != 0) == isReverse)
      continue;
    changed.push_back(static_cast<std::int32_t>(index));
    std::uint64_t partner = isReverse ? (index & ~step.lowerRegisters) | own
                                      : (index | step.lowerRegisters) & ~own;
    partners.push_back(static_cast<std::int32_t>(partner));
  }
  // Each register that somebody needs is moved once.
  llvm::SmallVector<std::int32_t> needed(partners), where;
  llvm::sort(needed);
  needed.erase(llvm::unique(needed), needed.end());
  for (std::int32_t partner : partners)
    where.push_back(static_cast<std::int32_t>(llvm::find(needed, partner) -
                                              needed.begin()));
  Type i32 = builder.getI32Type();
  auto constant = [&](std::uint64_t value) {
    return number(static_cast<std::int64_t>(value), i32);
  };
  std::uint64_t ownLane = isRegister ? 0 : std::uint64_t(1) << step.bit;
  Value lane, isChanged;
  if (step.lowerLanes != 0 || !isRegister) {
    lane = make<arith::AndIOp>(place, thread(place),
                               constant(f2::lowMask(threads.lane)));
    std::uint64_t set = isReverse ? ownLane : step.lowerLanes;
    std::uint64_t cleared = isReverse ? step.lowerLanes : ownLane;
    if (!isRegister) {
      Value bit = make<arith::AndIOp>(place, lane, constant(ownLane));
      isChanged = make<arith::CmpIOp>(place,
                                      isReverse ? arith::CmpIPredicate::eq
                                                : arith::CmpIPredicate::ne,
                                      bit, constant(0));
    }
    if (cleared != 0)
      lane = make<arith::AndIOp>(
          place, lane, constant(f2::lowMask(threads.lane) & ~cleared));
    if (set != 0)
      lane = make<arith::OrIOp>(place, lane, constant(set));
  }
  llvm::SmallVector<Value> earlier, later, results;
  for (Value value : values) {
    Value moved = permuted(value, needed, place);
    if (lane)
      moved = shuffledFrom(moved, lane);
    earlier.push_back(permuted(moved, where, place));
    later.push_back(permuted(value, changed, place));
  }
  Value active =
      forAll(isChanged, static_cast<unsigned>(changed.size()), place);
  if (failed(combine(scan.getCombineOp(), earlier, later, results, active)))
    return failure();
  for (auto [value, result, before] : llvm::zip(values, results, later)) {
    Value chosen = result;
    if (active)
      chosen = make<arith::SelectOp>(place, active, result, before);
    llvm::SmallVector<std::int32_t> order =
        llvm::to_vector(llvm::seq<std::int32_t>(0, count));
    for (auto [position, index] : llvm::enumerate(changed))
      order[static_cast<std::size_t>(index)] =
          static_cast<std::int32_t>(count + position);
    value = changed.size() == count ? chosen
                                    : permuted({value, chosen}, order, place);
  }
  return success();
}

// Bit by bit of the coordinate, in registers and lanes. Where warps are along
// the axis, every warp first gets all of it, and does the same.
LogicalResult KernelLowering::emitScan(Operation *op) {
  auto scan = cast<tt::ScanOp>(op);
  unsigned axis = scan.getAxis();
  const LinearLayout layout =
      layoutOf(cast<RankedTensorType>(scan.getSrcs()[0].getType()));
  Result<LinearLayout> whole = withoutWarps(layout, axis);
  if (!whole)
    return ir::report([&] { return op->emitOpError(); }, whole.error());
  auto bits = bitsOfAxis(*whole, axis);
  if (!bits)
    return refuse(op) << "its layout moves along several axes at once";
  bool hasWarps = whole->inBits(Dim::Register) != layout.inBits(Dim::Register);
  llvm::SmallVector<Value> values = all(scan.getSrcs());
  for (Value &value : values)
    if (hasWarps && failed(runPlan(layout, *whole, value, value, op)))
      return failure();
  ScanStep step = {};
  for (auto [dim, bit] : *bits) {
    step.dim = dim;
    step.bit = bit;
    if (failed(scanStep(scan, step, values)))
      return failure();
    (dim == Dim::Register ? step.lowerRegisters : step.lowerLanes) |=
        std::uint64_t(1) << bit;
  }
  for (auto [result, value] : llvm::zip(scan.getResult(), values)) {
    if (hasWarps && failed(runPlan(*whole, layout, value, value, op)))
      return failure();
    set(result, value);
  }
  return success();
}

} // namespace heddle
