//===- SimTable.cpp - Counters as a table ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/SimReport.h"
#include "heddle/view/PlainText.h"

#include <algorithm>
#include <tuple>

namespace heddle {

namespace {

using sim::AccessCounts;
using sim::Counters;

constexpr std::size_t NumberWidth = 13, Columns = 100;

/// "25.0 %" of the work was necessary.
std::string efficiencyText(std::uint64_t ideal, std::uint64_t actual) {
  if (actual == 0)
    return {};
  std::uint64_t tenths = (ideal * 1000 + actual / 2) / actual;
  // Nothing that is lost is rounded away.
  if (ideal < actual)
    tenths = std::min<std::uint64_t>(tenths, 999);
  return concat(tenths / 10, ".", tenths % 10, " %");
}

std::string numberCells(std::initializer_list<std::string> cells) {
  std::string text;
  for (const std::string &cell : cells)
    text += rightAligned(cell, NumberWidth);
  return text;
}

std::string row(const std::string &name,
                std::initializer_list<std::string> cells) {
  std::string numbers = numberCells(cells);
  std::string text =
      leftAligned(name, Columns - NumberWidth * cells.size()) + numbers;
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

/// What counts threads where another metric counts their warps.
bool isOfThreads(const sim::Metric &metric) {
  return metric.unit == "thread instructions";
}

std::string totalsText(const Counters &counters) {
  std::string text = row("", {"actual", "ideal", "efficiency"});
  for (const sim::Metric &metric : sim::metrics()) {
    std::uint64_t actual = metric.of(counters);
    if (actual == 0 || isOfThreads(metric) || !metric.isCost)
      continue;
    std::string name(metric.name);
    if (metric.ideal == nullptr) {
      text += row(name, {std::to_string(actual), "", ""});
      continue;
    }
    std::uint64_t ideal = metric.ideal(counters);
    text += row(name, {std::to_string(actual), std::to_string(ideal),
                       ideal == 0 ? "" : efficiencyText(ideal, actual)});
  }
  return text;
}

std::string predictionText(const SimReport &report) {
  if (!report.prediction)
    return {};
  return concat(
      "predicted: ", decimalText(report.prediction->time.nanoseconds / 1000),
      " us (", report.prediction->gpu, ")\n");
}

/// Without the folders.
std::string shortLocation(SourceLocation location) {
  location.file.erase(0, location.file.find_last_of('/') + 1);
  return locationText(location);
}

/// What an op accesses in one memory.
struct Use {
  const SimReport::Op *op;
  std::uint64_t instructions, actual, ideal;
  std::uint64_t excess() const { return actual - ideal; }
};

std::string usesText(const std::string &title, const std::string &unit,
                     std::vector<Use> uses) {
  // Of those that are as bad the first.
  std::sort(uses.begin(), uses.end(), [](const Use &a, const Use &b) {
    return std::tuple(b.excess(), a.op) < std::tuple(a.excess(), b.op);
  });
  auto good = std::ranges::find(uses, 0U, &Use::excess);
  if (uses.empty())
    return {};
  std::string text =
      "\n" + row(title, {"instructions", unit, "ideal", "efficiency"});
  for (auto use = uses.begin(); use != good; ++use)
    text += row(use->op->name + " " + shortLocation(use->op->location),
                {std::to_string(use->instructions), std::to_string(use->actual),
                 std::to_string(use->ideal),
                 efficiencyText(use->ideal, use->actual)});
  auto rest = uses.end() - good;
  if (good == uses.begin())
    text += concat("all ", rest, " optimal\n");
  else if (rest != 0)
    text += concat(rest, " more optimal\n");
  return text;
}

Use sharedUse(const SimReport::Op &op) {
  AccessCounts all = op.counters.sharedAccesses();
  return {&op, all.instructions, all.wavefronts, all.idealWavefronts};
}

Use globalUse(const SimReport::Op &op) {
  AccessCounts all = op.counters.globalAccesses();
  return {&op, all.instructions, all.sectors, all.idealSectors};
}

std::vector<Use> usesOf(const SimReport &report,
                        Use (*of)(const SimReport::Op &)) {
  std::vector<Use> uses;
  for (const SimReport::Op &op : report.ops)
    if (Use use = of(op); use.instructions != 0)
      uses.push_back(use);
  return uses;
}

} // namespace

std::string countersText(const SimReport &report) {
  return totalsText(report.counters) + predictionText(report) +
         usesText("shared memory, by op", "wavefronts",
                  usesOf(report, sharedUse)) +
         usesText("global memory, by op", "sectors", usesOf(report, globalUse));
}

} // namespace heddle
