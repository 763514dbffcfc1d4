//===- SimBaseline.cpp - A run against another ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/SimReport.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heddle {

namespace {

using nlohmann::json;

/// An earlier run that can be compared with this one.
Result<void> checkLaunch(const SimReport &report, const json &before) {
  auto launch = before.find("launch");
  if (launch == before.end() || !launch->is_object())
    return failure("has no 'launch'");
  const json now = {{"kernel", report.kernel},
                    {"target", report.target},
                    {"grid", report.grid},
                    {"warps", report.warps}};
  for (const auto &[key, value] : now.items())
    if (!launch->contains(key))
      return failure(concat("has no '", key, "' in its 'launch'"));
    else if ((*launch)[key] != value)
      return failure(concat("has ", key, " ", (*launch)[key].dump(),
                            ", but this run has ", value.dump()));
  return {};
}

Result<json> readBaseline(const SimReport &report, std::string_view text) {
  json before = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!before.is_object())
    return failure("is no JSON object");
  auto counters = before.find("counters");
  if (counters == before.end() || !counters->is_object())
    return failure("has no 'counters'");
  if (Result<void> checked = checkLaunch(report, before); !checked)
    return tl::unexpected(checked.error());
  if (!before.contains("ok") || before["ok"] != true)
    return failure("is of a run that did not end well");
  for (const auto &[name, value] : counters->items())
    if (!value.is_number_unsigned())
      return failure(
          concat("has ", value.dump(), " as '", name, "', which is no count"));
  return *counters;
}

/// "+12.5 %", or nothing of what was 0.
std::string changeText(std::uint64_t before, std::uint64_t after) {
  if (before == 0)
    return {};
  double part = (static_cast<double>(after) - static_cast<double>(before)) /
                static_cast<double>(before);
  auto tenths = static_cast<std::int64_t>(std::llround(part * 1000));
  std::uint64_t size = static_cast<std::uint64_t>(std::llabs(tenths));
  return concat(" (", after > before ? "+" : "-", size / 10, ".", size % 10,
                " %)");
}

std::string changesText(const std::vector<Comparison::Change> &changes,
                        std::string_view what) {
  std::string text;
  for (const auto &[metric, before, after] : changes)
    text += concat(what, " ", metric, ": ", before, " -> ", after,
                   changeText(before, after), "\n");
  return text;
}

} // namespace

Result<Comparison> compareWithBaseline(const SimReport &report,
                                       std::string_view text,
                                       std::string_view name,
                                       double tolerance) {
  Result<json> counters = readBaseline(report, text);
  if (!counters)
    return failure(
        concat("expects an earlier output of heddle sim --json, but '", name,
               "' ", counters.error().text()));
  Comparison comparison;
  for (const sim::Metric &metric : sim::metrics()) {
    if (!metric.isCost)
      continue;
    auto found = counters->find(std::string(metric.name));
    if (found == counters->end()) {
      comparison.missing.push_back(metric.name);
      continue;
    }
    Comparison::Change change = {.metric = metric.name,
                                 .before = found->get<std::uint64_t>(),
                                 .after = metric.of(report.counters)};
    double most = static_cast<double>(change.before) * (1 + tolerance);
    if (change.after == change.before)
      ++comparison.same;
    else if (change.after < change.before)
      comparison.better.push_back(change);
    else if (static_cast<double>(change.after) <= most)
      comparison.alike.push_back(change);
    else
      comparison.worse.push_back(change);
  }
  if (comparison.missing.size() ==
      static_cast<std::size_t>(
          std::ranges::count(sim::metrics(), true, &sim::Metric::isCost)))
    return failure(
        concat("expects an earlier output of heddle sim --json, but '", name,
               "' has no metric that this run has"));
  return comparison;
}

std::string comparisonText(const Comparison &comparison,
                           std::string_view name) {
  std::string text = concat("compared with ", name, ":\n") +
                     changesText(comparison.worse, "worse ") +
                     changesText(comparison.alike, "alike ") +
                     changesText(comparison.better, "better");
  for (std::string_view metric : comparison.missing)
    text += concat("not there: ", metric, "\n");
  return text + concat(comparison.same, " metrics are the same\n");
}

} // namespace heddle
