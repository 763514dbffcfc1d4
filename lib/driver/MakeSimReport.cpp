//===- MakeSimReport.cpp - Counts of lines and ops ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakeSimReport.h"
#include "heddle/ir/Dialects.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

namespace heddle {

using namespace mlir;

namespace {

/// The files and lines of a location, the innermost first: what is inlined
/// comes before where it was called.
void collectFrames(Location place, llvm::SmallVectorImpl<FileLineColLoc> &all) {
  if (auto file = dyn_cast<FileLineColLoc>(place)) {
    all.push_back(file);
  } else if (auto named = dyn_cast<NameLoc>(place)) {
    collectFrames(named.getChildLoc(), all);
  } else if (auto call = dyn_cast<CallSiteLoc>(place)) {
    collectFrames(call.getCallee(), all);
    collectFrames(call.getCaller(), all);
  } else if (auto fused = dyn_cast<FusedLoc>(place)) {
    // Several ops have become one: it is shown where the first was.
    for (Location each : fused.getLocations()) {
      collectFrames(each, all);
      if (!all.empty())
        return;
    }
  }
}

SourcePlace placeOf(FileLineColLoc place) {
  return {.file = place.getFilename().str(),
          .line = place.getLine(),
          .column = place.getColumn()};
}

} // namespace

Operation *originOf(Operation *op, const LoweringRecord &record) {
  for (Operation *each = op; each != nullptr; each = each->getNextNode())
    if (Operation *origin = record.originOf(each))
      return origin;
  return op;
}

SourcePlace sourcePlaceOf(Location place, llvm::StringRef file) {
  llvm::SmallVector<FileLineColLoc> frames;
  collectFrames(place, frames);
  for (FileLineColLoc frame : frames)
    if (frame.getFilename() == file)
      return placeOf(frame);
  return frames.empty() ? SourcePlace() : placeOf(frames.back());
}

std::optional<std::string> findSource(llvm::StringRef file,
                                      llvm::StringRef input) {
  namespace path = llvm::sys::path;
  llvm::SmallString<128> beside = path::parent_path(input);
  path::append(beside, path::filename(file));
  for (llvm::StringRef each : {file, llvm::StringRef(beside)})
    if (llvm::sys::fs::is_regular_file(each))
      return each.str();
  return std::nullopt;
}

std::string placeText(const SourcePlace &place) {
  if (place.line == 0)
    return "?";
  return concat(place.file, ":", place.line, ":", place.column);
}

void addCounts(SimReport &report, const sim::Outcome &outcome,
               const LoweringRecord &record) {
  report.counters = outcome.counters;
  llvm::MapVector<Operation *, sim::Counters> counted;
  for (const sim::OpCounters &op : outcome.ops)
    counted[originOf(op.op, record)] += op.counters;
  std::map<std::pair<std::string, unsigned>, sim::Counters> lines;
  for (const auto &[op, counters] : counted) {
    SourcePlace place = sourcePlaceOf(op->getLoc(), report.begin.file);
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
