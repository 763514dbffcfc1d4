//===- PartitionWarps.cpp - Which warps execute a partition ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionWarps.h"
#include "heddle/ir/Refusal.h"
#include "heddle/simt/RegisterLimit.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

using Numbers = llvm::SmallVector<std::int32_t>;

using simt::GroupWarps;

class Planner {
public:
  Planner(ttg::WarpSpecializeOp op, unsigned kernelWarps)
      : op(op), kernelWarps(kernelWarps), counts(op.getPartitionNumWarps()) {}

  FailureOr<PartitionWarps> plan();

private:
  bool hasRegisters() {
    return op.getRequestedRegisters() || op.getActualRegisters();
  }
  void placeWarps();
  LogicalResult checkWarps();
  void chooseRegisters();
  unsigned registersAtStart();
  FailureOr<unsigned> registersLeft();
  bool isWorthIt(unsigned left);
  unsigned blockWarps();

  ttg::WarpSpecializeOp op;
  unsigned kernelWarps;
  ArrayRef<std::int32_t> counts;
  PartitionWarps result;
};

/// The largest partitions come first, so that small ones fill groups.
void Planner::placeWarps() {
  if (std::optional<ArrayRef<std::int32_t>> given = op.getWarpGroupStartIds()) {
    result.first.assign(given->begin(), given->end());
    return;
  }
  Numbers order(counts.size());
  std::iota(order.begin(), order.end(), 0);
  auto warpsOf = [&](std::int32_t partition) {
    return static_cast<unsigned>(counts[static_cast<std::size_t>(partition)]);
  };
  llvm::sort(order, [&](std::int32_t left, std::int32_t right) {
    return std::pair(warpsOf(right), left) < std::pair(warpsOf(left), right);
  });
  // The kernel's warps share their registers with no partition.
  unsigned next =
      hasRegisters() ? llvm::alignTo(kernelWarps, GroupWarps) : kernelWarps;
  result.first.resize(counts.size());
  for (std::int32_t partition : order) {
    if (warpsOf(partition) >= GroupWarps)
      next = static_cast<unsigned>(llvm::alignTo(next, GroupWarps));
    result.first[static_cast<std::size_t>(partition)] =
        static_cast<std::int32_t>(next);
    next += warpsOf(partition);
  }
}

unsigned Planner::blockWarps() {
  unsigned all = kernelWarps;
  for (auto [first, count] : llvm::zip_equal(result.first, counts))
    all = std::max(all, static_cast<unsigned>(first + count));
  return hasRegisters() ? llvm::alignTo(all, GroupWarps) : all;
}

LogicalResult Planner::checkWarps() {
  constexpr unsigned MostWarps = 32;
  unsigned all = blockWarps();
  if (all > MostWarps)
    return refuse(op) << "a block has at most " << MostWarps
                      << " warps, but its partitions and the kernel need "
                      << all;
  llvm::SmallVector<int> owner(all, -1);
  for (auto [partition, first, count] : llvm::enumerate(result.first, counts)) {
    if (first < static_cast<std::int32_t>(kernelWarps))
      return refuse(op) << "partition " << partition << " begins at warp "
                        << first << ", but the kernel has the first "
                        << kernelWarps;
    if (count >= static_cast<std::int32_t>(GroupWarps) &&
        first % static_cast<std::int32_t>(GroupWarps) != 0)
      return refuse(op) << "partition " << partition << " of " << count
                        << " warps begins at warp " << first
                        << ", which is no multiple of 4";
    for (std::int32_t warp = first; warp < first + count; ++warp) {
      int &before = owner[static_cast<std::size_t>(warp)];
      if (before >= 0)
        return refuse(op) << "warp " << warp << " is in partitions " << before
                          << " and " << partition;
      before = static_cast<int>(partition);
    }
  }
  return success();
}

/// Partitions in one group of warps have what the largest of them asks for.
void Planner::chooseRegisters() {
  constexpr auto Least =
      static_cast<std::int32_t>(simt::LeastExchangedRegisters);
  constexpr auto Most = static_cast<std::int32_t>(simt::MostExchangedRegisters);
  Numbers asked;
  if (std::optional<ArrayRef<std::int32_t>> actual = op.getActualRegisters())
    llvm::append_range(asked, actual->drop_front());
  else
    llvm::append_range(asked, *op.getRequestedRegisters());
  for (std::int32_t &each : asked)
    each = std::clamp(static_cast<std::int32_t>(
                          llvm::alignTo(std::max(each, 0), simt::RegisterUnit)),
                      Least, Most);
  auto groupOf = [&](std::size_t partition) {
    return result.first[partition] / static_cast<std::int32_t>(GroupWarps);
  };
  result.registers = asked;
  for (std::size_t one = 0; one < asked.size(); ++one)
    for (std::size_t other = 0; other < asked.size(); ++other)
      if (groupOf(one) == groupOf(other))
        (*result.registers)[one] =
            std::max((*result.registers)[one], asked[other]);
}

unsigned Planner::registersAtStart() {
  std::optional<unsigned> limit;
  if (auto asked = op->getParentOfType<ModuleOp>()->getAttrOfType<IntegerAttr>(
          ttg::MaxRegistersAttr);
      asked && asked.getInt() > 0)
    limit = static_cast<unsigned>(asked.getInt());
  return simt::registersAtLaunch(blockWarps(), limit);
}

/// What a thread of the kernel's warps can have meanwhile: a launch gives all
/// threads of the block equally many of the 64 K registers, and the partitions
/// take theirs from these.
FailureOr<unsigned> Planner::registersLeft() {
  constexpr unsigned Unit = simt::RegisterUnit,
                     Least = simt::LeastExchangedRegisters;
  if (std::optional<ArrayRef<std::int32_t>> actual = op.getActualRegisters())
    return static_cast<unsigned>(actual->front());
  unsigned groups = blockWarps() / GroupWarps;
  unsigned start = registersAtStart();
  llvm::SmallVector<unsigned> ofGroups(groups, start);
  unsigned own =
      static_cast<unsigned>(llvm::divideCeil(kernelWarps, GroupWarps));
  for (auto [first, count, registers] :
       llvm::zip_equal(result.first, counts, *result.registers))
    for (auto warp = static_cast<unsigned>(first);
         warp < static_cast<unsigned>(first + count); ++warp)
      ofGroups[warp / GroupWarps] = static_cast<unsigned>(registers);
  unsigned others = std::accumulate(ofGroups.begin() + own, ofGroups.end(), 0U);
  unsigned all = start * groups;
  unsigned left = all > others ? (all - others) / own / Unit * Unit : 0;
  if (left < Least)
    return refuse(op) << "its partitions ask for so many registers that "
                      << left << " are left for a thread of the kernel's "
                      << kernelWarps << " warps, which need at least " << Least
                      << "; 'requestedRegisters' is " << *result.registers
                      << ", and the block starts with " << start
                      << " registers a thread";
  return std::min(left, simt::MostExchangedRegisters);
}

/// To exchange registers takes longer than it gains where nobody gets more than
/// a few. What the program says itself is done.
bool Planner::isWorthIt(unsigned left) {
  constexpr unsigned LeastGain = 2 * simt::RegisterUnit;
  auto most = static_cast<unsigned>(*llvm::max_element(*result.registers));
  return op.getActualRegisters() ||
         std::max(left, most) >= registersAtStart() + LeastGain;
}

FailureOr<PartitionWarps> Planner::plan() {
  placeWarps();
  if (failed(checkWarps()))
    return failure();
  if (hasRegisters()) {
    chooseRegisters();
    FailureOr<unsigned> left = registersLeft();
    if (failed(left))
      return failure();
    if (unsigned registers = *left; isWorthIt(registers))
      result.kernelRegisters = registers;
    else
      result.registers.reset();
  }
  return result;
}

} // namespace

FailureOr<PartitionWarps> planPartitionWarps(ttg::WarpSpecializeOp op,
                                             unsigned kernelWarps) {
  return Planner(op, kernelWarps).plan();
}

} // namespace heddle
