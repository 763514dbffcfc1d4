//===- heddle-lsp.cpp - A language server for kernels ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// MLIR's language server with Triton's dialects: editors complete and check
/// .ttir and .ttgir files with it (docs/heddle-opt.md).
///
//===----------------------------------------------------------------------===//

#include "heddle/ir/Dialects.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  heddle::ir::registerDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry)) ? 1 : 0;
}
