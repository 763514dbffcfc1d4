//===- GroupProductPlan.h - Products by warp groups -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How the instructions of warp groups multiply factors in shared memory: which
/// of its bytes are the tiles of each instruction, and the descriptor that says
/// so. It is found from the memory's layout, whatever that was made as: is a
/// tile what some descriptor means?
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_GROUPPRODUCTPLAN_H
#define HEDDLE_LIB_LOWERING_GROUPPRODUCTPLAN_H

#include "heddle/layout/LinearLayout.h"
#include "heddle/target/MatrixDescriptor.h"
#include "heddle/target/MatrixInstruction.h"

#include <optional>
#include <vector>

namespace heddle {

/// A factor in shared memory, or the part of a buffer that is one.
struct SharedFactor {
  /// (offset in elements) -> element, of the whole buffer.
  LinearLayout layout;
  unsigned elementBits = 16;
  /// Of the address, in bytes.
  unsigned alignment = 16;
  /// Of a part of a buffer, where it begins: xored into offsets in elements.
  Word start = 0;
};

/// How instructions read a factor.
struct FactorTiles {
  MatrixDescriptor descriptor;
  bool isTransposed = false;
  /// How many bytes further a warp's tiles are, for each bit of its number.
  std::vector<Word> warps;
};

struct GroupProductPlan {
  unsigned columns = 0;
  /// The registers of the fragments, one fragment after the other; of A if it
  /// is in registers.
  std::vector<std::int32_t> a, c;
  /// Of A, if it is in shared memory.
  std::optional<FactorTiles> left;
  FactorTiles right;
  /// For each instruction the fragment, or offset in bytes, of A, the offset of
  /// B, and the fragment of C. Those with one fragment of C follow each other,
  /// in the order of K.
  std::vector<std::int32_t> products;
  /// For each register of the result, which of the fragments' it is.
  std::vector<std::int32_t> result;
};

/// D[m, n] = A[m, k] * B[k, n] + C, k below `depth`, with the most columns an
/// instruction that the layouts allow. A is given by its registers or as it is
/// in memory. Fails if no descriptor means the tiles, or if the layouts are not
/// the instruction's.
[[nodiscard]] Result<GroupProductPlan>
planGroupProduct(const MatrixInstruction &instruction,
                 const std::optional<LinearLayout> &registersOfA,
                 const std::optional<SharedFactor> &a, const SharedFactor &b,
                 const LinearLayout &d, std::uint64_t depth);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_GROUPPRODUCTPLAN_H
