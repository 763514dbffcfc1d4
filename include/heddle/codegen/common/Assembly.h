//===- Assembly.h - The assembly of a module --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_ASSEMBLY_H
#define HEDDLE_CODEGEN_COMMON_ASSEMBLY_H

#include "heddle/f2/Error.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <string_view>

namespace heddle::codegen {

/// Makes what the loader of a vendor's driver reads of a relocatable ELF
/// object. One call at a time in a process, and none while LLVM's options
/// matter: it may set them back to their defaults.
using Linker = Result<std::string> (*)(std::string_view object);

/// What is wanted of a module beside its assembly, or instead of it.
struct EmissionOptions {
  /// LLVM's IR, too.
  bool keepsLlvm = false;
  /// What this makes of the module's object, instead of assembly.
  Linker link = nullptr;
};

/// The assembly of all kernels of a module, before an assembler gives values
/// their registers; or what a linker made of them.
struct Assembly {
  std::string text;
  /// LLVM's IR that it was made of, after LLVM's passes; empty unless asked
  /// for.
  std::string llvm = {};
  /// By kernel, the most 32-bit words of a thread's values that are live at one
  /// time.
  llvm::StringMap<unsigned> liveWords;
};

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_ASSEMBLY_H
