//===- ExpandAssembly.h - PTX as ops ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What users wrote as PTX, as ops that the simulator executes:
///
///     simt.assembly "mad.lo.s32 $0, $1, $1, 3;"     arith.muli, arith.addi
///
/// docs/simulator.md has the table of instructions. (PTX ISA 8.7, chapter 9.7.)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PTX_EXPANDASSEMBLY_H
#define HEDDLE_PTX_EXPANDASSEMBLY_H

#include "heddle/simt/Simt.h"

namespace heddle {

/// Replaces every `simt.assembly` of a kernel. Fails with an error at the first
/// that has an instruction, a modifier, a type or an operand that is not known,
/// and names it.
mlir::LogicalResult expandAssembly(simt::KernelOp kernel);

} // namespace heddle

#endif // HEDDLE_PTX_EXPANDASSEMBLY_H
