//===- ConvertParts.cpp - Parts of answers about conversions --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertParts.h"
#include "WarpSteps.h"
#include "heddle/view/PlainText.h"

#include <bit>

namespace heddle {

namespace {

/// Who takes part, if not all do.
std::string partText(const WarpStep &step, const ThreadBits &threads) {
  std::string text;
  std::uint64_t lanes = f2::shiftLeft(1, threads.lane);
  std::uint64_t warps = f2::shiftLeft(1, threads.warp);
  if (Word idle = step.idle & threads.laneMask(); idle != 0)
    text += concat(", ", lanes >> std::popcount(idle), " of ", lanes, " lanes");
  if (Word idle = step.idle & threads.warpMask(); idle != 0)
    text +=
        concat(", in ", warps >> std::popcount(idle), " of ", warps, " warps");
  return text;
}

std::string wavefrontsText(const WarpStep &step) {
  if (step.wavefronts.minimum == 0)
    return "";
  std::string text = countText(step.wavefronts.actual, "wavefront") + " each";
  if (step.wavefronts.actual != step.wavefronts.minimum)
    text += concat(", ", step.wavefronts.minimum, " at least");
  return text;
}

} // namespace

Result<std::string> subjectsText(const ConvertAnswer &answer,
                                 TritonVersion version) {
  Result<std::string> from = toText(answer.from.type, {.version = version});
  if (!from)
    return from;
  Result<std::string> to = toText(answer.to.type, {.version = version});
  if (!to)
    return to;
  const Program &program = answer.conversion.program;
  const ThreadBits &threads = program.threads;
  std::string text = concat(
      "from ", *from, "\nto   ", *to, "\non   ", answer.target->name, ": ",
      countText(f2::unit(threads.warp), "warp"), " of ", f2::unit(threads.lane),
      " lanes, ", countText(program.inputs, "register"), " of ",
      countText(answer.from.type.element.bits, "bit"), " to ", program.outputs);
  if (threads.block != 0)
    text += concat(", in clusters of ", f2::unit(threads.block), " blocks");
  return text + "\n";
}

std::string barriersText(const ProgramCounts &counts) {
  std::string text;
  for (auto [count, scope] : {std::pair(counts.warpBarriers, "warp"),
                              std::pair(counts.blockBarriers, "block"),
                              std::pair(counts.clusterBarriers, "cluster")})
    if (count != 0)
      text += concat(text.empty() ? "" : ", ", count, " of the ", scope);
  return text.empty() ? "none" : text;
}

std::string shufflesText(const ConvertAnswer &answer) {
  const Conversion &conversion = answer.conversion;
  std::uint64_t each =
      conversion.counts.shuffles >> conversion.program.threads.warp;
  std::string text = concat(each, " in each warp");
  if (conversion.strategy != Strategy::Shuffle)
    return text + ", beside the accesses to memory";
  std::uint64_t bound = conversion.shuffleBound;
  return concat(text, ", ",
                each == bound ? "the least that can do it"
                              : concat("where ", bound, " is a lower bound"));
}

std::string warpText(const ConvertAnswer &answer) {
  const Program &program = answer.conversion.program;
  std::vector<WarpRound> rounds = warpRounds(program, *answer.target);
  if (rounds.empty())
    return "a warp executes no instruction\n";
  std::string text;
  for (const WarpRound &round : rounds) {
    TextTable table;
    for (const WarpStep &step : round.steps)
      table.push_back({std::to_string(step.count), step.instruction,
                       wavefrontsText(step) + partText(step, program.threads)});
    std::string_view start = text.empty() ? "a warp executes" : "then";
    text += concat(start,
                   round.times == 1 ? "" : concat(", ", round.times, " times"),
                   "\n", tableText(table, "  "));
  }
  return text;
}

std::string alternativesText(const ConvertAnswer &answer) {
  TextTable table;
  for (const Alternative &other : answer.conversion.alternatives)
    table.push_back(
        {std::string(strategyName(other.strategy)),
         other.cycles ? decimalText(*other.cycles) + " cycles" : "not possible",
         other.reason});
  return table.empty() ? "" : "alternatives\n" + tableText(table, "  ");
}

} // namespace heddle
