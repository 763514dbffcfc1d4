//===- SliceOption.h - Options that cut tables ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_SLICEOPTION_H
#define HEDDLE_TOOLS_HEDDLE_SLICEOPTION_H

#include "heddle/answers/LayoutReport.h"

#include <CLI/CLI.hpp>

#include <string>

namespace heddle {

/// "8:24"; or a number alone, where that means something.
struct SliceArgument {
  std::string text;
  std::optional<std::uint64_t> count;
  std::optional<Slice> slice;
};

enum class CountMeaning { None, AtMost };

/// The option takes FIRST:END, and N where that is the most that is shown.
CLI::Option *addSliceOption(CLI::App &command, const std::string &name,
                            SliceArgument &argument, CountMeaning meaning,
                            const std::string &what);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_SLICEOPTION_H
