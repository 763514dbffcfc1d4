//===- swizzle4x4.cpp - The layout algebra on a 4x4 swizzle ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tour of the algebra on the smallest layout that is worth one: four warps
/// of four threads hold a 4x4 tensor, swizzled.
///
//===----------------------------------------------------------------------===//

#include "heddle/layout/BitProgram.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Text.h"

#include <cstdlib>
#include <iostream>

using namespace heddle;

namespace {

constexpr Dim Dim0 = Dim::standard(0);
constexpr Dim Dim1 = Dim::standard(1);

template <class T> T require(Result<T> result) {
  if (result)
    return std::move(*result);
  std::cerr << "error: " << result.error().text() << "\n";
  std::exit(1);
}

/// A table of cell(row, column) for rows and columns 0 to 3.
template <class Cell>
void printTable(const char *rows, const char *columns, Cell cell) {
  std::cout << "  " << rows << " \\ " << columns << "  ";
  for (unsigned column = 0; column < 4; ++column)
    std::cout << "     " << column;
  std::cout << "\n";
  for (unsigned row = 0; row < 4; ++row) {
    std::cout << "  " << std::string(std::string(rows).size(), ' ') << row
              << std::string(std::string(columns).size() + 4, ' ');
    for (unsigned column = 0; column < 4; ++column)
      std::cout << " " << cell(row, column);
    std::cout << "\n";
  }
  std::cout << "\n";
}

std::string pairText(const Coordinates &point) {
  return concat("(", point[0].value, ",", point[1].value, ")");
}

} // namespace

int main() {
  LinearLayout swizzle = require(LinearLayout::fromBases(
      {{Dim::Thread, {{1, 1}, {2, 2}}}, {Dim::Warp, {{0, 1}, {0, 2}}}},
      {Dim0, Dim1}));
  std::cout << "Four bases say which element every location holds:\n\n  "
            << toText(swizzle) << "\n\n";

  std::cout
      << "The element (dim0,dim1) that each thread of each warp holds:\n\n";
  printTable("thread", "warp", [&](unsigned thread, unsigned warp) {
    return pairText(
        require(swizzle.apply({{Dim::Thread, thread}, {Dim::Warp, warp}})));
  });

  LinearLayout inverse = require(invert(swizzle));
  std::cout
      << "Inverted, the location (thread,warp) that holds each element:\n\n";
  printTable("dim0", "dim1", [&](unsigned row, unsigned column) {
    return pairText(require(inverse.apply({{Dim0, row}, {Dim1, column}})));
  });

  LinearLayout columns = require(LinearLayout::fromBases(
      {{Dim::Thread, {{0, 1}, {0, 2}}}, {Dim::Warp, {{1, 0}, {2, 0}}}},
      {Dim0, Dim1}));
  std::cout << "To convert the tensor to " << toText(columns)
            << ",\neach location "
            << "reads from\n\n  ";
  LinearLayout conversion = require(invertAndCompose(columns, swizzle));
  std::cout << toText(conversion) << "\n\nwhich as code is\n\n"
            << makeBitProgram(conversion).text() << "\n";

  bool isProved = require(compose(conversion, swizzle)) == columns;
  std::cout << "swizzle(conversion(x)) == columns(x) for every location: "
            << (isProved ? "proved" : "WRONG") << "\n";

  auto hole = LinearLayout::fromBases({{Dim::Thread, {{1}, {4}}}}, {Dim0});
  std::cout << "\nA mistake gets an answer. Bases [1], [4]:\n\n"
            << (hole ? toText(*hole) : hole.error().text()) << "\n";
  return isProved && !hole ? 0 : 1;
}
