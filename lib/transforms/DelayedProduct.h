//===- DelayedProduct.h - A product an iteration late -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of two products, the second of which needs what becomes of the first,
/// as in attention: there the tensor cores wait for a softmax, and the softmax
/// for them. If the second runs an iteration late, it runs beside what is done
/// with the first:
///
///     for each i                          first product of 0, and its softmax
///       S = first product of i            for each i but 0
///       P = softmax of S                    start S = first product of i
///       O = O * f(P) + P * V                start O = O * f(P) + P * V
///                                           wait for S
///                                           m = maximum of S
///                                           wait for O
///                                           P = softmax of S
///                                         O = O * f(P) + P * V
///
/// It costs registers: P lives while the next S is added up.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_DELAYEDPRODUCT_H
#define HEDDLE_LIB_TRANSFORMS_DELAYEDPRODUCT_H

#include "LoopBody.h"
#include "RegisterRoom.h"
#include "heddle/ir/Ttng.h"

namespace heddle {

struct DelayedProduct {
  /// `tt.dot`, or `ttng.warp_group_dot`.
  mlir::Operation *first = nullptr, *second = nullptr;

  /// Of an innermost loop. Fails, with the reason. Registers do not count here.
  [[nodiscard]] static Result<DelayedProduct> match(mlir::scf::ForOp loop);

  /// Do the registers of a multiprocessor suffice for a block of so many warps,
  /// beside a group of four warps that loads, with so many a thread?
  bool fits(mlir::scf::ForOp loop, std::uint64_t warps, std::uint64_t lanes,
            std::uint64_t loading = LoadingRegisters) const;
  /// Does that make the loop faster, if a warp of its own loads? So it does
  /// where registers leave the block alone on its multiprocessor, with several
  /// groups of warps, each of which has rows of its own: one multiplies while
  /// another does what is between the products. Otherwise the other block does.
  bool pays(mlir::scf::ForOp loop, std::uint64_t warps,
            std::uint64_t lanes) const;

  /// Rewrites a loop of `ttng.warp_group_dot`, which is gone then. `with` are
  /// ops of its body without results that belong to the second product: waits
  /// for its factors, and what frees them. Groups of warps that wait for each
  /// other in no iteration start the first one so many cycles one after the
  /// other: then one multiplies while another does what is between.
  void delay(mlir::scf::ForOp loop, const OpSet &with,
             std::uint32_t stagger = 0) const;

  /// The cycles of an iteration, shared among the groups of so many warps.
  std::uint32_t staggerOf(std::uint64_t warps, std::uint64_t lanes) const;

private:
  std::uint64_t registers(mlir::scf::ForOp loop, std::uint64_t threads) const;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_DELAYEDPRODUCT_H
