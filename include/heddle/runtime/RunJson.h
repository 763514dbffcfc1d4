//===- RunJson.h - What became of a run -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What became of a run, as JSON: what `heddle sim --json` and `heddle run
/// --json` print (docs/heddle-sim.md).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_RUNTIME_RUNJSON_H
#define HEDDLE_RUNTIME_RUNJSON_H

#include "heddle/runtime/Run.h"

#include <string>

namespace heddle {

std::string runJson(const RunReport &report);

} // namespace heddle

#endif // HEDDLE_RUNTIME_RUNJSON_H
