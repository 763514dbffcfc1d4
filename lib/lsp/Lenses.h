//===- Lenses.h - Lines above ops -------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an editor shows between the lines: above each op that moves data what
/// it costs, above a function the sums, and behind a tensor its size in a
/// thread.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_LENSES_H
#define HEDDLE_LIB_LSP_LENSES_H

#include "MoveCosts.h"
#include "ParsedText.h"

namespace heddle::lsp {

struct Lens {
  /// Of the op's name.
  Extent where;
  std::string text;
  /// The name of a kernel whose `CompiledKernels::summaryOf` is the text, which
  /// is empty; empty of other lenses.
  std::string kernel;
};

/// In the order of the text.
std::vector<Lens> lensesOf(const ParsedText &text, MoveCosts &costs,
                           const Target *preferred);

/// "on sm_90: 2 conversions, ~96 cycles, 8 KB of scratch; 4 accesses of ...":
/// cycles of a block, where loops of unknown length count `AssumedIterations`
/// times. Nothing if no op of the function has a layout.
std::optional<std::string> functionSummary(mlir::Operation *function,
                                           MoveCosts &costs,
                                           const ChosenTarget &target);

/// Behind the name of each result that is a tensor with a layout: "8 x f16".
/// Those that begin in the extent.
std::vector<Lens> hintsOf(const ParsedText &text, Extent visible);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_LENSES_H
