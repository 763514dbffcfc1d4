//===- ConvertText.cpp - Conversions for people ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertParts.h"
#include "heddle/view/PlainText.h"

namespace heddle {

namespace {

std::string conflictText(const Wavefronts &wavefronts) {
  std::uint64_t excess = wavefronts.actual - wavefronts.minimum;
  return concat(wavefronts.actual,
                excess == 0 ? ", the minimum"
                            : concat(", minimum ", wavefronts.minimum));
}

TextTable factsTable(const ConvertAnswer &answer) {
  const Conversion &conversion = answer.conversion;
  const ProgramCounts &counts = conversion.counts;
  TextTable facts = {
      {"strategy", std::string(strategyName(conversion.strategy))}};
  if (counts.shuffles != 0)
    facts.push_back({"shuffles", shufflesText(answer)});
  if (counts.stores + counts.loads != 0) {
    facts.push_back({"wavefronts of writes", conflictText(counts.write)});
    facts.push_back({"wavefronts of reads", conflictText(counts.read)});
    if (counts.pieces != 0)
      facts.push_back({"distributed pieces", std::to_string(counts.pieces)});
  }
  facts.push_back(
      {"scratch", countText(conversion.program.scratchBytes, "byte")});
  facts.push_back({"barriers", barriersText(counts)});
  facts.push_back({"predicted cycles", decimalText(conversion.cycles)});
  facts.push_back(
      {"certificate", answer.counterexample
                          ? "refuted: " + answer.counterexample->text()
                          : "proved for every register of every thread"});
  return facts;
}

std::string paretoText(const ConvertAnswer &answer) {
  if (answer.paretoSet.empty())
    return "";
  TextTable rows;
  for (const Conversion &each : answer.paretoSet)
    rows.push_back({countText(each.program.scratchBytes, "byte"),
                    concat(decimalText(each.cycles), " cycles"),
                    concat(strategyName(each.strategy),
                           each.note.empty() ? "" : ": ", each.note)});
  return concat("\nnone of these is beaten in both shared memory and time\n",
                tableText(rows, "  "));
}

} // namespace

Result<std::string> convertText(const ConvertAnswer &answer,
                                TritonVersion version) {
  Result<std::string> subjects = subjectsText(answer, version);
  if (!subjects)
    return subjects;
  std::string others = alternativesText(answer);
  return concat(*subjects, "\n", tableText(factsTable(answer), ""), "\n",
                warpText(answer), others.empty() ? "" : "\n", others,
                paretoText(answer));
}

} // namespace heddle
