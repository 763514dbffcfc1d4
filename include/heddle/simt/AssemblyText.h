//===- AssemblyText.h - Instructions as the user wrote them -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of `simt.assembly` and its constraints, in the syntax of LLVM
/// (LangRef, Inline Assembler Expressions): "$0" is the first result, operands
/// come behind the last one.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_ASSEMBLYTEXT_H
#define HEDDLE_SIMT_ASSEMBLYTEXT_H

#include "heddle/f2/Error.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::simt {

/// Is there a constraint for each result and operand, and does the text name no
/// others? What the letters mean, only the target's assembler knows.
[[nodiscard]] Result<void> checkAssembly(llvm::StringRef text,
                                         llvm::StringRef constraints,
                                         unsigned results, unsigned operands);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_ASSEMBLYTEXT_H
