//===- ConversionSlice.h - What another layout takes ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values behind a conversion that would have to be made in other layouts,
/// so that its source has the new one without it:
///
///     %r = tt.make_range          : L0     L1
///     %s = arith.addi %r, %n      : L0     L1, and %n: a converted value
///     %c = ttg.convert_layout %s  : L0 -> L1
///
/// A slice goes back through elementwise ops and views, into the branches of
/// `scf.if` and through what an `scf.for` carries, up to constants, ranges,
/// splats and small loads. It ends early at a conversion, if it cannot go on
/// behind it, which then converts to the other layout; at what was made before;
/// and, with a conversion, where its `SliceCut` says so. There is none if a
/// value would need two layouts, if something on the way has effects, is a
/// product or a loop's result, or if a layout has no counterpart on the other
/// side of a view (LayoutFlow.h).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_CONVERSIONSLICE_H
#define HEDDLE_ANALYSIS_CONVERSIONSLICE_H

#include "heddle/analysis/LayoutRules.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace heddle::rules {

/// A value in a layout that is not its own.
using LaidOutValue = std::pair<mlir::Value, mlir::Attribute>;

struct ConversionSlice {
  /// What is made, by ops of its own or as another result of a loop or branch.
  llvm::MapVector<mlir::Value, mlir::Attribute> made;
  /// What is converted instead, where it is defined.
  llvm::MapVector<mlir::Value, mlir::Attribute> converted;
  /// What is converted at the end of a branch, which yields it.
  llvm::MapVector<std::pair<mlir::Operation *, unsigned>, mlir::Attribute>
      convertedAtYield;
  /// What a conversion makes that is there already.
  llvm::SetVector<LaidOutValue> reused;
};

/// Where a slice ends.
enum class SliceCut {
  Nowhere,
  /// At the operand of what makes a value wider (LayoutRules.h).
  BeforeWidening,
  /// In the branch of an `scf.if` that cannot do without a conversion, if the
  /// other one can.
  InBranches,
  /// Behind loads.
  BehindLoads
};

using MadeValues = llvm::DenseMap<LaidOutValue, mlir::Value>;

/// What need not be made once more.
struct KnownValues {
  /// By earlier slices, beside the originals.
  MadeValues made;
  /// By conversions, wherever they are.
  MadeValues converted;
};

/// The slice of what is converted; nothing without one. O(its size).
std::optional<ConversionSlice> sliceOf(ttg::ConvertLayoutOp conversion,
                                       SliceCut cut, const KnownValues &known);

/// What the slice of this conversion costs: clones, and conversions. Those cost
/// less where nobody needs the originals any more. Nothing if something in it
/// is not to be made twice.
std::optional<Price> priceOf(const ConversionSlice &slice,
                             ttg::ConvertLayoutOp conversion);

/// Does nobody need the originals of what the slice makes once the conversion
/// is gone?
bool replacesAll(const ConversionSlice &slice, ttg::ConvertLayoutOp conversion);

} // namespace heddle::rules

#endif // HEDDLE_ANALYSIS_CONVERSIONSLICE_H
