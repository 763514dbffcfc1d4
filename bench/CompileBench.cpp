//===- CompileBench.cpp - Kernels to PTX ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// The examples to PTX, in one process: what a compiler that is linked in takes.
// An iteration is one kernel from the text of its file on.
//
//===----------------------------------------------------------------------===//

#include "heddle/driver/Compile.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <filesystem>

namespace heddle {
namespace {

void compile(benchmark::State &state, const std::string &file) {
  CompileOptions options;
  options.input = file;
  options.target = *findTarget("sm_90");
  std::size_t bytes = 0;
  for (auto _ : state) {
    std::optional<CompiledModule> module = compileModule(options);
    if (!module) {
      state.SkipWithError("cannot be compiled");
      return;
    }
    bytes = module->text.size();
    benchmark::DoNotOptimize(module);
  }
  state.counters["ptx_bytes"] = static_cast<double>(bytes);
}

} // namespace
} // namespace heddle

int main(int argc, char **argv) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(HEDDLE_KERNELS))
    if (entry.path().extension() == ".ttir")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path &file : files)
    benchmark::RegisterBenchmark(("compile/" + file.stem().string()).c_str(),
                                 [file](benchmark::State &state) {
                                   heddle::compile(state, file.string());
                                 })
        ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
