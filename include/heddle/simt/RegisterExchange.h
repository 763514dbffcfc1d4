//===- RegisterExchange.h - Who gives registers, who takes them -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The changes of registers that warps make at `simt.partitions`, in their
/// order: code generation emits these, and the simulator executes them.
///
/// A block has a pool of registers (PTX ISA, setmaxnreg). Each of its warps
/// begins with as many, and the pool is empty. A warp that has fewer from now
/// on gives the others to the pool; one that wants more waits until the pool
/// has them. The warps of a group of four make the same changes, those without
/// a partition too:
///
///     kernel's warps          other warps
///     begin                   begin            all have come here
///     entering                entering
///     first partition         partitions
///     leaving                 leaving
///     end                     end              all have come here
///     behind                  behind
///
/// What a warp takes back it takes behind the end, where all have given: warps
/// without a partition would otherwise take what they have just given, before
/// those who wait for it have got it, and all would wait for ever.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_REGISTEREXCHANGE_H
#define HEDDLE_SIMT_REGISTEREXCHANGE_H

#include "heddle/simt/Simt.h"

#include <optional>

namespace heddle::simt {

/// Of each thread of `warps` warps from this one on.
struct RegisterChange {
  unsigned first = 0, warps = 0;
  unsigned from = 0, to = 0;

  bool isGiven() const { return to < from; }
  bool has(unsigned warp) const {
    return warp >= first && warp - first < warps;
  }
};

struct RegisterExchange {
  llvm::SmallVector<RegisterChange> entering, leaving, behind;
};

/// Of a thread when the kernel begins; nothing if its warps exchange none.
std::optional<unsigned> registersAtStart(KernelOp kernel);

/// Of an op of a kernel. Empty if its warps exchange none. A change is of the
/// kernel's warps or of one group behind them; what is given comes first.
RegisterExchange registerExchangeOf(PartitionsOp op);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_REGISTEREXCHANGE_H
