//===- RunCommand.cpp - heddle run ----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCommand.h"
#include "Options.h"
#include "RunArguments.h"
#include "heddle/codegen/CodeObject.h"

#include <cstdio>

namespace heddle {

namespace {

/// "12.30 us: the median of 100 launches, 11.90 to 15.20".
Result<std::string> timesText(const RunReport &report, int & /*exitCode*/) {
  const GpuFacts gpu = report.gpu.value_or(GpuFacts());
  if (gpu.microseconds.empty())
    return std::string();
  constexpr std::size_t Most = 160;
  std::array<char, Most> text;
  int size = std::snprintf(
      text.data(), Most, "%.2f us: the median of %zu launch%s, %.2f to %.2f\n",
      gpu.median(), gpu.microseconds.size(),
      gpu.microseconds.size() == 1 ? "" : "es", gpu.microseconds.front(),
      gpu.microseconds.back());
  return std::string(text.data(), static_cast<std::size_t>(size));
}

} // namespace

void addRunCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App *run = program.add_subcommand(
      "run", "Run a kernel on an NVIDIA or AMD GPU, through its driver");
  addRunOptions(*run, *arguments);
  addLibraryOption(*run, arguments->compile);
  CLI::Option *repeat =
      run->add_option("--repeat", arguments->options.repeats,
                      "launch so often again, and print how long that takes");
  takeNumber(*repeat, 1, 1000000);
  addExample(*run, "A thousand additions, with the time that they take",
             "heddle run examples/kernels/add_vectors.ttir --target sm_90 "
             "--arg 0=f32[1024]:randn --arg 1=f32[1024]:randn --arg "
             "2=f32[1024]:zeros --arg 3=1024 --repeat 100");
  run->callback([=, &exitCode] {
    arguments->compile.options.link = codegen::codeObjectLinker();
    exitCode = runKernel(*arguments, runKernelOnGpu, timesText);
  });
}

} // namespace heddle
