//===- LoopLoads.h - Loads that a loop can run ahead ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loads of a loop are worth running some iterations ahead, as copies to
/// shared memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LOOPLOADS_H
#define HEDDLE_ANALYSIS_LOOPLOADS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace heddle {

/// Of a loop: how many stages its program asks for.
inline constexpr llvm::StringLiteral NumStagesAttr = "tt.num_stages";

/// What an attribute of type i32 says; nothing if there is none.
std::optional<std::int64_t> numberIn(mlir::Operation *op, llvm::StringRef name);

/// Does the op multiply matrices?
bool isProduct(mlir::Operation *op);

/// Is this a load of a tensor, by pointers or by a descriptor?
bool isTensorLoad(mlir::Operation *op);

/// Does a load have to see what others write meanwhile? By pointers, as it says
/// itself or by its cache modifier, `cv`; those of descriptors do not.
bool isVolatile(mlir::Operation *load);

/// Is there no loop in the loop?
bool isInnermost(mlir::scf::ForOp loop);

/// The loads of a loop on which factors of its products depend, and their
/// scales, by addresses too; all loads if the loop asks for stages. O(loop).
llvm::SetVector<mlir::Operation *> loadsAhead(mlir::scf::ForOp loop);

/// Loads by pointers that will be copies if layouts allow it and loops have so
/// many stages, but for those that ask for another number. O(program).
llvm::SetVector<mlir::Operation *> likelyCopies(mlir::Operation *root,
                                                std::int64_t stages);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LOOPLOADS_H
