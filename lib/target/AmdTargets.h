//===- AmdTargets.h - Rows of AMD GPUs --------------------------*- C++ -*-===//
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
/// - [CDNA3], [CDNA4], [RDNA3], [RDNA4]: AMD's instruction set architecture
///   manuals of those names, chapter "Data Share"; [CDNA4 WP]: its white paper.
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
#ifndef HEDDLE_LIB_TARGET_AMDTARGETS_H
#define HEDDLE_LIB_TARGET_AMDTARGETS_H

#include "Rows.h"

namespace heddle {

/// `phases`, but 16-byte accesses go by this space.
constexpr AccessPhases with16(AccessPhases phases, const LaneSpace &space) {
  phases.spaces[AccessSizes - 1] = space;
  return phases;
}

constexpr AccessPhases Lanes64Banks32 = consecutive(64, 32);
constexpr AccessPhases Lanes64Banks64 = consecutive(64, 64);
constexpr AccessPhases Lanes32Banks64 = consecutive(32, 64);

// [LDS] 128-bit loads serve lanes 0..3 with 20..23, 4..7 with 16..19, and so
// on: consecutive addresses meet no conflict. [HipKittens] with 64 banks it is
// 0..3, 12..15, 20..27. [Triton] knows of it on CDNA3 and RDNA1 to 3, and where
// there are 64 banks; it has 16 in the place of 20 and 8 in that of 12, which
// leads to the same swizzles, because it gives lane bit 2 no bank then.
constexpr LaneSpace Lanes0To3And20 = {{1, 2, 20}, 3};
constexpr LaneSpace Lanes0To3And12And20 = {{1, 2, 12, 20}, 4};

// [CDNA3] "Compute unit": each cycle one of 4 SIMDs starts up to 5 instructions
// of different waves and kinds; a SIMD of 16 lanes takes 4 cycles for a wave,
// so the unit completes one vector instruction a cycle. ds_bpermute moves 32
// lanes a cycle. A barrier of one wave is only a wait for its counters. There
// are no clusters.
constexpr Costs CdnaCosts = {.issue = 0.2,
                             .wavefront = 1,
                             .access = 0.2, // as there
                             .piece = 0,
                             .shuffle = 2,
                             .alu = 1,
                             .sharedLatency = 64,  // estimate
                             .shuffleLatency = 50, // estimate
                             .aluLatency = 4,      // one pass of the SIMD
                             .warpBarrier = 4,     // estimate
                             .blockBarrier = 30,   // estimate
                             .clusterBarrier = 0,
                             .clusterFence = 0};

// [CDNA4 WP]: 128 bytes a cycle, so the 256 bytes of 64 banks take two.
constexpr Costs Cdna4Costs = {.issue = 0.2,
                              .wavefront = 2,
                              .access = 0.2, // as there
                              .piece = 0,
                              .shuffle = 2,
                              .alu = 1,
                              .sharedLatency = 64,  // estimate
                              .shuffleLatency = 50, // estimate
                              .aluLatency = 4,      // one pass of the SIMD
                              .warpBarrier = 4,     // estimate
                              .blockBarrier = 30,   // estimate
                              .clusterBarrier = 0,
                              .clusterFence = 0};

// [RDNA3] a compute unit has two SIMDs of 32 lanes, each starts one wave of 32
// lanes a cycle; half of a work-group processor's data share, 32 banks, serves
// it.
constexpr Costs RdnaCosts = {.issue = 0.5,
                             .wavefront = 1,
                             .access = 0.2, // as there
                             .piece = 0,
                             .shuffle = 1,
                             .alu = 0.5,
                             .sharedLatency = 40,  // estimate
                             .shuffleLatency = 36, // estimate
                             .aluLatency = 5,      // [RDNA3] s_delay_alu
                             .warpBarrier = 4,     // estimate
                             .blockBarrier = 25,   // estimate
                             .clusterBarrier = 0,
                             .clusterFence = 0};

// [CDNA3] "DS_SWIZZLE_B32" (groups of 32 lanes), "DS_BPERMUTE_B32", "Data
// Parallel Processing (DPP)".
constexpr LaneMove CdnaMoves[] = {
    {LaneMove::Kind::Xor, "v_mov_b32_dpp quad_perm", 4},
    {LaneMove::Kind::Xor, "ds_swizzle_b32", 32},
    {LaneMove::Kind::Index, "ds_bpermute_b32", 64}};

// [RDNA3], the same sections and "V_PERMLANEX16_B32", for masks of 16 and more;
// row_xmask is new in RDNA.
constexpr LaneMove RdnaMoves[] = {
    {LaneMove::Kind::Xor, "v_mov_b32_dpp row_xmask", 16},
    {LaneMove::Kind::Xor, "v_permlanex16_b32", 32},
    {LaneMove::Kind::Index, "ds_bpermute_b32", 32}};

// [CDNA3], [RDNA3] global_atomic_* and ds_*: no 16-bit elements on their own;
// [LLVM] adding f64 from gfx90a on, not on RDNA.
constexpr Atomics AmdAtomics = {
    .bitwise = WordTypes,
    .add = WordTypes | ScalarType::F32,
    .extremum = WordTypes | TypeSet{ScalarType::S32, ScalarType::S64},
    .exchange = WordTypes,
    .compareAndSwap = WordTypes};
constexpr Atomics AmdAtomicsF64 = withAdd(AmdAtomics, ScalarType::F64);

// AMD, ROCm documentation, "Accelerator and GPU hardware specifications".
constexpr std::string_view Cdna1Products[] = {"MI100"};
constexpr std::string_view Cdna2Products[] = {"MI210", "MI250", "MI250X"};
constexpr std::string_view Cdna3Products[] = {"MI300A", "MI300X", "MI325X"};
constexpr std::string_view Cdna4Products[] = {"MI350X", "MI355X"};
constexpr std::string_view Rdna3Products[] = {"RX 7900 XT", "RX 7900 XTX",
                                              "PRO W7900"};
constexpr std::string_view Rdna4Products[] = {"RX 9060 XT"};

// Dense rates of a compute unit: the white papers of CDNA 1 to 4, and of RDNA 3
// and 4 what AMD says of the RX 7900 XTX and of RX 9000.
constexpr MatrixRate Cdna1Rates[] = {
    {MatrixFamily::Mfma, ScalarType::F32, ScalarType::F32, 128},
    {MatrixFamily::Mfma, ScalarType::F16, ScalarType::F32, 512},
    {MatrixFamily::Mfma, ScalarType::BF16, ScalarType::F32, 256},
    {MatrixFamily::Mfma, ScalarType::S8, ScalarType::S32, 512}};
constexpr MatrixRate Cdna2Rates[] = {
    {MatrixFamily::Mfma, ScalarType::F64, ScalarType::F64, 128},
    {MatrixFamily::Mfma, ScalarType::F32, ScalarType::F32, 128},
    {MatrixFamily::Mfma, Half, ScalarType::F32, 512},
    {MatrixFamily::Mfma, ScalarType::S8, ScalarType::S32, 512}};
constexpr MatrixRate Cdna3Rates[] = {
    {MatrixFamily::Mfma, ScalarType::F64, ScalarType::F64, 128},
    {MatrixFamily::Mfma, ScalarType::F32, ScalarType::F32, 128},
    {MatrixFamily::Mfma, ScalarType::TF32, ScalarType::F32, 512},
    {MatrixFamily::Mfma, Half, ScalarType::F32, 1024},
    {MatrixFamily::Mfma,
     {ScalarType::E4M3Fnuz, ScalarType::E5M2Fnuz},
     ScalarType::F32,
     2048},
    {MatrixFamily::Mfma, ScalarType::S8, ScalarType::S32, 2048}};
constexpr MatrixRate Cdna4Rates[] = {
    {MatrixFamily::Mfma, ScalarType::F64, ScalarType::F64, 64},
    {MatrixFamily::Mfma, ScalarType::F32, ScalarType::F32, 128},
    {MatrixFamily::Mfma, Half, ScalarType::F32, 2048},
    {MatrixFamily::Mfma, Float8, ScalarType::F32, 4096},
    {MatrixFamily::Mfma, ScalarType::E2M1, ScalarType::F32, 8192},
    {MatrixFamily::Mfma, ScalarType::S8, ScalarType::S32, 4096}};
constexpr MatrixRate Rdna3Rates[] = {
    {MatrixFamily::Wmma, Half, ScalarType::F32, 256},
    {MatrixFamily::Wmma, Byte, ScalarType::S32, 256}};
constexpr MatrixRate Rdna4Rates[] = {
    {MatrixFamily::Wmma, Half, ScalarType::F32, 512},
    {MatrixFamily::Wmma, Float8, ScalarType::F32, 1024},
    {MatrixFamily::Wmma, Byte, ScalarType::S32, 1024}};

// As LLVM's assembler has them.
constexpr MatrixUnits Cdna1Matrices = {{MatrixSet::Cdna1, MatrixSet::Cdna1To2},
                                       Cdna1Rates};
constexpr MatrixUnits Cdna2Matrices = {
    {MatrixSet::Cdna1, MatrixSet::Cdna1To2, MatrixSet::Cdna2}, Cdna2Rates};
constexpr MatrixSets Cdna3Sets = {MatrixSet::Cdna1, MatrixSet::Cdna2,
                                  MatrixSet::Cdna3};
constexpr MatrixUnits Cdna3Matrices = {Cdna3Sets | MatrixSet::Cdna3Floats,
                                       Cdna3Rates};
constexpr MatrixUnits Cdna4Matrices = {
    Cdna3Sets | MatrixSets{MatrixSet::Cdna4, MatrixSet::Cdna4Floats},
    Cdna4Rates};
constexpr MatrixUnits Rdna3Matrices = {MatrixSet::Rdna3, Rdna3Rates};
constexpr MatrixUnits Rdna4Matrices = {MatrixSet::Rdna4, Rdna4Rates};
// Nothing says yet how fast they are.
constexpr MatrixUnits Gfx1250Matrices = {MatrixSet::Gfx1250, {}};

/// What the AMD rows have in common: no matrix instructions for the data share,
/// no clusters, all of a work-group's data share without asking.
struct AmdRow {
  std::string_view name;
  std::span<const std::string_view> products;
  unsigned lanes, banks;
  /// The data share that a work-group can have: the Data Share chapters.
  std::uint64_t sharedKiB;
  std::string_view sharedLoadName, sharedStoreName;
  AccessPhases load, store;
  /// [LLVM] ds_read_b64_tr_* and v_permlane*_swap: gfx950 alone of these rows.
  bool dsReadTranspose = false, permlaneSwap = false;
  /// global_load_lds: [CDNA3] 4 bytes a lane, as with the LDS bit of CDNA1 and
  /// 2's global loads; [CDNA4] 16 as well.
  unsigned asyncCopySizes = 0;
  std::span<const LaneMove> laneMoves;
  Atomics atomics;
  MatrixUnits matrix;
  Costs costs;
};

constexpr Target amd(const AmdRow &row) {
  return {.name = row.name,
          .vendor = Vendor::Amd,
          .codeName = row.name,
          .capability = 0,
          .products = row.products,
          .ptxVersion = 0,
          .lanes = row.lanes,
          .blockThreads = 1024, // [LLVM] the largest flat work-group size
          .banks = row.banks,
          .sharedBytes = row.sharedKiB * KiB,
          .staticSharedBytes = row.sharedKiB * KiB,
          .sharedLoadName = row.sharedLoadName,
          .sharedStoreName = row.sharedStoreName,
          .load = row.load,
          .store = row.store,
          .mergesNeighbours = false,
          .loadMatrix = NoMatrix,
          .storeMatrix = NoMatrix,
          .dsReadTranspose = row.dsReadTranspose,
          .permlaneSwap = row.permlaneSwap,
          .laneMoves = row.laneMoves,
          .bytePermute = "v_perm_b32", // [CDNA3], [RDNA3] V_PERM_B32
          .clusterBlocks = 1,
          .float8Casts = false,
          .laneReduce = false,
          .overlapsGrids = false,
          .globalAccessBytes = 16, // [CDNA3], [RDNA3] global_load_b128
          .asyncCopies = {.sizes = row.asyncCopySizes,
                          .oneAddressPerWarp = row.asyncCopySizes != 0},
          .hasBoxCopies = false,
          .atomics = row.atomics,
          .matrix = row.matrix,
          .costs = row.costs,
          .timing = std::nullopt};
}

constexpr Target AmdTargets[] = {
    amd({.name = "gfx908",
         .products = Cdna1Products,
         .lanes = 64,
         .banks = 32,
         .sharedKiB = 64,
         .sharedLoadName = "ds_read",
         .sharedStoreName = "ds_write",
         .load = Lanes64Banks32,
         .store = Lanes64Banks32,
         .asyncCopySizes = 4,
         .laneMoves = CdnaMoves,
         .atomics = AmdAtomics,
         .matrix = Cdna1Matrices,
         .costs = CdnaCosts}),
    amd({.name = "gfx90a",
         .products = Cdna2Products,
         .lanes = 64,
         .banks = 32,
         .sharedKiB = 64,
         .sharedLoadName = "ds_read",
         .sharedStoreName = "ds_write",
         .load = Lanes64Banks32,
         .store = Lanes64Banks32,
         .asyncCopySizes = 4,
         .laneMoves = CdnaMoves,
         .atomics = AmdAtomicsF64,
         .matrix = Cdna2Matrices,
         .costs = CdnaCosts}),
    amd({.name = "gfx942",
         .products = Cdna3Products,
         .lanes = 64,
         .banks = 32,
         .sharedKiB = 64,
         .sharedLoadName = "ds_read",
         .sharedStoreName = "ds_write",
         .load = with16(Lanes64Banks32, Lanes0To3And20),
         .store = Lanes64Banks32,
         .asyncCopySizes = 4,
         .laneMoves = CdnaMoves,
         .atomics = AmdAtomicsF64,
         .matrix = Cdna3Matrices,
         .costs = CdnaCosts}),
    // [CDNA4] 160 KiB in 64 banks.
    amd({.name = "gfx950",
         .products = Cdna4Products,
         .lanes = 64,
         .banks = 64,
         .sharedKiB = 160,
         .sharedLoadName = "ds_read",
         .sharedStoreName = "ds_write",
         .load = with16(Lanes64Banks64, Lanes0To3And12And20),
         .store = Lanes64Banks64,
         .dsReadTranspose = true,
         .permlaneSwap = true,
         .asyncCopySizes = 4 | 16,
         .laneMoves = CdnaMoves,
         .atomics = AmdAtomicsF64,
         .matrix = Cdna4Matrices,
         .costs = Cdna4Costs}),
    // [RDNA3] renamed ds_read to ds_load and ds_write to ds_store.
    amd({.name = "gfx1100",
         .products = Rdna3Products,
         .lanes = 32,
         .banks = 32,
         .sharedKiB = 64,
         .sharedLoadName = "ds_load",
         .sharedStoreName = "ds_store",
         .load = with16(Lanes32Banks32, Lanes0To3And20),
         .store = Lanes32Banks32,
         .laneMoves = RdnaMoves,
         .atomics = AmdAtomics,
         .matrix = Rdna3Matrices,
         .costs = RdnaCosts}),
    amd({.name = "gfx1200",
         .products = Rdna4Products,
         .lanes = 32,
         .banks = 32,
         .sharedKiB = 64,
         .sharedLoadName = "ds_load",
         .sharedStoreName = "ds_store",
         .load = Lanes32Banks32,
         .store = Lanes32Banks32,
         .laneMoves = RdnaMoves,
         .atomics = AmdAtomics,
         .matrix = Rdna4Matrices,
         .costs = RdnaCosts}),
    // [LLVM] 320 KiB; [Triton] 64 banks. It has no manual yet: its costs are
    // those of RDNA, which has the same waves (estimate).
    amd({.name = "gfx1250",
         .products = {},
         .lanes = 32,
         .banks = 64,
         .sharedKiB = 320,
         .sharedLoadName = "ds_load",
         .sharedStoreName = "ds_store",
         .load = with16(Lanes32Banks64, Lanes0To3And12And20),
         .store = Lanes32Banks64,
         .laneMoves = RdnaMoves,
         .atomics = AmdAtomicsF64,
         .matrix = Gfx1250Matrices,
         .costs = RdnaCosts}),
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_AMDTARGETS_H
