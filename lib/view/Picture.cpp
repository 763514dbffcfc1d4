//===- Picture.cpp - Tables of cells, before they are drawn ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Picture.h"

namespace heddle::view {

std::uint64_t cellCount(const Picture &picture) {
  Table first = picture.table(0);
  std::uint64_t count = picture.tables;
  for (std::uint64_t factor : {first.rows, first.cols})
    if (__builtin_mul_overflow(count, factor, &count))
      return ~std::uint64_t(0);
  return count;
}

void fold(Table &table, Folding folding, std::string_view axis) {
  table.rows = folding.rows();
  table.cols = folding.cols();
  table.corner = axis;
  if (table.rows == 1) {
    table.colLabel = [](std::uint64_t col) { return std::to_string(col); };
    return;
  }
  table.rowNoun = concat("rows from ", axis);
  table.rowLabel = [cols = table.cols](std::uint64_t row) {
    return std::to_string(row * cols);
  };
  table.colLabel = [](std::uint64_t col) { return concat("+", col); };
}

void cross(Table &table, const Axis &rows, const Axis &cols) {
  auto number = [](std::uint64_t i) { return std::to_string(i); };
  table.rows = rows.size();
  table.cols = cols.size();
  table.corner = concat(rows.dim.name(), "\\", cols.dim.name());
  table.rowLabel = number;
  table.colLabel = number;
}

} // namespace heddle::view
