//===- FloatInstructions.cpp - Floats in PTX ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle::ptx {

using namespace mlir;

Term flushed(Term x) {
  auto format = cast<FloatType>(x.element());
  Term bits = bitsOf(x);
  llvm::APInt sign = llvm::APInt::getSignMask(bits.bits());
  llvm::APInt exponent =
      llvm::APFloat::getInf(format.getFloatSemantics()).bitcastToAPInt();
  Term isSmall = (bits & bits.number(exponent)) == bits.number(0);
  return choose(isSmall, floatOf(bits & bits.number(sign), x.element()), x);
}

Term joined(Term low, Term high) {
  return zeroExtend(bitsOf(low), 32) | (zeroExtend(bitsOf(high), 32) << 16);
}

Term ofFloats(Call &call, unsigned operands,
              llvm::function_ref<Term(llvm::ArrayRef<Term>)> function) {
  Type type = call.type();
  mlir::Type element = type.element(call.ops.getContext());
  bool flushes = call.take("ftz");
  // The rounding that arithmetic has if none is named.
  call.take("rn");
  llvm::SmallVector<Term> words;
  for (unsigned index = 1; index <= operands; ++index)
    words.push_back(call.word(index));
  auto half = [&](unsigned shift) {
    llvm::SmallVector<Term> floats;
    for (Term word : words) {
      Term bits =
          type.isPair
              ? truncate(shift == 0 ? word : shiftRight(word, shift), 16)
              : word;
      Term x = floatOf(bits, element);
      floats.push_back(flushes ? flushed(x) : x);
    }
    Term made = function(floats);
    return flushes ? flushed(made) : made;
  };
  if (!type.isPair)
    return half(0);
  Term low = half(0);
  return joined(low, half(16));
}

Term compared(Call &call, Term a, Term b) {
  struct Row {
    llvm::StringRef name;
    arith::CmpIPredicate isSigned, isUnsigned;
    arith::CmpFPredicate ofFloats;
  };
  using I = arith::CmpIPredicate;
  using F = arith::CmpFPredicate;
  static constexpr std::pair<const char *, F> Unordered[] = {
      {"equ", F::UEQ}, {"neu", F::UNE}, {"ltu", F::ULT}, {"leu", F::ULE},
      {"gtu", F::UGT}, {"geu", F::UGE}, {"num", F::ORD}, {"nan", F::UNO}};
  static constexpr Row Rows[] = {
      {"eq", I::eq, I::eq, F::OEQ},   {"ne", I::ne, I::ne, F::ONE},
      {"lt", I::slt, I::ult, F::OLT}, {"le", I::sle, I::ule, F::OLE},
      {"gt", I::sgt, I::ugt, F::OGT}, {"ge", I::sge, I::uge, F::OGE},
      {"lo", I::ult, I::ult, F::OLT}, {"ls", I::ule, I::ule, F::OLE},
      {"hi", I::ugt, I::ugt, F::OGT}, {"hs", I::uge, I::uge, F::OGE}};
  Type type = call.type();
  auto floats = [&](F predicate) {
    mlir::Type element = type.element(call.ops.getContext());
    Term x = floatOf(a, element), y = floatOf(b, element);
    if (call.take("ftz"))
      x = flushed(x), y = flushed(y);
    return a.with(
        arith::CmpFOp::create(call.ops, call.loc, predicate, x.get(), y.get()));
  };
  for (auto [name, predicate] : Unordered)
    if (type.isFloat() && call.take(name))
      return floats(predicate);
  for (const Row &row : Rows) {
    if (!call.take(row.name))
      continue;
    if (type.isFloat())
      return floats(row.ofFloats);
    return a.with(arith::CmpIOp::create(
        call.ops, call.loc, type.isSigned() ? row.isSigned : row.isUnsigned,
        a.get(), b.get()));
  }
  call.refuse("expects a comparison");
  return call.number(0, 1);
}

namespace {

Term fused(Call &call) {
  return ofFloats(call, 3,
                  [](llvm::ArrayRef<Term> x) { return fma(x[0], x[1], x[2]); });
}

template <simt::Approximation Function> Term approximated(Call &call) {
  bool isSingle = call.type().isFloat() && call.type().bits == 32;
  if (!isSingle || !call.take("approx")) {
    call.refuse("expects .approx and .f32");
    return call.word(1);
  }
  bool flushes = call.take("ftz");
  Term x = floatOf(call.word(1), call.ops.getF32Type());
  return flushes ? approximateFtz(Function, x) : approximate(Function, x);
}

} // namespace

void addFloats(InstructionTable &table) {
  table["fma"] = fused;
  table["ex2"] = approximated<simt::Approximation::Exp2>;
  table["lg2"] = approximated<simt::Approximation::Log2>;
  table["sin"] = approximated<simt::Approximation::Sin>;
  table["cos"] = approximated<simt::Approximation::Cos>;
  table["tanh"] = approximated<simt::Approximation::Tanh>;
  table["rcp"] = approximated<simt::Approximation::Reciprocal>;
  table["rsqrt"] = approximated<simt::Approximation::Rsqrt>;
  table["sqrt"] = approximated<simt::Approximation::Sqrt>;
}

} // namespace heddle::ptx
