//===- Copies.h - Copies that go on by themselves ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What code beside copies to shared memory has to do, so that it waits for
/// them only where the kernel does.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_AMDGCN_COPIES_H
#define HEDDLE_LIB_CODEGEN_AMDGCN_COPIES_H

#include "heddle/codegen/common/EmissionContext.h"

namespace heddle::codegen::amdgcn {

/// Before the body: finds what `EmissionContext::copies` has.
void beginCopies(EmissionContext &context, simt::KernelOp kernel);

/// A load of shared memory: copies that are under way write elsewhere.
void markApartFromCopies(EmissionContext &context, llvm::Instruction &load);

/// Waits for the wave's accesses to shared memory, but not for its copies.
void emitSharedWait(EmissionContext &context);

} // namespace heddle::codegen::amdgcn

#endif // HEDDLE_LIB_CODEGEN_AMDGCN_COPIES_H
