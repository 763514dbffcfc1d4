//===- ParametersJson.cpp - Parameters of a text's layouts ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PageAnswers.h"
#include "heddle/encoding/ParameterText.h"

namespace heddle {

namespace {

json parameterJson(const ParameterText &parameter) {
  json result = {{"name", parameter.name()},
                 {"type", parameter.info.type},
                 {"values", parameter.info.values},
                 {"allowed", parameter.allowed},
                 {"optional", parameter.info.optional},
                 {"meaning", parameter.info.meaning}};
  if (parameter.value)
    result["value"] = *parameter.value;
  return result;
}

} // namespace

json parametersJson(std::string_view text) {
  json list = json::array();
  for (const AttributeText &attribute : findAttributes(text)) {
    json parameters = json::array();
    for (const ParameterText &parameter : attribute.parameters)
      parameters.push_back(parameterJson(parameter));
    list.push_back(
        {{"attribute", concat("#", attribute.dialect, ".", attribute.mnemonic)},
         {"meaning", attribute.meaning},
         {"parameters", std::move(parameters)}});
  }
  return list;
}

} // namespace heddle
