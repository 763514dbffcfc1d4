//===- Writer.cpp - Writing encodings and types ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyTraits.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/Verify.h"

#include <algorithm>

namespace heddle {

namespace {

std::string join(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += concat(text.empty() ? "" : ", ", part);
  return text;
}

Result<std::string> write(unsigned value, const WriteOptions &) {
  return std::to_string(value);
}
Result<std::string> write(bool value, const WriteOptions &) {
  return std::string(value ? "true" : "false");
}
Result<std::string> write(const Padding &padding, const WriteOptions &) {
  return concat(padding.interval, ":+", padding.padding);
}
template <class T>
Result<std::string> write(const std::vector<T> &values,
                          const WriteOptions &options) {
  std::string text;
  for (const T &value : values)
    text += concat(text.empty() ? "" : ", ", *write(value, options));
  return concat("[", text, "]");
}
Result<std::string> write(BlockRepOrder order, const WriteOptions &) {
  return std::string(order == BlockRepOrder::MnThenK ? "mnThenK" : "kThenMn");
}
Result<std::string> write(const EncodingBox &box, const WriteOptions &options) {
  return toText(*box, options);
}

template <class T> bool isEmpty(const std::vector<T> &list) {
  return list.empty();
}
template <class T> bool isEmpty(const T &) { return false; }

/// Is the parameter left out of the text?
template <class E>
bool isLeftOut(const Parameter<E> &parameter, const E &encoding) {
  return std::visit(
      [&](auto member) {
        switch (parameter.presence) {
        case Presence::Always:
        case Presence::Defaulted:
          return false;
        case Presence::NotDefault:
          return encoding.*member == E().*member;
        case Presence::NotEmpty:
          return isEmpty(encoding.*member);
        case Presence::Implied:
          if constexpr (requires { encoding.cga; })
            if (!encoding.cga.empty())
              return true;
          return encoding.*member == E().*member;
        case Presence::Unwritten:
          return true;
        }
        return false;
      },
      parameter.field);
}

/// The texts of all parameters, those in inner braces together.
struct WrittenParameters {
  std::vector<std::string> braces, afterBraces;
};

template <class E>
Result<std::string> writeParameter(const Parameter<E> &parameter,
                                   const E &encoding,
                                   const WriteOptions &options) {
  if constexpr (requires { encoding.cga; })
    if (options.spelling == WriteOptions::Spelling::Legacy &&
        parameter.field == Field<E>(&E::cga))
      return legacyCga(encoding.cga);
  Result<std::string> value =
      std::visit([&](auto member) { return write(encoding.*member, options); },
                 parameter.field);
  if (value)
    value->insert(0, concat(parameter.name, " = "));
  return value;
}

template <class E>
Result<WrittenParameters> writeParameters(const E &encoding,
                                          const WriteOptions &options) {
  WrittenParameters written;
  std::string_view openGroup;
  std::vector<std::string> group;
  auto closeGroup = [&] {
    if (!openGroup.empty())
      written.braces.push_back(concat(openGroup, " = {", join(group), "}"));
    openGroup = {};
    group.clear();
  };
  for (const Parameter<E> &parameter : familyOf<E>().parameters) {
    if (parameter.group != openGroup)
      closeGroup();
    openGroup = parameter.group;
    if (isLeftOut(parameter, encoding))
      continue;
    Result<std::string> text = writeParameter(parameter, encoding, options);
    if (!text)
      return tl::unexpected(std::move(text.error()));
    (parameter.afterBraces     ? written.afterBraces
     : parameter.group.empty() ? written.braces
                               : group)
        .push_back(std::move(*text));
  }
  closeGroup();
  return written;
}

/// Does the wanted form come from before this release?
bool isTooOld(const WriteOptions &options, TritonVersion since) {
  return options.version < since ||
         (since > OldestTriton &&
          options.spelling == WriteOptions::Spelling::Legacy);
}

/// "Triton 3.6", or what the legacy spelling is of.
std::string releaseText(const WriteOptions &options) {
  if (options.spelling == WriteOptions::Spelling::Legacy)
    return "the legacy spelling";
  return concat("Triton ", factsOf(options.version).name);
}

template <class E>
Result<std::string> writeFamily(const E &encoding,
                                const WriteOptions &options) {
  const Family<E> &family = familyOf<E>();
  if (isTooOld(options, family.since))
    return failure(concat("expects a layout that ", releaseText(options),
                          " has, but got '", family.mnemonic,
                          "', which came with ", factsOf(family.since).name));
  const FamilyTraits<E> &traits = traitsOf<E>();
  if (traits.old.write != nullptr)
    if (OldForm text = traits.old.write(encoding, options))
      return *text;
  Result<WrittenParameters> written = writeParameters(encoding, options);
  if (!written)
    return tl::unexpected(std::move(written.error()));
  std::string body = join(written->braces);
  if (family.wrapping != Wrapping::None)
    body = concat("{", body, "}");
  for (const std::string &text : written->afterBraces)
    body += concat(", ", text);
  if (traits.shortBody != nullptr)
    body = traits.shortBody(encoding).value_or(body);
  if (traits.paddings != nullptr)
    body = concat(*write(encoding.*traits.paddings, options), " ", body);
  return concat("#", dialectName(family.dialect, options), ".", family.mnemonic,
                "<", body, ">");
}

} // namespace

Result<std::string> toText(const Encoding &encoding,
                           const WriteOptions &options) {
  // Legacy texts are of a time when Volta's fragments were known, not here.
  Meaning meaning = options.spelling == WriteOptions::Spelling::Canonical
                        ? options.meaning
                        : Meaning::Required;
  if (Result<void> valid = verify(encoding, meaning); !valid)
    return tl::unexpected(std::move(valid.error()));
  return encoding.visit(
      [&](const auto &family) { return writeFamily(family, options); });
}

namespace {

std::string shapeText(std::span<const std::uint64_t> shape) {
  std::string text;
  for (std::uint64_t size : shape)
    text += concat(text.empty() ? "" : "x", size);
  return text;
}

/// "#ttg.shared_memory" with the dialect that is wanted.
std::string memorySpaceText(std::string_view space,
                            const WriteOptions &options) {
  std::size_t dot = space.find('.');
  if (!space.starts_with('#') || dot == std::string_view::npos)
    return std::string(space);
  return concat("#", dialectName(space.substr(1, dot - 1), options),
                space.substr(dot));
}

/// Where the legacy spelling leaves the bits of an element to the type, it has
/// to say those of the layout.
Result<void> elementFits(const Encoding &encoding, const ElementType &element,
                         const WriteOptions &options) {
  if (options.spelling != WriteOptions::Spelling::Legacy)
    return {};
  return encoding.visit([&]<class E>(const E &family) -> Result<void> {
    auto *elementBits = traitsOf<E>().old.elementBits;
    if (elementBits == nullptr || elementBits(family) == element.bits)
      return {};
    return failure(concat("expects elements of the layout's ",
                          elementBits(family),
                          " bits, as the older form takes them from the type, "
                          "but got ",
                          element.text),
                   {}, "write it in the canonical form");
  });
}

} // namespace

Result<std::string> toText(const TensorType &type,
                           const WriteOptions &options) {
  if (Result<void> valid = verify(type); !valid)
    return tl::unexpected(std::move(valid.error()));
  std::string inner = concat(shapeText(type.shape),
                             type.shape.empty() ? "" : "x", type.element.text);
  if (type.encoding) {
    if (Result<void> fits = elementFits(*type.encoding, type.element, options);
        !fits)
      return tl::unexpected(std::move(fits.error()));
    Result<std::string> encoding = toText(*type.encoding, options);
    if (!encoding)
      return encoding;
    inner += concat(", ", *encoding);
  }
  switch (type.kind) {
  case TensorType::Kind::Tensor:
    return concat("tensor<", inner, ">");
  case TensorType::Kind::TensorDescriptor:
    return describesWholeTensors(options.version)
               ? concat("!tt.tensordesc<tensor<", inner, ">>")
               : concat("!tt.tensordesc<", inner, ">");
  case TensorType::Kind::MemDesc:
    break;
  }
  inner += concat(", ", memorySpaceText(type.memorySpace, options));
  if (type.isMutable)
    inner += ", mutable";
  if (!type.allocShape.empty())
    inner += concat(", ", shapeText(type.allocShape));
  return concat("!", dialectName("ttg", options), ".memdesc<", inner, ">");
}

} // namespace heddle
