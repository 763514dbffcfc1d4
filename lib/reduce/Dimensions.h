//===- Dimensions.h - Dimensions that belong together --------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which dimensions of which values have to have one size, as far as ops say
/// it: the rows of a tile, wherever they occur, but not its columns, which may
/// be as many.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_DIMENSIONS_H
#define HEDDLE_LIB_REDUCE_DIMENSIONS_H

#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace heddle::reduction {

/// A dimension of a tensor, or of memory.
struct Dimension {
  mlir::Value value;
  unsigned index;
};

/// Dimensions that have one size above 1, and belong together.
struct DimensionClass {
  std::int64_t size;
  std::vector<Dimension> members;
};

/// In the order in which they occur. Ops that are not known, such as reshapes,
/// connect nothing.
std::vector<DimensionClass> dimensionClasses(mlir::ModuleOp module);

/// Gives the members another size, constants and ranges among them, too. Types
/// that would be invalid stay as they are.
void resize(const DimensionClass &dimensions, std::int64_t size);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_DIMENSIONS_H
