//===- Equality.h - When two layouts are the same ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Beside exact equality (`==`), three coarser ones. Each is an equivalence
/// relation, and each answers a question that comes up before data is moved.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_EQUALITY_H
#define HEDDLE_LAYOUT_EQUALITY_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// The same map into possibly larger outputs: equal inputs, equal output names
/// in equal order, equal coordinates of every basis. A view of a part of a
/// buffer equals in this sense the layout of the part on its own.
bool equalIgnoringOutSizes(const LinearLayout &a, const LinearLayout &b);

/// Equal after some permutation of the *values* of input dimension `dim`, the
/// same at every setting of the other inputs. With the registers as `dim`: each
/// thread holds the same elements, and a renaming of registers that is the same
/// in every thread converts one into the other. A permutation of values need
/// not permute bits: bases (1, 2) and (1, 3) are equal so. Layouts without the
/// dimension are compared exactly.
bool equalUpToPermutation(const LinearLayout &a, const LinearLayout &b,
                          Dim dim);

/// Equal apart from how often threads hold their elements: registers of basis
/// zero are dropped and the others renumbered; in every other dimension missing
/// high bits, and missing dimensions, count as bits of basis zero. So no
/// element has to move from one thread to another. The order of the input
/// dimensions does not matter; the outputs have to agree exactly.
///
/// Triton 3.6 and 3.9 give layouts that are equal in this sense for a blocked
/// encoding with more elements a thread than the tensor has.
bool equalUpToReplication(const LinearLayout &a, const LinearLayout &b);

} // namespace heddle

#endif // HEDDLE_LAYOUT_EQUALITY_H
