//===- ProductFactor.h - Factors in shared memory ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How the factors of products of warp groups come into shared memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_PRODUCTFACTOR_H
#define HEDDLE_LIB_TRANSFORMS_PRODUCTFACTOR_H

#include "heddle/ir/Ttg.h"
#include "heddle/target/Target.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace heddle {

/// Does the op convert a tensor to a factor of matrix instructions in
/// registers?
bool makesRegisterFactor(mlir::Operation *op);

/// Would factor 0 or 1 of a product of warp groups have to be turned on its way
/// to shared memory, since instructions read its elements with neighbours along
/// K only, and it has them along the other axis?
bool comesTurned(mlir::Value factor, unsigned index);

/// A buffer with factor 0 or 1 of the product `user`, in the layout that
/// instructions of warp groups read. It is stored where the factor is made if
/// that is outside of the product's block, so that loops do not store it again
/// and again.
///
/// Instructions read factors of 16 bits as they come, of others only with
/// neighbours along K. Where these come otherwise, lanes that load them get
/// several of K each: they exchange them in their registers and store them as
/// words. A load gets their layout, but for those of `copies`: what is copied
/// to shared memory ahead is read from there in any layout.
///
/// Blocks of a cluster share the buffer as `cga` says.
mlir::Value storeFactor(mlir::Operation *user, mlir::Value factor,
                        unsigned index, const Bases &cga, const Target &target,
                        const llvm::SetVector<mlir::Operation *> &copies);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_PRODUCTFACTOR_H
