//===- LayoutProps.h - Properties of a layout -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The facts that people ask about a layout, computed once for text and JSON.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_LAYOUTPROPS_H
#define HEDDLE_LIB_ANSWERS_LAYOUTPROPS_H

#include "heddle/answers/LayoutSubject.h"

#include <string>
#include <variant>
#include <vector>

namespace heddle {

/// A fact by its name in JSON. Some facts are only for people or vary with the
/// kind of layout.
struct LayoutProp {
  using Value = std::variant<bool, std::uint64_t, std::string,
                             std::vector<std::uint64_t>>;
  std::string name;
  Value value;
};

std::vector<LayoutProp> layoutProps(const LayoutSubject &subject);

/// What is unusual about the encoding on this shape, a sentence each, such as a
/// swizzle that is wider than the row.
std::vector<std::string> layoutNotes(const LayoutSubject &subject);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_LAYOUTPROPS_H
