//===- JsonLine.cpp - Questions as lines of JSON --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonLine.h"

namespace heddle {

Result<json> parseObject(const std::string &line, std::string_view example) {
  json object = json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object())
    return failure("expects an object of JSON, but got none", {},
                   concat("such as ", example));
  return object;
}

Result<void> readText(const json &object, NamedText &text) {
  auto found = object.find(std::string(text.name));
  if (found == object.end()) {
    if (text.text.empty())
      return failure(
          concat("expects '", text.name, "', but the line has none"));
    return {};
  }
  if (!found->is_string())
    return failure(concat("expects a text as '", text.name, "', but got ",
                          valueText(*found)));
  text.text = found->get<std::string>();
  return {};
}

std::string valueText(const json &value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace heddle
