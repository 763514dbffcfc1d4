//===- Families.h - The families of PTX's ops -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The families of ops that PTX has instructions for, a file each.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_FAMILIES_H
#define HEDDLE_LIB_CODEGEN_NVPTX_FAMILIES_H

#include "heddle/codegen/common/EmitterTable.h"

namespace heddle::codegen {

/// Loads and stores.
void addAccesses(EmitterTable &table);
void addAtomics(EmitterTable &table);
/// cp.async, cp.async.bulk.tensor, and what waits for them.
void addCopies(EmitterTable &table);
/// mbarrier.
void addMbarriers(EmitterTable &table);
/// Parts of a program that have warps of their own.
void addPartitions(EmitterTable &table);
/// tensormap.replace.
void addTensorMaps(EmitterTable &table);
/// ldmatrix and stmatrix.
void addMatrices(EmitterTable &table);
/// mma.
void addProducts(EmitterTable &table);
/// wgmma, and what waits for it.
void addGroupProducts(EmitterTable &table);
void addSharedMemory(EmitterTable &table);
/// Ids, shuffles, reductions of lanes, barriers of warps.
void addLanes(EmitterTable &table);
/// Functions and quotients that the hardware approximates.
void addApproximations(EmitterTable &table);
/// Arithmetic in rounding directions.
void addRoundedArithmetic(EmitterTable &table);
/// Conversions of registers that PTX does in fewer instructions than LLVM.
void addFloatConversions(EmitterTable &table);
/// Assertions and printing, by CUDA's device library.
void addDeviceCalls(EmitterTable &table);
/// Functions of a library that is linked.
void addExternalCalls(EmitterTable &table);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_NVPTX_FAMILIES_H
