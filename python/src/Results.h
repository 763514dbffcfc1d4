//===- Results.h - Errors as exceptions -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the core says no to becomes a `heddle.Error`, with its reason, witness
/// and remedy.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PYTHON_RESULTS_H
#define HEDDLE_PYTHON_RESULTS_H

#include "heddle/f2/Error.h"

#include <nanobind/nanobind.h>

namespace heddle::python {

/// Throws. The location is that of a file, "k.ttir:12:8", if it is about one.
[[noreturn]] void raise(const Error &error, const std::string &location = {});

template <typename T> T valueOf(Result<T> result) {
  if (!result)
    raise(result.error());
  if constexpr (!std::is_void_v<T>)
    return std::move(*result);
}

void bindLayouts(nanobind::module_ &module);
void bindAffineLayouts(nanobind::module_ &module);
void bindEncodings(nanobind::module_ &module);
void bindDifferences(nanobind::module_ &module);
void bindPlans(nanobind::module_ &module);
void bindBanks(nanobind::module_ &module);

} // namespace heddle::python

#endif // HEDDLE_PYTHON_RESULTS_H
