//===- ConversionKernels.cpp - Conversions that check themselves ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: heddle-conversion-kernels COUNT SEED TARGET > check.cu
///
/// A CUDA program that runs the conversions of COUNT random pairs, as `heddle
/// convert --emit=cuda` prints them, twice in a row on one scratch, and
/// compares every register of every thread with its element. Elements are
/// hashes of their numbers; outputs and scratch start as poison.
///
//===----------------------------------------------------------------------===//

#include "plan/RandomPairs.h"

#include "Check.h"
#include "heddle/plan/EmitSource.h"

#include <cstdlib>
#include <iostream>

namespace heddle {
namespace {

/// What the program needs beside the conversions.
constexpr std::string_view Prelude = R"(#include <cstdint>
#include <cstdio>
__device__ uint64_t element(uint64_t number) {
  number = (number + 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
  return (number ^ (number >> 29)) * 0x94D049BB133111EBu;
}
__device__ unsigned clusterRank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
)";

/// The number of the element in register r, as an expression of t.
std::string numberText(const LinearLayout &layout, Word r) {
  std::string text = concat(f2::multiply(layout.bases(Dim::Register), r), "u");
  unsigned bit = 0;
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    for (Word basis : layout.bases(dim))
      text += concat(" ^ (t >> ", bit++, " & 1) * ", basis, "u");
  return text;
}

std::string kernelText(const RandomPair &pair, const Conversion &plan,
                       std::uint64_t number) {
  unsigned bytes = plan.program.elementBytes;
  std::string type =
      bytes == 16 ? "unsigned __int128" : concat("uint", bytes * 8, "_t");
  const ThreadBits &bits = plan.program.threads;
  std::string text =
      concat("__global__ void __launch_bounds__(",
             f2::unit(bits.lane + bits.warp), ") check", number,
             "(unsigned *wrong) {\n"
             "  extern __shared__ __align__(128) char scratch[];\n"
             "  unsigned t = threadIdx.x | clusterRank() << ",
             bits.lane + bits.warp,
             ";\n  for (int i = threadIdx.x; i < convert", number,
             "_scratch_bytes; i += blockDim.x)\n    scratch[i] = 0x5A;\n"
             "  asm volatile(\"barrier.cluster.arrive.aligned;\\n"
             "barrier.cluster.wait.aligned;\" ::: \"memory\");\n  ",
             type, " in[", plan.program.inputs, "], out[", plan.program.outputs,
             "];\n  unsigned bad = 0;\n  for (unsigned call = 0; call < 2; "
             "++call) {\n");
  for (Word r = 0; r < plan.program.inputs; ++r)
    text += concat("    in[", r, "] = (", type, ")element((",
                   numberText(pair.src, r), ") + call);\n");
  text += concat("    for (int r = 0; r < ", plan.program.outputs,
                 "; ++r) out[r] = 0x33;\n    convert", number,
                 "(in, out, scratch);\n");
  for (Word r = 0; r < plan.program.outputs; ++r)
    text += concat("    bad += out[", r, "] != (", type, ")element((",
                   numberText(pair.dst, r), ") + call);\n");
  return text + "  }\n  if (bad) atomicAdd(wrong, bad);\n}\n";
}

std::string launchText(const Conversion &plan, std::uint64_t number) {
  const ThreadBits &bits = plan.program.threads;
  return concat("  launch(", number, ", check", number, ", ",
                f2::unit(bits.block), ", ", f2::unit(bits.lane + bits.warp),
                ", convert", number, "_scratch_bytes);\n");
}

constexpr std::string_view Launcher = R"(
static int failures = 0;
static unsigned *wrong;
static void launch(int number, void (*kernel)(unsigned *), int blocks,
                   int threads, int bytes) {
  cudaMemset(wrong, 0, sizeof(unsigned));
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaLaunchConfig_t config = {};
  config.gridDim = 2 * blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = bytes;
  cudaLaunchAttribute cluster;
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {unsigned(blocks), 1, 1};
  config.attrs = &cluster;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, wrong);
  unsigned count = ~0u;
  cudaMemcpy(&count, wrong, sizeof(count), cudaMemcpyDeviceToHost);
  cudaError_t error = cudaGetLastError();
  if (count != 0 || error != cudaSuccess) {
    printf("pair %d: %u wrong registers, %s\n", number, count,
           cudaGetErrorString(error));
    ++failures;
  }
}
)";

int run(int argc, char **argv) {
  if (argc != 4) {
    std::cerr << "usage: heddle-conversion-kernels COUNT SEED TARGET\n";
    return 2;
  }
  std::uint64_t count = std::strtoull(argv[1], nullptr, 10);
  std::uint64_t seed = std::strtoull(argv[2], nullptr, 10);
  const Target &target = *get(findTarget(argv[3]));
  std::cout << Prelude;
  std::string launches;
  std::uint64_t made = 0;
  for (std::uint64_t i = seed; made < count; ++i) {
    RandomPair pair = PairSource(i).next();
    if (pair.src.inSize(Dim::Lane) != target.lanes ||
        pair.src.inBits(Dim::Register) > 6 ||
        pair.dst.inBits(Dim::Register) > 6)
      continue;
    ConversionOptions options;
    if (i % 5 == 0)
      options.strategy = i % 2 == 0 ? Strategy::Shared : Strategy::Padded;
    Result<Conversion> plan =
        planConversion(pair.src, pair.dst, pair.elementBits, target, options);
    if (!plan)
      continue;
    std::cout << get(emitSource(*plan, {.name = concat("convert", i),
                                        .comment = pair.text}))
              << kernelText(pair, *plan, i);
    launches += launchText(*plan, i);
    ++made;
  }
  std::cout << Launcher
            << "int main() {\n  cudaMalloc(&wrong, sizeof(unsigned));\n"
            << launches << "  printf(\"" << made
            << " conversions, %d failed\\n\", failures);\n"
               "  return failures != 0;\n}\n";
  return 0;
}

} // namespace
} // namespace heddle

int main(int argc, char **argv) { return heddle::run(argc, argv); }
