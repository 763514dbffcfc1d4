//===- ControlFlow.h - Code of blocks ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code of regions. Each op has an emitter (`checkOps`); errors are those
/// of the emitters.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_CONTROLFLOW_H
#define HEDDLE_CODEGEN_COMMON_CONTROLFLOW_H

#include "heddle/codegen/common/EmissionContext.h"

namespace heddle::codegen {

/// All ops of a block, where the builder stands.
mlir::LogicalResult emitBlock(EmissionContext &context, mlir::Block &block);

/// A graph of blocks, from where the builder stands. Then it stands at the end
/// of one of them.
mlir::LogicalResult emitBlocks(EmissionContext &context, mlir::Region &body);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_CONTROLFLOW_H
