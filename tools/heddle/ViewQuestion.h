//===- ViewQuestion.h - What the viewer shows first -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts of a command line as the state in which the page begins, with the
/// answers to what the page will ask then.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_VIEWQUESTION_H
#define HEDDLE_TOOLS_HEDDLE_VIEWQUESTION_H

#include "heddle/program/Outcome.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace heddle {

/// One or two layouts, and what is asked about them.
struct ViewQuestion {
  std::vector<std::string> layouts;
  /// The type of those that stand alone; a GPU, of conversions and of banks;
  /// "load" or "store"; a release of Triton.
  std::string tensor, target, op, triton;
};

/// `state` and `answers`. One layout is shown; two are compared, with a target
/// converted, registers and memory counted by banks. Fails as the questions do.
[[nodiscard]] Outcome<nlohmann::ordered_json>
viewLayouts(const ViewQuestion &question);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_VIEWQUESTION_H
