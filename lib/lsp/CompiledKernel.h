//===- CompiledKernel.h - What a whole kernel costs -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_COMPILEDKERNEL_H
#define HEDDLE_LIB_LSP_COMPILEDKERNEL_H

#include "heddle/target/Target.h"

#include <map>
#include <string>
#include <string_view>

namespace heddle::lsp {

/// Remembers the kernels that it has compiled.
class CompiledKernels {
public:
  /// "compiled: ~4745 cycles of a block, 16 KB shared, 6 barriers", by the
  /// numbers of `heddle compile --report`, or "not compiled: " and why. Lowers
  /// the kernel to one thread's program, which takes 20 to 200 ms.
  std::string summaryOf(std::string_view text, const std::string &kernel,
                        const Target &target);

private:
  std::map<std::string, std::string> known;
};

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_COMPILEDKERNEL_H
