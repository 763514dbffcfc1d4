//===- ShapeContext.h - What a meaning depends on ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an encoding means depends on the shape of the tensor and on the
/// release.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_SHAPECONTEXT_H
#define HEDDLE_LIB_ENCODING_SHAPECONTEXT_H

#include "TileBuilder.h"
#include "heddle/encoding/Version.h"

namespace heddle {

/// What a conversion knows beside the encoding.
struct ShapeContext {
  /// log2 of each size of the tensor.
  std::span<const unsigned> bits;
  const VersionFacts &facts;
};

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_SHAPECONTEXT_H
