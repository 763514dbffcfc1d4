//===- Ptx.h - PTX of kernels -----------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code of NVIDIA GPUs: PTX, by way of LLVM's NVPTX back end. Kernels are
/// entries with the arguments that they have, addresses as 64 bits; shared
/// memory is dynamic, from its beginning on.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_NVPTX_PTX_H
#define HEDDLE_CODEGEN_NVPTX_PTX_H

#include "heddle/codegen/common/Backend.h"

namespace heddle::codegen {

/// PTX, for NVIDIA targets.
const Backend &ptxBackend();

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_NVPTX_PTX_H
