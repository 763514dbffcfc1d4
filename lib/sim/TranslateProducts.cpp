//===- TranslateProducts.cpp - Products of matrices as instructions -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"

namespace heddle::sim {

using namespace mlir;

static FragmentTable fragmentTable(const MatrixInstruction &row,
                                   MatrixOperand operand, unsigned columns) {
  const LinearLayout layout = fragmentOf(row, operand, columns).value();
  Dim down = Dim::standard(0), across = Dim::standard(1);
  FragmentTable table;
  table.registers = static_cast<unsigned>(layout.inSize(Dim::Register));
  for (std::uint64_t index = 0; index < table.registers; ++index)
    for (std::uint64_t lane = 0; lane < layout.inSize(Dim::Lane); ++lane) {
      Word at = layout.applyWord(index | lane << layout.inShift(Dim::Lane));
      table.at.push_back(static_cast<std::uint16_t>(layout.field(at, down) *
                                                        layout.outSize(across) +
                                                    layout.field(at, across)));
    }
  unsigned packed = row.packedOf(operand);
  if (packed == 1)
    return table;
  // K runs along the columns of A, along the rows of B.
  auto width = static_cast<unsigned>(layout.outSize(across));
  bool isAcross = operand == MatrixOperand::A;
  table.second = isAcross ? 1 : width;
  for (std::uint16_t &at : table.at)
    at = static_cast<std::uint16_t>(
        isAcross ? at * packed : at / width * width * packed + at % width);
  return table;
}

ProductTable partOf(simt::ProductAttr product, const MatrixInstruction &row) {
  ProductTable table;
  table.types = product.types();
  table.m = product.getM() / warpsOf(row.family);
  table.n = product.getN();
  table.k = product.getK();
  for (auto [operand, fragment] : {std::pair(MatrixOperand::A, &table.a),
                                   std::pair(MatrixOperand::B, &table.b),
                                   std::pair(MatrixOperand::C, &table.c)})
    if (row.canBeInRegisters(operand))
      *fragment = fragmentTable(row, operand, table.n);
  return table;
}

namespace {

/// Factors, sums and products of an `mma` or a `scaled_mma`.
template <class Op> ProductTable tableOf(Op mma) {
  simt::ProductAttr product = mma.getInstruction();
  ProductTable table = partOf(product, *product.findOfWarp());
  auto count = [](Value operand, const FragmentTable &fragment) {
    return simt::registerCount(operand.getType()) / fragment.registers;
  };
  table.countA = count(mma.getA(), table.a);
  table.countB = count(mma.getB(), table.b);
  table.countC = count(mma.getC(), table.c);
  table.products.assign(mma.getProducts().begin(), mma.getProducts().end());
  return table;
}

LogicalResult translateMma(Translator &translator, simt::MmaOp mma) {
  Run run = translator.runs.productRun(mma.getInstruction().types());
  if (run == nullptr)
    return translator.refuse(mma);
  Instruction &each = translator.addSimple(mma, run);
  each.immediate = translator.code.products.size();
  translator.code.products.push_back(tableOf(mma));
  return success();
}

ScaleTable scaleTable(const MatrixInstruction &row, MatrixOperand operand,
                      Value scales, Operand from) {
  const LinearLayout layout = fragmentOf(row, operand).value();
  const std::vector<unsigned> bits = suppliersOf(row, operand);
  ScaleTable table = {.from = from,
                      .registers = simt::registerCount(scales.getType()),
                      .perFragment =
                          static_cast<unsigned>(layout.inSize(Dim::Register)),
                      .blocks = row.blocks,
                      .places = {},
                      .suppliers = {}};
  for (unsigned number = 0; number >> bits.size() == 0; ++number) {
    unsigned lanes = 0;
    for (auto [index, bit] : llvm::enumerate(bits))
      lanes |= (number >> index & 1U) << bit;
    table.suppliers.push_back(lanes);
  }
  unsigned free = table.suppliers.back();
  table.places.resize(layout.outSize(Dim::standard(0)) * row.blocks);
  for (unsigned lane = 0; lane < layout.inSize(Dim::Lane); ++lane)
    for (unsigned index = 0; index < table.perFragment; ++index)
      if ((lane & free) == 0) {
        Word at =
            layout.applyWord(index | Word(lane) << layout.inShift(Dim::Lane));
        table.places[layout.field(at, Dim::standard(0)) * row.blocks +
                     layout.field(at, Dim::standard(1))] = {index, lane};
      }
  return table;
}

void translateScaledMma(Translator &translator, simt::ScaledMmaOp mma) {
  const MatrixInstruction &row = *mma.getInstruction().findOfWarp();
  ProductTable table = tableOf(mma);
  table.blocks = row.blocks;
  table.scales.assign(mma.getScales().begin(), mma.getScales().end());
  for (auto [scales, operand, own] :
       {std::tuple(mma.getAScales(), MatrixOperand::ScaleA, &table.aScales),
        std::tuple(mma.getBScales(), MatrixOperand::ScaleB, &table.bScales)})
    *own = scaleTable(row, operand, scales, translator.of(scales));
  Operand a = translator.of(mma.getA()), b = translator.of(mma.getB()),
          c = translator.of(mma.getC());
  Operand result = translator.define(mma.getD());
  Instruction &each = translator.add(mma, translator.runs.runScaledProducts);
  each.count = simt::registerCount(mma.getType());
  each.a = a;
  each.b = b;
  each.c = c;
  each.result = result;
  each.immediate = translator.code.products.size();
  translator.code.products.push_back(std::move(table));
}

} // namespace

void addProducts(TranslatorTable &table) {
  table.add<simt::MmaOp>(translateMma);
  table.add<simt::ScaledMmaOp>(translateScaledMma);
}

} // namespace heddle::sim
