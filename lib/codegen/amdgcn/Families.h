//===- Families.h - Emitters of AMDGCN by families --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ops that the common table has not, a function for each file of emitters.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_AMDGCN_FAMILIES_H
#define HEDDLE_LIB_CODEGEN_AMDGCN_FAMILIES_H

#include "heddle/codegen/common/EmitterTable.h"

namespace heddle::codegen::amdgcn {

/// LLVM's address spaces.
inline constexpr unsigned GlobalSpace = 1, SharedSpace = 3;

/// Loads and stores.
void addAccesses(EmitterTable &table);
void addApproximations(EmitterTable &table);
void addAtomics(EmitterTable &table);
/// Numbers of threads and programs, shuffles, barriers.
void addLanes(EmitterTable &table);
/// Products of matrices.
void addProducts(EmitterTable &table);
/// How instructions are ordered and timed.
void addSchedule(EmitterTable &table);
/// Allocations in shared memory.
void addSharedMemory(EmitterTable &table);

/// Its waves have 32 lanes, those of CDNA 64.
inline bool isRdna(const Target &target) { return target.lanes == 32; }

/// A pointer to an address in bytes, of 64 bits in global memory and of 32 in
/// the block's shared memory.
llvm::Value *pointerTo(EmissionContext &context, simt::Space space,
                       llvm::Value *address, std::int32_t offset = 0);

} // namespace heddle::codegen::amdgcn

#endif // HEDDLE_LIB_CODEGEN_AMDGCN_FAMILIES_H
