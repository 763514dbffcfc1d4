//===- EmitSource.h - Conversions as CUDA and HIP ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A conversion as a CUDA or HIP device function to paste, self-contained:
///
///     constexpr int fwd_scratch_bytes = 4096;
///     __device__ __forceinline__ void fwd(const uint16_t (&in)[8],
///                                         uint16_t (&out)[8], void *scratch);
///
/// Element i of the arrays is register i of the layout, replicas included.
/// Elements are unsigned integers of their width, below 8 bits a uint8_t each.
/// The thread is the linear index in its block, x fastest; warps are of as many
/// consecutive threads as the target's have lanes, and blocks are numbered by
/// their rank in the cluster. `scratch` is shared memory of that many bytes,
/// aligned to 128; it may be null if there are none. All threads of the block
/// (of the cluster, for conversions across blocks) call it together; a call may
/// use the scratch of the call before without a barrier in between.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_EMITSOURCE_H
#define HEDDLE_PLAN_EMITSOURCE_H

#include "heddle/plan/Conversion.h"

namespace heddle {

enum class SourceLanguage { Cuda, Hip };

struct SourceOptions {
  SourceLanguage language = SourceLanguage::Cuda;
  /// Of the function: an identifier of C++.
  std::string name = "convert";
  /// Printed as a comment above it, line by line.
  std::string comment;
};

/// Fails if the name is no identifier.
[[nodiscard]] Result<std::string> emitSource(const Conversion &conversion,
                                             const SourceOptions &options);

} // namespace heddle

#endif // HEDDLE_PLAN_EMITSOURCE_H
