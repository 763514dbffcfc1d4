//===- SimTrace.cpp - Timelines for Perfetto ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/MakeSimReport.h"
#include "mlir/IR/Operation.h"

#include <nlohmann/json.hpp>

namespace heddle {

namespace {

using json = nlohmann::ordered_json;
using Kind = sim::Span::Kind;

const char *categoryOf(const sim::Span &span) {
  switch (span.kind) {
  case Kind::Compute:
    return "compute";
  case Kind::Shuffle:
    return "shuffle";
  case Kind::Barrier:
    return "barrier";
  case Kind::Wait:
    return "wait";
  case Kind::Access:
    break;
  }
  bool isCopy = span.instruction == sim::InstructionClass::AsyncCopy;
  return span.wavefronts != 0 && !isCopy ? "shared" : "global";
}

std::string nameOf(const sim::Span &span, llvm::StringRef origin) {
  using enum sim::InstructionClass;
  switch (span.kind) {
  case Kind::Compute:
  case Kind::Shuffle:
    return categoryOf(span);
  case Kind::Barrier:
    return span.instruction == WarpBarrier ? "warp barrier" : "barrier";
  case Kind::Wait:
    return concat("wait for ", std::string_view(origin));
  case Kind::Access:
    break;
  }
  switch (span.instruction) {
  case GlobalLoad:
    return "global load";
  case GlobalStore:
    return "global store";
  case GlobalAtomic:
    return "global atomic";
  case GlobalReduction:
    return "global reduction";
  case SharedStore:
    return "shared store";
  case MatrixLoad:
    return "matrix load";
  case MatrixStore:
    return "matrix store";
  case SharedAtomic:
    return "shared atomic";
  case AsyncCopy:
    return "async copy";
  case BoxCopy:
    return "box copy";
  default:
    return "shared load";
  }
}

/// An event that names a process or a thread.
json namingEvent(const char *what, unsigned thread, const std::string &name) {
  return {{"name", what}, {"ph", "M"},     {"ts", 0},
          {"pid", 0},     {"tid", thread}, {"args", {{"name", name}}}};
}

json eventOf(const sim::Span &span, const std::string &file) {
  auto [op, location] = textOf(span.op, file);
  json arguments = {{"op", op.str()}, {"at", locationText(location)}};
  if (span.instructions != 0)
    arguments["instructions"] = span.instructions;
  if (span.wavefronts != 0)
    arguments["wavefronts"] = span.wavefronts;
  if (span.sectors != 0)
    arguments["sectors"] = span.sectors;
  return {
      {"name", nameOf(span, op)}, {"cat", categoryOf(span)},      {"ph", "X"},
      {"ts", span.begin},         {"dur", span.end - span.begin}, {"pid", 0},
      {"tid", span.warp},         {"args", std::move(arguments)}};
}

} // namespace

std::string traceOf(const sim::Timeline &timeline, const SimReport &report) {
  auto [x, y, z] = timeline.program;
  json events = {
      namingEvent("process_name", 0,
                  concat(report.kernel, " (", x, ", ", y, ", ", z, ")"))};
  for (unsigned warp = 0; warp < timeline.warps; ++warp)
    events.push_back(namingEvent("thread_name", warp, concat("warp ", warp)));
  for (const sim::Span &span : timeline.spans)
    events.push_back(eventOf(span, report.begin.file));
  json trace = {{"traceEvents", std::move(events)},
                {"displayTimeUnit", "ms"},
                {"otherData",
                 {{"unit", "a microsecond is a cycle of the model"},
                  {"cycles", timeline.cycles},
                  {"complete", !timeline.isCut}}}};
  return trace.dump() + "\n";
}

} // namespace heddle
