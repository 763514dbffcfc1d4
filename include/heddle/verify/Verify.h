//===- Verify.h - Are two kernels the same function? -------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares two versions of a kernel in Triton's IR: before and after a pass,
/// of two releases, with layouts and without.
///
/// First by proof: both are brought into a normal form, in which layouts and
/// moves of data vanish (Proof.h). Where the forms differ, both are executed
/// tensor by tensor on the same arguments and memory: sizes of 0 and 1, whole
/// and broken tiles, several programs of the grid, numbers that are added
/// exactly and others, infinities and NaNs. All that they write is compared;
/// floats up to what another order of sums and fused products may change.
///
/// What the second way cannot see are mistakes of layouts and of barriers
/// between threads. A thread's program shows them: it is compared with its
/// tensor program on the simulator.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VERIFY_VERIFY_H
#define HEDDLE_VERIFY_VERIFY_H

#include "heddle/ir/Tt.h"
#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::equivalence {

struct VerifyOptions {
  /// Executions of both, if there is no proof. Those that take too long or do
  /// what no program may do count as none.
  unsigned trials = 24;
  std::uint64_t seed = 1;
  bool proves = true;
};

struct Verdict {
  enum class Kind {
    Proved,    ///< the same for all arguments
    Tried,     ///< the same for those that were tried
    Different, ///< another result, or none
    Undecided, ///< neither proved nor executed
  };
  Kind kind;
  /// Executions that ended.
  unsigned trials = 0;
  /// Proved if indices do not overflow where they are widened, divided or
  /// compared, as all passes assume.
  bool assumesIndices = false;
  /// Of `Different` and `Undecided`, what it is about, and where.
  std::string message = {};
  std::optional<mlir::Location> left = {}, right = {};
  /// The arguments and elements that show it.
  std::vector<std::string> witness = {};
  /// Why there is no proof, if one was looked for.
  std::string unproved = {};
};

/// Deterministic for the same seed.
Verdict compare(tt::FuncOp left, tt::FuncOp right,
                const VerifyOptions &options = {});

/// The same of a thread's program, without a proof. The tensor program is
/// executed tensor by tensor, the other one by the simulator, as on this
/// target.
Verdict compare(tt::FuncOp function, simt::KernelOp kernel,
                const Target &target, const VerifyOptions &options = {});

} // namespace heddle::equivalence

#endif // HEDDLE_VERIFY_VERIFY_H
