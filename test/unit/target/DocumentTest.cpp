//===- DocumentTest.cpp - docs/targets.md against the tables --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The document shows what the tables have. HEDDLE_BLESS=1 writes it.
///
//===----------------------------------------------------------------------===//

#include "heddle/target/MatrixInstruction.h"

#include "Check.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace heddle;

namespace {

constexpr const char *Document = HEDDLE_SOURCE_DIR "/docs/targets.md";

/// Expects this table in the document, where one starts with the same word; or
/// puts it there.
void expectTable(const std::string &table) {
  std::stringstream text;
  text << std::ifstream(Document).rdbuf();
  std::string document = text.str();
  std::string firstWord = table.substr(0, table.find('|', 1));
  std::size_t begin = document.find("\n" + firstWord);
  ASSERT_NE(begin, std::string::npos) << firstWord;
  std::size_t end = document.find("\n\n", ++begin) + 1;
  std::string shown = document.substr(begin, end - begin);
  if (std::getenv("HEDDLE_BLESS") == nullptr)
    EXPECT_EQ(shown, table)
        << "HEDDLE_BLESS=1 build/bin/target-tests writes the document";
  else
    std::ofstream(Document) << document.replace(begin, end - begin, table);
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
  expectTable(table);
}

std::string typesText(TypeSet set) {
  std::vector<std::string> names;
  for (unsigned i = 0; i <= static_cast<unsigned>(ScalarType::UE8M0); ++i)
    if (auto type = static_cast<ScalarType>(i); set.has(type))
      names.emplace_back(nameOf(type));
  return joined(names);
}

std::string bitsText(const FragmentBits &bits) {
  return concat("[", bits.registers, "] [", bits.lanes, "]",
                bits.warps.empty() ? "" : " [", bits.warps,
                bits.warps.empty() ? "" : "]");
}

/// Where an operand is: its fragment, else the memory.
std::string operandText(const MatrixInstruction &row, MatrixOperand operand,
                        FragmentBits Fragments::*bits, OperandSources sources) {
  if (row.canBeInRegisters(operand))
    return bitsText(row.fragments->*bits);
  if (!sources.has(OperandSource::TensorMemory))
    return "shared memory";
  return sources.has(OperandSource::Shared) ? "shared or tensor memory"
                                            : "tensor memory";
}

std::string lineOf(const MatrixInstruction &row) {
  std::vector<std::string> names;
  for (const Target &target : allTargets())
    if (hasInstruction(target, row))
      names.emplace_back(target.name);
  using enum MatrixOperand;
  std::string factors = typesText(row.a);
  if (row.b != row.a)
    factors += concat("; ", typesText(row.b));
  return concat("| `", row.name, "` | ", row.m, " x ", row.n, " x ", row.k,
                " | ", factors, " | ", typesText(row.c), " | ",
                operandText(row, A, &Fragments::a, row.sourcesA), " | ",
                operandText(row, B, &Fragments::b, row.sourcesB), " | ",
                operandText(row, C, &Fragments::c, row.sourcesC), " | ",
                joined(names), " |\n");
}

TEST(Document, HasTheMatrixInstructions) {
  std::string table =
      "| instruction | m x n x k | A, B | C, D | A: registers, lanes | B | "
      "C, D | targets |\n|---|---|---|---|---|---|---|---|\n";
  for (const MatrixInstruction &row : allMatrixInstructions())
    table += lineOf(row);
  expectTable(table);
}

} // namespace
