//===- Calibration.cpp - How fast this machine is -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fixed amount of integer work that goes beside the other benchmarks, so
/// that figures from different machines can be compared: 64-bit multiply, xor
/// and shift over 4 KiB.
///
//===----------------------------------------------------------------------===//

#include <array>
#include <benchmark/benchmark.h>
#include <cstdint>

static void calibration(benchmark::State &state) {
  std::array<std::uint64_t, 512> words;
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = i + 1;
  for (auto _ : state) {
    benchmark::DoNotOptimize(words.data());
    std::uint64_t hash = 0;
    for (std::uint64_t word : words) {
      hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
      hash ^= hash >> 32;
    }
    benchmark::DoNotOptimize(hash);
  }
}
BENCHMARK(calibration)->Name("layout/calibration");
