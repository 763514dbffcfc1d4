//===- Products.cpp - mma -------------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A product is inline assembly: its text is the mnemonic of the table. It is
/// convergent, since it needs all lanes.
///
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "ProductOperands.h"
#include "PtxText.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/codegen/common/Words.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

void emitMma(EmissionContext &context, simt::MmaOp mma) {
  simt::ProductAttr product = mma.getInstruction();
  const MatrixInstruction &row = *product.find(MatrixFamily::Mma);
  ProductOperand a = productOperand(context, mma.getA(), product, row,
                                    MatrixOperand::A, Singles::Words);
  ProductOperand b = productOperand(context, mma.getB(), product, row,
                                    MatrixOperand::B, Singles::Words);
  ProductOperand c = productOperand(context, mma.getC(), product, row,
                                    MatrixOperand::C, Singles::Floats);
  // C is in the registers of the results.
  std::string sums = vectorText(0, c.count);
  std::string text = mnemonicOf(row, product.types()) + " " + sums + ", " +
                     vectorText(c.count, a.count) + ", " +
                     vectorText(c.count + a.count, b.count) + ", " + sums + ";";
  std::string constraints = resultConstraints(c) + operandConstraints(a) +
                            operandConstraints(b) + tiedConstraints(c.count);
  constraints.pop_back();
  llvm::Type *type = resultType(context, c);
  llvm::ArrayRef<std::int32_t> products = mma.getProducts();
  for (std::size_t at = 0; at < products.size(); at += 3) {
    Registers operands(a.fragment(products[at]));
    llvm::append_range(operands, b.fragment(products[at + 1]));
    llvm::append_range(operands, c.fragment(products[at + 2]));
    auto *made = llvm::cast<llvm::CallInst>(
        emitPureAssembly(context, text, constraints, type, operands));
    made->setConvergent();
    setFragment(context, c, products[at + 2], made);
  }
  setHeld(context, mma, c.values);
}

} // namespace

void addProducts(EmitterTable &table) {
  table.add<simt::MmaOp>(emitMma, hasMma);
}

} // namespace heddle::codegen
