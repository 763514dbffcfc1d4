//===- FactorAhead.h - Factors in registers half ahead ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of warp groups whose left factor a loop loads from shared memory
/// into registers. Tensor cores would have nothing to do meanwhile, and while
/// threads wait for copies. So the product is computed in two halves along the
/// summed axis, one of which is always under way:
///
///     before                      after
///                                 wait for copies 0; load first half 0
///     wait for copies i           start first half i; wait for second i - 1
///     start copies i + 3          load second half i; start it
///     load i                      wait for copies i + 1
///     product i                   start copies i + 3
///                                 wait for first half i
///                                 load first half i + 1
///
/// Each half has registers of its own, which nothing reads any more when they
/// are loaded. Copies of i + 1 have to be under way when i begins: that takes
/// three buffers. They may be the copy engine's: then the wait is for a
/// barrier.
///
/// The right factor may go through registers, too, into memory where its
/// neighbours lie along the summed axis. Then that of i + 1 is stored before
/// the wait for the first half of i, into one of two buffers by turns.
///
/// Where several blocks share a multiprocessor one multiplies while another
/// loads: loops of such blocks stay as they are.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_FACTORAHEAD_H
#define HEDDLE_LIB_TRANSFORMS_FACTORAHEAD_H

#include "AwaitedCopies.h"
#include "LoadedFactor.h"

namespace heddle {

class FactorAhead {
public:
  /// Of the only product of a loop, which only adds it up; nothing if copies or
  /// other loads stand against it.
  static std::optional<FactorAhead> match(mlir::scf::ForOp loop);

  /// The loop is replaced.
  void rewrite();

private:
  explicit FactorAhead(mlir::scf::ForOp loop) : loop(loop) {}

  using Values = llvm::SmallVector<mlir::Value>;
  /// What the loop carries beside what it carried before: the first half of the
  /// left factor; the sums; which buffer has the right one, if it is stored;
  /// the token of the copies, if they have one.
  struct Carried {
    mlir::Value factor, sums, turn, token;

    Values all() const;
  };
  Carried carriedAs(mlir::ValueRange values) const;
  bool matchBody();
  bool matchSums();
  bool matchFactor();
  bool matchRefill();
  bool canLoadAhead(const LoadedFactor &loaded);
  bool isAlone();
  ttng::WarpGroupDotOp start(mlir::OpBuilder &builder, mlir::Value left,
                             std::int64_t begin, mlir::Value sums);
  void refill(mlir::OpBuilder &builder, mlir::Value memory, mlir::Value token,
              mlir::Value number);
  mlir::Value makeRefilled(mlir::OpBuilder &builder, mlir::Value memory,
                           mlir::Value token);
  mlir::Value stepOn(mlir::OpBuilder &builder, mlir::Value number,
                     mlir::Value memory, mlir::Value token);
  Carried body(mlir::OpBuilder &end, const Carried &carried);
  static mlir::Value through(mlir::OpBuilder &builder, mlir::Value value,
                             llvm::ArrayRef<mlir::Operation *> trans);

  mlir::scf::ForOp loop;
  ttng::WarpGroupDotOp dot;
  std::optional<AwaitedCopies> copies;
  LoadedFactor factor;
  std::int64_t half = 0;
  /// Of the right factor, if each iteration stores it: how it is loaded, its
  /// buffer, and the two that take its place.
  LoadedFactor turned;
  ttg::LocalAllocOp stored;
  mlir::Value refilled;
  /// What the loop carries of the sums; they are transposed to those of the
  /// product and back, or not.
  mlir::BlockArgument sums;
  llvm::SmallVector<mlir::Operation *, 1> before, behind;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_FACTORAHEAD_H
