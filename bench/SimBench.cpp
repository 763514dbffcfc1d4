//===- SimBench.cpp - Kernels on the simulator ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of examples/ on the simulator, which are lowered before the clock
// starts; an iteration is a launch of many programs. `lane_ops` are
// instructions of the hardware times lanes, each second: what `heddle sim
// --counters` calls instructions, 32 lanes each. What only names registers
// (extract, permute, splat) is none, and one access of 16 bytes is one.
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/KernelFile.h"
#include "heddle/runtime/KernelArguments.h"
#include "heddle/sim/Simulator.h"

#include <benchmark/benchmark.h>

namespace heddle {
namespace {

struct Case {
  std::string name, kernel;
  unsigned warps;
  std::array<std::uint32_t, 3> grid;
  std::vector<std::string> arguments;
};

/// Rows and columns that tiles divide, so that most lanes have work.
const std::vector<Case> &cases() {
  static const std::vector<Case> all = {
      {"softmax",
       "softmax_rows",
       4,
       {256, 1, 1},
       {"0=f32[1024,256]:randn", "1=f32[1024,256]:poison", "2=1024", "3=256"}},
      {"layer_norm",
       "layer_norm",
       2,
       {256, 1, 1},
       {"0=f16[256,1024]:randn", "1=f32[1024]:randn", "2=f32[1024]:randn",
        "3=f16[256,1024]:poison", "4=f32[256]:poison", "5=f32[256]:poison",
        "6=1024", "7=1e-5"}},
      {"matmul",
       "matmul_fp16",
       4,
       {4, 4, 1},
       {"0=f16[256,128]:randn", "1=f16[128,256]:randn", "2=f16[256,256]:poison",
        "3=256", "4=256", "5=128", "6=128", "7=256", "8=256"}},
      {"scan",
       "scan_rows",
       4,
       {128, 1, 1},
       {"0=f32[512,128]:randn", "1=f32[512,128]:rand", "2=f32[512,128]:poison",
        "3=f32[512,128]:poison", "4=128"}},
      {"histogram",
       "histogram_bytes",
       4,
       {128, 1, 1},
       {"0=i8[65536]:rand", "1=i32[16]:zeros", "2=i32[256]:zeros", "3=65536"}},
  };
  return all;
}

/// A kernel that only has to be executed.
class Prepared {
public:
  explicit Prepared(const Case &which) {
    CompileOptions options;
    options.input = std::string(HEDDLE_KERNELS) + "/" + which.kernel + ".ttir";
    options.target = *findTarget("sm_90");
    options.numWarps = which.warps;
    auto read = KernelFile::read(options);
    if (!read)
      return;
    file = std::move(*read);
    if (failed(file->giveLayouts()) || failed(file->lower()))
      return;
    kernel = *file->kernels().getOps<simt::KernelOp>().begin();
    auto arguments =
        readArguments(file->launches().front(), which.arguments, launch.seed);
    if (!arguments) {
      llvm::errs() << arguments.error().text() << "\n";
      return;
    }
    launch.grid = which.grid;
    launch.arguments = placeArguments(*arguments, memory);
    isReady = true;
  }

  /// Nothing if it cannot be executed to its end.
  std::optional<sim::Counters> run() {
    if (!isReady)
      return std::nullopt;
    auto outcome = sim::simulate(kernel, file->target(), memory, launch);
    if (failed(outcome) || outcome->trap)
      return std::nullopt;
    return outcome->counters;
  }

  sim::Launch launch;

private:
  std::unique_ptr<KernelFile> file;
  simt::KernelOp kernel;
  sim::GlobalMemory memory;
  bool isReady = false;
};

double laneOpsOf(const sim::Counters &counters) {
  std::uint64_t instructions = 0;
  for (std::uint64_t each : counters.instructions)
    instructions += each;
  constexpr double Lanes = 32;
  return static_cast<double>(instructions) * Lanes;
}

struct Way {
  std::string prefix, suffix;
  sim::HostInstructions host = sim::HostInstructions::Best;
  sim::Watching watching = sim::Watching::Everything;
  unsigned threads = 1;
};

/// With and without what is watched, by the instructions that every host of
/// this architecture has and by the best of this one; on all cores at last.
std::vector<Way> ways() {
  using enum sim::HostInstructions;
  using enum sim::Watching;
  std::vector<Way> all = {
      {.prefix = "sim/", .suffix = "/baseline", .host = Baseline},
      {.prefix = "sim/bare/",
       .suffix = "/baseline",
       .host = Baseline,
       .watching = Nothing}};
  if (sim::canUseAvx2()) {
    all.push_back({.prefix = "sim/", .suffix = "/avx2"});
    all.push_back(
        {.prefix = "sim/bare/", .suffix = "/avx2", .watching = Nothing});
  }
  all.push_back({.prefix = "sim/", .suffix = "/all_cores", .threads = 0});
  return all;
}

void simulate(benchmark::State &state, const Case &which, const Way &way) {
  Prepared prepared(which);
  std::optional<sim::Counters> counters = prepared.run();
  if (!counters) {
    state.SkipWithError("does not come to its end");
    return;
  }
  prepared.launch.host = way.host;
  prepared.launch.watching = way.watching;
  prepared.launch.threads = way.threads;
  for (auto _ : state)
    benchmark::DoNotOptimize(prepared.run());
  state.counters["lane_ops"] = benchmark::Counter(
      laneOpsOf(*counters), benchmark::Counter::kIsIterationInvariantRate);
}

} // namespace
} // namespace heddle

int main(int argc, char **argv) {
  for (const heddle::Case &each : heddle::cases())
    for (const heddle::Way &way : heddle::ways()) {
      auto *registered = benchmark::RegisterBenchmark(
          (way.prefix + each.name + way.suffix).c_str(),
          [&each, way](benchmark::State &state) {
            heddle::simulate(state, each, way);
          });
      registered->Unit(benchmark::kMillisecond);
      // Who else is on this machine does not count where one thread works.
      if (way.threads != 1)
        registered->UseRealTime();
    }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
