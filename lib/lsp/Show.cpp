//===- Show.cpp - What editors show, without one --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/lsp/Show.h"
#include "CompiledKernel.h"
#include "Hover.h"
#include "Lenses.h"

namespace heddle::lsp {

namespace {

tl::unexpected<Error> errorOf(const Document &document,
                              const Document::Part &part) {
  const Finding &finding = part.now->findings().front();
  llvm::lsp::Position at =
      document.text().positionOf(part.begin + finding.where.begin);
  return failure(
      concat(at.line + 1, ":", at.character + 1, ": ", finding.message));
}

} // namespace

std::optional<FilePlace> parsePlace(std::string_view text) {
  auto [rest, column] = llvm::StringRef(text).rsplit(':');
  auto [path, line] = rest.rsplit(':');
  FilePlace found = {.path = path.str(), .place = {}};
  if (path.empty() || line.getAsInteger(10, found.place.line) ||
      column.getAsInteger(10, found.place.column) || found.place.line == 0 ||
      found.place.column == 0)
    return std::nullopt;
  return found;
}

std::optional<std::string> showHover(std::string text, Place place,
                                     const mlir::DialectRegistry &registry,
                                     const Target *target) {
  Document document("", std::move(text), 0, registry);
  document.refresh();
  MoveCosts costs;
  std::size_t offset = document.text().offsetOf(
      {static_cast<int>(place.line) - 1, static_cast<int>(place.column) - 1});
  std::optional<HoverText> hover = hoverAt(
      document, offset, costs, {.target = target, .markup = Markup::Plain});
  if (!hover)
    return std::nullopt;
  return hover->text + "\n";
}

Result<std::string> showLenses(std::string text,
                               const mlir::DialectRegistry &registry,
                               const Target *target) {
  Document document("", std::move(text), 0, registry);
  document.refresh();
  MoveCosts costs;
  std::string lines;
  for (const Document::Part &part : document.parts()) {
    if (!part.now->hasOps())
      return errorOf(document, part);
    for (const Lens &lens : lensesOf(*part.now, costs, target)) {
      std::size_t at = part.begin + lens.where.begin;
      std::string shown =
          lens.kernel.empty()
              ? lens.text
              : CompiledKernels().summaryOf(
                    part.now->text(), lens.kernel,
                    *targetFor(part.now->module(), target).target);
      lines +=
          concat(document.text().positionOf(at).line + 1, ": ", shown, "\n");
    }
  }
  return lines;
}

} // namespace heddle::lsp
