//===- ConvertJson.cpp - Conversions as JSON ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonLine.h"
#include "ScratchPoints.h"
#include "WarpSteps.h"

namespace heddle {

namespace {

json wavefrontsJson(const Wavefronts &wavefronts) {
  return {{"actual", wavefronts.actual}, {"minimum", wavefronts.minimum}};
}

json pointsJson(const ConvertAnswer &answer, const Words &vectors) {
  json list = json::array();
  for (Word vector : vectors) {
    ScratchPoint point = scratchPoint(answer, vector);
    json object = {{"byte", point.byte}};
    for (const Coordinate &each : point.element)
      object[std::string(each.dim.name())] = each.value;
    list.push_back(std::move(object));
  }
  return list;
}

json scratchJson(const ConvertAnswer &answer) {
  const std::optional<ScratchLayout> &scratch = answer.conversion.scratch;
  if (!scratch)
    return nullptr;
  return {{"vector", pointsJson(answer, scratch->vector)},
          {"bank", pointsJson(answer, scratch->bank)},
          {"segment", pointsJson(answer, scratch->segment)},
          {"rounds", pointsJson(answer, scratch->rounds)}};
}

json instructionsJson(const ConvertAnswer &answer) {
  const ProgramCounts &counts = answer.conversion.counts;
  const Program &program = answer.conversion.program;
  return {
      {"stores", counts.stores},
      {"loads", counts.loads},
      {"shuffles", counts.shuffles},
      {"permutes", counts.permutes},
      {"selects", counts.selects},
      {"addresses", counts.addresses},
      {"store_names", accessNames(program, AccessKind::Store, *answer.target)},
      {"load_names", accessNames(program, AccessKind::Load, *answer.target)}};
}

json alternativesJson(const Conversion &conversion) {
  json list = json::array();
  for (const Alternative &other : conversion.alternatives)
    list.push_back(
        {{"strategy", strategyName(other.strategy)},
         {"cycles", other.cycles ? json(*other.cycles) : json(nullptr)},
         {"reason", other.reason}});
  return list;
}

json paretoJson(const std::vector<Conversion> &set) {
  json list = json::array();
  for (const Conversion &each : set)
    list.push_back({{"scratch_bytes", each.program.scratchBytes},
                    {"predicted_cycles", each.cycles},
                    {"strategy", strategyName(each.strategy)},
                    {"note", each.note}});
  return list;
}

/// Bytes or nothing, as JSON's null says it too.
Result<void> readBudget(const json &object, ConversionOptions &options) {
  auto found = object.find("budget");
  if (found == object.end())
    return {};
  options.sharedBudget.reset();
  if (found->is_null())
    return {};
  if (!found->is_number_unsigned())
    return failure(concat("expects a number of bytes as 'budget', but got ",
                          valueText(*found)));
  options.sharedBudget = found->get<std::uint64_t>();
  return {};
}

Result<void> readStrategy(const json &object, ConversionOptions &options) {
  auto found = object.find("strategy");
  if (found == object.end())
    return {};
  options.strategy.reset();
  if (found->is_null())
    return {};
  NamedText text = {"strategy", {}};
  if (Result<void> read = readText(object, text); !read)
    return read;
  Result<Strategy> strategy = parseStrategy(text.text);
  if (!strategy)
    return inText(text, std::move(strategy.error()));
  options.strategy = *strategy;
  return {};
}

} // namespace

Result<std::string> convertJson(const ConvertAnswer &answer,
                                TritonVersion version) {
  const Conversion &conversion = answer.conversion;
  const ProgramCounts &counts = conversion.counts;
  json object = json::object();
  for (auto [key, subject] :
       {std::pair("from", &answer.from), std::pair("to", &answer.to)}) {
    Result<std::string> type = toText(subject->type, {.version = version});
    if (!type)
      return type;
    object[key] = *type;
  }
  object["target"] = answer.target->name;
  object["strategy"] = strategyName(conversion.strategy);
  object["scratch_bytes"] = conversion.program.scratchBytes;
  object["barriers"] = {{"warp", counts.warpBarriers},
                        {"block", counts.blockBarriers},
                        {"cluster", counts.clusterBarriers}};
  object["shuffles"] = counts.shuffles;
  object["shuffle_bound"] = conversion.shuffleBound
                            << conversion.program.threads.warp;
  object["wavefronts"] = {{"write", wavefrontsJson(counts.write)},
                          {"read", wavefrontsJson(counts.read)}};
  if (counts.pieces != 0)
    object["distributed_pieces"] = counts.pieces;
  object["instructions"] = instructionsJson(answer);
  object["scratch_layout"] = scratchJson(answer);
  object["predicted_cycles"] = conversion.cycles;
  object["certificate"] =
      answer.counterexample ? json(answer.counterexample->text()) : json(true);
  object["alternatives"] = alternativesJson(conversion);
  object["planning_us"] = answer.planningMicroseconds;
  if (!answer.paretoSet.empty())
    object["pareto"] = paretoJson(answer.paretoSet);
  return object.dump() + "\n";
}

Result<ConvertQuestion> readConvertQuestion(const std::string &line,
                                            const ConvertQuestion &defaults) {
  Result<json> object =
      parseObject(line, "{\"from\": \"tensor<...>\", \"to\": "
                        "\"tensor<...>\", \"target\": \"sm_90\"}");
  if (!object)
    return tl::unexpected(std::move(object.error()));
  ConvertQuestion question = {.from = {"from", {}},
                              .to = {"to", {}},
                              .target = {"target", defaults.target.text},
                              .tensor = defaults.tensor,
                              .options = defaults.options,
                              .asksParetoSet = defaults.asksParetoSet};
  for (NamedText *text : {&question.from, &question.to, &question.target})
    if (Result<void> read = readText(*object, *text); !read)
      return tl::unexpected(std::move(read.error()));
  if (Result<void> read = readBudget(*object, question.options); !read)
    return tl::unexpected(std::move(read.error()));
  if (Result<void> read = readStrategy(*object, question.options); !read)
    return tl::unexpected(std::move(read.error()));
  return question;
}

} // namespace heddle
