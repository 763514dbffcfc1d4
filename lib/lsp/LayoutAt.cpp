//===- LayoutAt.cpp - Layouts in a text -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutAt.h"
#include "llvm/ADT/StringExtras.h"

#include <array>

namespace heddle::lsp {

namespace {

bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/// From `begin` to behind the bracket that closes the first one; nothing if
/// the line ends before.
std::optional<Extent> bracketed(std::string_view line, std::size_t begin) {
  unsigned depth = 0;
  for (std::size_t at = begin; at < line.size(); ++at) {
    char c = line[at];
    if (c == '<' || c == '{' || c == '[' || c == '(')
      ++depth;
    bool closes = c == '>' || c == '}' || c == ']' || c == ')';
    if (closes && depth == 0)
      return std::nullopt;
    if (closes && --depth == 0)
      return Extent{begin, at + 1};
  }
  return std::nullopt;
}

/// `#name`, with what stands in brackets behind it: `#ttg.slice<{...}>`.
Extent attributeFrom(std::string_view line, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < line.size() && isNameCharacter(line[end]))
    ++end;
  if (end < line.size() && line[end] == '<')
    if (std::optional<Extent> whole = bracketed(line, begin))
      return *whole;
  return {begin, end};
}

/// The outermost types around an offset of the line, then the attributes, each
/// kind from the left.
std::vector<Extent> candidates(std::string_view line, std::size_t offset) {
  std::vector<Extent> types, attributes;
  for (std::string_view start :
       {"tensor<", "!ttg.memdesc<", "!tt.tensordesc<", "!triton_gpu.memdesc<"})
    for (std::size_t at = line.find(start);
         at != std::string_view::npos && at <= offset;
         at = line.find(start, at + 1))
      if (std::optional<Extent> type = bracketed(line, at);
          type && type->touches(offset))
        types.push_back(*type);
  for (std::size_t at = line.find('#');
       at != std::string_view::npos && at <= offset;
       at = line.find('#', at + 1))
    if (Extent attribute = attributeFrom(line, at); attribute.touches(offset))
      attributes.push_back(attribute);
  llvm::sort(types, [](const Extent &a, const Extent &b) {
    return a.begin < b.begin;
  });
  llvm::append_range(types, attributes);
  return types;
}

/// The encoding of a text that stands without a type. Some texts need the
/// width of an element.
std::optional<Encoding> encodingOf(std::string_view text,
                                   const AliasFile &aliases) {
  ReadOptions options = aliases.readOptions();
  for (const auto &element :
       {std::optional<ElementType>(), std::optional(ElementType{"f16", 16})}) {
    options.element = element;
    if (Result<Encoding> encoding = parseEncoding(text, options))
      return *encoding;
  }
  return std::nullopt;
}

std::optional<LayoutAt> subjectOf(std::string_view text, Extent where,
                                  const AliasFile &aliases) {
  if (!isLayoutAlone(text)) {
    Result<TensorType> type = parseType(text, aliases.readOptions());
    if (!type)
      return std::nullopt;
    Result<LayoutSubject> subject = makeSubject(*type, NewestTriton);
    if (!subject)
      return std::nullopt;
    return LayoutAt{where, *subject, ""};
  }
  if (text.find('<') == std::string_view::npos)
    for (const TensorType &type : aliases.typesWith(text.substr(1)))
      if (Result<LayoutSubject> subject = makeSubject(type, NewestTriton))
        return LayoutAt{where, *subject, "on the first type here that has it"};
  std::optional<Encoding> encoding = encodingOf(text, aliases);
  if (!encoding)
    return std::nullopt;
  Result<LayoutSubject> subject = canonicalSubject(*encoding);
  if (!subject)
    return std::nullopt;
  return LayoutAt{where, *subject,
                  "on a shape to show it, as no type stands here"};
}

} // namespace

Result<LayoutSubject> canonicalSubject(const Encoding &encoding) {
  unsigned rank = encoding.rank();
  constexpr std::array<std::uint64_t, 5> Sizes = {64, 128, 256, 512, 1024};
  Result<LayoutSubject> subject = failure("has no dimension");
  for (std::uint64_t size : Sizes) {
    TensorType type;
    type.element = {"f16", 16};
    for (unsigned dim = 0; dim < rank; ++dim)
      type.shape.push_back(dim + 2 < rank ? 2 : rank == 1 ? 2 * size : size);
    type.encoding = encoding;
    subject = makeSubject(std::move(type), NewestTriton);
    if (subject)
      return subject;
  }
  return subject;
}

std::optional<LayoutAt> layoutAt(std::string_view text, std::size_t offset,
                                 const AliasFile &aliases) {
  // Types stand on one line; a longer one than this was not written by a
  // person or by Triton.
  constexpr std::size_t MostCharacters = 1 << 16;
  std::size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  std::size_t end = std::min(text.find('\n', offset), text.size());
  if (end - begin > MostCharacters)
    return std::nullopt;
  std::string_view line = text.substr(begin, end - begin);
  for (Extent extent : candidates(line, offset - begin)) {
    std::string_view written =
        line.substr(extent.begin, extent.end - extent.begin);
    if (std::optional<LayoutAt> found =
            subjectOf(written, extent.shifted(begin), aliases))
      return found;
  }
  return std::nullopt;
}

} // namespace heddle::lsp
