//===- Targets.cpp - The table of GPUs ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sources, as the comments below name them:
///
/// - [CUDA]: CUDA C++ Programming Guide 12.9, the appendix "Compute
///   Capabilities" (table of technical specifications) and the section
///   "Arithmetic Instructions" (table of throughputs).
/// - [PTX]: PTX ISA 8.8, the sections of the instructions named.
/// - [CDNA3], [CDNA4], [RDNA3], [RDNA4]: AMD's instruction set architecture
///   manuals of those names, chapter "Data Share"; [CDNA4 WP]: its white paper.
/// - [Blackwell WP]: NVIDIA RTX Blackwell GPU Architecture, its white paper.
/// - [LLVM]: the feature list of LLVM's AMDGPU back end (AMDGPU.td).
/// - [LDS]: AMD, "Avoiding LDS Bank Conflicts on AMD GPUs Using CK-Tile
///   Framework" (ROCm blog, 2025); [HipKittens]: Hu et al., "HipKittens: Fast
///   and Furious AMD Kernels" (2025), table of phases, measured.
/// - [Triton]: the lane tiles of its AMD back end, for 128-bit accesses.
///
/// "estimate" marks what no manual states: a latency or a barrier's cost from
/// published microbenchmarks of that generation or its neighbour, good to about
/// a third. They only break ties among plans; counts never depend on them.
///
//===----------------------------------------------------------------------===//

#include "heddle/target/Target.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>

namespace heddle {

namespace {

constexpr std::uint64_t KiB = 1024;

/// Lanes 0 to 2^bits - 1.
constexpr LaneSpace lowLanes(unsigned bits) {
  LaneSpace space = {};
  while (space.dimension < bits) {
    space.vectors[space.dimension] = std::uint32_t(1) << space.dimension;
    ++space.dimension;
  }
  return space;
}

/// Phases of consecutive lanes, as many as fill all banks when each lane reads
/// words of its own: [CUDA] "Shared Memory" of 5.x and later; the Data Share
/// chapters of AMD's manuals. Accesses below a word are served as one of a
/// word.
constexpr AccessPhases consecutive(unsigned lanes, unsigned banks) {
  AccessPhases phases = {};
  for (unsigned log = 0; log < AccessSizes; ++log) {
    unsigned words = log < 2 ? 1 : 1U << (log - 2);
    unsigned together = lanes < banks / words ? lanes : banks / words;
    phases.spaces[log] =
        lowLanes(static_cast<unsigned>(std::countr_zero(together)));
  }
  return phases;
}

/// `phases`, but 16-byte accesses go by this space.
constexpr AccessPhases with16(AccessPhases phases, const LaneSpace &space) {
  phases.spaces[AccessSizes - 1] = space;
  return phases;
}

constexpr AccessPhases Lanes32Banks32 = consecutive(32, 32);
constexpr AccessPhases Lanes64Banks32 = consecutive(64, 32);
constexpr AccessPhases Lanes64Banks64 = consecutive(64, 64);

// [LDS] 128-bit loads serve lanes 0..3 with 20..23, 4..7 with 16..19, and so
// on: consecutive addresses meet no conflict. [HipKittens] with 64 banks it is
// 0..3, 12..15, 20..27. [Triton] knows of it on CDNA3 and RDNA1 to 3, and where
// there are 64 banks; it has 16 in the place of 20 and 8 in that of 12, which
// leads to the same swizzles, because it gives lane bit 2 no bank then.
constexpr LaneSpace Lanes0To3And20 = {{1, 2, 20}, 3};
constexpr LaneSpace Lanes0To3And12And20 = {{1, 2, 12, 20}, 4};

// [PTX] ldmatrix: .m8n8 with .trans from sm_75 on; stmatrix: from sm_90 on. The
// .b8 transposed forms (.m16n16 of ldmatrix, .m16n8 of stmatrix): sm_100 and
// sm_120, in code for their architecture- or family-specific targets
// (sm_100a, sm_100f, ...).
constexpr MatrixAccess NoMatrix = {};
constexpr MatrixAccess Matrix16 = {
    .exists = true, .transposes16 = true, .transposes8 = false};
constexpr MatrixAccess Matrix16And8 = {
    .exists = true, .transposes16 = true, .transposes8 = true};

// [CUDA] throughputs a cycle of a multiprocessor: 4 schedulers that start one
// instruction each; 32 lanes of shuffles; 64 lanes of integer add, compare and
// logic. 32 banks of 4 bytes: a wavefront a cycle.
constexpr Costs NvidiaCosts = {.issue = 0.25,
                               .wavefront = 1,
                               .access = 0.2, // measured on an H200
                               .shuffle = 1,
                               .alu = 0.5,
                               .sharedLatency = 33,    // estimate: 16 bytes
                               .shuffleLatency = 24,   // estimate
                               .aluLatency = 4.5,      // estimate: 4 to 5
                               .warpBarrier = 6,       // estimate
                               .blockBarrier = 20,     // estimate
                               .clusterBarrier = 190}; // estimate

constexpr Costs withLatencies(Costs costs, double shared, double shuffle) {
  costs.sharedLatency = shared;
  costs.shuffleLatency = shuffle;
  return costs;
}

constexpr Costs withoutClusters(Costs costs) {
  costs.clusterBarrier = 0;
  return costs;
}

// Estimates from published microbenchmarks of Turing, Ampere and Ada.
constexpr Costs TuringCosts = withLatencies(NvidiaCosts, 27, 22);
constexpr Costs AmpereCosts = withLatencies(NvidiaCosts, 31, 24);

// [Blackwell WP] "Streaming Multiprocessor": all 128 cores are integer cores.
constexpr Costs withAlu(Costs costs, double alu) {
  costs.alu = alu;
  return costs;
}
constexpr Costs RtxBlackwellCosts = withAlu(NvidiaCosts, 0.25);

// [CDNA3] "Compute unit": each cycle one of 4 SIMDs starts up to 5 instructions
// of different waves and kinds; a SIMD of 16 lanes takes 4 cycles for a wave,
// so the unit completes one vector instruction a cycle. ds_bpermute moves 32
// lanes a cycle. A barrier of one wave is only a wait for its counters. There
// are no clusters.
constexpr Costs CdnaCosts = {.issue = 0.2,
                             .wavefront = 1,
                             .access = 0.2, // as there
                             .shuffle = 2,
                             .alu = 1,
                             .sharedLatency = 64,  // estimate
                             .shuffleLatency = 50, // estimate
                             .aluLatency = 4,      // one pass of the SIMD
                             .warpBarrier = 4,     // estimate
                             .blockBarrier = 30,   // estimate
                             .clusterBarrier = 0};

// [CDNA4 WP]: 128 bytes a cycle, so the 256 bytes of 64 banks take two.
constexpr Costs Cdna4Costs = {.issue = 0.2,
                              .wavefront = 2,
                              .access = 0.2, // as there
                              .shuffle = 2,
                              .alu = 1,
                              .sharedLatency = 64,  // estimate
                              .shuffleLatency = 50, // estimate
                              .aluLatency = 4,      // one pass of the SIMD
                              .warpBarrier = 4,     // estimate
                              .blockBarrier = 30,   // estimate
                              .clusterBarrier = 0};

// [RDNA3] a compute unit has two SIMDs of 32 lanes, each starts one wave of 32
// lanes a cycle; half of a work-group processor's data share, 32 banks, serves
// it.
constexpr Costs RdnaCosts = {.issue = 0.5,
                             .wavefront = 1,
                             .access = 0.2, // as there
                             .shuffle = 1,
                             .alu = 0.5,
                             .sharedLatency = 40,  // estimate
                             .shuffleLatency = 36, // estimate
                             .aluLatency = 5,      // [RDNA3] s_delay_alu
                             .warpBarrier = 4,     // estimate
                             .blockBarrier = 25,   // estimate
                             .clusterBarrier = 0};

// [PTX] shfl.sync.
constexpr LaneMove NvidiaMoves[] = {
    {LaneMove::Kind::Xor, "shfl.sync.bfly.b32", 32},
    {LaneMove::Kind::Index, "shfl.sync.idx.b32", 32},
    {LaneMove::Kind::Up, "shfl.sync.up.b32", 32},
    {LaneMove::Kind::Down, "shfl.sync.down.b32", 32}};

// [CDNA3] "DS_SWIZZLE_B32" (groups of 32 lanes), "DS_BPERMUTE_B32", "Data
// Parallel Processing (DPP)".
constexpr LaneMove CdnaMoves[] = {
    {LaneMove::Kind::Xor, "v_mov_b32_dpp quad_perm", 4},
    {LaneMove::Kind::Xor, "ds_swizzle_b32", 32},
    {LaneMove::Kind::Index, "ds_bpermute_b32", 64}};

// [RDNA3], the same sections; row_xmask is new in RDNA.
constexpr LaneMove RdnaMoves[] = {
    {LaneMove::Kind::Xor, "v_mov_b32_dpp row_xmask", 16},
    {LaneMove::Kind::Xor, "ds_swizzle_b32", 32},
    {LaneMove::Kind::Index, "ds_bpermute_b32", 32}};

/// `mergesNeighbours`: measured on an H200 with Nsight Compute, 560 loads and
/// stores of 8 and 16 bytes with random linear addresses
/// (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld and _op_st); assumed for
/// the other NVIDIA rows.
///
/// What the NVIDIA rows have in common ([CUDA] technical specifications): 32
/// lanes, 32 banks, 48 KiB without opting in.
struct NvidiaRow {
  std::string_view name;
  /// [CUDA] "Maximum amount of shared memory per thread block".
  std::uint64_t sharedKiB;
  MatrixAccess loadMatrix, storeMatrix;
  /// [CUDA] "Thread Block Clusters": the portable size, or 1.
  unsigned clusterBlocks;
  /// [PTX] cvt: .e4m3x2 and .e5m2x2 from sm_89 on.
  bool float8Casts;
  /// [PTX] redux.sync: from sm_80 on.
  bool laneReduce;
  /// [PTX] ld, st: eight registers (.v8.b32, .v4.b64) from sm_100 on.
  unsigned globalAccessBytes;
  Costs costs;
};

constexpr Target nvidia(const NvidiaRow &row) {
  return {.name = row.name,
          .vendor = Vendor::Nvidia,
          .lanes = 32,
          .banks = 32,
          .sharedBytes = row.sharedKiB * KiB,
          .staticSharedBytes = 48 * KiB,
          .load = Lanes32Banks32,
          .store = Lanes32Banks32,
          .mergesNeighbours = true,
          .loadMatrix = row.loadMatrix,
          .storeMatrix = row.storeMatrix,
          .dsReadTranspose = false,
          .permlaneSwap = false,
          .laneMoves = NvidiaMoves,
          .bytePermute = "prmt.b32", // [PTX] prmt
          .distributedShared = row.clusterBlocks > 1,
          .clusterBlocks = row.clusterBlocks,
          .float8Casts = row.float8Casts,
          .laneReduce = row.laneReduce,
          .globalAccessBytes = row.globalAccessBytes,
          .costs =
              row.clusterBlocks > 1 ? row.costs : withoutClusters(row.costs)};
}

/// What the AMD rows have in common: no matrix instructions for the data share,
/// no clusters, all of a work-group's data share without asking.
struct AmdRow {
  std::string_view name;
  unsigned lanes, banks;
  /// The data share that a work-group can have: the Data Share chapters.
  std::uint64_t sharedKiB;
  AccessPhases load, store;
  /// [LLVM] ds_read_b64_tr_* and v_permlane*_swap: gfx950 alone of these rows.
  bool dsReadTranspose, permlaneSwap;
  std::span<const LaneMove> laneMoves;
  Costs costs;
};

constexpr Target amd(const AmdRow &row) {
  return {.name = row.name,
          .vendor = Vendor::Amd,
          .lanes = row.lanes,
          .banks = row.banks,
          .sharedBytes = row.sharedKiB * KiB,
          .staticSharedBytes = row.sharedKiB * KiB,
          .load = row.load,
          .store = row.store,
          .mergesNeighbours = false,
          .loadMatrix = NoMatrix,
          .storeMatrix = NoMatrix,
          .dsReadTranspose = row.dsReadTranspose,
          .permlaneSwap = row.permlaneSwap,
          .laneMoves = row.laneMoves,
          .bytePermute = "v_perm_b32", // [CDNA3], [RDNA3] V_PERM_B32
          .distributedShared = false,
          .clusterBlocks = 1,
          .float8Casts = false,
          .laneReduce = false,
          .globalAccessBytes = 16, // [CDNA3], [RDNA3] global_load_b128
          .costs = row.costs};
}

constexpr Target Table[] = {
    nvidia({"sm_75", 64, Matrix16, NoMatrix, 1, false, false, 16, TuringCosts}),
    nvidia({"sm_80", 163, Matrix16, NoMatrix, 1, false, true, 16, AmpereCosts}),
    nvidia({"sm_86", 99, Matrix16, NoMatrix, 1, false, true, 16, AmpereCosts}),
    nvidia({"sm_89", 99, Matrix16, NoMatrix, 1, true, true, 16, AmpereCosts}),
    nvidia({"sm_90", 227, Matrix16, Matrix16, 8, true, true, 16, NvidiaCosts}),
    nvidia({"sm_100", 227, Matrix16And8, Matrix16And8, 8, true, true, 32,
            NvidiaCosts}),
    nvidia({"sm_120", 99, Matrix16And8, Matrix16And8, 8, true, true, 32,
            RtxBlackwellCosts}),
    amd({"gfx908", 64, 32, 64, Lanes64Banks32, Lanes64Banks32, false, false,
         CdnaMoves, CdnaCosts}),
    amd({"gfx90a", 64, 32, 64, Lanes64Banks32, Lanes64Banks32, false, false,
         CdnaMoves, CdnaCosts}),
    amd({"gfx942", 64, 32, 64, with16(Lanes64Banks32, Lanes0To3And20),
         Lanes64Banks32, false, false, CdnaMoves, CdnaCosts}),
    // [CDNA4] 160 KiB in 64 banks.
    amd({"gfx950", 64, 64, 160, with16(Lanes64Banks64, Lanes0To3And12And20),
         Lanes64Banks64, true, true, CdnaMoves, Cdna4Costs}),
    amd({"gfx1100", 32, 32, 64, with16(Lanes32Banks32, Lanes0To3And20),
         Lanes32Banks32, false, false, RdnaMoves, RdnaCosts}),
    amd({"gfx1200", 32, 32, 64, Lanes32Banks32, Lanes32Banks32, false, false,
         RdnaMoves, RdnaCosts}),
};

} // namespace

const LaneSpace &AccessPhases::phase(unsigned bytes) const {
  assert(std::has_single_bit(bytes) && bytes <= 16);
  return spaces[static_cast<unsigned>(std::countr_zero(bytes))];
}

std::span<const Target> allTargets() { return Table; }

Result<const Target *> findTarget(std::string_view name) {
  std::string known;
  for (const Target &target : Table) {
    if (target.name == name)
      return &target;
    known += concat(known.empty() ? "" : ", ", target.name);
  }
  return failure(concat("expects a target, but got '", name, "'"), {},
                 concat("the targets known here are ", known));
}

// A chip runs the code of older ones of its vendor, so the newest row that is
// not newer stands for it.
const Target *targetOfModule(std::string_view name) {
  std::size_t colon = name.find(':');
  if (colon == std::string_view::npos)
    return nullptr;
  std::string_view chip = name.substr(colon + 1);
  if (name.starts_with("hip:")) {
    auto found = std::ranges::find(Table, chip, &Target::name);
    return found == std::end(Table) ? nullptr : &*found;
  }
  if (!name.starts_with("cuda:"))
    return nullptr;
  auto numberOf = [](std::string_view digits) {
    unsigned number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
  };
  const Target *newest = nullptr;
  for (const Target &target : Table)
    if (target.vendor == Vendor::Nvidia &&
        numberOf(target.name.substr(3)) <= numberOf(chip))
      newest = &target;
  return newest;
}

} // namespace heddle
