//===- NamedText.cpp - Texts that messages can name -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/NamedText.h"

#include <algorithm>

namespace heddle {

namespace {

std::string_view kindName(EncodingKind kind) {
  switch (kind) {
  case EncodingKind::Distributed:
    return "registers";
  case EncodingKind::Shared:
    return "shared memory";
  case EncodingKind::TensorMemory:
    return "tensor memory";
  }
  return "";
}

} // namespace

tl::unexpected<Error> inText(const NamedText &text, Error error) {
  error.reason.insert(0, concat(text.name, ": "));
  return tl::unexpected(std::move(error));
}

Result<LayoutSubject> readSubject(const NamedText &text,
                                  const std::string &tensor, EncodingKind kind,
                                  const ReadOptions &read,
                                  TritonVersion version) {
  SubjectText subjectText = {.layout = text.text, .tensor = {}};
  if (isLayoutAlone(text.text))
    subjectText.tensor = tensor;
  Result<LayoutSubject> subject = makeSubject(subjectText, read, version);
  if (!subject)
    return inText(text, std::move(subject.error()));
  if (subject->encoding.kind() != kind)
    return inText(text, {.reason = concat("expects a layout of ",
                                          kindName(kind), ", but got one of ",
                                          kindName(subject->encoding.kind())),
                         .witness = {},
                         .remedy = {}});
  return subject;
}

Result<void> checkTensorIsUsed(const std::string &tensor,
                               std::initializer_list<const NamedText *> texts) {
  auto isAlone = [](const NamedText *text) {
    return isLayoutAlone(text->text);
  };
  if (tensor.empty() || std::ranges::any_of(texts, isAlone))
    return {};
  return failure("expects a layout beside a type, but got three types", {},
                 "leave out -t");
}

std::string shapeText(std::span<const std::uint64_t> shape) {
  std::string text;
  for (std::uint64_t size : shape)
    text += concat(text.empty() ? "" : "x", size);
  return text;
}

} // namespace heddle
