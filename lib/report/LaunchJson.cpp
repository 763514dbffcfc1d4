//===- LaunchJson.cpp - What a launcher has to know -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/LaunchJson.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace heddle {

namespace {

constexpr std::string_view MapType = "tensormap";

/// What cuTensorMapEncodeTiled has to know beside the tensor, the outermost
/// axis first, as `block` has them.
nlohmann::ordered_json jsonOf(const TensorMap &map) {
  auto box = nlohmann::ordered_json::array();
  for (auto axis = map.axes.rbegin(); axis != map.axes.rend(); ++axis)
    box.push_back(axis->box);
  return {{"elem_type", static_cast<unsigned>(map.element)},
          {"elem_size", bytesOf(map.element)},
          {"box", box},
          {"swizzle_bytes", map.swizzle}};
}

/// Of a parameter, which lies at a multiple of them: 4 of "i32".
std::uint64_t bytesOf(std::string_view type) {
  constexpr unsigned PointerBytes = 8, BitsOfByte = 8;
  std::size_t begin = type.find_first_of("0123456789");
  if (begin == std::string_view::npos)
    return PointerBytes;
  unsigned bits = 0;
  std::from_chars(type.data() + begin, type.data() + type.size(), bits);
  return (bits + BitsOfByte - 1) / BitsOfByte;
}

/// Where AMD's kernels find their arguments. (LLVM, User Guide for AMDGPU
/// Backend, "Kernel Argument Segment".)
void addOffsets(nlohmann::ordered_json &json) {
  std::uint64_t end = 0;
  for (nlohmann::ordered_json &argument : json["args"]) {
    std::uint64_t bytes = bytesOf(argument["type"].get<std::string>());
    end = (end + bytes - 1) / bytes * bytes;
    argument["offset"] = end;
    end += bytes;
  }
  json["kernarg_bytes"] = end;
}

} // namespace

std::string launchJson(const CompiledModule &module, const KernelLaunch &launch,
                       unsigned numStages) {
  nlohmann::ordered_json json = {{"name", launch.name},
                                 {"target", module.target->name},
                                 {"num_warps", launch.numWarps},
                                 {"threads_per_warp", launch.threadsPerWarp},
                                 {"num_ctas", launch.numCTAs},
                                 {"num_stages", numStages},
                                 {"shared_bytes", launch.sharedBytes},
                                 {"args", nlohmann::ordered_json::array()}};
  std::vector<KernelParameter> parameters = launch.parameters();
  for (const KernelParameter &each : parameters)
    json["args"].push_back({{"name", each.name}, {"type", each.type}});
  if (module.target->vendor == Vendor::Amd)
    addOffsets(json);
  for (unsigned index = 0; index < parameters.size(); ++index) {
    const KernelParameter &each = parameters[index];
    bool isFirst =
        index == 0 || parameters[index - 1].argument != each.argument;
    bool isMap = each.type == MapType;
    if (!isMap && (!each.isPart || !isFirst))
      continue;
    const KernelArgument &argument = launch.arguments[each.argument];
    nlohmann::ordered_json &descriptor = json["descriptors"].emplace_back(
        nlohmann::ordered_json{{"name", argument.name},
                               {"first_arg", index},
                               {"element", argument.element},
                               {"block", argument.block}});
    if (argument.map)
      descriptor.update(jsonOf(*argument.map));
  }
  if (launch.scratchBytes != 0) {
    json["global_scratch_size"] = launch.scratchBytes;
    json["global_scratch_align"] = launch.scratchAlignment;
  }
  if (const Assembled *assembled = module.assembledOf(launch.name)) {
    json["registers"] = assembled->registers;
    json["spills"] = assembled->spillBytes;
  }
  return json.dump(2) + "\n";
}

bool isLaunchJson(std::string_view text) {
  nlohmann::json json =
      nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object())
    return false;
  for (const char *key : {"name", "target"})
    if (!json.contains(key) || !json[key].is_string())
      return false;
  for (const char *key : {"num_warps", "threads_per_warp", "shared_bytes"})
    if (!json.contains(key) || !json[key].is_number_unsigned())
      return false;
  return json.contains("args") && json["args"].is_array();
}

} // namespace heddle
