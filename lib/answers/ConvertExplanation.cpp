//===- ConvertExplanation.cpp - Conversions for learners ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertParts.h"
#include "Explanations.h"
#include "heddle/view/PlainText.h"

namespace heddle {

namespace {

std::string_view wayText(Strategy strategy) {
  switch (strategy) {
  case Strategy::Nothing:
    return "nothing: every register of every thread holds what it should "
           "already.";
  case Strategy::Registers:
    return "registers: every thread has all that it needs, in other registers, "
           "the same in all threads. The code calls them by other names.";
  case Strategy::Shuffle:
    return "shuffle: lanes of a warp hand each other words of 32 bits, from "
           "register to register. Elements that travel together are packed "
           "into one word.";
  case Strategy::Shared:
    return "shared: every thread stores what it has in shared memory, waits "
           "until the others have stored, and loads what it needs.";
  case Strategy::Cluster:
    return "cluster: through shared memory, that of other blocks too.";
  case Strategy::Padded:
    return "padded: through shared memory whose rows are moved apart by some "
           "bytes. It is the old way, kept to compare with.";
  }
  return "";
}

std::string strategyText(const ConvertAnswer &answer) {
  const Conversion &conversion = answer.conversion;
  std::string text =
      concat("WHICH WAY\n\n", paragraph(wayText(conversion.strategy)));
  bool isMemory = conversion.counts.stores != 0;
  if (isMemory && conversion.counts.shuffles != 0)
    text += paragraph("Shuffles before or after exchange bits of lanes and "
                      "registers, so that accesses move whole words.");
  if (conversion.counts.shuffles != 0)
    text += concat("Shuffles: ", shufflesText(answer), ".\n");
  text += concat("Predicted: ", decimalText(conversion.cycles),
                 " cycles of a block.\n");
  std::string others = alternativesText(answer);
  return concat(text, others.empty() ? "" : "\n", others);
}

std::string proofText(const ConvertAnswer &answer) {
  if (answer.counterexample)
    return concat("The certificate refutes this program:\n",
                  answer.counterexample->text(), "\n");
  return paragraph("The certificate follows every byte through these "
                   "instructions, as a linear map, and finds in each register "
                   "of each thread what the destination says.");
}

} // namespace

Result<std::string> convertExplanation(const ConvertAnswer &answer,
                                       TritonVersion version) {
  Result<std::string> subjects = subjectsText(answer, version);
  if (!subjects)
    return subjects;
  Result<std::string> movement = explainMovement(answer);
  if (!movement)
    return movement;
  std::string memory = explainMemory(answer);
  return concat(*subjects, "\n", *movement, "\n", strategyText(answer),
                memory.empty() ? "" : "\n", memory, "\nTHE INSTRUCTIONS\n\n",
                warpText(answer), "\n", proofText(answer));
}

} // namespace heddle
