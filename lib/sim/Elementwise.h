//===- Elementwise.h - Ops on registers -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What executes elementwise ops on the lanes of a warp.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_ELEMENTWISE_H
#define HEDDLE_LIB_SIM_ELEMENTWISE_H

#include "ElementwiseTable.h"
#include "Variant.h"

HEDDLE_SIM_BEGIN

/// All of `arith` and `math` that can be executed.
const ElementwiseTable &elementwise();

Run approximationRun(simt::Approximation function, bool flushes);
Run floatConversionRun(simt::ConvertFloatOp convert);

/// \name The families of elementwise ops, a file each
/// @{
void addIntegers(ElementwiseTable &table);
void addFloats(ElementwiseTable &table);
void addRoundedFloats(ElementwiseTable &table);
void addCasts(ElementwiseTable &table);
/// @}

HEDDLE_SIM_END

#endif // HEDDLE_LIB_SIM_ELEMENTWISE_H
