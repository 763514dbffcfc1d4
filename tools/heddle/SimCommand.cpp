//===- SimCommand.cpp - heddle sim ----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCommand.h"
#include "KernelCommands.h"
#include "RunArguments.h"

namespace heddle {

namespace {

constexpr int MostThreads = 1024;

std::string countersText(const RunReport &report) {
  std::size_t width = 0;
  for (const auto &[name, value] : report.counters)
    width = std::max(width, name.size());
  std::string text;
  for (const auto &[name, value] : report.counters)
    text += name + std::string(width + 2 - name.size(), ' ') +
            std::to_string(value) + "\n";
  return text;
}

std::string noText(const RunReport & /*report*/) { return {}; }

} // namespace

void addSimCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<RunArguments>();
  auto wantsCounters = std::make_shared<bool>(false);
  CLI::App *sim =
      program.add_subcommand(SimCommand.name, SimCommand.description);
  addRunOptions(*sim, *arguments);
  sim->add_flag("--counters", *wantsCounters, "print what was executed");
  sim->add_option("--threads", arguments->options.threads,
                  "of this machine; one for each core if nothing is said")
      ->check(CLI::Range(1, MostThreads));
  sim->callback([=, &exitCode] {
    exitCode = runKernel(*arguments, simulateKernel,
                         *wantsCounters ? countersText : noText);
  });
}

} // namespace heddle
