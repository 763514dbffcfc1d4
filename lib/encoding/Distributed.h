//===- Distributed.h - Distributed families as linear layouts ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One function for each distributed family. They trust the encoding: whoever
/// calls them has verified it and its rank against the shape.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_DISTRIBUTED_H
#define HEDDLE_LIB_ENCODING_DISTRIBUTED_H

#include "TileBuilder.h"
#include "heddle/encoding/Version.h"

namespace heddle {

/// What a conversion knows beside the encoding.
struct ShapeContext {
  /// log2 of each size of the tensor.
  std::span<const unsigned> bits;
  const VersionFacts &facts;
};

Result<LinearLayout> layoutOf(const BlockedEncoding &e, const ShapeContext &c);
Result<LinearLayout> layoutOf(const LinearEncoding &e, const ShapeContext &c);
Result<LinearLayout> layoutOf(const GenericLinearEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const SliceEncoding &e, const ShapeContext &c);
Result<LinearLayout> layoutOf(const DotOperandEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const NvidiaMmaEncoding &e,
                              const ShapeContext &c);
Result<LinearLayout> layoutOf(const AmdMfmaEncoding &e, const ShapeContext &c);
Result<LinearLayout> layoutOf(const AmdWmmaEncoding &e, const ShapeContext &c);

/// The operands of each kind of matrix product.
Result<LinearLayout> operandLayout(const BlockedEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c);
Result<LinearLayout> operandLayout(const NvidiaMmaEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c);
Result<LinearLayout> operandLayout(const AmdMfmaEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c);
Result<LinearLayout> operandLayout(const AmdWmmaEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_DISTRIBUTED_H
