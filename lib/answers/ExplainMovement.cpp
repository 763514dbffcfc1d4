//===- ExplainMovement.cpp - Where the data has to go ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanations.h"
#include "ScratchPoints.h"
#include "heddle/layout/Compose.h"
#include "heddle/view/PlainText.h"

#include <array>

namespace heddle {

namespace {

constexpr std::array ThreadDims = {Dim::Block, Dim::Warp, Dim::Lane};

std::string bitText(Dim dim, unsigned bit) {
  return concat(dim.name(), " bit ", bit);
}

/// "register bit 1 + lane bit 0": the bits of a location in the source.
std::string locationText(const LinearLayout &movement, Word location) {
  std::string text;
  for (const DimBits &out : movement.outs())
    for (Word left = movement.field(location, out.dim); left != 0;
         left &= left - 1)
      text += concat(text.empty() ? "" : " + ",
                     bitText(out.dim, f2::lowestBit(left)));
  return text.empty() ? "location 0" : text;
}

/// A destination's bit that leads to another block, warp or lane.
struct Crossing {
  Dim dim;
  Dim in;
  unsigned bit;
};

/// The widest crossing, if anything leaves its thread.
std::optional<Crossing> findCrossing(const LinearLayout &movement) {
  for (Dim dim : ThreadDims)
    for (const DimBits &in : movement.ins())
      for (unsigned bit = 0; bit < in.bits; ++bit) {
        Word own = in.dim == dim ? f2::unit(bit) : 0;
        if (movement.basis(in.dim, bit, dim) != own)
          return Crossing{dim, in.dim, bit};
      }
  return std::nullopt;
}

std::string crossingText(const LinearLayout &movement) {
  std::optional<Crossing> crossing = findCrossing(movement);
  if (!crossing)
    return "No thread needs data of another one.\n";
  std::string_view inside =
      crossing->dim == Dim::Lane   ? " All data stays inside its warp."
      : crossing->dim == Dim::Warp ? " All data stays inside its block."
                                   : "";
  Word location = movement.bases(crossing->in)[crossing->bit];
  return paragraph(concat("Data crosses ", crossing->dim.name(),
                          "s: the source has the element of the destination's ",
                          bitText(crossing->in, crossing->bit), " at ",
                          locationText(movement, location), ".", inside));
}

std::string sourceText(const LinearLayout &movement, Dim in, unsigned bit,
                       Word element) {
  if (element == 0)
    return "a copy of the element without this bit";
  Word location = movement.bases(in)[bit];
  bool isSame = movement.basis(in, bit, in) == f2::unit(bit) &&
                std::popcount(location) == 1;
  return isSame ? "the same bit" : locationText(movement, location);
}

} // namespace

Result<std::string> explainMovement(const ConvertAnswer &answer) {
  const LinearLayout &to = answer.to.layout;
  Result<LinearLayout> movement =
      invertAndComposeLocal(to, answer.from.layout, ThreadDims);
  if (!movement)
    return tl::unexpected(std::move(movement.error()));
  TextTable table = {{"in the destination", "element", "in the source"}};
  for (const DimBits &in : movement->ins())
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      Word element = to.bases(in.dim)[bit];
      table.push_back({bitText(in.dim, bit), elementChange(to, element),
                       sourceText(*movement, in.dim, bit, element)});
    }
  return concat(
      "WHERE THE DATA HAS TO GO\n\n",
      paragraph("A location is a register of a lane of a warp. Layouts are "
                "linear over the bits of these numbers: each bit that is set "
                "changes the element's coordinates, and several changes are "
                "combined by xor. So it suffices to list for each bit of a "
                "location in the destination where the source has the element "
                "that this bit alone selects:"),
      "\n", tableText(table, "  "), "\n", crossingText(*movement));
}

} // namespace heddle
