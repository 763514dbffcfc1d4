//===- PictureSvg.cpp - Pictures drawn as SVG -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PictureSvg.h"

#include "Palette.h"

#include <set>

namespace heddle::view {

namespace {

// Pixels. A monospaced character is 0.6 of the font size wide, so at 12 pixels
// it takes 7.2; the cells leave room for fonts that are a little wider.
constexpr unsigned CharacterWidth = 8;
constexpr unsigned RowHeight = 24;
constexpr unsigned Margin = 16;
constexpr unsigned SwatchSize = 14;
constexpr unsigned SwatchesPerLine = 16;

constexpr std::string_view EmptyFill = "#f4f4f4";
constexpr std::string_view PlainFill = "#ffffff";

unsigned textWidth(std::string_view text) {
  return static_cast<unsigned>(text.size()) * CharacterWidth;
}

std::string hexColour(unsigned rgb) {
  std::string text = "#";
  for (unsigned shift = 24; shift != 0;) {
    shift -= 4;
    text += "0123456789abcdef"[rgb >> shift & 15];
  }
  return text;
}

enum class Anchor { Start, Middle, End };

class Drawing {
public:
  explicit Drawing(const Picture &picture) : picture(picture) {}

  std::string draw(const std::string &title) {
    writeText(Margin, y + 14, Anchor::Start, title, " font-size=\"16\"");
    advance(RowHeight + 8, Margin + textWidth(title) * 4 / 3);
    for (std::uint64_t i = 0; i < picture.tables; ++i)
      writeTable(picture.table(i));
    for (const std::string &line : picture.legend) {
      writeText(Margin, y + 14, Anchor::Start, line);
      advance(18, Margin + textWidth(line));
    }
    writeSwatches();
    return concat(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"",
        right + Margin, "\" height=\"", y + Margin, "\" viewBox=\"0 0 ",
        right + Margin, " ", y + Margin,
        "\" role=\"img\" "
        "font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', "
        "monospace\" font-size=\"12\">\n<title>",
        xmlText(title),
        "</title>\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"#ffffff\"/>\n",
        body, "</svg>\n");
  }

private:
  void advance(unsigned height, unsigned rightmost) {
    y += height;
    right = std::max(right, rightmost);
  }

  void writeText(unsigned x, unsigned baseline, Anchor anchor,
                 std::string_view text, std::string_view attributes = "") {
    constexpr std::string_view Names[] = {"", " text-anchor=\"middle\"",
                                          " text-anchor=\"end\""};
    body += concat("<text x=\"", x, "\" y=\"", baseline, "\"",
                   Names[static_cast<unsigned>(anchor)], attributes, ">",
                   xmlText(text), "</text>\n");
  }

  void writeRect(unsigned x, unsigned top, unsigned width, unsigned height,
                 std::string_view fill) {
    body += concat("<rect x=\"", x, "\" y=\"", top, "\" width=\"", width,
                   "\" height=\"", height, "\" fill=\"", fill,
                   "\" stroke=\"#666666\" stroke-width=\"0.5\"/>\n");
  }

  /// The cells of the table, made once, and how wide they and the labels are.
  struct Measured {
    std::vector<Cell> cells;
    unsigned cellWidth = 0;
    unsigned labelWidth = 0;
  };
  static Measured measure(const Table &table) {
    Measured measured;
    measured.labelWidth = textWidth(table.corner);
    for (std::uint64_t row = 0; row < table.rows; ++row) {
      if (table.rowLabel)
        measured.labelWidth =
            std::max(measured.labelWidth, textWidth(table.rowLabel(row)));
      for (std::uint64_t col = 0; col < table.cols; ++col) {
        measured.cells.push_back(table.cell(row, col));
        measured.cellWidth =
            std::max(measured.cellWidth, textWidth(measured.cells.back().text));
      }
    }
    if (table.colLabel)
      measured.cellWidth = std::max(measured.cellWidth,
                                    textWidth(table.colLabel(table.cols - 1)));
    measured.cellWidth += CharacterWidth;
    return measured;
  }

  void writeTable(const Table &table) {
    Measured measured = measure(table);
    unsigned left = Margin + measured.labelWidth + CharacterWidth;
    if (!table.title.empty()) {
      writeText(Margin, y + 16, Anchor::Start, table.title,
                " font-weight=\"bold\"");
      advance(RowHeight, Margin + textWidth(table.title));
    }
    if (table.colLabel) {
      body += "<g fill=\"#333333\">\n";
      writeText(left - CharacterWidth, y + 16, Anchor::End, table.corner);
      for (std::uint64_t col = 0; col < table.cols; ++col)
        writeText(left + static_cast<unsigned>(col) * measured.cellWidth +
                      measured.cellWidth / 2,
                  y + 16, Anchor::Middle, table.colLabel(col));
      body += "</g>\n";
      y += RowHeight;
    }
    for (std::uint64_t row = 0; row < table.rows; ++row)
      writeRow(table, measured, row, left);
    advance(Margin,
            left + static_cast<unsigned>(table.cols) * measured.cellWidth);
  }

  void writeRow(const Table &table, const Measured &measured, std::uint64_t row,
                unsigned left) {
    if (table.rowLabel)
      writeText(left - CharacterWidth, y + 16, Anchor::End, table.rowLabel(row),
                " fill=\"#333333\"");
    for (std::uint64_t col = 0; col < table.cols; ++col) {
      const Cell &cell = measured.cells[row * table.cols + col];
      unsigned x = left + static_cast<unsigned>(col) * measured.cellWidth;
      body += concat("<g><title>", xmlText(table.note(row, col)), "</title>");
      writeRect(x, y, measured.cellWidth, RowHeight, fillOf(cell));
      writeText(x + measured.cellWidth / 2, y + 16, Anchor::Middle, cell.text);
      body += "</g>\n";
    }
    y += RowHeight;
  }

  std::string fillOf(const Cell &cell) {
    if (cell.colour) {
      shown.insert(*cell.colour);
      return hexColour(rgbColour(*cell.colour));
    }
    bool isEmpty = cell.text.empty() || cell.text == "-";
    return std::string(isEmpty ? EmptyFill : PlainFill);
  }

  /// One swatch for each number that occurs, up to the size of the palette,
  /// after which the colours repeat.
  void writeSwatches() {
    if (shown.empty() || picture.colourNoun.empty())
      return;
    std::string heading = concat("colour: ", picture.colourNoun);
    if (*shown.rbegin() >= std::size(Palette))
      heading += concat(", repeating after ", std::size(Palette));
    writeText(Margin, y + 14, Anchor::Start, heading);
    advance(RowHeight, Margin + textWidth(heading));
    std::set<std::uint64_t> numbers;
    for (std::uint64_t number : shown)
      numbers.insert(number % std::size(Palette));
    unsigned index = 0;
    for (std::uint64_t number : numbers) {
      if (index == SwatchesPerLine) {
        y += RowHeight;
        index = 0;
      }
      unsigned x = Margin + index++ * (SwatchSize + 4 * CharacterWidth);
      writeRect(x, y, SwatchSize, SwatchSize, hexColour(rgbColour(number)));
      writeText(x + SwatchSize + 4, y + 12, Anchor::Start,
                std::to_string(number));
      right = std::max(right, x + SwatchSize + 4 * CharacterWidth);
    }
    y += RowHeight;
  }

  const Picture &picture;
  std::string body;
  unsigned y = Margin;
  unsigned right = 0;
  std::set<std::uint64_t> shown;
};

} // namespace

Result<std::string> drawSvg(const Picture &picture, const SvgOptions &options) {
  if (std::uint64_t cells = cellCount(picture); cells > MaxSvgCells)
    return failure(concat("expects at most ", MaxSvgCells,
                          " cells in a picture, but got ",
                          cells == ~std::uint64_t(0) ? "more than 2^64"
                                                     : std::to_string(cells)),
                   "",
                   "draw a smaller tensor, or use text, which leaves out the "
                   "middle, or CSV");
  return Drawing(picture).draw(options.title.empty() ? picture.title
                                                     : options.title);
}

} // namespace heddle::view
