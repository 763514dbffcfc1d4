//===- Picture.h - Tables of cells, before they are drawn -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a view shows, apart from how it is drawn: one or more tables of cells
/// with headings, and sentences that explain them. Cells are made when asked
/// for, so a drawing that leaves out the middle of a huge table costs what it
/// shows. Text (PictureText.h) and SVG (PictureSvg.h) draw the same pictures.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_PICTURE_H
#define HEDDLE_LIB_VIEW_PICTURE_H

#include "IndexedLayout.h"
#include "heddle/view/MemoryOptions.h"

#include <functional>
#include <string>

namespace heddle::view {

struct Cell {
  std::string text;
  /// None for a location that holds nothing.
  std::optional<std::uint64_t> colour;
};

struct Table {
  /// "dim0 = 1"; empty for the only table.
  std::string title;
  /// What the row and the column headings count: "dim0\dim1".
  std::string corner;
  /// What the lines about left-out parts call them: "rows", "lanes".
  std::string rowNoun = "rows";
  std::string colNoun = "columns";
  std::uint64_t rows = 1;
  std::uint64_t cols = 1;
  std::function<std::string(std::uint64_t)> rowLabel;
  std::function<std::string(std::uint64_t)> colLabel;
  std::function<Cell(std::uint64_t row, std::uint64_t col)> cell;
  /// The long form of a cell, for a tooltip.
  std::function<std::string(std::uint64_t row, std::uint64_t col)> note;
};

/// Refers to the layout that it was made from.
struct Picture {
  std::string title;
  std::uint64_t tables = 1;
  std::function<Table(std::uint64_t)> table;
  std::vector<std::string> legend;
  /// What the numbers of the colours count.
  std::string colourNoun;
};

/// The cells of all tables, of which the first has the size of each. Infinite
/// counts saturate.
std::uint64_t cellCount(const Picture &picture);

/// How a table of one axis of `size` locations becomes rows.
struct Folding {
  std::uint64_t size;
  std::uint64_t most;
  std::uint64_t cols() const { return std::min(size, most); }
  std::uint64_t rows() const { return size / cols(); }
};

/// Sets sizes, headings and nouns of a table whose cells are numbered row by
/// row: 16, 32, ... on the left and +0, +1, ... on top.
void fold(Table &table, Folding folding, std::string_view axis);

/// The same for two axes.
void cross(Table &table, const Axis &rows, const Axis &cols);

/// Who holds each element. One axis is folded into rows of `mostColumns`, a
/// power of two.
Picture tensorPicture(const IndexedLayout &layout, std::uint64_t mostColumns);

/// What each location holds. One axis of locations is folded likewise.
Picture hardwarePicture(const IndexedLayout &layout, std::uint64_t mostColumns);

/// What each bank holds. Copies the options.
Result<Picture> memoryPicture(const IndexedLayout &layout,
                              const MemoryOptions &options);

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_PICTURE_H
