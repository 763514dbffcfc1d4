//===- Examples.h - The example kernels -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_VERIFY_EXAMPLES_H
#define HEDDLE_TEST_UNIT_VERIFY_EXAMPLES_H

#include "heddle/ir/Dialects.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <filesystem>
#include <vector>

namespace heddle {

/// In the order of their names.
inline std::vector<std::filesystem::path> exampleFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(HEDDLE_EXAMPLES))
    if (entry.path().extension() == ".ttir")
      files.push_back(entry.path());
  llvm::sort(files);
  return files;
}

inline std::unique_ptr<mlir::MLIRContext> exampleContext() {
  mlir::DialectRegistry registry;
  ir::registerDialects(registry);
  return std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
}

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_VERIFY_EXAMPLES_H
