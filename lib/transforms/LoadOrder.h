//===- LoadOrder.h - Where a loop can load from shared memory ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the factors of a loop's product can be loaded instead of where they
/// are, so that they are the same.
///
/// Copies that start between the last wait and a load do not count: the load
/// does not wait for them, so they write something else.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_LOADORDER_H
#define HEDDLE_LIB_TRANSFORMS_LOADORDER_H

#include "LoadedFactor.h"

namespace heddle {

/// The waits on the way from the loop's begin to the last load, if the loads
/// can be done behind these, and before everything else on that way; so that
/// waits and loads can be done at the end of the iteration before as well.
std::optional<llvm::SmallVector<ttg::AsyncWaitOp>>
waitsBefore(mlir::scf::ForOp loop, llvm::ArrayRef<LoadedFactor> factors);

/// Can both factors be loaded where the product is?
bool canLoadAt(tt::DotOp dot, llvm::ArrayRef<LoadedFactor> factors);

/// Is the memory there too in the iteration behind the last one?
bool staysInMemory(mlir::scf::ForOp loop, mlir::Value memory);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOADORDER_H
