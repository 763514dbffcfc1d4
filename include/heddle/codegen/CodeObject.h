//===- CodeObject.h - What HIP's loader reads -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_CODEOBJECT_H
#define HEDDLE_CODEGEN_CODEOBJECT_H

#include "heddle/codegen/common/Assembly.h"

namespace heddle::codegen {

/// lld, which links the object of a module to a code object: the shared object
/// with kernels, their descriptors and metadata that HIP's loader reads. (LLVM,
/// User Guide for AMDGPU Backend, "Code Object".) Leaves no files behind, not
/// even when the process is killed. Fails on symbols that are not defined, with
/// what lld says as the witness.
///
/// Programs that do not ask for it do without lld, and without LLVM's
/// assembler, which inline assembly needs on its way to an object.
Linker codeObjectLinker();

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_CODEOBJECT_H
