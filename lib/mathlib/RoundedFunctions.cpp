//===- RoundedFunctions.cpp - Arithmetic in any rounding direction --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryNames.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle {

using namespace mlir;

namespace {

using simt::Arithmetic;
using simt::Rounding;

template <Arithmetic Kind, Rounding Direction>
Term directed(llvm::ArrayRef<Term> arguments) {
  Term x = arguments.front();
  llvm::SmallVector<Value> operands;
  for (Term each : arguments)
    operands.push_back(each.get());
  return x.with(simt::RoundedOp::create(x.ops(), x.at(), x.get().getType(),
                                        Kind, Direction, operands));
}
template <Rounding Direction> Term difference(llvm::ArrayRef<Term> arguments) {
  return directed<Arithmetic::Add, Direction>({arguments[0], -arguments[1]});
}
template <Rounding Direction> Term reciprocal(llvm::ArrayRef<Term> arguments) {
  return directed<Arithmetic::Divide, Direction>(
      {arguments[0].number(1), arguments[0]});
}
Term nearestReciprocal(Term x) { return 1.0 / x; }

// As f64 it is within 2^-52 of the root's reciprocal, and none of f32's comes
// so near to the middle between two numbers; all mantissas have been tried.
Term nearestRsqrt(Term x) { return asSingle(1.0 / squareRoot(asDouble(x))); }

/// Only the high word of the argument counts, and only that of the result is
/// given, where 1/x and x are normal. (PTX ISA, rcp.approx.ftz.f64.)
Term reciprocalOfHighWord(Term x) {
  constexpr double LeastNormal = 0x1p-1022;
  auto highOf = [](Term value) {
    Term bits = bitsOf(value);
    Term flushed = choose(abs(value) < LeastNormal, bits.number(0), bits);
    Term sign = bits & bits.number(llvm::APInt::getSignMask(64));
    Term high = flushed & bits.number(llvm::APInt::getHighBitsSet(64, 32));
    return floatOf(high | sign, value.element());
  };
  return choose(x == x, highOf(1.0 / highOf(x)), x);
}

} // namespace

llvm::ArrayRef<NamedFunction> roundedFunctions() {
  static constexpr NamedFunction Names[] = {
      {"__nv_fadd_rn", same<arith::AddFOp>},
      {"__nv_fadd_rz", directed<Arithmetic::Add, Rounding::TowardZero>},
      {"__nv_fadd_ru", directed<Arithmetic::Add, Rounding::Upward>},
      {"__nv_fadd_rd", directed<Arithmetic::Add, Rounding::Downward>},
      {"__nv_fsub_rn", same<arith::SubFOp>},
      {"__nv_fsub_rz", difference<Rounding::TowardZero>},
      {"__nv_fsub_ru", difference<Rounding::Upward>},
      {"__nv_fsub_rd", difference<Rounding::Downward>},
      {"__nv_fmul_rn", same<arith::MulFOp>},
      {"__nv_fmul_rz", directed<Arithmetic::Multiply, Rounding::TowardZero>},
      {"__nv_fmul_ru", directed<Arithmetic::Multiply, Rounding::Upward>},
      {"__nv_fmul_rd", directed<Arithmetic::Multiply, Rounding::Downward>},
      {"__nv_fdiv_rn", same<arith::DivFOp>},
      {"__nv_fdiv_rz", directed<Arithmetic::Divide, Rounding::TowardZero>},
      {"__nv_fdiv_ru", directed<Arithmetic::Divide, Rounding::Upward>},
      {"__nv_fdiv_rd", directed<Arithmetic::Divide, Rounding::Downward>},
      {"__nv_frcp_rn", of<nearestReciprocal>},
      {"__nv_frcp_rz", reciprocal<Rounding::TowardZero>},
      {"__nv_frcp_ru", reciprocal<Rounding::Upward>},
      {"__nv_frcp_rd", reciprocal<Rounding::Downward>},
      {"__nv_fsqrt_rn", of<squareRoot>},
      {"__nv_fsqrt_rz", directed<Arithmetic::Sqrt, Rounding::TowardZero>},
      {"__nv_fsqrt_ru", directed<Arithmetic::Sqrt, Rounding::Upward>},
      {"__nv_fsqrt_rd", directed<Arithmetic::Sqrt, Rounding::Downward>},
      {"__nv_dadd_rn", same<arith::AddFOp>},
      {"__nv_dadd_rz", directed<Arithmetic::Add, Rounding::TowardZero>},
      {"__nv_dadd_ru", directed<Arithmetic::Add, Rounding::Upward>},
      {"__nv_dadd_rd", directed<Arithmetic::Add, Rounding::Downward>},
      {"__nv_dsub_rn", same<arith::SubFOp>},
      {"__nv_dsub_rz", difference<Rounding::TowardZero>},
      {"__nv_dsub_ru", difference<Rounding::Upward>},
      {"__nv_dsub_rd", difference<Rounding::Downward>},
      {"__nv_dmul_rn", same<arith::MulFOp>},
      {"__nv_dmul_rz", directed<Arithmetic::Multiply, Rounding::TowardZero>},
      {"__nv_dmul_ru", directed<Arithmetic::Multiply, Rounding::Upward>},
      {"__nv_dmul_rd", directed<Arithmetic::Multiply, Rounding::Downward>},
      {"__nv_ddiv_rn", same<arith::DivFOp>},
      {"__nv_ddiv_rz", directed<Arithmetic::Divide, Rounding::TowardZero>},
      {"__nv_ddiv_ru", directed<Arithmetic::Divide, Rounding::Upward>},
      {"__nv_ddiv_rd", directed<Arithmetic::Divide, Rounding::Downward>},
      {"__nv_drcp_rn", of<nearestReciprocal>},
      {"__nv_drcp_rz", reciprocal<Rounding::TowardZero>},
      {"__nv_drcp_ru", reciprocal<Rounding::Upward>},
      {"__nv_drcp_rd", reciprocal<Rounding::Downward>},
      {"__nv_dsqrt_rn", of<squareRoot>},
      {"__nv_dsqrt_rz", directed<Arithmetic::Sqrt, Rounding::TowardZero>},
      {"__nv_dsqrt_ru", directed<Arithmetic::Sqrt, Rounding::Upward>},
      {"__nv_dsqrt_rd", directed<Arithmetic::Sqrt, Rounding::Downward>},
      {"__nv_fmaf", same<math::FmaOp>},
      {"__nv_fmaf_rn", same<math::FmaOp>},
      {"__nv_fmaf_rz", directed<Arithmetic::Fma, Rounding::TowardZero>},
      {"__nv_fmaf_ru", directed<Arithmetic::Fma, Rounding::Upward>},
      {"__nv_fmaf_rd", directed<Arithmetic::Fma, Rounding::Downward>},
      {"__nv_fma", same<math::FmaOp>},
      {"__nv_fma_rn", same<math::FmaOp>},
      {"__nv_fma_rz", directed<Arithmetic::Fma, Rounding::TowardZero>},
      {"__nv_fma_ru", directed<Arithmetic::Fma, Rounding::Upward>},
      {"__nv_fma_rd", directed<Arithmetic::Fma, Rounding::Downward>},
      {"__nv_sqrtf", of<squareRoot>},
      {"__nv_sqrt", of<squareRoot>},
      {"__nv_frsqrt_rn", of<nearestRsqrt>},
      {"__nv_rcp64h", of<reciprocalOfHighWord>},
  };
  return Names;
}

} // namespace heddle
