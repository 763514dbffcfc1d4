//===- MakeSimReport.cpp - Counts of lines and ops ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/MakeSimReport.h"
#include "heddle/ir/Dialects.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace heddle {

using namespace mlir;

Operation *originOf(Operation *op, const LoweringRecord &record) {
  for (Operation *each = op; each != nullptr; each = each->getNextNode())
    if (Operation *origin = record.originOf(each))
      return origin;
  return op;
}

void addCounts(SimReport &report, const sim::Outcome &outcome,
               const LoweringRecord &record) {
  report.counters = outcome.counters;
  llvm::MapVector<Operation *, sim::Counters> counted;
  for (const sim::OpCounters &op : outcome.ops)
    counted[originOf(op.op, record)] += op.counters;
  std::map<std::pair<std::string, unsigned>, sim::Counters> lines;
  for (const auto &[op, counters] : counted) {
    SourceLocation place = sourceLocationOf(op->getLoc(), report.begin.file);
    if (place.line != 0)
      lines[{place.file, place.line}] += counters;
    report.ops.push_back({.name = op->getName().getStringRef().str(),
                          .place = std::move(place),
                          .counters = counters});
  }
  for (const auto &[place, counters] : lines)
    report.lines.push_back(
        {.file = place.first, .line = place.second, .counters = counters});
}

} // namespace heddle
