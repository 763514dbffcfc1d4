//===- AliasFileOpen.cpp - Reading the layouts of a file ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/AliasFile.h"
#include "heddle/files/InputFile.h"

namespace heddle {

Result<AliasFile> AliasFile::open(const std::string &path) {
  Result<std::string> content = readIr(path);
  if (!content)
    return tl::unexpected(std::move(content.error()));
  return AliasFile(std::move(*content));
}

} // namespace heddle
