//===- BanksJson.cpp - Bank conflicts as JSON -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonLine.h"
#include "heddle/answers/BanksReport.h"

namespace heddle {

namespace {

json lanesJson(std::uint64_t lanes) {
  json list = json::array();
  for (; lanes != 0; lanes &= lanes - 1)
    list.push_back(f2::lowestBit(lanes));
  return list;
}

json accessJson(const SharedAccess &access, const BanksAnswer &answer) {
  return {{"instruction",
           instructionText(access.instruction, answer.kind, *answer.target)},
          {"bytes", access.instruction.bytes},
          {"instructions", access.instructions},
          {"wavefronts",
           {{"actual", access.wavefronts},
            {"ideal", access.ideal},
            {"excess", access.wavefronts - access.ideal}}}};
}

} // namespace

Result<std::string> banksJson(const BanksAnswer &answer,
                              TritonVersion version) {
  json object = json::object();
  for (const auto &[key, subject] :
       {std::pair("register_type", &answer.registers),
        std::pair("shared_type", &answer.shared)}) {
    Result<std::string> type = toText(subject->type, {.version = version});
    if (!type)
      return type;
    object[key] = *type;
  }
  object["target"] = answer.target->name;
  object["op"] = answer.kind == AccessKind::Load ? "load" : "store";
  object.update(accessJson(answer.access, answer));
  json phases = json::array();
  for (const PhaseCount &phase : answer.phases)
    phases.push_back({{"lanes", lanesJson(phase.lanes)},
                      {"wavefronts", phase.wavefronts},
                      {"bank", phase.bank},
                      {"asking", lanesJson(phase.askingLanes)}});
  object["phases"] = std::move(phases);
  object["any_order"] =
      answer.anyOrder ? accessJson(*answer.anyOrder, answer) : json(nullptr);
  json matrices = json::array();
  for (const SharedAccess &matrix : answer.matrices)
    matrices.push_back(accessJson(matrix, answer));
  object["matrices"] = std::move(matrices);
  return object.dump() + "\n";
}

Result<BanksQuestion> readBanksQuestion(const std::string &line,
                                        const BanksQuestion &defaults) {
  Result<json> object =
      parseObject(line, "{\"register_type\": \"tensor<...>\", \"shared_type\": "
                        "\"!ttg.memdesc<...>\", \"target\": \"sm_90\", \"op\": "
                        "\"load\"}");
  if (!object)
    return tl::unexpected(std::move(object.error()));
  BanksQuestion question = {.registers = {"register_type", {}},
                            .shared = {"shared_type", {}},
                            .target = {"target", defaults.target.text},
                            .op = {"op", defaults.op.text},
                            .tensor = defaults.tensor};
  for (NamedText *text :
       {&question.registers, &question.shared, &question.target, &question.op})
    if (Result<void> read = readText(*object, *text); !read)
      return tl::unexpected(std::move(read.error()));
  return question;
}

} // namespace heddle
