//===- ParameterText.h - Parameters where they stand in a text --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parameters of the layouts in a text, with what the tables of
/// Parameters.h say of them, and the text with one of them changed. The text
/// may be wrong: whoever corrects a value wants to see it in its place. Only
/// brackets have to be closed.
///
///     findAttributes("tensor<4xf16, #ttg.blocked<{order = [0]}>>")
///         .front().parameters // sizePerThread: none, ..., order: "[0]", ...
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_PARAMETERTEXT_H
#define HEDDLE_ENCODING_PARAMETERTEXT_H

#include "heddle/encoding/Parameters.h"
#include "heddle/f2/Error.h"

#include <optional>
#include <vector>

namespace heddle {

/// One parameter of an attribute.
struct ParameterText {
  /// What the table says. Of a name that is not in it, as older and shorter
  /// forms have, the name alone, which is a view into the text.
  ParameterInfo info;
  /// The only values of a number; empty if there are others.
  std::vector<unsigned> allowed;
  /// A view into the text; nothing if it is left out.
  std::optional<std::string_view> value;

  /// "order", or "ctaLayout.warp" of a group.
  std::string name() const;
};

/// `#ttg.blocked<...>` of a text.
struct AttributeText {
  std::string_view dialect, mnemonic, meaning;
  /// In the order of the table; those that it does not know are at the end, and
  /// where there are such, those that the text leaves out are not listed.
  std::vector<ParameterText> parameters;
};

/// The most attributes of a text that are looked at.
inline constexpr std::size_t MostAttributes = 64;

/// The attributes of known families, those in definitions and in other
/// attributes too, in the order in which they begin. O(size of the text) each.
std::vector<AttributeText> findAttributes(std::string_view text);

/// The text in which a parameter of the attribute with this number has another
/// value. One that is left out is put in; one that may be left out is taken out
/// by an empty value. Fails if there is no such attribute or parameter, or
/// brackets of the value are not closed.
[[nodiscard]] Result<std::string> changeParameter(std::string_view text,
                                                  std::size_t attribute,
                                                  std::string_view parameter,
                                                  std::string_view value);

} // namespace heddle

#endif // HEDDLE_ENCODING_PARAMETERTEXT_H
