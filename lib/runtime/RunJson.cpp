//===- RunJson.cpp - What became of a run ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime/RunJson.h"

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

} // namespace

std::string runJson(const RunReport &report) {
  nlohmann::ordered_json json = {{"ok", report.isRight()},
                                 {"traps", nlohmann::ordered_json::array()},
                                 {"warnings", nlohmann::ordered_json::array()},
                                 {"differences", report.differences}};
  for (const RunTrap &trap : report.traps) {
    nlohmann::ordered_json &each = json["traps"].emplace_back(
        nlohmann::ordered_json{{"message", trap.message},
                               {"location", trap.location},
                               {"program", trap.program},
                               {"warp", trap.warp},
                               {"lanes", trap.lanes}});
    if (trap.block)
      each["block"] = *trap.block;
    if (trap.origin)
      each["origin"] = {{"message", trap.origin->message},
                        {"location", trap.origin->location}};
  }
  for (const RunWarning &warning : report.warnings)
    json["warnings"].push_back(
        {{"message", warning.message}, {"location", warning.location}});
  if (report.gpu) {
    json["gpu"] = jsonOf(*report.gpu);
  } else if (report.sim) {
    json.update(jsonOf(*report.sim));
  }
  return json.dump(2) + "\n";
}

} // namespace heddle
