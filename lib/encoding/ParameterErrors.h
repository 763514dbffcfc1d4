//===- ParameterErrors.h - Refusing a parameter -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How the rules of encodings refuse a parameter.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_PARAMETERERRORS_H
#define HEDDLE_LIB_ENCODING_PARAMETERERRORS_H

#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/Verify.h"

namespace heddle {

using Checked = tl::expected<void, ParameterError>;

/// "[1, 4]".
std::string listText(const UnsignedList &numbers);

/// "expects <expected> as '<parameter>', but got <got>".
Checked wrongValue(std::string_view parameter, std::string_view expected,
                   std::string_view got, std::string remedy = {});

/// The list has each of 0, 1, ..., n-1.
Checked checkPermutation(std::string_view parameter, const UnsignedList &list);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_PARAMETERERRORS_H
