//===- SinkConversions.h - Conversions behind freed memory ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_SINKCONVERSIONS_H
#define HEDDLE_LIB_TRANSFORMS_SINKCONVERSIONS_H

#include "heddle/ir/Ttg.h"

namespace heddle {

/// Moves each conversion within an op behind the last `ttg.local_dealloc`
/// before its first user in the block: a conversion takes shared memory, of
/// which there is more then.
void sinkConversionsBehindDeallocs(mlir::Operation *root);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_SINKCONVERSIONS_H
