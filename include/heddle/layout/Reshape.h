//===- Reshape.h - Regrouping and resizing layouts --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operations on the dimensions of a layout. Since dimensions go from minor to
/// major and a basis word concatenates them, flattening and reshaping move no
/// bit; transposing does. To flatten in another order, transpose first.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_RESHAPE_H
#define HEDDLE_LAYOUT_RESHAPE_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// The same map with its input (output) dimensions in another order. Fails
/// unless `order` names each of them once.
[[nodiscard]] Result<LinearLayout> transposeIns(const LinearLayout &a,
                                                ListRef<Dim> order);
[[nodiscard]] Result<LinearLayout> transposeOuts(const LinearLayout &a,
                                                 ListRef<Dim> order);

/// Flattens the inputs (outputs) and cuts them again into dimensions of these
/// sizes. Fails unless the sizes are powers of two with the same product.
[[nodiscard]] Result<LinearLayout> reshapeIns(const LinearLayout &a,
                                              ListRef<DimSize> dims);
[[nodiscard]] Result<LinearLayout> reshapeOuts(const LinearLayout &a,
                                               ListRef<DimSize> dims);

/// All inputs (outputs) as one dimension with the name of the first. A layout
/// without any stays as it is.
[[nodiscard]] LinearLayout flattenIns(const LinearLayout &a);
[[nodiscard]] LinearLayout flattenOuts(const LinearLayout &a);

/// The layout on the first `size` values of an input dimension. Fails unless
/// `size` is a power of two, at most the present size.
[[nodiscard]] Result<LinearLayout> resizeIn(const LinearLayout &a, Dim dim,
                                            std::uint64_t size);
/// Another size for an output dimension. A smaller one takes coordinates modulo
/// `size`, which keeps a surjective layout surjective; a larger one adds
/// elements that no location holds. Fails unless `size` is a power of two and
/// the outputs stay within 64 bits.
[[nodiscard]] Result<LinearLayout> resizeOut(const LinearLayout &a, Dim dim,
                                             std::uint64_t size);

/// Fails if `from` is unknown or `to` is taken.
[[nodiscard]] Result<LinearLayout> renameIn(const LinearLayout &a, Dim from,
                                            Dim to);
[[nodiscard]] Result<LinearLayout> renameOut(const LinearLayout &a, Dim from,
                                             Dim to);

/// Without a dimension of size 1. Fails if it is unknown or larger.
[[nodiscard]] Result<LinearLayout> squeezeIn(const LinearLayout &a, Dim dim);
[[nodiscard]] Result<LinearLayout> squeezeOut(const LinearLayout &a, Dim dim);

/// The map from these inputs (the others zero) to these outputs (the others
/// ignored), in the order and with the sizes of `a`. It may not be surjective
/// although `a` is. Fails on a name that `a` does not have.
[[nodiscard]] Result<LinearLayout>
sublayout(const LinearLayout &a, ListRef<Dim> ins, ListRef<Dim> outs);
/// These outputs do not depend on these inputs. Fails on a name that `a` does
/// not have.
[[nodiscard]] Result<bool> isZeroSublayout(const LinearLayout &a,
                                           ListRef<Dim> ins, ListRef<Dim> outs);

/// Without the bits of an input dimension that only replicate, those of basis
/// zero. Fails if `a` does not have the dimension.
[[nodiscard]] Result<LinearLayout> removeZeroBases(const LinearLayout &a,
                                                   Dim dim);

/// Repeats the layout until it covers the shape: each output dimension that is
/// smaller grows by new bits of the first input dimension (registers, offsets),
/// minor dimensions first. Larger dimensions and those that `shape` does not
/// name stay. Fails on an unknown dimension, a size that is no power of two,
/// more than 64 bits, or nothing to grow in.
[[nodiscard]] Result<LinearLayout> growToShape(const LinearLayout &a,
                                               ListRef<DimSize> shape);

/// What becomes of register bits whose basis the shrinking makes zero, so that
/// they only replicate. A basis that becomes equal to another one stays.
enum class ExcessRegisters {
  Replicate, ///< They stay, as such lanes and warps do.
  Drop       ///< They go; other dimensions keep their zero bases.
};

/// Cuts the layout to the shape: coordinates are taken modulo its sizes, so
/// that locations outside of it hold copies of elements inside. Smaller
/// dimensions and those that `shape` does not name stay. Fails on an unknown
/// dimension or a size that is no power of two.
[[nodiscard]] Result<LinearLayout>
shrinkToShape(const LinearLayout &a, ListRef<DimSize> shape,
              ExcessRegisters excess = ExcessRegisters::Replicate);

/// Shrinks where the layout is larger than the shape and grows where it is
/// smaller: what a layout means on a tensor of that shape.
[[nodiscard]] Result<LinearLayout>
restrictToShape(const LinearLayout &a, ListRef<DimSize> shape,
                ExcessRegisters excess = ExcessRegisters::Replicate);

} // namespace heddle

#endif // HEDDLE_LAYOUT_RESHAPE_H
