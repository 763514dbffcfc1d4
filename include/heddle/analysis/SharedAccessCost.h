//===- SharedAccessCost.h - Price of shared memory --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_SHAREDACCESSCOST_H
#define HEDDLE_ANALYSIS_SHAREDACCESSCOST_H

#include "heddle/encoding/Encoding.h"
#include "heddle/plan/SharedAccess.h"

namespace heddle {

/// Cycles of a multiprocessor in which all warps of a block load or store a
/// tensor of elements of so many bytes, in registers laid out like that, from
/// or to memory with this layout, which the encoding has there;
/// `ImpossibleCycles` (LayoutCosts.h) if no instruction does it.
double sharedAccessCycles(const LinearLayout &registers,
                          const LinearLayout &memory, const Encoding &encoding,
                          unsigned bytes, AccessKind kind,
                          const Target &target);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_SHAREDACCESSCOST_H
