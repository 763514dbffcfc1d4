//===- Version.h - What programs say of themselves --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The answer to `--version`, the same in every program.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PROGRAM_VERSION_H
#define HEDDLE_PROGRAM_VERSION_H

#include <string>
#include <string_view>

namespace heddle {

/// "heddle 0.1.0", the LLVM that it is built with and the releases of Triton
/// that it reads, one a line.
std::string versionText(std::string_view program);

} // namespace heddle

#endif // HEDDLE_PROGRAM_VERSION_H
