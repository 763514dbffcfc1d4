//===- Version.cpp - Which Triton -----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Version.h"

namespace heddle {

namespace {

constexpr VersionFacts Table[] = {
    {.version = TritonVersion::V3_6,
     .name = "3.6",
     .dropsExcessRegisters = false,
     .transposesUnswizzledTile = false,
     .widensEightRowOperand = true,
     .wmmaHasWarpGrid = true,
     .writesTensorMemorySplit = true,
     .hasMmaWithoutFragments = true},
    {.version = TritonVersion::V3_7,
     .name = "3.7",
     .dropsExcessRegisters = false,
     .transposesUnswizzledTile = false,
     .widensEightRowOperand = true,
     .wmmaHasWarpGrid = false,
     .writesTensorMemorySplit = true,
     .hasMmaWithoutFragments = true},
    {.version = TritonVersion::V3_8,
     .name = "3.8",
     .dropsExcessRegisters = false,
     .transposesUnswizzledTile = true,
     .widensEightRowOperand = false,
     .wmmaHasWarpGrid = false,
     .writesTensorMemorySplit = false,
     .hasMmaWithoutFragments = true},
    {.version = TritonVersion::V3_9,
     .name = "3.9",
     .dropsExcessRegisters = true,
     .transposesUnswizzledTile = true,
     .widensEightRowOperand = false,
     .wmmaHasWarpGrid = false,
     .writesTensorMemorySplit = false,
     .hasMmaWithoutFragments = false},
};

/// "3.9", or a patch release of it such as "3.9.0".
bool isRelease(std::string_view text, std::string_view name) {
  if (!text.starts_with(name))
    return false;
  text.remove_prefix(name.size());
  if (text.empty())
    return true;
  bool isPatch = text.size() > 1 && text.front() == '.';
  for (char c : text.substr(1))
    isPatch = isPatch && c >= '0' && c <= '9';
  return isPatch;
}

} // namespace

std::span<const VersionFacts> versionTable() { return Table; }

const VersionFacts &factsOf(TritonVersion version) {
  return Table[static_cast<unsigned>(version)];
}

Result<TritonVersion> parseVersion(std::string_view text) {
  std::string known;
  for (const VersionFacts &facts : Table) {
    if (isRelease(text, facts.name))
      return facts.version;
    known += concat(known.empty() ? "" : ", ", facts.name);
  }
  return failure(concat("expects a version of Triton, but got '", text, "'"),
                 {}, concat("the versions known here are ", known));
}

} // namespace heddle
