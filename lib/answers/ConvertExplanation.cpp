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

std::string_view describe(Strategy strategy) {
  switch (strategy) {
  case Strategy::Nothing:
    return "nothing: every register of every thread holds the right element "
           "already.";
  case Strategy::Registers:
    return "registers: every thread has all elements that it needs, in other "
           "registers, the same in all threads. The code only renames them.";
  case Strategy::Shuffle:
    return "shuffle: the lanes of a warp exchange words of 32 bits, from "
           "register to register. Elements with the same source lane are "
           "packed into one word.";
  case Strategy::Shared:
    return "shared: every thread stores its elements to shared memory, waits "
           "for the others at a barrier, and loads the elements that it "
           "needs.";
  case Strategy::Cluster:
    return "cluster: through shared memory, including that of other blocks.";
  case Strategy::Padded:
    return "padded: through shared memory with some bytes of padding between "
           "rows. This is the traditional strategy, available for "
           "comparison.";
  }
  return "";
}

std::string strategyText(const ConvertAnswer &answer) {
  const Conversion &conversion = answer.conversion;
  std::string text =
      concat("THE STRATEGY\n\n", paragraph(describe(conversion.strategy)));
  bool isMemory = conversion.counts.stores != 0;
  if (isMemory && conversion.counts.shuffles != 0)
    text += paragraph("Shuffles before or afterwards swap bits of lanes and "
                      "registers, so that accesses move whole words.");
  if (conversion.counts.shuffles != 0)
    text += concat("Shuffles: ", shufflesText(answer), ".\n");
  text += concat("Predicted: ", decimalText(conversion.cycles),
                 " cycles per block.\n");
  std::string others = alternativesText(answer);
  return concat(text, others.empty() ? "" : "\n", others);
}

std::string proofText(const ConvertAnswer &answer) {
  if (answer.counterexample)
    return concat("The certificate refutes this program:\n",
                  answer.counterexample->text(), "\n");
  return paragraph("The certificate follows every byte through these "
                   "instructions, as a linear map, and finds the right element "
                   "in each register of each thread.");
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
