//===- ViewKernel.h - A kernel's files for the viewer -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files as the viewer shows them: a kernel's IR with its report, its source,
/// runs on the simulator, timelines, counters that were measured.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_VIEWKERNEL_H
#define HEDDLE_TOOLS_HEDDLE_VIEWKERNEL_H

#include "CompileCommand.h"

#include <nlohmann/json.hpp>

namespace heddle {

/// Reads the files, and compiles those that are IR; where that is not possible,
/// which has been said on the standard error then, the page has the text alone.
/// Fails on a file that cannot be read or is nothing that the viewer shows.
[[nodiscard]] Outcome<nlohmann::ordered_json>
viewKernel(const std::vector<std::string> &files,
           const CompileOptions &options);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_VIEWKERNEL_H
