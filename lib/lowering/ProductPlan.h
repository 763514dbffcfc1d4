//===- ProductPlan.h - Products by matrix instructions ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which registers of three layouts are fragments of a matrix instruction
/// (FragmentMatcher.h), so that the instruction, used again and again,
/// multiplies whole tensors. K is only summed over: whatever order A's layout
/// has it in will do, if B's has the same.
///
///     D[m, n] of nvidia_mma<m16n8>, A[m, k] in dot_op with kWidth = 4:
///     k2 of the instruction is in lane bit 0, which holds element 4 of K;
///     k1 is in register bit 0, element 1; k8 in register bit 1, element 2
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_PRODUCTPLAN_H
#define HEDDLE_LIB_LOWERING_PRODUCTPLAN_H

#include "heddle/layout/LinearLayout.h"
#include "heddle/target/MatrixInstruction.h"

#include <span>
#include <vector>

namespace heddle {

struct ProductPlan {
  /// The registers of the operands' fragments, one fragment after the other.
  std::vector<std::int32_t> a, b, c;
  /// For each instruction the numbers of the fragments of A, B and C.
  std::vector<std::int32_t> products;
  /// For each register of the result, which of the fragments' it is.
  std::vector<std::int32_t> result;
};

/// D[.., m, n] = A[.., m, k] * B[.., k, n] + C, where C has D's layout. Layouts
/// have no registers that only replicate others. Fails if they are none of the
/// instruction's, with the first bit that is not. O(products).
[[nodiscard]] Result<ProductPlan>
planProduct(const MatrixInstruction &instruction, const LinearLayout &a,
            const LinearLayout &b, const LinearLayout &d);

/// The same of D^T = B^T * A^T + C^T: the instruction's first factor, and the
/// plan's `a`, is B. The layouts are still those of A, B and D.
[[nodiscard]] Result<ProductPlan>
planTurnedProduct(const MatrixInstruction &instruction, const LinearLayout &a,
                  const LinearLayout &b, const LinearLayout &d);

/// May instructions keep fewer bits of a sum than its type has? Those of NVIDIA
/// do for 8-bit floats, which `max_num_imprecise_acc` is about.
inline bool addsImprecisely(const MatrixTypes &types) {
  auto isSmall = [](ScalarType type) {
    return type == ScalarType::E4M3 || type == ScalarType::E5M2;
  };
  return isSmall(types.a) && isSmall(types.b) && types.c == ScalarType::F32;
}

/// A plan's products in rounds that follow each other, of at most so many (or
/// one, if 0) for each fragment of C.
std::vector<std::vector<std::int32_t>>
inRounds(std::span<const std::int32_t> products, std::size_t most);

/// Of a product of blocks with scales.
struct ScaledProductPlan {
  ProductPlan product;
  /// The registers of the fragments of scales, one fragment after the other.
  std::vector<std::int32_t> aScales, bScales;
  /// For each instruction the fragment of A's scales and the lanes that supply
  /// it, and the same for B (simt.scaled_mma).
  std::vector<std::int32_t> scales;
};

/// The layouts of the scales lead to (row of A or column of B, block of K),
/// blocks being equal parts of A's and B's K. Turned as `planTurnedProduct`
/// does it: the plan's `aScales` are B's then. Fails also if the threads that
/// instructions take scales from do not hold them. O(products *
/// log(registers)).
[[nodiscard]] Result<ScaledProductPlan>
planScaledProduct(const MatrixInstruction &instruction, const LinearLayout &a,
                  const LinearLayout &b, const LinearLayout &d,
                  const LinearLayout &aScales, const LinearLayout &bScales,
                  bool isTurned = false);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_PRODUCTPLAN_H
