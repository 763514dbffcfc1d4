//===- Text.cpp - Layouts as text -----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Text.h"

#include "LayoutBuilder.h"

#include <cctype>

namespace heddle {

namespace {

/// Joins what `print` makes of each element with ", " or ",".
template <class Range, class Print>
std::string join(const Range &range, std::string_view separator, Print print) {
  std::string text;
  bool isFirst = true;
  for (const auto &element : range) {
    if (!isFirst)
      text += separator;
    isFirst = false;
    text += print(element);
  }
  return text;
}

/// The coordinates of a basis word: "0, 1".
std::string coordinatesText(const LinearLayout &layout, Word word,
                            std::string_view separator) {
  return join(layout.outs(), separator, [&](const DimBits &entry) {
    return std::to_string(layout.field(word, entry.dim));
  });
}

std::string quote(std::string_view name) {
  std::string text = "\"";
  for (char c : name) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte < 0x20) {
      text += "\\u00";
      text += "0123456789abcdef"[byte >> 4];
      text += "0123456789abcdef"[byte & 15];
    } else {
      text += c;
    }
  }
  return text + '"';
}

std::string plainOrQuoted(std::string_view name) {
  bool isPlainName = !name.empty() && std::all_of(name.begin(), name.end(),
                                                  isPlainNameCharacter);
  return isPlainName ? std::string(name) : quote(name);
}

} // namespace

bool isPlainNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '.' || c == '-';
}

std::string toTritonText(const LinearLayout &layout) {
  if (layout.ins().empty())
    return layout.outs().empty() ? "\n(empty layout)"
                                 : concat("\n(empty layout with out-dims [",
                                          dimsList(layout.outs()), "])");
  std::string text = "\n";
  for (const DimBits &in : layout.ins()) {
    if (in.bits == 0)
      text += concat(" - ", in.dim.name(), " is a size 1 dimension\n");
    for (unsigned bit = 0; bit < in.bits; ++bit)
      text += concat(
          bit == 0 ? " - " : "   ", in.dim.name(), "=", f2::unit(bit), " -> (",
          coordinatesText(layout, layout.bases(in.dim)[bit], ", "), ")\n");
  }
  return text + concat("where out dims are: [", dimsList(layout.outs()), "]");
}

std::string toText(const LinearLayout &layout) {
  bool isBracketed = layout.outs().size() != 1;
  auto basisText = [&](Word basis) {
    std::string coordinates = coordinatesText(layout, basis, ", ");
    return isBracketed ? concat("[", coordinates, "]") : coordinates;
  };
  auto inText = [&](const DimBits &in) {
    return concat(plainOrQuoted(in.dim.name()), ": [",
                  join(layout.bases(in.dim), ", ", basisText), "]");
  };
  auto outText = [](const DimBits &out) {
    return concat(plainOrQuoted(out.dim.name()), ": ", sizeText(out.bits));
  };
  return concat("{", join(layout.ins(), ", ", inText), "} -> {",
                join(layout.outs(), ", ", outText), "}");
}

std::string toJson(const LinearLayout &layout) {
  auto basisText = [&](Word basis) {
    return concat("[", coordinatesText(layout, basis, ","), "]");
  };
  auto inText = [&](const DimBits &in) {
    return concat("[", quote(in.dim.name()), ",[",
                  join(layout.bases(in.dim), ",", basisText), "]]");
  };
  auto outText = [](const DimBits &out) {
    return concat("[", quote(out.dim.name()), ",", sizeText(out.bits), "]");
  };
  return concat("{\"bases\":[", join(layout.ins(), ",", inText), "],\"outs\":[",
                join(layout.outs(), ",", outText), "]}");
}

} // namespace heddle
