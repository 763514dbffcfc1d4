//===- Origin.h - What an instruction was made for --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which op of the tensor program an op of one thread was made for. It travels
/// in the op's location, so that passes may move, merge and erase ops freely:
///
///     simt.store ... loc(fused<#simt.origin<"tt.store", 7>>["k.py":12:8])
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_ORIGIN_H
#define HEDDLE_SIMT_ORIGIN_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace heddle::simt {

struct Origin {
  /// "tt.load".
  llvm::StringRef op;
  /// Tells ops of one name and line apart; counted from 0 in each kernel's
  /// module.
  unsigned number;
  /// Where that op is, as the file says.
  mlir::Location location;
};

/// The location of what is made for such an op.
mlir::Location locationWith(const Origin &origin);

/// Nothing if the op, or that with this location, was not made by lowering.
std::optional<Origin> originOf(mlir::Location location);
std::optional<Origin> originOf(mlir::Operation *op);

/// The location without the origin in it.
mlir::Location withoutOrigin(mlir::Location location);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_ORIGIN_H
