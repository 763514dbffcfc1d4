//===- DocumentTest.cpp - docs/targets.md against the tables --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The document shows what the tables have: after a change there, put in what
/// the failing test prints.
///
//===----------------------------------------------------------------------===//

#include "heddle/target/MatrixInstruction.h"

#include "Check.h"

#include <fstream>
#include <sstream>

using namespace heddle;

namespace {

/// The lines of the document from the one that starts so to the next empty one.
std::string tableOfDocument(std::string_view start) {
  std::ifstream file(HEDDLE_SOURCE_DIR "/docs/targets.md");
  std::string table;
  for (std::string line; std::getline(file, line);) {
    if (table.empty() && !line.starts_with(start))
      continue;
    if (line.empty())
      break;
    table += line + "\n";
  }
  return table;
}

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// "0..3 20..23"
std::string lanesText(const LaneSpace &space) {
  std::string text;
  std::uint64_t lanes = 1;
  for (std::uint32_t vector : space.basis())
    for (unsigned lane = 0; lane < 64; ++lane)
      if (lanes >> (lane ^ vector) & 1)
        lanes |= std::uint64_t(1) << lane;
  auto has = [&](unsigned lane) {
    return lane < 64 && (lanes >> lane & 1) != 0;
  };
  for (unsigned lane = 0; lane < 64; ++lane)
    if (has(lane) && !(has(lane - 1) && has(lane + 1)))
      text += concat(text.empty() ? "" : has(lane - 1) ? ".." : " ", lane);
  return text;
}

std::string_view matrixText(const MatrixAccess &access) {
  if (!access.exists)
    return "-";
  return access.transposes8 ? "and 8-bit" : "yes";
}

std::string lineOf(const Target &row) {
  std::vector<std::string> products(row.products.begin(), row.products.end());
  return concat(
      "| ", row.name, " | ", joined(products), " | ", row.lanes, " | ",
      row.banks, " | ", row.sharedBytes / 1024, " KiB | ",
      lanesText(row.load.phase(16)), " | ",
      row.dsReadTranspose ? "- (ds_read_tr)" : matrixText(row.loadMatrix),
      " | ", matrixText(row.storeMatrix), " | ", row.clusterBlocks, " |\n");
}

TEST(Document, HasTheTargets) {
  std::string table =
      "| target | products, some | lanes | banks | shared memory of a block | "
      "lanes of a phase, 16-byte load | ldmatrix | stmatrix | blocks of a "
      "cluster |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const Target &row : allTargets())
    table += lineOf(row);
  EXPECT_EQ(tableOfDocument("| target |"), table) << table;
}

std::string typesText(TypeSet set) {
  std::vector<std::string> names;
  for (unsigned i = 0; i <= static_cast<unsigned>(ScalarType::E5M2Fnuz); ++i)
    if (auto type = static_cast<ScalarType>(i); set.has(type))
      names.emplace_back(nameOf(type));
  return joined(names);
}

std::string bitsText(const FragmentBits &bits) {
  return concat("[", bits.registers, "] [", bits.lanes, "]",
                bits.warps.empty() ? "" : " [", bits.warps,
                bits.warps.empty() ? "" : "]");
}

std::string lineOf(const MatrixInstruction &row) {
  std::vector<std::string> names;
  for (const Target &target : allTargets())
    if (hasInstruction(target, row))
      names.emplace_back(target.name);
  std::string b = row.sourceB == OperandSource::Shared
                      ? "shared memory"
                      : bitsText(row.fragments->b);
  return concat("| `", row.name, "` | ", typesText(row.a), " | ",
                typesText(row.c), " | ", bitsText(row.fragments->a), " | ", b,
                " | ", bitsText(row.fragments->c), " | ", joined(names),
                " |\n");
}

TEST(Document, HasTheMatrixInstructions) {
  std::string table = "| instruction | A, B | C, D | A: registers, lanes | B | "
                      "C, D | targets |\n|---|---|---|---|---|---|---|\n";
  for (const MatrixInstruction &row : allMatrixInstructions())
    table += lineOf(row);
  EXPECT_EQ(tableOfDocument("| instruction |"), table) << table;
}

} // namespace
