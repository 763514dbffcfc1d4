//===- LaunchJson.h - What a launcher has to know ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What who launches a kernel has to know, as JSON (docs/heddle-compile.md):
/// K.json beside K.ptx, K.amdgcn or K.hsaco.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REPORT_LAUNCHJSON_H
#define HEDDLE_REPORT_LAUNCHJSON_H

#include "heddle/pipeline/Compile.h"

#include <string>
#include <string_view>

namespace heddle {

/// Of one of the module's kernels; `numStages` is what it was compiled with.
std::string launchJson(const CompiledModule &module, const KernelLaunch &launch,
                       unsigned numStages);

/// Is this text what `launchJson` writes?
bool isLaunchJson(std::string_view text);

} // namespace heddle

#endif // HEDDLE_REPORT_LAUNCHJSON_H
