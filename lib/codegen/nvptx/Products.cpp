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
/// convergent, since it needs all lanes. (PTX ISA, "mma with block scaling",
/// for scales.)
///
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "ProductConstraints.h"
#include "PtxText.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/codegen/common/Words.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// The products of an `mma` or a `scaled_mma`, which differ in what stands
/// behind the operands.
template <class Op> class ProductEmitter {
public:
  ProductEmitter(EmissionContext &context, Op mma)
      : context(context), mma(mma), row(*mma.getInstruction().findOfWarp()),
        a(operand(mma.getA(), MatrixOperand::A, Singles::Words)),
        b(operand(mma.getB(), MatrixOperand::B, Singles::Words)),
        c(operand(mma.getC(), MatrixOperand::C, Singles::Floats)) {}

  /// `scalesOf` says the text of a product's scales, and adds their registers,
  /// whose first has that number.
  template <class Fn> void emit(Fn &&scalesOf);

private:
  ProductOperand operand(Value value, MatrixOperand which, Singles singles) {
    return productOperand(context, value, mma.getInstruction(), row, which,
                          singles);
  }

  EmissionContext &context;
  Op mma;
  const MatrixInstruction &row;
  ProductOperand a, b, c;
};

template <class Op>
template <class Fn>
void ProductEmitter<Op>::emit(Fn &&scalesOf) {
  // C is in the registers of the results.
  std::string sums = vectorText(0, c.count);
  std::string begin = mnemonicOf(row, mma.getInstruction().types()) + " " +
                      sums + ", " + vectorText(c.count, a.count) + ", " +
                      vectorText(c.count + a.count, b.count) + ", " + sums;
  llvm::Type *type = resultType(context, c);
  llvm::ArrayRef<std::int32_t> products = mma.getProducts();
  for (std::size_t at = 0; at < products.size(); at += 3) {
    Registers operands(a.fragment(products[at])), scales;
    llvm::append_range(operands, b.fragment(products[at + 1]));
    std::string text =
        begin + scalesOf(at / 3, c.count + a.count + b.count, scales) + ";";
    llvm::append_range(operands, scales);
    llvm::append_range(operands, c.fragment(products[at + 2]));
    std::string constraints =
        resultConstraints(c) + operandConstraints(a) + operandConstraints(b);
    for (std::size_t index = 0; index < scales.size(); ++index)
      constraints += "r,";
    constraints += tiedConstraints(c.count);
    constraints.pop_back();
    auto *made = llvm::cast<llvm::CallInst>(
        emitPureAssembly(context, text, constraints, type, operands));
    made->setConvergent();
    setFragment(context, c, products[at + 2], made);
  }
  setHeld(context, mma, c.values);
}

void emitMma(EmissionContext &context, simt::MmaOp mma) {
  ProductEmitter(context, mma).emit([](std::size_t, unsigned, Registers &) {
    return std::string();
  });
}

// A word has the scales of four blocks, of one instruction or of several.
void emitScaledMma(EmissionContext &context, simt::ScaledMmaOp mma) {
  const MatrixInstruction &row = *mma.getInstruction().findOfWarp();
  Registers ofA = wordsOf(context, mma.getAScales());
  Registers ofB = wordsOf(context, mma.getBScales());
  llvm::ArrayRef<std::int32_t> scales = mma.getScales();
  auto scalesOf = [&](std::size_t product, unsigned next, Registers &used) {
    std::string text;
    for (auto [words, first] :
         {std::pair(&ofA, 4 * product), std::pair(&ofB, 4 * product + 2)}) {
      unsigned byte = static_cast<unsigned>(scales[first]) * row.blocks;
      used.push_back((*words)[byte / WordBytes]);
      text += concat(", $", next++, ", {", byte % WordBytes, ", ",
                     scales[first + 1], "}");
    }
    return text;
  };
  ProductEmitter(context, mma).emit(scalesOf);
}

} // namespace

void addProducts(EmitterTable &table) {
  table.add<simt::MmaOp>(emitMma, hasMma);
  table.add<simt::ScaledMmaOp>(emitScaledMma, hasScaledMma);
}

} // namespace heddle::codegen
