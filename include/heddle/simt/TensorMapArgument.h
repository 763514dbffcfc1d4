//===- TensorMapArgument.h - Tensor maps from the host ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel asks of the tensor maps that it is given.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_TENSORMAPARGUMENT_H
#define HEDDLE_SIMT_TENSORMAPARGUMENT_H

#include "heddle/simt/Simt.h"
#include "heddle/target/TensorMap.h"

namespace heddle::simt {

/// An argument of a kernel that is the address of a tensor map, which the host
/// has made. The tensor's address, sizes and strides, and what is outside of
/// it, are up to the host.
struct TensorMapArgument {
  TensorMap::Element element;
  /// Bytes: 0, 32, 64 or 128.
  unsigned swizzle;
  /// Of each axis, the innermost first.
  llvm::SmallVector<std::uint32_t, TensorMap::MostAxes> box;
};

/// Nothing if the argument is something else.
std::optional<TensorMapArgument> tensorMapOf(KernelOp kernel,
                                             unsigned argument);
void setTensorMap(KernelOp kernel, unsigned argument,
                  const TensorMapArgument &map);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_TENSORMAPARGUMENT_H
