//===- CommonSpace.h - The elements that two layouts share ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two layouts of one tensor may order their output dimensions differently, and
/// one may be of a larger tensor. The common space has words in which the
/// elements of both can be compared.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LAYOUT_COMMONSPACE_H
#define HEDDLE_LIB_LAYOUT_COMMONSPACE_H

#include "FieldMap.h"
#include "LayoutBuilder.h"

namespace heddle {

struct CommonSpace {
  FieldMap fromA;
  FieldMap fromOuter;

  /// Fails unless the outputs have the same names and fit into 64 bits when
  /// each is as large as the larger of the two.
  static Result<CommonSpace> create(const LinearLayout &a,
                                    const LinearLayout &outer) {
    if (auto checked =
            checkSameNames(a.outs(), "the outputs of the layout", outer.outs(),
                           "the outputs of the outer layout");
        !checked)
      return tl::unexpected(checked.error());
    DimBitsList common(outer.outs());
    for (DimBits &entry : common)
      entry.bits = std::max(entry.bits, a.outBits(entry.dim));
    if (sumOfBits(common) > f2::MaxBits)
      return failure(concat("expects outputs that fit together into 64 bits, "
                            "but got ",
                            sumOfBits(common)),
                     concat("the outputs are ", dimsText(a.outs()), " and ",
                            dimsText(outer.outs())));
    return CommonSpace{FieldMap(a.outs(), common),
                       FieldMap(outer.outs(), common)};
  }
};

} // namespace heddle

#endif // HEDDLE_LIB_LAYOUT_COMMONSPACE_H
