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
inline constexpr unsigned GlobalSpace = 1, SharedSpace = 3, BufferSpace = 7;

/// Loads and stores.
void addAccesses(EmitterTable &table);
void addAssertions(EmitterTable &table);
void addApproximations(EmitterTable &table);
void addAtomics(EmitterTable &table);
/// Copies that go on by themselves.
void addCopies(EmitterTable &table);
/// Numbers of threads and programs, shuffles, barriers.
void addLanes(EmitterTable &table);
/// Text for the host.
void addPrinting(EmitterTable &table);
/// Products of matrices.
void addProducts(EmitterTable &table);
/// How instructions are ordered and timed.
void addSchedule(EmitterTable &table);
/// Allocations in shared memory.
void addSharedMemory(EmitterTable &table);

/// Of the thread's lane in its wave.
llvm::Value *laneNumber(EmissionContext &context);

/// LLVM's scopes of fences.
inline constexpr llvm::StringLiteral Wavefront = "wavefront",
                                     Workgroup = "workgroup";
void emitFence(EmissionContext &context, llvm::StringRef scope,
               llvm::AtomicOrdering order);

/// Its waves have 32 lanes, those of CDNA 64.
inline bool isRdna(const Target &target) { return target.lanes == 32; }

/// A pointer to an address in bytes, of 64 bits in global memory and of 32 in
/// the block's shared memory.
llvm::Value *pointerTo(EmissionContext &context, simt::Space space,
                       llvm::Value *address, std::int32_t offset = 0);

/// Where a lane accesses a buffer.
struct BufferOffset {
  /// In bytes: a register of 32 bits and a constant.
  llvm::Value *lane;
  std::int32_t constant = 0;
  /// False in lanes that do not take part; null if all do.
  llvm::Value *condition = nullptr;
};
/// A pointer into the buffer that begins at the address, which is the same in
/// all lanes. In lanes that do not take part it points outside, where loads get
/// zeros and nothing else is done.
llvm::Value *pointerIntoBuffer(EmissionContext &context, llvm::Value *address,
                               BufferOffset offset);

} // namespace heddle::codegen::amdgcn

#endif // HEDDLE_LIB_CODEGEN_AMDGCN_FAMILIES_H
