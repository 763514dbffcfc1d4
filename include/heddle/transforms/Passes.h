//===- Passes.h - Passes over kernels ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes over `tt` and `ttg`: see Passes.td.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TRANSFORMS_PASSES_H
#define HEDDLE_TRANSFORMS_PASSES_H

#include "heddle/ir/Ttg.h"
#include "heddle/transforms/CostModel.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "heddle/transforms/Passes.h.inc"

} // namespace heddle

#endif // HEDDLE_TRANSFORMS_PASSES_H
