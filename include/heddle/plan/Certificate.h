//===- Certificate.h - Proofs of conversions --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The proof that a program does what is wanted: on every element, for every
/// register of every thread, replicas included.
///
/// What a byte of a value holds, as a function of the thread, is one affine map
/// over F2 for each outcome of the conditions that chose it. The check follows
/// these maps through the program: shuffles compose them with the map of lanes,
/// stores compare them with one affine map from offsets to bytes of the tensor,
/// loads compose that map with their addresses; the outputs have to be the
/// destination layout. It knows nothing of how the program was planned, and its
/// answer does not depend on data: a program that it accepts is right for all
/// inputs.
///
/// Memory has more than contents: each byte that is loaded has to be stored
/// before, by a thread that a barrier between the two covers. That is checked
/// offset by offset.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_CERTIFICATE_H
#define HEDDLE_PLAN_CERTIFICATE_H

#include "heddle/plan/Conversion.h"

namespace heddle {

/// Fails with a counterexample: a register of a thread, what it receives and
/// what it should get; or an instruction that may not be. O(instructions *
/// bits^2 * conditions) and, with shared memory, O(bytes stored and loaded).
[[nodiscard]] Result<void> checkCertificate(const Conversion &conversion,
                                            const LinearLayout &src,
                                            const LinearLayout &dst);

} // namespace heddle

#endif // HEDDLE_PLAN_CERTIFICATE_H
