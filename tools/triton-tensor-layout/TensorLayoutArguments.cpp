//===- TensorLayoutArguments.cpp - Flags in LLVM's manner -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorLayoutArguments.h"
#include "heddle/f2/Spelling.h"

#include <optional>

namespace heddle {

namespace {

struct Flag {
  std::string_view name;
  bool takesValue;
  std::string_view meaning;
};
constexpr Flag Flags[] = {
    {"l", true, "a layout attribute"},
    {"i", true, "a file with layout attributes; - is the standard input"},
    {"t", true, "the type of the tensor, such as tensor<16x16xf16>"},
    {"alias-names", true, "attributes of the file, by their names without #"},
    {"use-hw-view", false, "what each thread (offset) holds"},
    {"o", true, "a file to write to"},
    {"triton", true, "the Triton release whose syntax and semantics apply"},
    {"spelling", true, "canonical, or legacy: #triton_gpu"},
    {"help", false, "this text"},
    {"version", false,
     "the versions of this program and of the IR that it reads"},
};

const Flag *findFlag(std::string_view name) {
  for (const Flag &flag : Flags)
    if (flag.name == name)
      return &flag;
  return nullptr;
}

std::string nearestFlag(std::string_view name) {
  // Everything is near to a single letter.
  std::vector<std::string_view> names;
  for (const Flag &flag : Flags)
    if (flag.name.size() > 1)
      names.push_back(flag.name);
  return didYouMean(name, names);
}

std::vector<std::string> splitNames(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    std::size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    if (name.starts_with('#'))
      name.remove_prefix(1);
    if (!name.empty())
      names.emplace_back(name);
    text.remove_prefix(comma == std::string_view::npos ? text.size()
                                                       : comma + 1);
  }
  return names;
}

Result<void> apply(TensorLayoutArguments &result, std::string_view name,
                   std::string_view value) {
  if (name == "l")
    result.layout = value;
  else if (name == "i")
    result.input = value;
  else if (name == "t")
    result.tensor = value;
  else if (name == "o")
    result.output = value;
  else if (name == "alias-names")
    for (std::string &alias : splitNames(value))
      result.aliasNames.push_back(std::move(alias));
  else if (name == "use-hw-view")
    result.useHardwareView = value != "false";
  else if (name == "help")
    result.wantsHelp = true;
  else if (name == "version")
    result.wantsVersion = true;
  else if (name == "triton") {
    Result<TritonVersion> version = parseVersion(value);
    if (!version)
      return tl::unexpected(std::move(version.error()));
    result.version = *version;
  } else if (value == "legacy" || value == "canonical") {
    result.spelling = value == "legacy" ? WriteOptions::Spelling::Legacy
                                        : WriteOptions::Spelling::Canonical;
  } else {
    return failure(concat("expects canonical or legacy as the spelling, but "
                          "got '",
                          value, "'"));
  }
  return {};
}

} // namespace

Result<TensorLayoutArguments> parseArguments(std::span<char *const> arguments) {
  TensorLayoutArguments result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view argument = arguments[i];
    std::string_view name = argument;
    while (name.starts_with('-') && argument.size() - name.size() < 2)
      name.remove_prefix(1);
    std::optional<std::string_view> value;
    if (std::size_t equals = name.find('='); equals != std::string_view::npos) {
      value = name.substr(equals + 1);
      name = name.substr(0, equals);
    }
    const Flag *flag = argument.starts_with('-') ? findFlag(name) : nullptr;
    if (flag == nullptr)
      return failure(concat("Unknown command line argument '", argument, "'"),
                     nearestFlag(name), "Try: triton-tensor-layout --help");
    if (flag->takesValue && !value) {
      if (i + 1 == arguments.size())
        return failure(concat("for the -", name, " option: requires a value!"));
      value = arguments[++i];
    }
    if (Result<void> applied = apply(result, name, value.value_or("true"));
        !applied)
      return tl::unexpected(std::move(applied.error()));
  }
  return result;
}

std::string tensorLayoutHelp() {
  std::string text = "usage: triton-tensor-layout -t TYPE [-l ATTRIBUTE] "
                     "[-i FILE] [flags]\n\n";
  constexpr std::size_t NameWidth = 24;
  for (const Flag &flag : Flags) {
    std::string name =
        concat("  -", flag.name, flag.takesValue ? "=<value>" : "");
    if (name.size() < NameWidth)
      name.resize(NameWidth, ' ');
    text += concat(name, flag.meaning, "\n");
  }
  return text;
}

} // namespace heddle
