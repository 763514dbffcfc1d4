//===- Dialects.h - All dialects that kernels use ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program that reads kernels has to register.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_DIALECTS_H
#define HEDDLE_IR_DIALECTS_H

#include "heddle/encoding/Version.h"
#include "mlir/IR/Dialect.h"

namespace heddle::ir {

/// Triton's dialects and those that stand beside them in its files.
void registerDialects(mlir::DialectRegistry &registry);

/// Contexts of this registry print as the release does; without it, as the
/// newest.
void setRelease(mlir::DialectRegistry &registry, TritonVersion release);

/// Is the module's text one that the context's release reads? Emits an error at
/// each op and type that it does not have, or that it would lose part of.
mlir::LogicalResult checkPrintable(mlir::Operation *root);

} // namespace heddle::ir

#endif // HEDDLE_IR_DIALECTS_H
