//===- AccessPlan.h - Accesses of global memory -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a thread's registers are moved to or from global memory: how many at
/// once, and which addresses have to be computed.
///
/// Registers move at once if their addresses fill an aligned group of bytes,
/// whatever the order of their numbers. Addresses of registers that are a known
/// distance apart in every thread are one address and constants: with four
/// registers a row, rows 128 bytes apart, two registers an access, and the two
/// bits of a register's number in a row exchanged,
///
///     width 2   bases [0]   at [0, 0, 0, 0]   offsets [0, 8, 128, 136]
///     registers [0, 2, 1, 3, 4, 6, 5, 7]
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_ACCESSPLAN_H
#define HEDDLE_LIB_LOWERING_ACCESSPLAN_H

#include "LoweringContext.h"

namespace heddle {

/// Where an op accesses global memory: at pointers; or, with a buffer, which is
/// a scalar pointer, at offsets from it, in elements (i32).
struct GlobalAddresses {
  mlir::Value elements, buffer;

  GlobalAddresses(mlir::Value pointers) : elements(pointers) {}
  GlobalAddresses(mlir::Value buffer, mlir::Value offsets)
      : elements(offsets), buffer(buffer) {}

  /// Null of a scalar.
  mlir::RankedTensorType tensor() const;
  /// What is pointed to.
  mlir::Type pointee() const;
  /// What is known of the addresses.
  AxisInfo factsIn(const LoweringContext &context) const;
  /// A register for each element: the address, or the offset in bytes.
  mlir::Value registersIn(LoweringContext &context, mlir::Location loc) const;
  /// The address of the buffer; null without one.
  mlir::Value bufferIn(LoweringContext &context) const;
};

struct AccessPlan {
  /// Registers of one access.
  unsigned width = 1;
  /// The registers whose addresses are computed.
  llvm::SmallVector<std::int32_t> bases;
  /// Of each access: which of `bases`, and how many bytes past it.
  llvm::SmallVector<std::int32_t> at, offsets;
  /// The numbers of the registers, those of one access after the other; each
  /// once, but of those that get the same by a load only one.
  llvm::SmallVector<std::int32_t> registers;
  /// Of each register: where it, or the one that gets the same, is in
  /// `registers`.
  llvm::SmallVector<std::int32_t> slots;

  /// The first register of each access.
  llvm::SmallVector<std::int32_t> first() const;
};

/// Accesses that cover these bits of coordinates, and are done once for all
/// registers that differ in `repeated` only: sums of registers' coordinates
/// that no lane or warp changes. Registers keep their order where they can.
/// O(registers * bits).
AccessPlan planAccess(const LinearLayout &layout, const AxisInfo &addresses,
                      std::span<const Word> covered,
                      std::span<const Word> repeated = {});

/// The plan of an access, which goes to the record with its bounds; the mask
/// may be null. Fails with an error at the op.
mlir::FailureOr<AccessPlan> planAccess(LoweringContext &context,
                                       mlir::Operation *op,
                                       const GlobalAddresses &addresses,
                                       mlir::Value mask);

/// The same of a load. A thread reads an address once, for all of its registers
/// that are known to get what is there, or the same `other`, which may be null.
mlir::FailureOr<AccessPlan> planLoad(LoweringContext &context,
                                     mlir::Operation *op,
                                     const GlobalAddresses &addresses,
                                     mlir::Value mask, mlir::Value other);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_ACCESSPLAN_H
