//===- BufferAtomics.h - Atomics of buffers ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERATOMICS_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERATOMICS_H

#include "heddle/ir/Tt.h"
#include "heddle/target/Target.h"

namespace heddle {

/// Whether an AMD GPU has an instruction for an atomic access to a buffer:
/// `buffer_atomic_add_f32` and so on. (CDNA and RDNA ISA manuals, "MUBUF" and
/// "VBUFFER" instructions.) A swap counts as an exchange.
bool hasBufferAtomic(const Target &target, tt::AtomicOp kind,
                     mlir::Type element);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERATOMICS_H
