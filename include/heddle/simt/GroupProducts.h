//===- GroupProducts.h - Programs with products of warp groups --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_GROUPPRODUCTS_H
#define HEDDLE_SIMT_GROUPPRODUCTS_H

#include "heddle/simt/Simt.h"

namespace heddle::simt {

/// Does the kernel have products of warp groups? O(ops).
inline bool hasGroupProducts(KernelOp kernel) {
  return kernel.walk([](GroupMmaOp) { return mlir::WalkResult::interrupt(); })
      .wasInterrupted();
}

} // namespace heddle::simt

#endif // HEDDLE_SIMT_GROUPPRODUCTS_H
