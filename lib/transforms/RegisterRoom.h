//===- RegisterRoom.h - Registers that loops take ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// About how many registers a loop with products of warp groups takes, and what
/// they leave of a multiprocessor.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_REGISTERROOM_H
#define HEDDLE_LIB_TRANSFORMS_REGISTERROOM_H

#include "mlir/IR/TypeRange.h"

namespace heddle {

/// Warps that have one number of registers, the registers of a multiprocessor,
/// and those of a thread that only begins copies: the fewest that one can have.
constexpr std::uint64_t WarpsOfGroup = 4, AllRegisters = 65536,
                        LoadingRegisters = 24;

/// Of tensors of numbers: pointers step on as scalars.
std::uint64_t bytesOfNumbers(mlir::TypeRange types);

/// Of a thread, of so many in a block, where values of these types are live,
/// with some more for addresses and counters.
std::uint64_t registersFor(mlir::TypeRange live, std::uint64_t threads);

/// Do so many registers of a thread leave a block alone on its multiprocessor?
bool leaveAlone(std::uint64_t registers, std::uint64_t threads);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_REGISTERROOM_H
