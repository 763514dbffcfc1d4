//===- BanksReport.cpp - Answers about bank conflicts ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/BanksReport.h"
#include "LanesText.h"
#include "heddle/view/PlainText.h"

#include <algorithm>

namespace heddle {

namespace {

Result<void> checkTensors(const TensorType &registers,
                          const TensorType &shared) {
  if (registers.shape != shared.shape)
    return failure(
        concat("expects one tensor on both sides, but got the shapes ",
               shapeText(registers.shape), " of registers and ",
               shapeText(shared.shape), " of memory"),
        {},
        shared.shape.size() > registers.shape.size()
            ? "of an array of buffers, pass the type of one"
            : "");
  if (registers.element != shared.element)
    return failure(concat("expects one type of elements, but got ",
                          registers.element.text, " in registers and ",
                          shared.element.text, " in memory"));
  return {};
}

std::string phaseTable(const BanksAnswer &answer) {
  std::size_t width = std::string_view("lanes").size();
  for (const PhaseCount &phase : answer.phases)
    width = std::max(width, lanesText(phase.lanes).size());
  auto row = [&](const std::string &phase, const std::string &lanes,
                 std::uint64_t wavefronts, std::uint64_t ideal) {
    std::string gap(width - lanes.size(), ' ');
    return concat(rightAligned(phase, 5), "  ", lanes, gap,
                  rightAligned(std::to_string(wavefronts), 12),
                  rightAligned(std::to_string(ideal), 7),
                  rightAligned(std::to_string(wavefronts - ideal), 8), "\n");
  };
  std::string text = concat("phase  lanes", std::string(width - 5, ' '),
                            "  wavefronts  ideal  excess\n");
  for (std::size_t i = 0; i < answer.phases.size(); ++i)
    text += row(std::to_string(i), lanesText(answer.phases[i].lanes),
                answer.phases[i].wavefronts, 1);
  return text + row("all", "", answer.access.wavefronts, answer.access.ideal);
}

/// The worst phase as a witness; nothing without conflicts.
std::string conflictText(const BanksAnswer &answer) {
  auto worst =
      std::ranges::max_element(answer.phases, {}, &PhaseCount::wavefronts);
  if (worst->wavefronts <= 1)
    return "no phase accesses two words of a bank\n";
  return concat("phase ", worst - answer.phases.begin(), ": lanes ",
                lanesText(worst->askingLanes), " access ", worst->wavefronts,
                " words of bank ", worst->bank, "\n");
}

std::string accessText(const SharedAccess &access, const BanksAnswer &answer) {
  return concat(
      instructionText(access.instruction, answer.kind, *answer.target), ": ",
      access.instructions,
      access.instructions == 1 ? " instruction" : " instructions",
      " a warp, each ", access.wavefronts,
      access.wavefronts == 1 ? " wavefront" : " wavefronts", ", ideal ",
      access.ideal);
}

/// Both types, the target and the kind; nothing counted.
Result<BanksAnswer> readAnswer(const BanksQuestion &question,
                               const ReadOptions &read, TritonVersion version) {
  if (Result<void> used = checkTensorIsUsed(
          question.tensor, {&question.registers, &question.shared});
      !used)
    return tl::unexpected(std::move(used.error()));
  Result<LayoutSubject> registers =
      readSubject(question.registers, question.tensor,
                  EncodingKind::Distributed, read, version);
  if (!registers)
    return tl::unexpected(std::move(registers.error()));
  Result<LayoutSubject> shared = readSubject(
      question.shared, question.tensor, EncodingKind::Shared, read, version);
  if (!shared)
    return tl::unexpected(std::move(shared.error()));
  Result<const Target *> target = findTarget(question.target.text);
  if (!target)
    return inText(question.target, std::move(target.error()));
  const std::string &op = question.op.text;
  if (op != "load" && op != "store")
    return inText(
        question.op,
        {.reason = concat("expects load or store, but got '", op, "'"),
         .witness = {},
         .remedy = {}});
  if (Result<void> fit = checkTensors(registers->type, shared->type); !fit)
    return tl::unexpected(std::move(fit.error()));
  return BanksAnswer{.registers = std::move(*registers),
                     .shared = std::move(*shared),
                     .target = *target,
                     .kind =
                         op == "load" ? AccessKind::Load : AccessKind::Store,
                     .access = {},
                     .phases = {},
                     .anyOrder = {},
                     .matrices = {}};
}

} // namespace

Result<BanksAnswer> answerBanks(const BanksQuestion &question,
                                const ReadOptions &read,
                                TritonVersion version) {
  Result<BanksAnswer> answer = readAnswer(question, read, version);
  if (!answer)
    return answer;
  const LayoutSubject &shared = answer->shared;
  SharedTensor memory = {.layout = shared.layout,
                         .paddings = paddingsOf(shared.encoding),
                         .elementBits = shared.type.element.bits,
                         .alignment = alignmentOf(shared.encoding)};
  const LinearLayout &registers = answer->registers.layout;
  const Target &target = *answer->target;
  Result<SharedAccess> access =
      accessShared(registers, memory, answer->kind, target);
  if (!access)
    return tl::unexpected(std::move(access.error()));
  answer->access = std::move(*access);
  answer->phases = countPhases(answer->access.instruction, answer->kind,
                               answer->access.offsets, target);
  Result<SharedAccess> anyOrder =
      accessShared(registers, memory, answer->kind, target, RegisterOrder::Any);
  if (!anyOrder)
    return tl::unexpected(std::move(anyOrder.error()));
  if (anyOrder->instruction.bytes > answer->access.instruction.bytes)
    answer->anyOrder = std::move(*anyOrder);
  Result<std::vector<SharedAccess>> matrices =
      accessSharedByMatrices(registers, memory, answer->kind, target);
  if (!matrices)
    return tl::unexpected(std::move(matrices.error()));
  answer->matrices = std::move(*matrices);
  return answer;
}

Result<std::string> banksText(const BanksAnswer &answer,
                              TritonVersion version) {
  std::string text;
  for (const LayoutSubject *subject : {&answer.registers, &answer.shared}) {
    Result<std::string> type = toText(subject->type, {.version = version});
    if (!type)
      return type;
    text += *type + "\n";
  }
  text +=
      concat("\n", answer.target->name, ", ", accessText(answer.access, answer),
             "\n\n", phaseTable(answer), "\n", conflictText(answer));
  if (answer.anyOrder)
    text += concat("with its own order of registers in each vector: ",
                   accessText(*answer.anyOrder, answer), "\n");
  for (const SharedAccess &matrix : answer.matrices)
    text += concat("it can be ", accessText(matrix, answer), "\n");
  return text;
}

} // namespace heddle
