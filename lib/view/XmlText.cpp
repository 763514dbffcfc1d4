//===- XmlText.cpp - Any bytes as XML text --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PictureSvg.h"

namespace heddle::view {

namespace {

/// The bytes of the UTF-8 character that the text starts with, 0 if it starts
/// with none that XML allows.
std::size_t characterLength(std::string_view text) {
  auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80)
    return lead >= 0x20 || lead == '\t' || lead == '\n' ? 1 : 0;
  std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length)
    return 0;
  std::uint32_t code = lead & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (byte & 0x3f);
  }
  bool isOverlong = length == 3 ? code < 0x800 : length == 4 && code < 0x10000;
  bool isSurrogate = code >= 0xd800 && code < 0xe000;
  bool isNoCharacter = code > 0x10ffff || code == 0xfffe || code == 0xffff;
  return isOverlong || isSurrogate || isNoCharacter ? 0 : length;
}

} // namespace

std::string xmlText(std::string_view text) {
  constexpr std::string_view Replacement = "\xef\xbf\xbd";
  std::string result;
  while (!text.empty()) {
    std::size_t length = characterLength(text);
    if (length == 0)
      result += Replacement;
    else if (text[0] == '&')
      result += "&amp;";
    else if (text[0] == '<')
      result += "&lt;";
    else if (text[0] == '>')
      result += "&gt;";
    else if (text[0] == '"')
      result += "&quot;";
    else
      result += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

} // namespace heddle::view
