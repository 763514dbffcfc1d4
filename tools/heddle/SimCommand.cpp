//===- SimCommand.cpp - heddle sim ----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCommand.h"
#include "Command.h"
#include "CompileCommand.h"
#include "heddle/driver/Run.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace heddle {

namespace {

struct SimArguments {
  CompileArguments compile;
  RunOptions options;
  std::vector<std::uint32_t> grid = {1};
  bool wantsCounters = false, wantsJson = false;
};

std::string reportJson(const RunReport &report) {
  nlohmann::ordered_json json = {
      {"ok", report.isRight()},
      {"traps", nlohmann::ordered_json::array()},
      {"differences", report.differences},
      {"counters", nlohmann::ordered_json::object()}};
  for (const RunTrap &trap : report.traps)
    json["traps"].push_back({{"message", trap.message},
                             {"location", trap.location},
                             {"program", trap.program},
                             {"warp", trap.warp},
                             {"lanes", trap.lanes}});
  for (const auto &[name, value] : report.counters)
    json["counters"][name] = value;
  return json.dump(2) + "\n";
}

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

int runSim(SimArguments arguments) {
  if (int code = resolveTarget(arguments.compile); code != Success)
    return code;
  arguments.options.compile = arguments.compile.options;
  std::copy(arguments.grid.begin(), arguments.grid.end(),
            arguments.options.grid.begin());
  std::optional<RunReport> report = simulateKernel(arguments.options);
  if (!report)
    return BadInput;
  for (const std::string &difference : report->differences)
    std::cerr << "heddle: error: " << difference << "\n";
  if (report->isRight())
    std::cerr << "heddle: " << report->kernel << ": " << report->programs
              << (report->programs == 1 ? " program" : " programs") << " ended"
              << (report->checks == 0 ? "" : ", results as expected")
              << " (seed " << arguments.options.seed << ")\n";
  std::string text;
  if (arguments.wantsJson)
    text = reportJson(*report);
  else if (arguments.wantsCounters)
    text = countersText(*report);
  if (int code = finish(text, arguments.compile.output); code != Success)
    return code;
  return report->isRight() ? Success : BadInput;
}

} // namespace

void addSimCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<SimArguments>();
  CLI::App *sim = program.add_subcommand(
      "sim", "Run a kernel on the simulator: no GPU is needed");
  addKernelOptions(*sim, arguments->compile);
  sim->add_option("--grid", arguments->grid, "programs along x,y,z")
      ->delimiter(',')
      ->expected(1, 3)
      ->check(CLI::Range(1U, 0x7FFFFFFFU))
      ->capture_default_str();
  sim->add_option("--arg", arguments->options.arguments,
                  "KEY=VALUE, once for each argument: a number, @file.npy, or "
                  "type[shape]:zeros|ones|arange|rand|randn|poison")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  sim->add_option("--out", arguments->options.outputs,
                  "KEY=file.npy: write an argument's contents at the end")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  sim->add_option("--check", arguments->options.checks,
                  "KEY=ref.npy[:rtol,atol]: compare an argument at the end, to "
                  "the bit unless tolerances are given")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  sim->add_option("--seed", arguments->options.seed,
                  "of random arguments, and of the order of warps")
      ->capture_default_str();
  sim->add_flag("--counters", arguments->wantsCounters,
                "print what was executed");
  sim->add_flag("--json", arguments->wantsJson,
                "print the outcome and the counters as JSON");
  addOutputOption(*sim, arguments->compile.output);
  sim->callback([=, &exitCode] { exitCode = runSim(*arguments); });
}

} // namespace heddle
