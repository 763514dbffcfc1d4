//===- PlanBench.cpp - Planning conversions -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// Planning the conversions of a list of pairs, one after the other; an
// iteration is one pair.
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/plan/Certificate.h"

#include <benchmark/benchmark.h>

namespace heddle {
namespace {

struct Pair {
  LinearLayout src, dst;
  unsigned bits;
};

/// Pairs of the kinds that kernels contain, 4 warps each.
std::vector<Pair> somePairs() {
  struct Row {
    const char *src, *dst;
    unsigned bits;
  };
  static constexpr const char *Rows =
      "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], "
      "warpsPerCTA = [4, 1], order = [1, 0]}>";
  static constexpr const char *Columns =
      "#ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], "
      "warpsPerCTA = [1, 4], order = [0, 1]}>";
  static constexpr const char *Mma =
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, "
      "2], instrShape = [16, 8]}>";
  static constexpr const char *Wgmma =
      "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, "
      "1], instrShape = [16, 64, 16]}>";
  static constexpr const char *Operand =
      "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, "
      "versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth "
      "= 2}>";
  std::vector<Pair> pairs;
  for (const Row &row :
       {Row{Rows, Columns, 8}, Row{Rows, Columns, 16}, Row{Columns, Rows, 32},
        Row{Mma, Rows, 16}, Row{Mma, Columns, 32}, Row{Wgmma, Rows, 16},
        Row{Wgmma, Columns, 8}, Row{Rows, Operand, 16}, Row{Mma, Operand, 16},
        Row{Mma, Operand, 32}}) {
    std::array<std::uint64_t, 2> shape = {64, 64};
    auto layout = [&](const char *text) {
      return toLinearLayout(parseEncoding(text).value(), shape, NewestTriton)
          .value();
    };
    pairs.push_back({layout(row.src), layout(row.dst), row.bits});
  }
  return pairs;
}

void plan(benchmark::State &state) {
  std::vector<Pair> pairs = somePairs();
  const Target &target = **findTarget("sm_90");
  std::size_t i = 0;
  for (auto _ : state) {
    const Pair &pair = pairs[i++ % pairs.size()];
    benchmark::DoNotOptimize(
        planConversion(pair.src, pair.dst, pair.bits, target));
  }
}
BENCHMARK(plan)->Name("plan/conversion");

void prove(benchmark::State &state) {
  std::vector<Pair> pairs = somePairs();
  const Target &target = **findTarget("sm_90");
  std::vector<Conversion> plans;
  for (const Pair &pair : pairs)
    plans.push_back(
        planConversion(pair.src, pair.dst, pair.bits, target).value());
  std::size_t i = 0;
  for (auto _ : state) {
    std::size_t k = i++ % pairs.size();
    benchmark::DoNotOptimize(
        checkCertificate(plans[k], pairs[k].src, pairs[k].dst));
  }
}
BENCHMARK(prove)->Name("plan/certificate");

} // namespace
} // namespace heddle
