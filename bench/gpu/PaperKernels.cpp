//===- PaperKernels.cpp - Two figures of a paper --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: heddle-paper-kernels > paper.cu
///
/// A CUDA program that measures two figures of the paper "Linear Layouts"
/// (arXiv 2505.23819) with what `heddle convert --emit=cuda` prints for sm_90:
/// figure 2, the transpose of 8-bit tiles, and figure 7, conversions inside of
/// warps. It prints a line of JSON for each point.
///
//===----------------------------------------------------------------------===//

#include "Unwrap.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/plan/EmitSource.h"

#include <iostream>

namespace heddle {
namespace {

LinearLayout layoutOf(const std::string &text, std::uint64_t size) {
  std::array<std::uint64_t, 2> shape = {size, size};
  return get(toLinearLayout(get(parseEncoding(text)), shape, NewestTriton));
}

std::string blocked(const char *perThread, const char *perWarp,
                    const char *warps, const char *order) {
  return concat("#ttg.blocked<{sizePerThread = ", perThread,
                ", threadsPerWarp = ", perWarp, ", warpsPerCTA = ", warps,
                ", order = ", order, "}>");
}

/// A function of this name; its plan's strategy is forced unless absent.
std::string function(const std::string &name, const LinearLayout &src,
                     const LinearLayout &dst, unsigned bits,
                     std::optional<Strategy> strategy) {
  ConversionOptions options;
  options.strategy = strategy;
  Conversion plan =
      get(planConversion(src, dst, bits, *get(findTarget("sm_90")), options));
  return get(emitSource(plan, {.name = name, .comment = ""}));
}

/// A kernel that converts a tile `trips` times, `forth` and, if there is one,
/// `back`; without, the registers are taken for the source's again.
std::string kernel(const std::string &name, unsigned bits, Word registers,
                   const std::string &forth, const std::string &back) {
  std::string type = concat("uint", bits, "_t");
  std::string text =
      concat("__global__ void __launch_bounds__(128) ", name,
             "(unsigned *out, int trips) {\n"
             "  extern __shared__ __align__(128) char scratch[];\n  ",
             type, " x[", registers, "], y[", registers, "];\n");
  for (Word r = 0; r < registers; ++r)
    text +=
        concat("  x[", r, "] = (", type, ")(out[threadIdx.x] + ", r, ");\n");
  text += concat("#pragma unroll 1\n  for (int i = 0; i < trips; ++i) {\n    ",
                 forth, "(x, y, scratch);\n");
  if (!back.empty())
    text += concat("    ", back, "(y, x, scratch);\n");
  for (Word r = 0; back.empty() && r < registers; ++r)
    text += concat("    x[", r, "] = y[", r, "];\n");
  text += "  }\n  unsigned sum = 0;\n";
  for (Word r = 0; r < registers; ++r)
    text += concat("  sum = sum * 3 + (unsigned)x[", r, "];\n");
  return text + "  if (trips < 0) out[threadIdx.x] = sum;\n"
                "  else if (sum == 0x12345) out[0] = sum;\n}\n";
}

constexpr std::string_view Timer = R"(
static unsigned *out;
// Microseconds of a trip, the median of several launches.
static double timeOf(void (*kernel)(unsigned *, int), int blocks, int threads,
                     int bytes) {
  const int Trips = 256, Samples = 15;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  float samples[Samples];
  for (int i = -3; i < Samples; ++i) {
    cudaEventRecord(begin);
    kernel<<<blocks, threads, bytes>>>(out, Trips);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    if (i >= 0)
      samples[i] = milliseconds;
  }
  std::sort(samples, samples + Samples);
  return samples[Samples / 2] * 1e3 / Trips;
}
)";

std::string transposes(std::string &launches) {
  std::string text;
  for (unsigned tile : {32, 64}) {
    bool isSmall = tile == 32;
    LinearLayout rows =
        layoutOf(isSmall ? blocked("[1, 16]", "[16, 2]", "[2, 1]", "[1, 0]")
                         : blocked("[1, 16]", "[8, 4]", "[4, 1]", "[1, 0]"),
                 tile);
    LinearLayout columns =
        layoutOf(isSmall ? blocked("[16, 1]", "[2, 16]", "[1, 2]", "[0, 1]")
                         : blocked("[16, 1]", "[4, 8]", "[1, 4]", "[0, 1]"),
                 tile);
    for (auto [name, strategy] :
         {std::pair("best", std::optional<Strategy>()),
          std::pair("padded", std::optional(Strategy::Padded))}) {
      std::string id = concat(name, tile);
      text += function(id, rows, columns, 8, strategy) +
              kernel(concat("transpose_", id), 8, rows.inSize(Dim::Register),
                     id, "");
    }
  }
  launches += R"(  for (int size = 32; size <= 4096; size *= 2) {
    bool small = size == 32;
    int tiles = small ? 1 : size / 64 * (size / 64);
    int threads = small ? 64 : 128;
    double best = timeOf(small ? transpose_best32 : transpose_best64, tiles, threads,
                         small ? best32_scratch_bytes : best64_scratch_bytes);
    double padded = timeOf(small ? transpose_padded32 : transpose_padded64, tiles,
                           threads, small ? padded32_scratch_bytes : padded64_scratch_bytes);
    printf("{\"figure\": 2, \"size\": %d, \"bits\": 8, \"ours_us\": %.4f, \"baseline_us\": %.4f}\n",
           size, best, padded);
  }
)";
  return text;
}

std::string insideWarps(std::string &launches) {
  std::string text;
  LinearLayout src =
      layoutOf(blocked("[1, 4]", "[8, 4]", "[4, 1]", "[1, 0]"), 64);
  LinearLayout dst =
      layoutOf(blocked("[1, 8]", "[8, 4]", "[4, 1]", "[1, 0]"), 64);
  for (unsigned bits : {8, 16, 32}) {
    for (auto [name, strategy] : {std::pair("shuffle", Strategy::Shuffle),
                                  std::pair("shared", Strategy::Shared),
                                  std::pair("padded", Strategy::Padded)}) {
      std::string forth = concat(name, bits, "_forth");
      std::string back = concat(name, bits, "_back");
      text += function(forth, src, dst, bits, strategy) +
              function(back, dst, src, bits, strategy) +
              kernel(concat(name, bits), bits, src.inSize(Dim::Register), forth,
                     back);
    }
    launches += concat(
        "  for (int size = 64; size <= 512; size *= 2) {\n"
        "    int tiles = size / 64 * (size / 64);\n"
        "    int bytes = std::max(padded",
        bits, "_forth_scratch_bytes, padded", bits,
        "_back_scratch_bytes);\n"
        "    double ours = timeOf(shuffle",
        bits, ", tiles, 128, 0), shared = timeOf(shared", bits,
        ", tiles, 128, bytes), padded = timeOf(padded", bits,
        ", tiles, 128, bytes);\n"
        "    printf(\"{\\\"figure\\\": 7, \\\"size\\\": %d, \\\"bits\\\": ",
        bits,
        ", \\\"ours_us\\\": %.4f, \\\"shared_us\\\": %.4f, "
        "\\\"baseline_us\\\": %.4f}\\n\", size, ours, shared, padded);\n  }\n");
  }
  return text;
}

int run() {
  std::string launches;
  std::string kernels = transposes(launches) + insideWarps(launches);
  std::cout << "#include <algorithm>\n#include <cstdint>\n#include <cstdio>\n"
            << kernels << Timer
            << "int main() {\n  cudaMalloc(&out, 1 << 16);\n"
               "  cudaMemset(out, 1, 1 << 16);\n"
            << launches
            << "  return cudaDeviceSynchronize() != cudaSuccess;\n}\n";
  return 0;
}

} // namespace
} // namespace heddle

int main() { return heddle::run(); }
