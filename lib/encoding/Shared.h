//===- Shared.h - Families of shared and tensor memory ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One function for each family of shared and of tensor memory; they trust the
/// encoding, as those of Distributed.h do.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_SHARED_H
#define HEDDLE_LIB_ENCODING_SHARED_H

#include "Distributed.h"

namespace heddle {

Result<LinearLayout> layoutOf(const SwizzledSharedEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const AmdRotatingSharedEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const NvmmaSharedEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const PaddedSharedEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const PartitionedSharedEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const SharedLinearEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const TensorMemoryEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const TensorMemoryScalesEncoding &e,
                              const ShapeContext &c);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_SHARED_H
