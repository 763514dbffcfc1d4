//===- OldPrefixes.h - Dialects under older names ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Before Triton 3.2 the dialects `ttg` and `ttng` were called `triton_gpu` and
/// `triton_nvidia_gpu`. Their layouts are read as those of today; their ops are
/// answered with today's names.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_OLDPREFIXES_H
#define HEDDLE_LIB_IR_OLDPREFIXES_H

#include "mlir/IR/Dialect.h"

namespace heddle::ir {

/// What both have in common. Layouts and types whose text is today's are read;
/// all else is answered with its name of today.
class OldPrefix : public mlir::Dialect {
public:
  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type type) const override;
  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  mlir::LogicalResult
  verifyOperationAttribute(mlir::Operation *op,
                           mlir::NamedAttribute attribute) override;
  std::optional<ParseOpHook>
  getParseOperationHook(llvm::StringRef name) const override;

protected:
  using mlir::Dialect::Dialect;
};

class TritonGpuPrefix : public OldPrefix {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TritonGpuPrefix)
  static llvm::StringRef getDialectNamespace() { return "triton_gpu"; }
  explicit TritonGpuPrefix(mlir::MLIRContext *context);
};

class TritonNvidiaGpuPrefix : public OldPrefix {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TritonNvidiaGpuPrefix)
  static llvm::StringRef getDialectNamespace() { return "triton_nvidia_gpu"; }
  explicit TritonNvidiaGpuPrefix(mlir::MLIRContext *context);
};

} // namespace heddle::ir

#endif // HEDDLE_LIB_IR_OLDPREFIXES_H
