//===- ViewChecker.cpp - Comparing the texts of layouts -------------------===//
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
#include "heddle/view/TritonView.h"

namespace heddle::golden {

namespace {

/// "tensor_view: line 3: ours ..., theirs ...", for texts that differ.
std::string firstDifference(std::string_view key, std::string_view ours,
                            std::string_view theirs) {
  std::size_t line = 1;
  while (true) {
    std::size_t a = ours.find('\n');
    std::size_t b = theirs.find('\n');
    if (ours.substr(0, a) != theirs.substr(0, b) ||
        a == std::string_view::npos || b == std::string_view::npos)
      return concat(key, ": line ", line, "\n  ours   ", ours.substr(0, a),
                    "\n  theirs ", theirs.substr(0, b));
    ours.remove_prefix(a + 1);
    theirs.remove_prefix(b + 1);
    ++line;
  }
}

} // namespace

Verdict checkView(const nlohmann::json &line, TritonVersion version) {
  auto disagree = [](std::string text) {
    return Verdict{Verdict::Kind::Disagrees, std::move(text)};
  };
  std::string text = line.at("type").get<std::string>();
  Result<TensorType> type = parseType(text);
  if (!type)
    return disagree(concat(text, "\n", type.error().text()));
  Result<LinearLayout> layout = toLinearLayout(*type, version);
  if (!layout)
    return disagree(concat(text, "\n", layout.error().text()));
  const std::pair<const char *, Result<std::string>> texts[] = {
      {"tensor_view", tritonTensorView(*layout)},
      {"hw_view", tritonHardwareView(*layout)},
      {"string", toTritonText(*layout)}};
  for (const auto &[key, ours] : texts) {
    std::string theirs = line.at(key).get<std::string>();
    if (!ours)
      return disagree(concat(text, "\n", key, ": ", ours.error().text()));
    if (*ours != theirs)
      return disagree(concat(text, "\n", firstDifference(key, *ours, theirs)));
  }
  return {};
}

} // namespace heddle::golden
