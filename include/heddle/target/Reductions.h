//===- Reductions.h - Atomic accesses of neighbours -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_REDUCTIONS_H
#define HEDDLE_TARGET_REDUCTIONS_H

#include "heddle/target/Target.h"

namespace heddle {

/// The most bytes of neighbours in global memory to which one instruction adds
/// floats of this type atomically, each by itself and without giving back what
/// was there: those of one where there is no such instruction. (PTX ISA, red:
/// vectors from sm_90 on.)
unsigned reductionBytes(const Target &target, ScalarType type);

} // namespace heddle

#endif // HEDDLE_TARGET_REDUCTIONS_H
