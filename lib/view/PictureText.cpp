//===- PictureText.cpp - Pictures drawn as text ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PictureText.h"

#include "Kept.h"
#include "Palette.h"

namespace heddle::view {

namespace {

constexpr std::string_view Gap = "  ";
constexpr std::string_view Dots = "..";

/// The cells of one column in the rows that are shown.
struct Column {
  std::string label;
  std::vector<Cell> cells;
  std::size_t width;
};

class TableText {
public:
  TableText(const Table &table, const TextOptions &options)
      : table(table), options(options),
        rows(Kept::atMost(options.rows, table.rows)),
        labelWidth(table.corner.size()) {
    for (std::uint64_t i = 0; i < rows.count(); ++i)
      labelWidth = std::max(labelWidth, rowLabel(rows.at(i)).size());
    if (!keepAll())
      keepEnds();
  }

  void write(std::string &text) const {
    if (!table.title.empty())
      text += table.title + '\n';
    if (table.colLabel)
      writeHeadings(text);
    for (std::uint64_t i = 0; i < rows.count(); ++i) {
      writeRow(text, i);
      if (i + 1 == rows.head && !rows.isWhole())
        writeDots(text);
    }
    writeLeftOut(text);
  }

private:
  std::string rowLabel(std::uint64_t row) const {
    return table.rowLabel ? table.rowLabel(row) : "";
  }

  Column makeColumn(std::uint64_t col) const {
    Column column = {table.colLabel ? table.colLabel(col) : "", {}, 0};
    column.width = column.label.size();
    for (std::uint64_t i = 0; i < rows.count(); ++i) {
      column.cells.push_back(table.cell(rows.at(i), col));
      column.width = std::max(column.width, column.cells.back().text.size());
    }
    return column;
  }

  bool fits(std::size_t used) const {
    return options.width == 0 || used <= options.width;
  }

  bool keepAll() {
    std::size_t used = labelWidth;
    for (std::uint64_t col = 0; col < table.cols; ++col) {
      columns.push_back(makeColumn(col));
      used += Gap.size() + columns.back().width;
      if (!fits(used))
        return false;
    }
    cols = {table.cols, 0, table.cols};
    return true;
  }

  /// Columns from both ends in turn, as long as they and the dots fit.
  void keepEnds() {
    columns.clear();
    std::vector<Column> tail;
    cols = {0, 0, table.cols};
    std::size_t used = labelWidth + Gap.size() + Dots.size();
    while (!cols.isWhole()) {
      bool isHead = cols.head == cols.tail;
      Column column =
          makeColumn(isHead ? cols.head : table.cols - cols.tail - 1);
      used += Gap.size() + column.width;
      if (!fits(used) && cols.head != 0)
        break;
      (isHead ? columns : tail).push_back(std::move(column));
      ++(isHead ? cols.head : cols.tail);
    }
    columns.insert(columns.end(), std::make_move_iterator(tail.rbegin()),
                   std::make_move_iterator(tail.rend()));
  }

  static void appendRight(std::string &text, std::string_view part,
                          std::size_t width) {
    text.append(width > part.size() ? width - part.size() : 0, ' ') += part;
  }

  /// For ANSI's background: "5;117", "2;135;215;255".
  std::string colourText(std::uint64_t number) const {
    if (options.colour == Colour::ByThread)
      return concat("5;", terminalColour(number));
    unsigned rgb = rgbColour(number);
    return concat("2;", rgb >> 16, ";", rgb >> 8 & 0xFF, ";", rgb & 0xFF);
  }

  void appendCell(std::string &text, const Cell &cell,
                  std::size_t width) const {
    bool isColoured = options.colour != Colour::Off && cell.colour;
    if (isColoured)
      text += concat("\x1b[30;48;", colourText(*cell.colour), "m");
    appendRight(text, cell.text, width);
    if (isColoured)
      text += "\x1b[0m";
  }

  /// Starts a line with its label, if there are labels. Lines do not end in
  /// blanks.
  template <class AppendColumn>
  void writeLine(std::string &text, std::string_view label,
                 AppendColumn appendColumn) const {
    std::size_t start = text.size();
    appendRight(text, label, labelWidth);
    std::string_view gap = labelWidth == 0 ? "" : Gap;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i == cols.head)
        text.append(gap).append(Dots);
      text += gap;
      gap = Gap;
      appendColumn(columns[i]);
    }
    if (!cols.isWhole() && cols.tail == 0)
      text.append(gap).append(Dots);
    text.resize(std::max(start, text.find_last_not_of(' ') + 1));
    text += '\n';
  }

  void writeHeadings(std::string &text) const {
    writeLine(text, table.corner, [&](const Column &column) {
      appendRight(text, column.label, column.width);
    });
  }
  void writeRow(std::string &text, std::uint64_t i) const {
    writeLine(text, rowLabel(rows.at(i)), [&](const Column &column) {
      appendCell(text, column.cells[i], column.width);
    });
  }
  void writeDots(std::string &text) const {
    writeLine(text, Dots, [&](const Column &column) {
      appendRight(text, Dots, column.width);
    });
  }

  static std::string leftOutText(std::string_view noun, const Kept &kept,
                                 const std::string &first,
                                 const std::string &last,
                                 std::string_view option) {
    return concat(noun, " ", first, "..", last, " left out (",
                  kept.total - kept.count(), " of ", kept.total, "); ", option,
                  " 0 shows all\n");
  }
  void writeLeftOut(std::string &text) const {
    if (!cols.isWhole())
      text +=
          leftOutText(table.colNoun, cols, table.colLabel(cols.firstLeftOut()),
                      table.colLabel(cols.lastLeftOut()), "--width");
    if (!rows.isWhole())
      text += leftOutText(table.rowNoun, rows, rowLabel(rows.firstLeftOut()),
                          rowLabel(rows.lastLeftOut()), "--rows");
  }

  const Table &table;
  const TextOptions &options;
  Kept rows;
  Kept cols = {};
  std::size_t labelWidth;
  std::vector<Column> columns;
};

Result<void> checkSlice(const std::optional<Slice> &slice, std::uint64_t size,
                        std::string_view noun) {
  if (!slice || (slice->first < slice->end && slice->end <= size))
    return {};
  return failure(concat("expects a slice of ", size, " ", noun, ", but got ",
                        slice->first, ":", slice->end),
                 {},
                 concat("a slice is FIRST:END, from 0:1 to 0:", size,
                        "; END is not shown"));
}

/// The table without the rows and columns that are not wanted.
Table sliced(Table table, const TextOptions &options) {
  if (options.rowSlice) {
    std::uint64_t first = options.rowSlice->first;
    table.rows = options.rowSlice->end - first;
    if (table.rowLabel)
      table.rowLabel = [label = table.rowLabel, first](std::uint64_t row) {
        return label(row + first);
      };
    table.cell = [cell = table.cell, first](std::uint64_t row,
                                            std::uint64_t col) {
      return cell(row + first, col);
    };
  }
  if (options.columnSlice) {
    std::uint64_t first = options.columnSlice->first;
    table.cols = options.columnSlice->end - first;
    if (table.colLabel)
      table.colLabel = [label = table.colLabel, first](std::uint64_t col) {
        return label(col + first);
      };
    table.cell = [cell = table.cell, first](std::uint64_t row,
                                            std::uint64_t col) {
      return cell(row, col + first);
    };
  }
  return table;
}

Result<void> checkCells(const Picture &picture, const TextOptions &options) {
  Table first = picture.table(0);
  if (Result<void> checked =
          checkSlice(options.rowSlice, first.rows, first.rowNoun);
      !checked)
    return checked;
  if (Result<void> checked =
          checkSlice(options.columnSlice, first.cols, first.colNoun);
      !checked)
    return checked;
  first = sliced(std::move(first), options);
  // A column takes at least a character and its gap.
  Picture shown = {};
  shown.tables = Kept::atMost(options.tables, picture.tables).count();
  first.rows = Kept::atMost(options.rows, first.rows).count();
  if (options.width != 0)
    first.cols = std::min<std::uint64_t>(first.cols, options.width / 3 + 1);
  shown.table = [&](std::uint64_t) { return first; };
  if (cellCount(shown) <= MaxTextCells)
    return {};
  std::uint64_t cells = cellCount(shown);
  bool isHuge = cells == ~std::uint64_t(0);
  return failure(concat("expects at most ", MaxTextCells,
                        " cells to show, but got ",
                        isHuge ? "more than 2^64" : std::to_string(cells)),
                 "", "limit the width, the rows or the tables");
}

/// "(warp = 2) to (warp = 61) left out (60 of 64 tables); ...".
std::string tablesLeftOut(const Picture &picture, const Kept &tables) {
  return concat("(", picture.table(tables.firstLeftOut()).title, ") to (",
                picture.table(tables.lastLeftOut()).title, ") left out (",
                tables.total - tables.count(), " of ", tables.total,
                " tables); --tables 0 shows all\n");
}

void writeTables(std::string &text, const Picture &picture,
                 const TextOptions &options) {
  Kept tables = Kept::atMost(options.tables, picture.tables);
  for (std::uint64_t i = 0; i < tables.count(); ++i) {
    Table table = sliced(picture.table(tables.at(i)), options);
    if (i != 0)
      text += '\n';
    TableText(table, options).write(text);
    if (i + 1 == tables.head && !tables.isWhole())
      text += '\n' + tablesLeftOut(picture, tables);
  }
}

} // namespace

Result<std::string> drawText(const Picture &picture,
                             const TextOptions &options) {
  return checkCells(picture, options).map([&] {
    std::string text;
    writeTables(text, picture, options);
    if (!picture.legend.empty() || options.colour != Colour::Off)
      text += '\n';
    for (const std::string &line : picture.legend)
      text += line + '\n';
    if (options.colour != Colour::Off && !picture.colourNoun.empty())
      text += concat("colour: ", picture.colourNoun, ", repeating after ",
                     std::size(Palette), "\n");
    return text;
  });
}

std::uint64_t columnsThatFit(const TextOptions &options,
                             std::size_t cellWidth) {
  constexpr std::uint64_t Most = 16;
  // Room for the row labels.
  constexpr std::uint64_t LabelWidth = 8;
  if (options.width == 0)
    return Most;
  std::uint64_t room =
      options.width - std::min<std::uint64_t>(options.width, LabelWidth);
  std::uint64_t fitting = room / (cellWidth + Gap.size());
  return std::clamp<std::uint64_t>(std::bit_floor(fitting), 1, Most);
}

} // namespace heddle::view
