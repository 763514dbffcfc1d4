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

LogicalResult translateMma(Translator &translator, simt::MmaOp mma) {
  simt::ProductAttr product = mma.getInstruction();
  const MatrixInstruction &row = *product.find(MatrixFamily::Mma);
  Run run = translator.runs.productRun(product.types());
  if (run == nullptr)
    return translator.refuse(mma);
  ProductTable table = partOf(product, row);
  auto count = [](Value operand, const FragmentTable &fragment) {
    return simt::registerCount(operand.getType()) / fragment.registers;
  };
  table.countA = count(mma.getA(), table.a);
  table.countB = count(mma.getB(), table.b);
  table.countC = count(mma.getC(), table.c);
  table.products.assign(mma.getProducts().begin(), mma.getProducts().end());
  Instruction &each = translator.addSimple(mma, run);
  each.immediate = translator.code.products.size();
  translator.code.products.push_back(std::move(table));
  return success();
}

} // namespace

void addProducts(TranslatorTable &table) {
  table.add<simt::MmaOp>(translateMma);
}

} // namespace heddle::sim
