//===- Amdgcn.h - Code of AMD GPUs ------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code of AMD GPUs: AMDGCN, by way of LLVM's AMDGPU back end. Kernels are
/// `amdgpu_kernel`s for the HSA ABI (code object version 5): their descriptors
/// and metadata, which HIP's loader reads, are in the assembly. Shared memory
/// has its size there too; a launcher asks for none.
/// (LLVM, "User Guide for AMDGPU Backend".)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_AMDGCN_AMDGCN_H
#define HEDDLE_CODEGEN_AMDGCN_AMDGCN_H

#include "heddle/codegen/common/Backend.h"

namespace heddle::codegen {

/// AMDGCN, for AMD targets.
const Backend &amdgcnBackend();

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_AMDGCN_AMDGCN_H
