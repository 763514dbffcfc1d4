//===- ParameterRows.h - Rows that many tables have ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the parameter tables of the families are made of: the usual rules of
/// values, and the parameters that many families share.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_PARAMETERROWS_H
#define HEDDLE_LIB_ENCODING_PARAMETERROWS_H

#include "heddle/encoding/Parameters.h"

namespace heddle {

using enum Presence;

inline constexpr ValueRule AnyValue = {};
inline constexpr ValueRule PowerOfTwo = {.kind = ValueRule::Kind::PowerOfTwo};
inline constexpr ValueRule Permutation = {.kind = ValueRule::Kind::Permutation};
inline constexpr ValueRule OnePerDim = {.kind = ValueRule::Kind::OnePerDim};

template <class... Values> constexpr ValueRule oneOf(Values... values) {
  return {.kind = ValueRule::Kind::OneOf,
          .values = {static_cast<unsigned>(values)...},
          .count = sizeof...(values)};
}

template <class E> constexpr Parameter<E> cgaParameter() {
  return {"CGALayout", &E::cga, NotEmpty, AnyValue,
          "how the blocks of a cluster share the tensor: basis vectors of the "
          "block's number, in units of one block's part"};
}

template <class E> constexpr Parameter<E> orderParameter() {
  return {"order", &E::order, Always, Permutation,
          "the dimensions from the one that varies fastest"};
}

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_PARAMETERROWS_H
