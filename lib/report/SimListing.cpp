//===- SimListing.cpp - Counters beside the source ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/SimReport.h"
#include "heddle/view/PlainText.h"

#include <algorithm>
#include <fstream>

namespace heddle {

namespace {

constexpr std::size_t InstructionWidth = 12, MemoryWidth = 16, LineWidth = 6;

/// "128 (32)": the actual number, and the ideal one if that is less.
std::string withIdeal(std::uint64_t actual, std::uint64_t ideal) {
  if (actual == 0)
    return {};
  return actual == ideal ? std::to_string(actual)
                         : concat(actual, " (", ideal, ")");
}

std::string margin(const sim::Counters &counters) {
  sim::AccessCounts shared = counters.sharedAccesses();
  sim::AccessCounts global = counters.globalAccesses();
  std::uint64_t instructions = counters.allInstructions();
  return rightAligned(instructions == 0 ? "" : std::to_string(instructions),
                      InstructionWidth) +
         rightAligned(withIdeal(shared.wavefronts, shared.idealWavefronts),
                      MemoryWidth) +
         rightAligned(withIdeal(global.sectors, global.idealSectors),
                      MemoryWidth);
}

/// Of ops that no line has.
sim::Counters countsWithoutLine(const SimReport &report) {
  sim::Counters counters;
  for (const SimReport::Op &op : report.ops)
    if (op.location.line == 0)
      counters += op.counters;
  return counters;
}

/// What the lines of the listing do not show, and all together.
std::string totals(const SimReport &report, const sim::Counters &elsewhere) {
  auto row = [](const sim::Counters &counters, std::string_view what) {
    return concat(margin(counters), std::string(LineWidth, ' '), "  ", what,
                  "\n");
  };
  std::string text;
  if (elsewhere.allInstructions() != 0)
    text += row(elsewhere, "in other files, or without a location");
  return text + row(report.counters, "total");
}

constexpr std::string_view Legend = "instructions: of warps; wavefronts: of "
                                    "shared memory; sectors: 32 bytes of "
                                    "global memory\nsummed over all programs; "
                                    "in brackets the minimum for as "
                                    "many bytes\n";

} // namespace

Result<std::string> listingText(const SimReport &report) {
  std::ifstream file(report.source);
  if (report.begin.line == 0 || !file)
    return failure(concat("expects the kernel's source to annotate, but '",
                          report.begin.file, "' cannot be read"));
  // From where the kernel or its callees begin to the last counted line.
  unsigned first = report.begin.line, last = report.begin.line;
  std::vector<const SimReport::Line *> counted;
  sim::Counters elsewhere = countsWithoutLine(report);
  for (const SimReport::Line &line : report.lines)
    if (line.file == report.begin.file) {
      counted.push_back(&line);
      first = std::min(first, line.line);
      last = std::max(last, line.line);
    } else {
      elsewhere += line.counters;
    }
  std::string text = rightAligned("instructions", InstructionWidth) +
                     rightAligned("wavefronts", MemoryWidth) +
                     rightAligned("sectors", MemoryWidth) + "  " +
                     report.begin.file + "\n";
  auto next = counted.begin();
  std::string source;
  for (unsigned line = 1; line <= last && std::getline(file, source); ++line) {
    if (line < first)
      continue;
    std::string cells(InstructionWidth + 2 * MemoryWidth, ' ');
    if (next != counted.end() && (*next)->line == line)
      cells = margin((*next++)->counters);
    std::string row = concat(
        cells, rightAligned(std::to_string(line), LineWidth), "  ", source);
    text += row.substr(0, row.find_last_not_of(" \r") + 1) + "\n";
  }
  // Lines beyond the end of a file that is another one.
  for (; next != counted.end(); ++next)
    elsewhere += (*next)->counters;
  return text + totals(report, elsewhere) + "\n" + std::string(Legend);
}

} // namespace heddle
