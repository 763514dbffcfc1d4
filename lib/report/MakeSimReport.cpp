//===- MakeSimReport.cpp - Counts of lines and ops ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/MakeSimReport.h"
#include "heddle/simt/Origin.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace heddle {

using namespace mlir;

OpText textOf(Operation *op, llvm::StringRef file) {
  std::optional<simt::Origin> origin = simt::originOf(op);
  if (!origin)
    return {op->getName().getStringRef(), sourceLocationOf(op->getLoc(), file)};
  return {origin->op, sourceLocationOf(origin->location, file)};
}

void addCounts(SimReport &report, const sim::Outcome &outcome) {
  report.counters = outcome.counters;
  // By the op of the tensor program, or by itself where there is none.
  using Key = std::pair<Operation *, unsigned>;
  llvm::MapVector<Key, std::pair<Operation *, sim::Counters>> counted;
  for (const sim::OpCounters &each : outcome.ops) {
    std::optional<simt::Origin> origin = simt::originOf(each.op);
    Key key = origin ? Key(nullptr, origin->number) : Key(each.op, 0);
    auto &entry = counted[key];
    entry.first = entry.first != nullptr ? entry.first : each.op;
    entry.second += each.counters;
  }
  std::map<std::pair<std::string, unsigned>, sim::Counters> lines;
  for (const auto &[key, entry] : counted) {
    OpText text = textOf(entry.first, report.begin.file);
    if (text.location.line != 0)
      lines[{text.location.file, text.location.line}] += entry.second;
    report.ops.push_back({.name = text.name.str(),
                          .location = std::move(text.location),
                          .counters = entry.second});
  }
  for (const auto &[line, counters] : lines)
    report.lines.push_back(
        {.file = line.first, .line = line.second, .counters = counters});
}

} // namespace heddle
