//===- CompileBench.cpp - Kernels to PTX ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// The examples to PTX, in one process: what a compiler that is linked in takes.
// An iteration is one kernel from the text of its file on, for the warps that
// it is launched with.
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/Compile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <filesystem>

namespace heddle {
namespace {

/// "num_warps" of the file that says how the kernel is launched.
std::optional<unsigned> warpsOf(std::filesystem::path file) {
  file.replace_extension(".launch.json");
  auto text = llvm::MemoryBuffer::getFile(file.string());
  if (!text)
    return std::nullopt;
  llvm::Expected<llvm::json::Value> launch =
      llvm::json::parse((*text)->getBuffer());
  if (!launch) {
    llvm::consumeError(launch.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *object = launch->getAsObject();
  std::optional<std::int64_t> warps =
      object != nullptr ? object->getInteger("num_warps") : std::nullopt;
  return warps ? std::optional(static_cast<unsigned>(*warps)) : std::nullopt;
}

void compile(benchmark::State &state, const std::filesystem::path &file) {
  CompileOptions options;
  options.input = file.string();
  options.target = *findTarget("sm_90");
  options.numWarps = warpsOf(file);
  // What is made once in a process.
  compileModule(options);
  std::size_t bytes = 0;
  for (auto _ : state) {
    Reported<CompiledModule> module = compileModule(options);
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
    benchmark::RegisterBenchmark(
        ("compile/" + file.stem().string()).c_str(),
        [file](benchmark::State &state) { heddle::compile(state, file); })
        ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
