//===- PointerRange.h - Tensors that 32 bits reach --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_POINTERRANGE_H
#define HEDDLE_LIB_TRANSFORMS_POINTERRANGE_H

#include "heddle/analysis/AxisInfo.h"
#include "heddle/ir/Tt.h"

namespace heddle {

/// How far a buffer reaches, in bytes.
inline constexpr std::int64_t BufferExtent = std::int64_t(1) << 31;

/// The argument that a scalar pointer comes from, by sums, if the program says
/// that its tensor is smaller than a buffer (`tt.pointer_range = 32`); null
/// otherwise.
mlir::Value smallTensorOf(mlir::Value pointer);

/// Bytes of what a pointer points to; nothing if no register holds that.
std::optional<std::int64_t> pointeeBytes(mlir::Value pointer);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_POINTERRANGE_H
