//===- Reduction.h - Ways to make a kernel smaller ------------ -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reduction lists the sites of a module at which it applies. Sites of a
/// module and of its clone are the same ones in the same order.
///
/// Sites of one list are applied together, the last one first. An op is listed
/// before those in its regions, and before its users, so a site may erase its
/// op with all in it, and may not erase any that stand before it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_REDUCTION_H
#define HEDDLE_LIB_REDUCE_REDUCTION_H

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <vector>

namespace heddle::reduction {

/// Applies a reduction at one place. What it makes need not be valid.
using Site = std::function<void()>;

/// Whether ops whose results lose their last use are erased too. Where a site
/// is about unused ops themselves, it is not.
enum class DeadOps { Erased, Kept };

struct Reduction {
  llvm::StringLiteral name, meaning;
  std::vector<Site> (*sites)(mlir::ModuleOp module);
  DeadOps deadOps = DeadOps::Erased;
  /// Makes arguments of functions, which a launch has to know.
  bool addsArguments = false;
};

/// All of them, in the order in which they are tried.
llvm::ArrayRef<Reduction> allReductions();

// In families, one a file; each list in the order in which they are tried.
llvm::ArrayRef<Reduction> opReductions();
llvm::ArrayRef<Reduction> storeReductions();
llvm::ArrayRef<Reduction> regionReductions();
llvm::ArrayRef<Reduction> functionReductions();
llvm::ArrayRef<Reduction> typeReductions();
llvm::ArrayRef<Reduction> layoutReductions();
llvm::ArrayRef<Reduction> attributeReductions();
llvm::ArrayRef<Reduction> passReductions();

/// Is it an op in a function, and does not end a block?
bool isPlain(mlir::Operation *op);
/// All such ops, each before those in its regions.
std::vector<mlir::Operation *>
plainOps(mlir::ModuleOp module,
         llvm::function_ref<bool(mlir::Operation *)> isWanted);
/// Constants and splats, which stand for others themselves.
bool isStand(mlir::Operation *op);

/// The unused ops without effects, which `eraseNewlyDead` keeps.
llvm::DenseSet<mlir::Operation *> deadOps(mlir::ModuleOp module);
/// Erases ops without effects that are not used, but for those kept.
void eraseNewlyDead(mlir::ModuleOp module,
                    const llvm::DenseSet<mlir::Operation *> &kept);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_REDUCTION_H
