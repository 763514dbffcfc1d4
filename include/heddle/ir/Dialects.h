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

/// Says with other ops what the context's release has no op for, or has other
/// rules for: a `ttg.barrier local` is a `ttg.local_barrier` in 3.6, copies
/// along an axis need one layout on both sides before 3.9, and what the
/// parameters of a layout say of registers beyond the shape has changed.
/// Programs of the release stay as they are. What cannot be said is left for
/// `checkPrintable`.
void fitRelease(mlir::Operation *root);

/// Is the module's text one that the context's release reads? Emits an error at
/// each op and type that it does not have, or that it would lose part of.
mlir::LogicalResult checkPrintable(mlir::Operation *root);

} // namespace heddle::ir

#endif // HEDDLE_IR_DIALECTS_H
