//===- TypeChecker.cpp - Comparing the layouts of types -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GoldenFile.h"
#include "heddle/answers/LayoutReport.h"

namespace heddle::golden {

// What `heddle layout --batch` answers is what is compared.
Verdict checkType(const nlohmann::json &line, TritonVersion version) {
  if (line.contains("triton"))
    version = parseVersion(line.at("triton").get<std::string>())
                  .value_or(NewestTriton);
  auto text = line.at("type").get<std::string>();
  auto disagree = [&](const std::string &how) {
    return Verdict{Verdict::Kind::Disagrees, concat(text, "\n", how)};
  };
  Result<LayoutSubject> subject =
      makeSubject({.layout = text, .tensor = {}}, {}, version);
  if (!subject)
    return disagree(subject.error().text());
  Result<std::string> ours = jsonLine(*subject, {.version = version});
  if (!ours)
    return disagree(ours.error().text());
  nlohmann::json answer = nlohmann::json::parse(*ours);
  // Triton cannot say everything: what is missing is not compared.
  for (const char *key : {"bases", "type", "alignment", "paddings"})
    if (line.contains(key) && line.at(key) != answer[key])
      return disagree(concat("  ", key, "\n  ours   ", answer[key].dump(),
                             "\n  theirs ", line.at(key).dump()));
  return {};
}

} // namespace heddle::golden
