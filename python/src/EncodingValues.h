//===- EncodingValues.h - Parameters as values of Python --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodings by the names of their parameters, as Triton's text has them.
/// Numbers are ints, lists are tuples, layouts inside of others are
/// `heddle._core.Encoding`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PYTHON_ENCODINGVALUES_H
#define HEDDLE_PYTHON_ENCODINGVALUES_H

#include "heddle/encoding/Encoding.h"

#include <nanobind/nanobind.h>
#include <string_view>

namespace heddle::python {

/// "blocked".
std::string_view mnemonicOf(const Encoding &encoding);

/// In the order of the text.
nanobind::dict parametersOf(const Encoding &encoding);

/// Parameters that are not given have their defaults. Raises on a value of
/// another type; the result is not verified.
Encoding encodingOf(std::string_view mnemonic,
                    const nanobind::dict &parameters);

/// The tables of all families.
nanobind::list families();

} // namespace heddle::python

#endif // HEDDLE_PYTHON_ENCODINGVALUES_H
