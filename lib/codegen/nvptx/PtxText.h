//===- PtxText.h - PTX's forms of operands ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parts of instructions' texts.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_PTXTEXT_H
#define HEDDLE_LIB_CODEGEN_NVPTX_PTXTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace heddle::codegen {

/// Operands `first` to `first + count - 1` as a vector: "{$1, $2}".
std::string vectorText(unsigned first, unsigned count);

/// In front of an instruction that takes place if the operand is true: "@$2 ".
std::string predicateText(std::size_t operand);

/// An address and a constant offset from it: "[$1+16]".
std::string addressText(std::size_t operand, std::int64_t offset);

/// A module's text in which kernels with copies by threads and products of warp
/// groups have shifts in place of `mul.wide` by a power of two. ptxas would
/// contract that and a later sum, of an address, to one IMAD.WIDE, in the loop,
/// too. While tensor cores work on registers, one of these holds up its warp
/// for some 20 cycles, and with that the next product: on an H200, products of
/// 8192 x 8192 x 8192 take up to 1.12 times as long. Loops without copies wait
/// elsewhere, and the shifts would only cost them registers.
std::string withoutWideProducts(llvm::StringRef text);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_NVPTX_PTXTEXT_H
