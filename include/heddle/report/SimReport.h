//===- SimReport.h - What a run counted -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a simulated run counted, as people read it: by line and by op of the
/// kernel, compared with another run, and beside the kernel's source.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REPORT_SIMREPORT_H
#define HEDDLE_REPORT_SIMREPORT_H

#include "heddle/f2/Error.h"
#include "heddle/sim/PredictTime.h"
#include "heddle/simt/SourceLocation.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct SimReport {
  /// An op of the kernel, of `ttg` and others, with all that it became.
  struct Op {
    /// "ttg.convert_layout".
    std::string name;
    SourceLocation location;
    sim::Counters counters;
  };
  struct Line {
    std::string file;
    unsigned line;
    sim::Counters counters;
  };

  /// On a GPU that stands for the target.
  struct Prediction {
    std::string gpu;
    sim::PredictedTime time;
  };

  std::string kernel, target;
  std::array<std::uint32_t, 3> grid = {1, 1, 1};
  unsigned warps = 1;
  /// Where the kernel begins, and where that file lies; empty if it does not.
  SourceLocation begin;
  std::string source;
  sim::Counters counters;
  /// None for targets of which the model has no GPU.
  std::optional<Prediction> prediction;
  /// In the order in which they are executed first.
  std::vector<Op> ops;
  /// By file and number; ops without a location are in none.
  std::vector<Line> lines;
};

/// Totals, with what would have been best and the efficiency, then the ops that
/// take more of memory than they have to, the worst first. 100 columns.
std::string countersText(const SimReport &report);

/// The kernel's source with what each line executed. Fails if the file cannot
/// be read.
[[nodiscard]] Result<std::string> listingText(const SimReport &report);

/// Why the source cannot be what was compiled: a location that the file does
/// not have, or that has no code. Nothing if it may be.
std::optional<std::string> sourceMismatch(const SimReport &report);

/// How a run's metrics differ from those of an earlier one.
struct Comparison {
  struct Change {
    std::string_view metric;
    std::uint64_t before, after;
  };
  /// Costs that grew by more than the tolerance; other costs that changed.
  std::vector<Change> worse, better, alike;
  /// Metrics that the earlier run lacks.
  std::vector<std::string_view> missing;
  std::size_t same = 0;
};

/// Compares with what `heddle sim --json` printed; `name` is the file that it
/// is in, for messages. A cost may grow by this part of what it was. Fails if
/// the text is something else, is of a run that did not end well, or of another
/// kernel, target, grid or number of warps.
[[nodiscard]] Result<Comparison> compareWithBaseline(const SimReport &report,
                                                     std::string_view text,
                                                     std::string_view name,
                                                     double tolerance);

std::string comparisonText(const Comparison &comparison, std::string_view name);

} // namespace heddle

#endif // HEDDLE_REPORT_SIMREPORT_H
