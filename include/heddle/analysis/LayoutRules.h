//===- LayoutRules.h - Triton's rules for layouts ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Triton 3.9's `tritongpu-remove-layout-conversions` takes for granted:
/// which ops keep their layouts, what may be rematerialized, and prices. They
/// serve comparisons (`cost-model=triton`); what Heddle goes by itself is in
/// LayoutCosts.h.
///
/// Prices are bytes of the whole tensor, times 1 for what takes one instruction
/// and eight for a load or a long instruction; a round trip through shared
/// memory is a store, a load and, once more as much, the wait between them:
///
///     conversion of 1024xf16          32 * 4096: at least 32 bits an element
///     arith.addf of 1024xf16           1 * 2048
///     math.exp of 1024xf16             8 * 2048
///
/// What they cannot express: shuffles (they cost as much as shared memory),
/// loops, conflicts of banks, the width of accesses.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LAYOUTRULES_H
#define HEDDLE_ANALYSIS_LAYOUTRULES_H

#include "heddle/ir/Ttg.h"

namespace heddle::rules {

using Price = std::int64_t;

/// An access of global memory that has to be coalesced: one of as many elements
/// as the block has threads, or more, and of more than one.
bool isCostlyAccess(mlir::Operation *op);

/// An op whose results keep their layouts, and are where layouts start from:
/// costly accesses, accesses by descriptors, atomics, products, gathers and
/// reshapes that have an efficient layout, reshapes of any order.
bool isAnchor(mlir::Operation *op);

/// May the op be cloned where it is, with other layouts? Not if it has effects,
/// but for loads that are not costly; no products, no loops.
bool canBeRematerialized(mlir::Operation *op);

/// An op whose result is a tensor of more bits than its operand: a cast to a
/// wider type, `tt.broadcast`, `tt.expand_dims`.
bool isWidening(mlir::Operation *op);

/// As those of LayoutFlow.h, but the layout that a tensor has where that is the
/// same map.
mlir::Attribute layoutOfResult(mlir::OpOperand &operand, mlir::Attribute layout,
                               mlir::OpResult result);
mlir::Attribute layoutOfOperand(mlir::OpResult result, mlir::Attribute layout,
                                mlir::OpOperand &operand);

/// Of a tensor of that type. Nothing if no element leaves its thread.
Price conversionPrice(mlir::RankedTensorType from, mlir::Attribute to);

/// What cloning an op costs, whose first result is to have this layout.
/// `replaces` if the op goes then, so that only what the new layout has more of
/// in each thread counts. Nothing if the price knows no bound: a reduction of
/// floats, of which there would be two that round differently.
std::optional<Price> clonePrice(mlir::Operation *op, mlir::Attribute layout,
                                bool replaces);

} // namespace heddle::rules

#endif // HEDDLE_ANALYSIS_LAYOUTRULES_H
