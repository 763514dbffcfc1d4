//===- LayoutSubject.cpp - A layout that someone asked about --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/LayoutSubject.h"

namespace heddle {

namespace {

/// `-t tensor<...>` with a layout of memory means a memdesc of that shape.
void becomeMemory(TensorType &type, EncodingKind kind) {
  if (kind == EncodingKind::Distributed ||
      type.kind != TensorType::Kind::Tensor)
    return;
  type.kind = TensorType::Kind::MemDesc;
  type.memorySpace = kind == EncodingKind::Shared ? "#ttg.shared_memory"
                                                  : "#ttng.tensor_memory";
  type.isMutable = true;
}

} // namespace

bool isLayoutAlone(std::string_view text) {
  std::size_t first = text.find_first_not_of(" \t\n");
  return first != std::string_view::npos && text[first] == '#';
}

Result<LayoutSubject> makeSubject(TensorType type, TritonVersion version) {
  if (!type.encoding)
    return failure("expects a type with a layout, but got one without", {},
                   "write the layout after the element type: "
                   "'tensor<16x16xf16, #ttg.blocked<{...}>>'");
  Encoding encoding = *type.encoding;
  becomeMemory(type, encoding.kind());
  Result<LinearLayout> layout = toLinearLayout(type, version);
  if (!layout)
    return tl::unexpected(std::move(layout.error()));
  return LayoutSubject{std::move(type), std::move(encoding), *layout};
}

Result<LayoutSubject> makeSubject(const SubjectText &text,
                                  const ReadOptions &read,
                                  TritonVersion version) {
  if (!isLayoutAlone(text.layout)) {
    Result<TensorType> type = parseType(text.layout, read);
    if (!type)
      return tl::unexpected(std::move(type.error()));
    if (!text.tensor.empty())
      return failure("expects a layout beside a type, but got two types", {},
                     "leave out -t");
    return makeSubject(std::move(*type), version);
  }
  if (text.tensor.empty())
    return failure("expects the type of the tensor beside a layout, but got "
                   "none",
                   {}, "add -t 'tensor<16x16xf16>'");
  Result<TensorType> type = parseType(text.tensor, read);
  if (!type) {
    type.error().reason.insert(0, "-t: ");
    return tl::unexpected(std::move(type.error()));
  }
  ReadOptions options = read;
  options.element = type->element;
  options.rank = static_cast<unsigned>(type->shape.size());
  Result<Encoding> encoding = parseEncoding(text.layout, options);
  if (!encoding)
    return tl::unexpected(std::move(encoding.error()));
  type->encoding = std::move(*encoding);
  return makeSubject(std::move(*type), version);
}

} // namespace heddle
