//===- RunArguments.cpp - What sim and run are told -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunArguments.h"
#include "Command.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

namespace heddle {

namespace {

nlohmann::ordered_json jsonOf(const GpuFacts &gpu) {
  nlohmann::ordered_json json = {{"device", gpu.device},
                                 {"registers", gpu.registers},
                                 {"local_bytes", gpu.localBytes}};
  if (!gpu.microseconds.empty())
    json["microseconds"] = {{"median", gpu.median()},
                            {"least", gpu.microseconds.front()},
                            {"most", gpu.microseconds.back()},
                            {"launches", gpu.microseconds.size()}};
  return json;
}

/// All metrics, or those that are not 0.
nlohmann::ordered_json jsonOf(const sim::Counters &counters, bool hasAll) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (auto [name, value] : sim::listCounters(counters))
    if (hasAll || value != 0)
      json[name] = value;
  return json;
}

nlohmann::ordered_json jsonOf(const SimReport &sim) {
  nlohmann::ordered_json json = {{"counters", jsonOf(sim.counters, true)},
                                 {"launch",
                                  {{"kernel", sim.kernel},
                                   {"target", sim.target},
                                   {"grid", sim.grid},
                                   {"warps", sim.warps}}},
                                 {"lines", nlohmann::ordered_json::array()},
                                 {"ops", nlohmann::ordered_json::array()}};
  if (sim.prediction)
    json["predicted"] = {{"gpu", sim.prediction->gpu},
                         {"cycles", sim.prediction->time.cycles},
                         {"nanoseconds", sim.prediction->time.nanoseconds}};
  for (const SimReport::Line &line : sim.lines)
    json["lines"].push_back({{"file", line.file},
                             {"line", line.line},
                             {"counters", jsonOf(line.counters, false)}});
  for (const SimReport::Op &op : sim.ops)
    json["ops"].push_back({{"op", op.name},
                           {"file", op.location.file},
                           {"line", op.location.line},
                           {"column", op.location.column},
                           {"counters", jsonOf(op.counters, false)}});
  return json;
}

std::string reportJson(const RunReport &report) {
  nlohmann::ordered_json json = {{"ok", report.isRight()},
                                 {"traps", nlohmann::ordered_json::array()},
                                 {"differences", report.differences}};
  for (const RunTrap &trap : report.traps) {
    nlohmann::ordered_json &each = json["traps"].emplace_back(
        nlohmann::ordered_json{{"message", trap.message},
                               {"location", trap.location},
                               {"program", trap.program},
                               {"warp", trap.warp},
                               {"lanes", trap.lanes}});
    if (trap.origin)
      each["origin"] = {{"message", trap.origin->message},
                        {"location", trap.origin->location}};
  }
  if (report.gpu) {
    json["gpu"] = jsonOf(*report.gpu);
  } else if (report.sim) {
    json.update(jsonOf(*report.sim));
  }
  return json.dump(2) + "\n";
}

void sayEnd(const RunReport &report, std::uint64_t seed) {
  for (const std::string &difference : report.differences)
    std::cerr << "heddle: error: " << difference << "\n";
  if (!report.isRight())
    return;
  std::cerr << "heddle: " << report.kernel << ": " << report.programs
            << (report.programs == 1 ? " program" : " programs") << " ended";
  if (report.gpu)
    std::cerr << " on " << report.gpu->device;
  std::cerr << (report.checks == 0 ? "" : ", results as expected") << " (seed "
            << seed << ")\n";
}

/// An option that is given once for each of several things.
void addRepeated(CLI::App &command, const char *name,
                 std::vector<std::string> &values, const char *what) {
  command.add_option(name, values, what)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace

void addRunOptions(CLI::App &command, RunArguments &arguments) {
  addKernelOptions(command, arguments.compile);
  command.add_option("--grid", arguments.grid, "programs along x,y,z")
      ->delimiter(',')
      ->expected(1, 3)
      ->check(CLI::Range(1U, 0x7FFFFFFFU))
      ->capture_default_str();
  addRepeated(command, "--arg", arguments.options.arguments,
              "KEY=VALUE, once for each argument: a number, @file.npy, or "
              "type[shape]:zeros|ones|arange|rand|randn|poison");
  addRepeated(command, "--out", arguments.options.outputs,
              "KEY=file.npy: write an argument's contents at the end");
  addRepeated(command, "--check", arguments.options.checks,
              "KEY=ref.npy[:rtol,atol]: compare an argument at the end, to the "
              "bit unless tolerances are given");
  command
      .add_option("--seed", arguments.options.seed,
                  "of random arguments, and of the order of warps in sim")
      ->capture_default_str();
  command.add_flag("--json", arguments.wantsJson,
                   "print the outcome and all numbers as JSON");
  addOutputOption(command, arguments.compile.output);
}

int runKernel(RunArguments arguments, Runner runner, const Printer &text) {
  if (int code = resolveTarget(arguments.compile); code != Success)
    return code;
  arguments.options.compile = arguments.compile.options;
  std::copy(arguments.grid.begin(), arguments.grid.end(),
            arguments.options.grid.begin());
  std::optional<RunReport> report = runner(arguments.options);
  if (!report)
    return BadInput;
  sayEnd(*report, arguments.options.seed);
  // What it says against the run is said even if only JSON is printed.
  int verdict = report->isRight() ? Success : BadInput;
  Result<std::string> printed = text(*report, verdict);
  if (printed && arguments.wantsJson)
    printed = reportJson(*report);
  if (int code = finish(printed, arguments.compile.output); code != Success)
    return code;
  return verdict;
}

} // namespace heddle
