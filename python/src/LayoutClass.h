//===- LayoutClass.h - What the methods of layouts share --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The class that Python sees, and how it names dimensions.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PYTHON_LAYOUTCLASS_H
#define HEDDLE_PYTHON_LAYOUTCLASS_H

#include "heddle/layout/LinearLayout.h"

#include <nanobind/nanobind.h>

namespace heddle::python {

using LayoutClass = nanobind::class_<LinearLayout>;
using Names = std::vector<std::string>;
using Sizes = std::vector<std::pair<std::string, std::uint64_t>>;

inline std::vector<Dim> dimsOf(const Names &names) {
  std::vector<Dim> dims;
  for (const std::string &name : names)
    dims.push_back(Dim::named(name));
  return dims;
}

/// The element at a location. Coordinates are ints or arrays of them: whatever
/// has `>>`, `&`, `*` and `^`.
nanobind::dict applyLinear(const LinearLayout &layout,
                           const nanobind::dict &location);

/// Compositions, products, and the same map with other dimensions.
void bindAlgebra(LayoutClass &layout);

} // namespace heddle::python

#endif // HEDDLE_PYTHON_LAYOUTCLASS_H
