//===- MoveCosts.h - What moving a tensor costs -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the ops cost that move a tensor between threads, or between registers
/// and shared memory: `ttg.convert_layout`, `ttg.local_load`, `ttg.local_store`
/// and `ttg.local_alloc` of a tensor. The numbers are those of the plans that
/// code is made from.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_MOVECOSTS_H
#define HEDDLE_LIB_LSP_MOVECOSTS_H

#include "heddle/target/Target.h"
#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <optional>
#include <string>

namespace heddle::lsp {

/// The chip that costs are about.
struct ChosenTarget {
  const Target *target;
  /// Whether the module says so.
  bool isNamed;
};

/// The chip of the module; else `preferred`, unless its warps have another
/// number of lanes than the module's; else `ir::assumedTargetOf`.
ChosenTarget targetFor(mlir::ModuleOp module, const Target *preferred);

struct MoveCost {
  /// "2 shuffles a warp, ~14 cycles".
  std::string text;
  /// Of a block, each time.
  double cycles = 0;
  /// Of shared memory, beside the program's buffers.
  std::uint64_t scratchBytes = 0;
};

/// Remembers the costs of all pairs of layouts that it was asked about: a plan
/// takes 50 microseconds, and up to milliseconds for hundreds of registers.
class MoveCosts {
public:
  /// Nothing for ops that move nothing, and where a layout is not for the
  /// target's warps. A move that cannot be planned has a text that says why.
  std::optional<MoveCost> of(mlir::Operation *op, const Target &target);

private:
  std::map<std::string, std::optional<MoveCost>> known;
};

/// "convert", "local_load"; empty for ops that move nothing.
llvm::StringRef moveName(mlir::Operation *op);

/// The plan as `heddle convert` or `heddle banks` prints it. Empty where
/// `MoveCosts::of` is nothing, and where those refuse.
std::string planText(mlir::Operation *op, const Target &target);

/// "8 KB", "24 bytes".
std::string bytesText(std::uint64_t bytes);

/// Bytes of shared memory that a `ttg.local_alloc` takes; 0 for other ops.
std::uint64_t bufferBytes(mlir::Operation *op);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_MOVECOSTS_H
