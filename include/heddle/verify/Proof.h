//===- Proof.h - Are two tensor programs the same function? -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proves that two functions of tt, ttg, ttng, amdg and arith, math, scf
/// compute the same from their arguments and leave the same in memory, by
/// bringing both to one normal form:
///
/// - A tensor is a function of the index of an element. Layouts do not occur in
///   it, so a conversion is the identity; views (trans, reshape, broadcast,
///   split, slices, ...) are affine maps of the index over F2, and are pushed
///   through everything that is done element by element.
/// - Integers are polynomials modulo 2^n; Boolean values are polynomials over
///   F2; pointers are 64-bit integers.
/// - Memory is a value that loads read and stores replace, one for each pointer
///   argument.
/// - What loops carry is equal if it begins equal and goes on equal provided
///   that all that is claimed to be equal is. The largest such claim is found
///   by partition refinement over the loops of both functions at once.
/// - Buffers that a loop fills ahead of time and reads in turn hold what the
///   loop would have loaded, by induction over the iterations.
///
/// No proof is not a refutation: the functions may be equal for a reason that
/// the normal form does not know. docs/verify.md says what is proved, and what
/// is taken for granted.
///
/// A round of refinement visits each op once, and each view rebuilds the terms
/// that it is pushed through; there are at most as many rounds as carried
/// values, a handful in practice.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VERIFY_PROOF_H
#define HEDDLE_VERIFY_PROOF_H

#include "heddle/ir/Tt.h"

#include <optional>
#include <string>

namespace heddle::equivalence {

struct ProofOptions {
  /// A product and a sum may be rounded once or twice.
  bool allowFusion = true;
  /// Sums of products and reductions may add in any order. Without it a
  /// reduction or a product is equal only to one in the same layout.
  bool allowReassociation = true;
  /// Where there is no proof otherwise: indices do not overflow (AxisInfo.h),
  /// so that widening a sum is adding what is widened, dividing a multiple of
  /// the divisor gives no rest and, of loops that are pipelined, comparing two
  /// is comparing their difference with zero. The result says so.
  bool allowIndexAssumption = true;
};

struct ProofResult {
  bool isProved = false;
  /// If so: only if sums and products that are widened to 64 bits, divided, or
  /// compared do not overflow.
  bool assumesIndices = false;
  /// If not: the ops at which the proof got stuck, where there are any.
  std::optional<mlir::Location> left = {}, right = {};
  /// If not: why, as "expects X, but got Y" or "cannot ...".
  std::string reason = {};
  /// How many stores, atomic accesses, prints and assertions of the left
  /// function have an equal one in the right.
  unsigned effects = 0;
};

/// The functions have to be in one MLIRContext. Changes neither.
ProofResult proveEqual(tt::FuncOp left, tt::FuncOp right,
                       const ProofOptions &options = {});

} // namespace heddle::equivalence

#endif // HEDDLE_VERIFY_PROOF_H
