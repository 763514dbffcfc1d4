//===- CarriedProduct.h - Products that go on across iterations -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_CARRIEDPRODUCT_H
#define HEDDLE_LIB_TRANSFORMS_CARRIEDPRODUCT_H

#include "LoopBody.h"
#include "heddle/ir/Ttng.h"

namespace heddle {

/// Are the product's sums only what the loop carries to the same product? Then
/// nobody else sees them before the loop ends.
bool isCarried(mlir::scf::ForOp loop, ttng::WarpGroupDotOp dot);

/// The one product of warp groups of a loop that waits for none; null
/// otherwise.
ttng::WarpGroupDotOp onlyProductOf(mlir::scf::ForOp loop);

/// That product, if it may still be under way when
/// the next iteration starts the next one: its sums are what the loop carries
/// to the same product, and nobody else sees them before the loop ends; both
/// factors are in shared memory. Null otherwise.
///
/// That the memory of the factors is not written meanwhile is not asked here.
ttng::WarpGroupDotOp carriedProductOf(mlir::scf::ForOp loop);

/// Of a product that could go on: that it is waited for at once, since buffers
/// that it reads meanwhile would leave room for one block on a multiprocessor,
/// and another one multiplies instead. Said by `tritongpu-assign-latencies`,
/// and gone behind `tritongpu-pipeline`.
inline constexpr llvm::StringLiteral WaitsAtOnceAttr = "heddle.waits_at_once";

/// Waits until at most so many products started later than this one are under
/// way. The sums are the first result; factors in shared memory follow.
ttng::WarpGroupDotWaitOp waitFor(mlir::OpBuilder &builder,
                                 ttng::WarpGroupDotOp dot, std::uint32_t later);

/// Waits until none is under way. The result is these sums.
ttng::WarpGroupDotWaitOp waitForAll(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value sums);

/// Is the product done about when the threads have begun the copies for a later
/// iteration, so that little is lost if the next one waits for its end?
bool isShort(ttng::WarpGroupDotOp dot);
/// Does the product take no longer than the threads take to begin the copies?
/// Then these should not wait for it to start.
bool isShorterThanCopies(ttng::WarpGroupDotOp dot);

/// Lets the product go on: behind it, the one of the iteration before is waited
/// for. The sums are those of the wait.
ttng::WarpGroupDotWaitOp startCarried(ttng::WarpGroupDotOp product);
/// Lets the product go on, and waits in front of it for the one of the
/// iteration before, whose sums are those of the wait: two products never run
/// at once. One barrier behind the waits tells then that the factors have
/// arrived, and that those of the product before are free for copies that
/// stand behind the barrier.
ttng::WarpGroupDotWaitOp startAfterLast(ttng::WarpGroupDotOp product);
/// Waits behind the loop for the last one.
ttng::WarpGroupDotWaitOp endCarried(mlir::scf::ForOp loop,
                                    ttng::WarpGroupDotOp product);

/// The buffer of a factor that each iteration makes of registers, if only views
/// and ops that read it use it; null otherwise. Copies may take its place.
ttg::LocalAllocOp filledByThreads(mlir::scf::ForOp loop, mlir::Value factor);

/// The product behind which copies of later iterations stand, because one that
/// goes on from the iteration before is waited for there: that product itself,
/// or the first of several. Null if none goes on. Copies fill the buffers of
/// `filled`.
ttng::WarpGroupDotOp productBeforeCopies(mlir::scf::ForOp loop,
                                         const OpSet &filled);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_CARRIEDPRODUCT_H
