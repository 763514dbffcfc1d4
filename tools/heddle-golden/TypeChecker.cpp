//===- TypeChecker.cpp - Comparing the layouts of types -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GoldenFile.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/layout/Text.h"

namespace heddle::golden {

namespace {

using nlohmann::json;

Verdict disagree(std::string text) {
  return {Verdict::Kind::Disagrees, std::move(text)};
}

/// The bases in the form of the golden files.
json basesOf(const LinearLayout &layout) {
  json bases = json::object();
  for (const DimBits &in : layout.ins()) {
    json vectors = json::array();
    for (Word word : layout.bases(in.dim)) {
      json vector = json::array();
      for (const DimBits &out : layout.outs())
        vector.push_back(layout.field(word, out.dim));
      vectors.push_back(std::move(vector));
    }
    bases[std::string(in.dim.name())] = std::move(vectors);
  }
  return bases;
}

/// What is missing is not compared: Triton cannot say everything.
bool differs(const json &line, const char *key, const json &ours) {
  return line.contains(key) && line.at(key) != ours;
}

json paddingsJson(const Encoding &encoding) {
  json paddings = json::array();
  for (const Padding &padding : paddingsOf(encoding))
    paddings.push_back({padding.interval, padding.padding});
  return paddings;
}

} // namespace

Verdict checkType(const json &line, TritonVersion version) {
  if (line.contains("triton"))
    version = parseVersion(line.at("triton").get<std::string>())
                  .value_or(NewestTriton);
  std::string text = line.at("type").get<std::string>();
  Result<TensorType> type = parseType(text);
  if (!type)
    return disagree(concat(text, "\n", type.error().text()));
  Result<LinearLayout> layout = toLinearLayout(*type, version);
  if (!layout || !type->encoding)
    return disagree(
        concat(text, "\n", layout ? "no layout" : layout.error().text()));
  const Encoding &encoding = *type->encoding;
  if (json bases = basesOf(*layout); bases != line.at("bases"))
    return disagree(concat(text, "\n  ours   ", bases.dump(), "\n  theirs ",
                           line.at("bases").dump()));
  Result<std::string> canonical = toText(*type, {.version = version});
  if (!canonical || *canonical != text)
    return disagree(concat(text, "\n  written as ",
                           canonical ? *canonical : canonical.error().text()));
  if (differs(line, "alignment", alignmentOf(encoding)))
    return disagree(concat(text, "\n  alignment ours ", alignmentOf(encoding),
                           ", theirs ", line.at("alignment").dump()));
  if (differs(line, "paddings", paddingsJson(encoding)))
    return disagree(concat(text, "\n  paddings ours ",
                           paddingsJson(encoding).dump(), ", theirs ",
                           line.at("paddings").dump()));
  return {};
}

} // namespace heddle::golden
