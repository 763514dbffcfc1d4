//===- LongestLoops.h - Which programs have the longest loops ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Along which axis of the grid the loops of a kernel become longer or shorter.
/// Programs with long loops that start last keep few multiprocessors busy while
/// the others have nothing left to do; if they start first, the short ones fill
/// the gaps. In causal attention the loop over keys ends at the program's own
/// rows:
///
///     %start = arith.muli %x, %c128 : i32     // %x: program along x
///     %end = arith.addi %start, %c128 : i32
///     scf.for %key = %c0 to %end step %c64    // 2 iterations more a program
///
/// It is a guess, which decides nothing but when programs start: sums and
/// products are taken not to overflow, factors that nobody knows to be
/// positive, and a loop to run as often in one program as in another if its
/// bounds say nothing else.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LONGESTLOOPS_H
#define HEDDLE_ANALYSIS_LONGESTLOOPS_H

#include "heddle/ir/Tt.h"

#include <optional>
#include <string>

namespace heddle {

/// Of a kernel: which programs are to start first. "descending x".
inline constexpr llvm::StringLiteral ProgramOrderAttr = "heddle.program_order";

struct LongestLoops {
  tt::GridAxis axis;
  /// Have the last programs along the axis the longest loops, or the first?
  bool areLast;

  /// "descending x": from the program with the longest loops on.
  std::string order() const;
};

/// Nothing if the loops of all programs are as long; if that depends on several
/// axes, or on one in a way that is not known, as it does with `scf.while`; or
/// if programs start so in any case, those of x = 0 first in a grid that the
/// kernel knows no other axis of. O(ops).
std::optional<LongestLoops> longestLoopsOf(tt::FuncOp kernel);

/// Might a program wait for what another one does? Not if nothing in it is
/// atomic, volatile or unknown, and no loop runs until something is true.
/// Programs that wait may rely on others to have started before them. O(ops).
bool mayWaitForPrograms(tt::FuncOp kernel);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LONGESTLOOPS_H
