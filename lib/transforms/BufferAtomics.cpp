//===- BufferAtomics.cpp - Atomics of buffers -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAtomics.h"

namespace heddle {

// Sums of gfx908 have no result. Extrema of f32 are of RDNA only, and those of
// f64 of CDNA: they are left to pointers, of which LLVM makes loops.
bool hasBufferAtomic(const Target &target, tt::AtomicOp kind,
                     mlir::Type element) {
  bool isCdna = target.lanes == 64;
  switch (kind) {
  case tt::AtomicOp::FAdd:
    return target.name != "gfx908" &&
           (element.isF32() || (element.isF64() && isCdna));
  case tt::AtomicOp::FMax:
  case tt::AtomicOp::FMin:
    return false;
  default:
    return element.getIntOrFloatBitWidth() >= 32;
  }
}

} // namespace heddle
