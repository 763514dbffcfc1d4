//===- Target.h - What a GPU is ---------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a GPU is, as data: how many lanes a warp has, how its shared memory is
/// banked, which lanes are served together, which instructions move data
/// between lanes and memory, and what each class of instruction costs. One row
/// an architecture, in lib/target/NvidiaTargets.h and AmdTargets.h; nothing
/// here decides anything.
///
///     const Target &h200 = *findTarget("sm_90").value();
///     h200.load.phase(16).basis(); // 1, 2, 4: lanes 0 to 7 share a phase
///
/// **Shared memory.** `banks` banks of 4 bytes each deliver one word a cycle.
/// An access of a warp is served in *phases*: the lanes whose numbers agree
/// outside of a mask of lane bits go together. In a phase each bank delivers
/// the words asked of it one after another, and a word once for all lanes that
/// ask for it. A step of that is a *wavefront*, Nsight Compute's unit. A lane
/// of a phase accesses its bytes at a multiple of their number.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_TARGET_H
#define HEDDLE_TARGET_TARGET_H

#include "heddle/f2/Error.h"
#include "heddle/target/MatrixUnits.h"
#include "heddle/target/ScalarType.h"
#include "heddle/target/Timing.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace heddle {

enum class Vendor { Nvidia, Amd };

/// Accesses of one, two, four, eight and sixteen bytes a lane, by log2.
inline constexpr unsigned AccessSizes = 5;

/// A set of lanes that is closed under xor, by independent lane numbers that
/// span it: lanes 0..3 and 20..23 are the span of 1, 2 and 20.
struct LaneSpace {
  std::array<std::uint32_t, 6> vectors;
  unsigned dimension;
  std::span<const std::uint32_t> basis() const {
    return {vectors.data(), dimension};
  }
};

/// How a warp's access to shared memory is divided into phases.
struct AccessPhases {
  /// For each log2 of the bytes a lane accesses: who is served with lane 0.
  /// Lane l is served with l ^ each of these.
  std::array<LaneSpace, AccessSizes> spaces;

  /// `bytes` is a power of two up to 16.
  const LaneSpace &phase(unsigned bytes) const;
};

/// The instructions that move data between registers and shared memory in tiles
/// of 8x8 16-bit units, one, two or four at a time (PTX ISA, ldmatrix and
/// stmatrix).
struct MatrixAccess {
  bool exists = false;
  /// The transposed form for 16-bit units.
  bool transposes16 = false;
  /// The transposed form for 8-bit units.
  bool transposes8 = false;
};

/// An instruction that moves 32 bits of each lane to another lane.
struct LaneMove {
  enum class Kind {
    Xor,   ///< lane l reads lane l ^ c, c constant
    Index, ///< lane l reads any lane, which it computes
    Up,    ///< lane l reads lane l - c
    Down   ///< lane l reads lane l + c
  };
  Kind kind;
  std::string_view instruction;
  /// Lanes in groups of this many: it reaches no lane of another group.
  unsigned within;
};

/// What a warp's instruction costs, in cycles of one multiprocessor (compute
/// unit) that has enough warps to hide latency. Each class has a pipe of its
/// own, beside the issue slots that all share.
struct Costs {
  /// An issue slot: a multiprocessor starts 1 / issue warp instructions a
  /// cycle.
  double issue;
  /// A wavefront of shared memory, and what a load or store takes there beside
  /// its wavefronts.
  double wavefront, access;
  /// A piece of the memory of a block of the cluster, up to 128 bytes, beside
  /// its wavefront; 0 where there are no clusters.
  double piece;
  /// A shuffle of 32 bits; it takes the pipe of shared memory.
  double shuffle;
  /// An integer operation: select, byte permute, and, xor, add.
  double alu;
  /// Cycles until the next dependent instruction can start.
  double sharedLatency, shuffleLatency, aluLatency;
  /// Cycles from the last warp's arrival to the first one's departure; 0 for a
  /// cluster where there are none.
  double warpBarrier, blockBarrier, clusterBarrier;
  /// Cycles until what a thread did in all of memory is seen by its cluster.
  double clusterFence;
};

enum class AtomicOperation {
  And,
  Or,
  Xor,
  Add,
  Maximum,
  Minimum,
  Exchange,
  CompareAndSwap
};

/// The element types that atomic accesses of a lane have, by operation.
/// Operations on bits take them by their width, as unsigned integers.
struct Atomics {
  /// And, Or, Xor.
  TypeSet bitwise;
  TypeSet add;
  /// Maximum, Minimum.
  TypeSet extremum;
  TypeSet exchange, compareAndSwap;

  bool has(AtomicOperation operation, ScalarType type) const;
};

/// Copies from global to shared memory that use no registers and are waited for
/// later.
struct AsyncCopies {
  /// How many bytes a lane copies at once: a bit for each size, so 4 | 16 is 4
  /// or 16 bytes. 0: there are no such copies.
  unsigned sizes = 0;
  /// A warp has one address in shared memory, and lane i writes `i` times the
  /// size past it. Otherwise each lane has one of its own.
  bool oneAddressPerWarp = false;

  constexpr bool has(unsigned bytes) const { return (sizes & bytes) != 0; }
  /// To wherever a thread wants.
  constexpr bool reachAnywhere() const {
    return sizes != 0 && !oneAddressPerWarp;
  }
};

struct Target {
  std::string_view name;
  Vendor vendor;
  /// What compilers call the chip where code may use all of its instructions,
  /// those of no other chip too: "sm_90a" for sm_90.
  std::string_view codeName;
  /// NVIDIA's compute capability, 10 * major + minor: 90; 0 for AMD.
  unsigned capability;
  /// Products that have the chip, some of them, as their makers write them.
  std::span<const std::string_view> products;
  /// The first version of the PTX ISA that has what is used here of the chip,
  /// 80 for 8.0; 0 for AMD.
  unsigned ptxVersion;
  /// Lanes of a warp (AMD: wave), a power of two.
  unsigned lanes;
  /// The most threads of a block.
  unsigned blockThreads;
  /// Banks of shared memory, each four bytes wide.
  unsigned banks;
  /// What they deliver in a cycle.
  constexpr unsigned wavefrontBytes() const { return 4 * banks; }
  /// The most shared memory that a block can have.
  std::uint64_t sharedBytes;
  /// The most that it can have without asking the driver for more.
  std::uint64_t staticSharedBytes;
  /// How the names of accesses to it begin: "ld.shared", "ds_read".
  std::string_view sharedLoadName, sharedStoreName;
  AccessPhases load, store;
  /// Loads of 8 or 16 bytes serve twice the lanes in a phase if each two
  /// neighbours, or each two lanes whose numbers differ by 2, ask for the same
  /// address. Stores never do.
  bool mergesNeighbours;
  MatrixAccess loadMatrix, storeMatrix;
  /// ds_read_tr: transposed loads of 4-, 8- and 16-bit elements, 64 bits a
  /// lane.
  bool dsReadTranspose;
  /// v_permlane16_swap and v_permlane32_swap.
  bool permlaneSwap;
  /// For each kind the widest, and narrower ones that cost less.
  std::span<const LaneMove> laneMoves;
  /// Any four of the eight bytes of two registers, in any order.
  std::string_view bytePermute;
  /// The most blocks of a cluster, which can read each other's shared memory; 1
  /// without clusters.
  unsigned clusterBlocks;
  /// Conversions between 8-bit floats and others.
  bool float8Casts;
  /// Words of all lanes of a warp are combined by one instruction.
  bool laneReduce;
  /// A grid can start before the one before it has ended.
  bool overlapsGrids;
  /// The most bytes that a lane loads or stores at once in global memory.
  unsigned globalAccessBytes;
  AsyncCopies asyncCopies;
  /// Boxes of tensors are copied between global and shared memory, and
  /// mbarriers are told when they have arrived.
  bool hasBoxCopies;
  /// In global and in shared memory.
  Atomics atomics;
  /// Products of matrices (MatrixInstruction.h).
  MatrixUnits matrix;
  Costs costs;
  /// Nothing where times are not predicted.
  std::optional<Timing> timing;
};

/// All targets, oldest first, NVIDIA before AMD.
std::span<const Target> allTargets();

/// The targets of a vendor from the oldest to the newest, for help texts:
/// "sm_75 ... sm_120".
std::string targetRange(Vendor vendor);

/// By name or by any other spelling:
///
///     sm_90, sm_90a, compute_90, compute_90a, cuda:90
///     gfx942, hip:gfx942, gfx942:sramecc+:xnack-
///     H100, RTX 4090, MI300X
///
/// Case makes no difference, nor do spaces, '-' and '_'. Fails on any other;
/// the remedy has the nearest spelling and the known targets. The pointer lives
/// as long as the program.
[[nodiscard]] Result<const Target *> findTarget(std::string_view name);

/// What modules say in `ttg.target`: "cuda:90", "hip:gfx942".
std::string moduleName(const Target &target);

/// By what modules say in `ttg.target`. An NVIDIA chip runs the code of older
/// ones, so the newest row that is not newer stands for one that has none. Null
/// if no row stands for it.
const Target *targetOfModule(std::string_view name);

} // namespace heddle

#endif // HEDDLE_TARGET_TARGET_H
