//===- TritonView.h - What triton-tensor-layout prints ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The body that Triton's `triton-tensor-layout` prints for a layout, byte for
/// byte, so that texts in its documentation, in bug reports and in scripts can
/// be compared. `TextView.h` has views that are easier to read.
///
///     tensor<2x4>, 2 registers, 2 lanes, 2 warps
///
///     tritonTensorView            tritonHardwareView
///     [[T0:0, T0:1, T1:0, T1:1]   Warp0:
///     [ T2:0, T2:1, T3:0, T3:1]]  (0,0), (0,2)
///                                 (0,1), (0,3)
///                                 Warp1:
///                                 (1,0), (1,2)
///                                 (1,1), (1,3)
///
/// The token `B1:T5:2` is block 1 (left out where there is one), thread 5 of
/// the block, register 2. Where Triton has no defined answer these have one: a
/// missing input dimension is one of size 1, and a tensor of rank 0 prints as
/// one cell,
/// `[T0:0]`.
///
/// Both fail for layouts that Triton refuses (tensor memory, partitions of
/// shared memory, other names), and above 2^24 locations or elements. O(length
/// of the text).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VIEW_TRITONVIEW_H
#define HEDDLE_VIEW_TRITONVIEW_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// The most locations, and the most elements, of a layout that is printed in
/// Triton's form, which leaves nothing out: about 200 MB of text.
inline constexpr unsigned MaxTritonViewBits = 24;

/// Distributed: the holders of each element, `T0:0|T4:0`, in the shape of the
/// tensor; an element that no location holds is an empty cell.
///
/// Shared: the elements in the order of *memory*, folded to the shape of the
/// tensor. If blocks hold copies of the tensor, only the first 1/blocks of each
/// copy occurs. That is a defect of Triton's, kept because it is compatible.
[[nodiscard]] Result<std::string> tritonTensorView(const LinearLayout &layout);

/// Distributed: a line for each register, a column for each lane, with the
/// element held. Shared: a line for each offset, with the same defect.
[[nodiscard]] Result<std::string>
tritonHardwareView(const LinearLayout &layout);

} // namespace heddle

#endif // HEDDLE_VIEW_TRITONVIEW_H
