//===- heddle-reduce.cpp - Making failing kernels small -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// MLIR's reducer with Triton's dialects: makes a kernel smaller as long as a
/// script says that it is still interesting (docs/heddle-opt.md).
///
//===----------------------------------------------------------------------===//

#include "heddle/ir/Dialects.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  heddle::ir::registerDialects(registry);
  mlir::registerTransformsPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context)) ? 1 : 0;
}
