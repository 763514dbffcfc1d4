//===- heddle-reduce.cpp - Making failing kernels small -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a kernel smaller as long as it fails in the same way
/// (docs/heddle-reduce.md). With the options of MLIR's reducer it is that, with
/// Triton's dialects.
///
//===----------------------------------------------------------------------===//

#include "GenericReducer.h"
#include "KernelReducer.h"
#include "heddle/program/LlvmProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

int main(int argc, char **argv) {
  heddle::beLlvmProgram("heddle-reduce");
  bool isGeneric = llvm::any_of(
      llvm::ArrayRef(argv, static_cast<std::size_t>(argc)),
      [](llvm::StringRef word) {
        llvm::StringRef name = word.split('=').first;
        return name.starts_with("-") &&
               (name.ends_with("-opt-reduction-pass") ||
                name.ends_with("-reduction-tree") ||
                name.ends_with("-help-hidden") || name.ends_with("-help-list"));
      });
  return isGeneric ? heddle::runGenericReducer(argc, argv)
                   : heddle::runKernelReducer(argc, argv);
}
