//===- NamedText.h - Texts that messages can name ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of a question as their texts, each with what messages call it: an
/// option's name, or a key's in a line of JSON.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_NAMEDTEXT_H
#define HEDDLE_ANSWERS_NAMEDTEXT_H

#include "heddle/answers/LayoutSubject.h"

namespace heddle {

/// A text that someone gave, and what messages call it: "--reg".
struct NamedText {
  std::string_view name;
  std::string text;
};

/// The error with the name of the text in front.
tl::unexpected<Error> inText(const NamedText &text, Error error);

/// Reads a type with a layout of this kind, or a layout alone on the type
/// `tensor`, which types leave alone. Fails as `makeSubject`, and on another
/// kind; the name is in front.
[[nodiscard]] Result<LayoutSubject>
readSubject(const NamedText &text, const std::string &tensor, EncodingKind kind,
            const ReadOptions &read, TritonVersion version);

/// Fails unless there is a layout alone that needs the type `tensor`, or no
/// such type.
[[nodiscard]] Result<void>
checkTensorIsUsed(const std::string &tensor,
                  std::initializer_list<const NamedText *> texts);

/// "128x64".
std::string shapeText(std::span<const std::uint64_t> shape);

} // namespace heddle

#endif // HEDDLE_ANSWERS_NAMEDTEXT_H
