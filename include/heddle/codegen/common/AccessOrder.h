//===- AccessOrder.h - Orders of several atomic accesses --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An atomic access that releases waits until all earlier accesses of its
/// thread are seen, and one that acquires keeps later ones from starting. The
/// accesses of one op are in no order among themselves, so that they wait
/// together: they are relaxed, behind one fence that releases, before one that
/// acquires.
///
/// Sources: PTX ISA, "Memory Consistency Model", release and acquire patterns;
/// LLVM, "User Guide for AMDGPU Backend", memory model.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_ACCESSORDER_H
#define HEDDLE_CODEGEN_COMMON_ACCESSORDER_H

#include "heddle/simt/Simt.h"

namespace heddle::codegen {

struct AccessOrder {
  /// Of each access.
  simt::Order each;
  bool releasesBefore = false, acquiresBehind = false;

  /// Of an op whose accesses have the order by themselves, or by fences. The
  /// last accesses of a program acquire nothing. O(ops behind it).
  static AccessOrder of(mlir::Operation *op, simt::Order order, bool byFences);
};

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_ACCESSORDER_H
