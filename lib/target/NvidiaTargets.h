//===- NvidiaTargets.h - Rows of NVIDIA GPUs --------------------*- C++ -*-===//
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
/// - [Blackwell WP]: NVIDIA RTX Blackwell GPU Architecture, its white paper.
///
/// "estimate" marks what no manual states: a latency or a barrier's cost from
/// published microbenchmarks of that generation or its neighbour, good to about
/// a third. They only break ties among plans; counts never depend on them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TARGET_NVIDIATARGETS_H
#define HEDDLE_LIB_TARGET_NVIDIATARGETS_H

#include "Rows.h"

namespace heddle {

// [PTX] ldmatrix: .m8n8 with .trans from sm_75 on; stmatrix: from sm_90 on. The
// .b8 transposed forms (.m16n16 of ldmatrix, .m16n8 of stmatrix): sm_100 and
// sm_120, in code for their architecture- or family-specific targets
// (sm_100a, sm_100f, ...).
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
                               .piece = 10,   // measured on an H100
                               .shuffle = 1,
                               .alu = 0.5,
                               .sharedLatency = 33,  // estimate: 16 bytes
                               .shuffleLatency = 24, // estimate
                               .aluLatency = 4.5,    // estimate: 4 to 5
                               .warpBarrier = 6,     // estimate
                               .blockBarrier = 20,   // estimate
                               // Measured on an H100: 69 ns, and 350 more.
                               .clusterBarrier = 120,
                               .clusterFence = 620};

constexpr Costs withLatencies(Costs costs, double shared, double shuffle) {
  costs.sharedLatency = shared;
  costs.shuffleLatency = shuffle;
  return costs;
}

constexpr Costs withoutClusters(Costs costs) {
  costs.clusterBarrier = costs.clusterFence = costs.piece = 0;
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

// [PTX] shfl.sync.
constexpr LaneMove NvidiaMoves[] = {
    {LaneMove::Kind::Xor, "shfl.sync.bfly.b32", 32},
    {LaneMove::Kind::Index, "shfl.sync.idx.b32", 32},
    {LaneMove::Kind::Up, "shfl.sync.up.b32", 32},
    {LaneMove::Kind::Down, "shfl.sync.down.b32", 32}};

// [PTX] atom: .b16 cas from sm_70 on, as .f16 add; .bf16 add from sm_90 on.
constexpr Atomics TuringAtomics = {
    .bitwise = WordTypes,
    .add =
        WordTypes | TypeSet{ScalarType::F16, ScalarType::F32, ScalarType::F64},
    .extremum = WordTypes | TypeSet{ScalarType::S32, ScalarType::S64},
    .exchange = WordTypes,
    .compareAndSwap = WordTypes | ScalarType::U16};
constexpr Atomics HopperAtomics = withAdd(TuringAtomics, ScalarType::BF16);

// NVIDIA, "CUDA GPU Compute Capability": products by capability, those that
// people compile for.
constexpr std::string_view TuringProducts[] = {"T4", "RTX 2080"};
constexpr std::string_view AmpereA100Products[] = {"A100", "A30"};
constexpr std::string_view AmpereProducts[] = {"A10", "A40", "RTX A6000",
                                               "RTX 3090"};
constexpr std::string_view OrinProducts[] = {"Jetson AGX Orin",
                                             "Jetson Orin Nano"};
constexpr std::string_view AdaProducts[] = {"L4", "L40", "L40S", "RTX 4090"};
constexpr std::string_view HopperProducts[] = {"H100", "H200", "GH200"};
constexpr std::string_view BlackwellProducts[] = {"B200", "GB200"};
constexpr std::string_view RtxBlackwellProducts[] = {"RTX 5090",
                                                     "RTX PRO 6000"};

// Dense rates of tensor cores by the white papers of the architectures, for the
// product of the row: NVIDIA Turing (T4), A100, GA10x (A10), Ada (L40S), H100,
// B200 and RTX Blackwell (RTX 5090). An instruction without a rate is slow
// there, or nobody says.
constexpr TypeSet Nibble = {ScalarType::S4, ScalarType::U4};
constexpr TypeSet FloatSums = {ScalarType::F16, ScalarType::F32};
constexpr MatrixRate TuringRates[] = {
    {MatrixFamily::Mma, ScalarType::F16, FloatSums, 512},
    {MatrixFamily::Mma, Byte, ScalarType::S32, 1024},
    {MatrixFamily::Mma, Nibble, ScalarType::S32, 2048}};
constexpr MatrixRate AmpereRates[] = {
    {MatrixFamily::Mma, Half, FloatSums, 1024},
    {MatrixFamily::Mma, ScalarType::TF32, ScalarType::F32, 512},
    {MatrixFamily::Mma, ScalarType::F64, ScalarType::F64, 64},
    {MatrixFamily::Mma, Byte, ScalarType::S32, 2048},
    {MatrixFamily::Mma, Nibble, ScalarType::S32, 4096},
    {MatrixFamily::Mma, ScalarType::B1, ScalarType::S32, 16384}};
constexpr MatrixRate SmallAmpereRates[] = {
    {MatrixFamily::Mma, Half, FloatSums, 512},
    {MatrixFamily::Mma, ScalarType::TF32, ScalarType::F32, 256},
    {MatrixFamily::Mma, Byte, ScalarType::S32, 1024},
    {MatrixFamily::Mma, Nibble, ScalarType::S32, 2048}};
// Jetson AGX Orin series, data sheet: 85 dense TOPS of 8-bit integers.
constexpr MatrixRate OrinRates[] = {
    {MatrixFamily::Mma, Half, FloatSums, 1024},
    {MatrixFamily::Mma, Byte, ScalarType::S32, 2048}};
constexpr MatrixRate AdaRates[] = {
    {MatrixFamily::Mma, Half, FloatSums, 512},
    {MatrixFamily::Mma, ScalarType::TF32, ScalarType::F32, 256},
    {MatrixFamily::Mma, Float8, FloatSums, 1024},
    {MatrixFamily::Mma, Byte, ScalarType::S32, 1024},
    {MatrixFamily::Mma, Nibble, ScalarType::S32, 2048}};
// Wgmma has the white paper's rates. Estimate: mma is half as fast; kernels
// with it reach 300 to 400 of 989 TFLOP/s. There is none of 8-bit floats: of
// one in PTX, ptxas makes two of f16 that begin with zeros, and adds the sums.
constexpr MatrixRate HopperRates[] = {
    {MatrixFamily::Wgmma, Half, FloatSums, 2048},
    {MatrixFamily::Wgmma, ScalarType::TF32, ScalarType::F32, 1024},
    {MatrixFamily::Wgmma, Float8, FloatSums, 4096},
    {MatrixFamily::Wgmma, Byte, ScalarType::S32, 4096},
    {MatrixFamily::Mma, ScalarType::F64, ScalarType::F64, 128},
    {MatrixFamily::Mma, Half, FloatSums, 1024},
    {MatrixFamily::Mma, ScalarType::TF32, ScalarType::F32, 512},
    {MatrixFamily::Mma, Float8, FloatSums, 900},
    {MatrixFamily::Mma, Byte, ScalarType::S32, 2048}};
// B200. Nobody says how fast mma is.
constexpr MatrixRate BlackwellRates[] = {
    {MatrixFamily::Tcgen05, Half, FloatSums, 4096},
    {MatrixFamily::Tcgen05, ScalarType::TF32, ScalarType::F32, 2048},
    {MatrixFamily::Tcgen05, Float8, FloatSums, 8192},
    {MatrixFamily::Tcgen05, Byte, ScalarType::S32, 8192}};
// Nobody says how fast products of bytes in blocks with scales are: as without.
constexpr TypeSet Float6 = {ScalarType::E2M3, ScalarType::E3M2};
constexpr MatrixRate RtxBlackwellRates[] = {
    {MatrixFamily::Mma, ScalarType::F16, ScalarType::F16, 512},
    {MatrixFamily::Mma, Half, ScalarType::F32, 256},
    {MatrixFamily::Mma, ScalarType::TF32, ScalarType::F32, 128},
    {MatrixFamily::Mma, Float8, ScalarType::F16, 1024},
    {MatrixFamily::Mma, Float8, ScalarType::F32, 512},
    {MatrixFamily::Mma, Float6, ScalarType::F32, 512},
    {MatrixFamily::Mma, ScalarType::E2M1, ScalarType::F32, 2048},
    {MatrixFamily::Mma, Byte, ScalarType::S32, 1024}};

constexpr MatrixUnits TuringMatrices = {MatrixSet::Turing, TuringRates};
constexpr MatrixSets AmpereSets = {MatrixSet::Turing, MatrixSet::Ampere};
constexpr MatrixSets AdaSets = AmpereSets | MatrixSet::Ada;
constexpr MatrixSets BlackwellSets = AdaSets | MatrixSet::HopperF64;
constexpr MatrixUnits AmpereMatrices = {AmpereSets, AmpereRates};
constexpr MatrixUnits SmallAmpereMatrices = {AmpereSets, SmallAmpereRates};
constexpr MatrixUnits OrinMatrices = {AmpereSets, OrinRates};
constexpr MatrixUnits AdaMatrices = {AdaSets, AdaRates};
constexpr MatrixUnits HopperMatrices = {BlackwellSets | MatrixSet::HopperWgmma,
                                        HopperRates};
constexpr MatrixUnits BlackwellMatrices = {BlackwellSets | MatrixSet::Blackwell,
                                           BlackwellRates};
constexpr MatrixUnits RtxBlackwellMatrices = {
    BlackwellSets | MatrixSet::RtxBlackwell, RtxBlackwellRates};

// [CUDA] technical specifications: resident blocks and warps, and shared memory
// of a multiprocessor. From 8.0 on every block takes 1 KiB of it.
constexpr Multiprocessor multiprocessor(unsigned blocks, unsigned warps,
                                        std::uint64_t sharedKiB,
                                        std::uint64_t reservedKiB = 1) {
  return {.blocks = blocks,
          .warps = warps,
          .registers = 65536,
          .sharedBytes = sharedKiB * KiB,
          .reservedSharedBytes = reservedKiB * KiB,
          .leastRegisters = 32,
          .mostRegisters = 255,
          .issueSlots = 4,
          .sectors = 2,
          .sectorBytes = 32};
}

// Found by least squares of logarithms on an H200.
constexpr FittedTimes FittedToH200 = {.instructionSlots = 0.39,
                                      .instructionCycles = 0.59,
                                      .globalTrip = 125,
                                      .sharedTrip = 34,
                                      .shuffleTrip = 7.4,
                                      .atomicTrip = 332,
                                      .launch = 4280,
                                      .overlapLeft = 0.18,
                                      .cacheGain = 1.18};

/// `mergesNeighbours`: measured on an H200 with Nsight Compute, 560 loads and
/// stores of 8 and 16 bytes with random linear addresses
/// (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld and _op_st); assumed for
/// the other NVIDIA rows.
///
/// What the NVIDIA rows have in common ([CUDA] technical specifications): 32
/// lanes, 32 banks, 48 KiB without opting in. Data sheets and white papers say
/// what `gpu` has.
struct NvidiaRow {
  std::string_view name, codeName;
  unsigned capability;
  std::span<const std::string_view> products;
  unsigned ptxVersion;
  /// [CUDA] "Maximum amount of shared memory per thread block".
  std::uint64_t sharedKiB;
  MatrixAccess loadMatrix, storeMatrix = NoMatrix;
  /// [CUDA] "Thread Block Clusters": the portable size, or 1.
  unsigned clusterBlocks = 1;
  /// [PTX] cvt: .e4m3x2 and .e5m2x2 from sm_89 on.
  bool float8Casts = false;
  /// [PTX] redux.sync: from sm_80 on.
  bool laneReduce = false;
  /// [PTX] griddepcontrol: from sm_90 on.
  bool overlapsGrids = false;
  /// [PTX] ld, st: eight registers (.v8.b32, .v4.b64) from sm_100 on.
  unsigned globalAccessBytes = 16;
  Atomics atomics;
  MatrixUnits matrix;
  Costs costs;
  Gpu gpu;
  Multiprocessor multiprocessor;
};

constexpr Target nvidia(const NvidiaRow &row) {
  return {.name = row.name,
          .vendor = Vendor::Nvidia,
          .codeName = row.codeName,
          .capability = row.capability,
          .products = row.products,
          .ptxVersion = row.ptxVersion,
          .lanes = 32,
          .blockThreads = 1024, // [CUDA] table of technical specifications
          .banks = 32,
          .sharedBytes = row.sharedKiB * KiB,
          .staticSharedBytes = 48 * KiB,
          .sharedLoadName = "ld.shared",
          .sharedStoreName = "st.shared",
          .load = Lanes32Banks32,
          .store = Lanes32Banks32,
          .mergesNeighbours = true,
          .loadMatrix = row.loadMatrix,
          .storeMatrix = row.storeMatrix,
          .dsReadTranspose = false,
          .permlaneSwap = false,
          .laneMoves = NvidiaMoves,
          .bytePermute = "prmt.b32", // [PTX] prmt
          .clusterBlocks = row.clusterBlocks,
          .float8Casts = row.float8Casts,
          .laneReduce = row.laneReduce,
          .overlapsGrids = row.overlapsGrids,
          .globalAccessBytes = row.globalAccessBytes,
          // [PTX] cp.async
          .asyncCopies = {.sizes = row.capability >= 80 ? 4U | 8U | 16U : 0U},
          .hasBoxCopies = row.capability >= 90, // [PTX] cp.async.bulk.tensor
          .atomics = row.atomics,
          .matrix = row.matrix,
          .costs =
              row.clusterBlocks > 1 ? row.costs : withoutClusters(row.costs),
          .timing = Timing{row.gpu, row.multiprocessor, FittedToH200}};
}

constexpr Target NvidiaTargets[] = {
    nvidia({.name = "sm_75",
            .codeName = "sm_75",
            .capability = 75,
            .products = TuringProducts,
            .ptxVersion = 80,
            .sharedKiB = 64,
            .loadMatrix = Matrix16,
            .atomics = TuringAtomics,
            .matrix = TuringMatrices,
            .costs = TuringCosts,
            .gpu = {"T4", 40, 1.59, 320},
            .multiprocessor = multiprocessor(16, 32, 64, 0)}),
    nvidia({.name = "sm_80",
            .codeName = "sm_80",
            .capability = 80,
            .products = AmpereA100Products,
            .ptxVersion = 80,
            .sharedKiB = 163,
            .loadMatrix = Matrix16,
            .laneReduce = true,
            .atomics = TuringAtomics,
            .matrix = AmpereMatrices,
            .costs = AmpereCosts,
            .gpu = {"A100", 108, 1.41, 2039},
            .multiprocessor = multiprocessor(32, 64, 164)}),
    nvidia({.name = "sm_86",
            .codeName = "sm_86",
            .capability = 86,
            .products = AmpereProducts,
            .ptxVersion = 80,
            .sharedKiB = 99,
            .loadMatrix = Matrix16,
            .laneReduce = true,
            .atomics = TuringAtomics,
            .matrix = SmallAmpereMatrices,
            .costs = AmpereCosts,
            .gpu = {"A10", 72, 1.695, 600},
            .multiprocessor = multiprocessor(16, 48, 100)}),
    nvidia({.name = "sm_87",
            .codeName = "sm_87",
            .capability = 87,
            .products = OrinProducts,
            .ptxVersion = 80,
            .sharedKiB = 163,
            .loadMatrix = Matrix16,
            .laneReduce = true,
            .atomics = TuringAtomics,
            .matrix = OrinMatrices,
            .costs = AmpereCosts,
            .gpu = {"Jetson AGX Orin", 16, 1.3, 204.8},
            .multiprocessor = multiprocessor(16, 48, 164)}),
    nvidia({.name = "sm_89",
            .codeName = "sm_89",
            .capability = 89,
            .products = AdaProducts,
            .ptxVersion = 81, // [PTX] cvt of 8-bit floats
            .sharedKiB = 99,
            .loadMatrix = Matrix16,
            .float8Casts = true,
            .laneReduce = true,
            .atomics = TuringAtomics,
            .matrix = AdaMatrices,
            .costs = AmpereCosts,
            .gpu = {"L40S", 142, 2.52, 864},
            .multiprocessor = multiprocessor(24, 48, 100)}),
    nvidia({.name = "sm_90",
            .codeName = "sm_90a",
            .capability = 90,
            .products = HopperProducts,
            .ptxVersion = 80,
            .sharedKiB = 227,
            .loadMatrix = Matrix16,
            .storeMatrix = Matrix16,
            .clusterBlocks = 16,
            .float8Casts = true,
            .laneReduce = true,
            .overlapsGrids = true,
            .atomics = HopperAtomics,
            .matrix = HopperMatrices,
            .costs = NvidiaCosts,
            .gpu = {"H200", 132, 1.98, 4800},
            .multiprocessor = multiprocessor(32, 64, 228)}),
    nvidia({.name = "sm_100",
            .codeName = "sm_100a",
            .capability = 100,
            .products = BlackwellProducts,
            .ptxVersion = 88, // [PTX] ld.global of 32 bytes
            .sharedKiB = 227,
            .loadMatrix = Matrix16And8,
            .storeMatrix = Matrix16And8,
            .clusterBlocks = 16,
            .float8Casts = true,
            .laneReduce = true,
            .overlapsGrids = true,
            .globalAccessBytes = 32,
            .atomics = HopperAtomics,
            .matrix = BlackwellMatrices,
            .costs = NvidiaCosts,
            .gpu = {"B200", 148, 1.965, 8000},
            .multiprocessor = multiprocessor(32, 64, 228)}),
    nvidia({.name = "sm_120",
            .codeName = "sm_120a",
            .capability = 120,
            .products = RtxBlackwellProducts,
            .ptxVersion = 88,
            .sharedKiB = 99,
            .loadMatrix = Matrix16And8,
            .storeMatrix = Matrix16And8,
            .clusterBlocks = 8,
            .float8Casts = true,
            .laneReduce = true,
            .overlapsGrids = true,
            .globalAccessBytes = 32,
            .atomics = HopperAtomics,
            .matrix = RtxBlackwellMatrices,
            .costs = RtxBlackwellCosts,
            .gpu = {"RTX 5090", 170, 2.41, 1792},
            .multiprocessor = multiprocessor(24, 48, 100)}),
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_NVIDIATARGETS_H
