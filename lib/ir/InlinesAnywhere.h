//===- InlinesAnywhere.h - Inlining with any ops ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What MLIR's inliner has to know of a dialect whose ops may stand anywhere.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_INLINESANYWHERE_H
#define HEDDLE_LIB_IR_INLINESANYWHERE_H

#include "mlir/Transforms/InliningUtils.h"

namespace heddle::ir {

/// Functions may be inlined into regions of the dialect's ops, and its ops with
/// functions.
struct InlinesAnywhere : mlir::DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(mlir::Region *, mlir::Region *, bool,
                       mlir::IRMapping &) const override {
    return true;
  }
  bool isLegalToInline(mlir::Operation *, mlir::Region *, bool,
                       mlir::IRMapping &) const override {
    return true;
  }
};

} // namespace heddle::ir

#endif // HEDDLE_LIB_IR_INLINESANYWHERE_H
