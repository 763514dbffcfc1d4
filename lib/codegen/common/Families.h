//===- Families.h - The families of common ops ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The families of ops that are the same for every vendor, a file each.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_COMMON_FAMILIES_H
#define HEDDLE_LIB_CODEGEN_COMMON_FAMILIES_H

#include "heddle/codegen/common/EmitterTable.h"

namespace heddle::codegen {

void addControlFlow(EmitterTable &table);
/// Registers and words of `simt`, and what users wrote as assembly.
void addRegisters(EmitterTable &table);
/// Sums, products, comparisons, constants, choices.
void addArithmetic(EmitterTable &table);
void addCasts(EmitterTable &table);
void addMath(EmitterTable &table);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_COMMON_FAMILIES_H
