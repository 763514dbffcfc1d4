//===- LayoutExpression.h - Layouts that are computed -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What people type into the viewer: a type with a layout, a layout as its
/// bases, or an expression of them.
///
///     A = {register: [[0, 1], [0, 2]]} -> {dim0: 1, dim1: 4}
///     B = {lane: [[1, 0], [2, 0]]} -> {dim0: 4, dim1: 1}
///     A * B
///
/// `A * B` is the product, `A(B)` the composition x -> A(B(x)), `inv(A)` the
/// inverse, a right inverse where A has copies, and `convert(A, B)` says for
/// each location of B which location of A holds its element.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_LAYOUTEXPRESSION_H
#define HEDDLE_ANSWERS_LAYOUTEXPRESSION_H

#include "heddle/answers/LayoutSubject.h"

#include <optional>

namespace heddle {

/// A linear map, and the type that it comes from if it was not computed.
struct ViewedLayout {
  LinearLayout layout;
  std::optional<LayoutSubject> subject;
};

/// Reads definitions, a line each, and an expression behind them; without one
/// the last definition is meant. A layout that stands alone is on the type
/// `tensor`. Fails as the parsers and the operations do; an error in a part of
/// an expression names the part.
[[nodiscard]] Result<ViewedLayout> readExpression(const std::string &text,
                                                  const std::string &tensor,
                                                  TritonVersion version);

} // namespace heddle

#endif // HEDDLE_ANSWERS_LAYOUTEXPRESSION_H
