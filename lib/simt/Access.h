//===- Access.h - What ops say of instructions ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the answers of ops (Instructions.h) are made of.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_ACCESS_H
#define HEDDLE_LIB_SIMT_ACCESS_H

#include "heddle/simt/Simt.h"

namespace heddle::simt {

inline InstructionCounts one(InstructionClass kind, std::size_t count) {
  return {{kind, static_cast<unsigned>(count)}};
}

/// Fails with an error at an op that asks for other blocks of the cluster where
/// there are none.
mlir::LogicalResult verifyHasPeers(mlir::Operation *op);

/// Where something asynchronous begins to read or write.
inline MemoryAccess beginning(Asynchrony asynchrony, Space space, bool reads,
                              bool writes, mlir::Value addresses) {
  MemoryAccess access = {.space = space,
                         .reads = reads,
                         .writes = writes,
                         .completion = Completion::Later};
  access.asynchrony = asynchrony;
  access.addresses = addresses;
  return access;
}

/// Where something asynchronous ends; null: wherever one has begun.
inline MemoryAccess ending(Asynchrony asynchrony, bool reads, bool writes,
                           mlir::Value addresses = {}) {
  MemoryAccess access =
      beginning(asynchrony, Space::Shared, reads, writes, addresses);
  access.completion = Completion::AtOnce;
  return access;
}

/// An mbarrier of another block that is told something: it has to be there.
inline MemoryAccess peerMbarrier(mlir::Value address) {
  MemoryAccess access = {.space = Space::Shared,
                         .reads = true,
                         .writes = false,
                         .completion = Completion::AtOnce};
  access.isAtomic = true;
  access.isDistributed = true;
  access.addresses = address;
  return access;
}

/// Of ops that stay in order with whatever is under way.
inline void addAllEffects(
    llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(mlir::MemoryEffects::Read::get());
  effects.emplace_back(mlir::MemoryEffects::Write::get());
}

} // namespace heddle::simt

#endif // HEDDLE_LIB_SIMT_ACCESS_H
