//===- NaiveAccess.h - Accesses the slow obvious way ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The oracle of SharedAccess.h: a table of the address of each byte of each
/// register of each thread, and searches in it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_PLAN_NAIVEACCESS_H
#define HEDDLE_TEST_UNIT_PLAN_NAIVEACCESS_H

#include "heddle/plan/SharedAccess.h"

#include <random>
#include <string>
#include <vector>

namespace heddle {

/// Registers (register, lane, warp) and memory of one tensor.
struct NaiveCase {
  LinearLayout registers, shared;
  std::vector<Padding> paddings;
  unsigned elementBits = 8;
  unsigned alignment = 16;
  AccessKind kind = AccessKind::Load;

  SharedTensor memory() const {
    return {shared, paddings, elementBits, alignment};
  }
  std::string text() const;
};

/// With as many lanes as the target has, 2^11 elements at most.
NaiveCase randomCase(const Target &target, std::mt19937_64 &random);

/// 32 lanes that lie as matrix instructions want it, or nearly so.
NaiveCase randomFragment(std::mt19937_64 &random);

/// 64 lanes that lie along the memory's rows, as transposed loads want it, or
/// nearly so.
NaiveCase randomColumns(std::mt19937_64 &random);

struct NaiveAccess {
  unsigned bytes = 0;
  std::uint64_t instructions = 0;
  unsigned wavefronts = 0;
};

/// Tries all widths, and counts all instructions of all warps.
NaiveAccess naiveAccess(const NaiveCase &sample, const Target &target,
                        RegisterOrder order);

/// Do the addresses of a matrix instruction bring each lane bytes of its own
/// registers, the same registers in all lanes, by the definition in the PTX
/// ISA? And do its repetitions move all of them?
bool matrixMovesIts(const SharedAccess &access, const NaiveCase &sample);

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_PLAN_NAIVEACCESS_H
