//===- KernelReport.h - What a kernel costs, and why ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result of compiling a kernel: each layout conversion that is left, how
/// wide accesses are and what keeps them from being wider, shared memory and
/// its conflicts, barriers. All of it is read from the program and from the
/// plans in use.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REPORT_KERNELREPORT_H
#define HEDDLE_REPORT_KERNELREPORT_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// An op of the kernel, and where its location says it is: "tt.load",
/// "k.py:12:8".
struct ReportedOp {
  std::string name, location;
};

/// What the kernel would cost more without a conversion, in cycles of a block;
/// nothing where that cannot be.
struct ReportedAlternatives {
  /// If the producers gave the new layout, or the consumers took the old one.
  std::optional<double> producers, consumers;
};

/// What the author asked for, and what the kernel would cost less without it.
struct ReportedWish {
  ReportedOp op;
  /// "heddle.pin = {contiguous = 16 : i64}"
  std::string wish;
  /// Of a block.
  double cycles = 0;
  bool isMet = true;
};

/// What became of a loop or of what it loads (LoopDecisions.h).
struct ReportedLoop {
  std::string location, decision, details;
};

/// About, of a thread, where most are live: the blocks that fit with them, and
/// what it costs that no more do.
struct ReportedRegisters {
  /// Of the op before that point.
  std::string location;
  unsigned registers = 0;
  std::uint64_t blocks = 0;
  double cycles = 0;
};

/// What the layouts cost that were chosen, and what any that were offered cost
/// at least: conversions, ops and accesses, in cycles of a block.
struct ReportedLayouts {
  double cycles = 0, bound = 0;
  double gapPercent = 0;
  /// Of the layouts, where it costs something; and, where registers made others
  /// be chosen, of those that are the cheapest without them, and what the
  /// others cost more.
  std::optional<ReportedRegisters> registers = std::nullopt,
                                   withoutPrice = std::nullopt;
  double paid = 0;
  std::vector<ReportedWish> wishes = {};
};

struct ReportedConversion {
  ReportedOp op;
  /// "4x256xf32"; of layouts with their parameters.
  std::string tensor, from, to;
  /// The ops that produced the tensor in its layout, and those that need the
  /// other: the nearest ops that do not take any layout.
  std::vector<ReportedOp> producers, consumers;
  std::string strategy, note;
  /// Of a block, as the plan says.
  /// Each time, and of a block, loops of unknown length counting eight times.
  double cycles = 0, blockCycles = 0;
  std::uint64_t scratchBytes = 0, shuffles = 0;
  std::uint64_t wavefronts = 0, leastWavefronts = 0;
  /// Why it remains.
  std::optional<ReportedAlternatives> alternatives = std::nullopt;
};

/// A load, a store or an atomic access of global memory.
struct ReportedAccess {
  ReportedOp op;
  /// Bytes of a lane's access, and the most that one can have.
  unsigned bytes = 0, mostBytes = 0;
  /// Registers that get the same by one access.
  unsigned repeats = 1;
  /// Of a block, likewise.
  double blockCycles = 0;
  /// Why it is not the most.
  std::vector<std::string> limits;
};

/// Accesses of shared memory of one kind by one op, of a block that executes
/// each once.
struct ReportedShared {
  ReportedOp op;
  bool isLoad = false;
  std::uint64_t instructions = 0, wavefronts = 0, ideal = 0;
  /// Of a block, loops of unknown length counting eight times.
  double blockCycles = 0;
};

/// By what a product of matrices is computed.
struct ReportedProduct {
  ReportedOp op;
  /// The mnemonic of the matrix instruction; empty for single multiply-adds.
  std::string instruction;
  /// Warps that execute one together; 0 for single multiply-adds.
  unsigned warps = 0;
  /// Instructions of such warps, or multiply-adds of a thread, each time.
  std::uint64_t count = 0;
  /// Factors that the instruction reads from shared memory, not registers.
  bool isLeftShared = false, isRightShared = false;
  /// Of the chip's rate of multiplications, what reads of shared memory by the
  /// instructions leave; nothing where no source says the rate, or where
  /// factors are in registers.
  std::optional<double> peakShare;
  /// Why the chip's faster instructions for these types were not taken; empty
  /// if it has none, or if nothing but the tile's size speaks against them.
  std::string missed;
};

/// An allocation in shared memory.
struct ReportedAllocation {
  ReportedOp op;
  std::uint64_t offset = 0, bytes = 0;
};

/// What an op does to shared memory, or a barrier of the block, and which
/// allocations live then, by their places in the list.
struct ReportedMoment {
  ReportedOp op;
  bool isBarrier = false;
  std::vector<unsigned> live;
};

/// Instructions of one class in the program of a thread.
struct ReportedInstructions {
  /// "integer", "shared_load", ...
  std::string_view kind;
  std::uint64_t count = 0;
  /// What a lane moves by all of them, of accesses to memory.
  std::uint64_t bytes = 0;
};

/// One of the ops that cost most.
struct ReportedCost {
  ReportedOp op;
  /// Of a block, loops of unknown length counting eight times.
  double cycles = 0;
  /// "vectorised to 4 of 16 bytes".
  std::string what;
  /// "n divisible by 4 would widen it to 16 bytes": what would make it
  /// cheaper, each tried. Empty if nothing that could be tried did.
  std::vector<std::string> changes;
};

/// How many blocks a multiprocessor holds at a time.
struct ReportedOccupancy {
  /// At most so many, unless `registers` is known.
  std::uint64_t blocks = 0;
  /// Of these blocks, with those of partitions, and how many a multiprocessor
  /// can hold.
  std::uint64_t warps = 0;
  unsigned mostWarps = 0;
  /// What keeps one more block from fitting: "registers", "shared memory", ...
  std::vector<std::string> limits;
  /// Of a thread, as ptxas says, or at the kernel's begin if warps exchange
  /// them; else at least so many; neither before PTX.
  std::optional<unsigned> registers, leastRegisters;
  /// Bytes that a thread stores because it has too few registers, as ptxas
  /// says.
  unsigned spillBytes = 0;
};

/// Which programs start first: those of the longest loops, along an axis.
struct ReportedOrder {
  /// "x"
  std::string axis;
  /// From the last program on, or from the first.
  bool isDescending = false;
};

struct KernelReport {
  std::string kernel, target;
  unsigned warps = 0, lanes = 0;
  /// Of a block: those of partitions, too.
  unsigned blockWarps = 0;
  /// Of a thread when the kernel begins; nothing if its warps exchange none.
  std::optional<unsigned> registersAtStart;
  /// Nothing if the GPU decides.
  std::optional<ReportedOrder> order;
  /// Nothing if the file had layouts.
  std::optional<ReportedLayouts> layouts;
  /// In the order of the passes that decided.
  std::vector<ReportedLoop> loops;
  std::vector<ReportedConversion> conversions;
  std::vector<ReportedAccess> accesses;
  std::vector<ReportedProduct> products;
  std::vector<ReportedShared> shared;
  std::vector<ReportedAllocation> allocations;
  /// In the order of the program; what is in a loop once.
  std::vector<ReportedMoment> moments;
  std::uint64_t sharedBytes = 0, peakSharedBytes = 0;
  unsigned blockBarriers = 0, warpBarriers = 0, clusterBarriers = 0;
  /// Each op once, whatever loop it is in.
  std::vector<ReportedInstructions> program;
  /// Cycles of a multiprocessor for one block, without waiting for global
  /// memory: the plans of conversions, with everything else the busiest of
  /// issue slots, integer pipe and shared memory, and the barriers. Loops of
  /// unknown length count eight times.
  double cycles = 0;
  /// Nothing before `addOccupancy`.
  std::optional<ReportedOccupancy> occupancy;
  /// The worst first; as many as `addAdvice` found.
  std::vector<ReportedCost> costs;
};

/// As text; as JSON with the same facts.
std::string reportText(const KernelReport &report);
std::string reportJson(const KernelReport &report);
/// The moments alone, for pictures: a list of `op`, `location`, `barrier` and
/// `live`.
std::string sharedMomentsJson(const KernelReport &report);

} // namespace heddle

#endif // HEDDLE_REPORT_KERNELREPORT_H
