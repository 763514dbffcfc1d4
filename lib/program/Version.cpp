//===- Version.cpp - What programs say of themselves ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/program/Version.h"
#include "heddle/encoding/Version.h"
#include "heddle/f2/Error.h"

namespace heddle {

std::string versionText(std::string_view program) {
  std::string releases;
  for (const VersionFacts &facts : versionTable())
    releases += concat(releases.empty()                ? ""
                       : facts.version == NewestTriton ? " and "
                                                       : ", ",
                       facts.name);
  return concat(program, " " HEDDLE_VERSION "\n",
                "built with LLVM " HEDDLE_LLVM_VERSION "\n",
                "reads and writes the IR of Triton ", releases, "\n");
}

} // namespace heddle
