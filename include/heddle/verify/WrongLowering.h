//===- WrongLowering.h - Which op is lowered wrongly ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The op of a tensor program whose lowering makes something else of operands
/// that are right. Both programs are executed in lock step: the lowered one
/// shows the registers of each value (`simt.observe`), and the layout of the
/// value says which element of the tensor is in which register of which thread.
///
/// A buffer in shared memory has no registers. Where a thread reads what is
/// wrong, the bytes that it could have read tell who is to blame: the op that
/// reads if they are right, otherwise the last op that wrote there.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VERIFY_WRONGLOWERING_H
#define HEDDLE_VERIFY_WRONGLOWERING_H

#include "heddle/verify/Verify.h"

#include <functional>

namespace heddle::equivalence {

/// The program of a thread that shows its registers.
struct ObservedKernel {
  simt::KernelOp kernel;
  /// By the number of `simt.observe`, the value of the tensor program.
  llvm::ArrayRef<mlir::Value> values;
  /// The op of the tensor program that `simt::Origin` numbers so; null if there
  /// is none.
  std::function<mlir::Operation *(unsigned)> withNumber;
};

/// Can the registers of a value be compared with it? Of numbers, pointers,
/// tensors of them and addresses of buffers; not of the sums of a product that
/// nobody has waited for.
bool canObserve(mlir::Value value);

struct WrongLowering {
  mlir::Operation *op;
  /// "element (3, 5), in register 2 of thread 17, is 1.5 instead of 2".
  std::string message;
  std::vector<std::string> witness;
};

/// Compares as `compare` does, and looks at the execution that shows a
/// difference, or at the last one. Nothing if no op is to blame. If there is no
/// difference, what an op makes wrong is used by nobody.
std::optional<WrongLowering> findWrongLowering(tt::FuncOp function,
                                               const ObservedKernel &lowered,
                                               const Target &target,
                                               const VerifyOptions &options,
                                               bool &isDifferent);

} // namespace heddle::equivalence

#endif // HEDDLE_VERIFY_WRONGLOWERING_H
