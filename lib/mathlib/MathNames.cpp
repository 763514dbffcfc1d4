//===- MathNames.cpp - Names of functions ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/MathFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double LeastNormal = 0x1p-126, Log2OfE = 1.4426950408889634;
constexpr unsigned MantissaBits = 23, Bias = 127;

Term rsqrtSingle(Term x) { return approximate(simt::Approximation::Rsqrt, x); }

Term sqrtOf(Term x) {
  return x.with(math::SqrtOp::create(x.ops(), x.at(), x.get()));
}

Term rsqrtDouble(Term x) { return 1.0 / sqrtOf(x); }

struct Named {
  llvm::StringRef name;
  MathFunction function;
};

/// A function of one argument as one of a list.
template <Term (*Function)(Term)> Term of(llvm::ArrayRef<Term> arguments) {
  return Function(arguments.front());
}
template <class Op> Term same(llvm::ArrayRef<Term> arguments) {
  Term x = arguments.front();
  llvm::SmallVector<Value> operands;
  for (Term each : arguments)
    operands.push_back(each.get());
  OperationState state(x.at(), Op::getOperationName());
  state.addOperands(operands);
  state.addTypes(x.get().getType());
  return x.with(x.ops().create(state)->getResult(0));
}
template <simt::Approximation Function>
Term approximately(llvm::ArrayRef<Term> arguments) {
  return approximate(Function, arguments.front());
}
Term fastExp(Term x) { return exp2Single(x * Log2OfE); }
Term fastExp10(Term x) { return exp2Single(x * 3.321928094887362); }
Term fastLog(Term x) {
  return approximate(simt::Approximation::Log2, x) * 0.6931471805599453;
}
Term fastLog10(Term x) {
  return approximate(simt::Approximation::Log2, x) * 0.3010299956639812;
}
Term fastDivide(llvm::ArrayRef<Term> arguments) {
  return arguments[0] / arguments[1];
}
Term isNan(Term x) { return zeroExtend(x != x, 32); }
Term isInfinite(Term x) { return zeroExtend(abs(x) == Infinity, 32); }
Term isFinite(Term x) { return zeroExtend(abs(x) < Infinity, 32); }
Term hasSign(Term x) { return shiftRight(bitsOf(x), 31); }

Term leadingZeros(Term x) {
  return x.with(math::CountLeadingZerosOp::create(x.ops(), x.at(), x.get()));
}
Term onesIn(Term x) {
  return x.with(math::CtPopOp::create(x.ops(), x.at(), x.get()));
}
/// The place of the lowest one, from 1; 0 if there is none.
Term lowestOne(Term x) { return x.number(x.bits()) - leadingZeros(x & -x); }
/// Of a wide number, as CUDA's library has it.
template <Term (*Function)(Term)> Term asWord(Term x) {
  return truncate(Function(x), 32);
}

/// Bits in the opposite order: neighbours change places, then pairs, and so on.
Term reversed(Term x) {
  for (unsigned distance = 1; distance < x.bits(); distance *= 2) {
    // Ones where the bit `distance` of the place is 0: 0x55.., 0x33.., ...
    llvm::APInt low = llvm::APInt::getSplat(
        x.bits(), llvm::APInt::getLowBitsSet(2 * distance, distance));
    Value mask = arith::ConstantOp::create(
        x.ops(), x.at(), x.ops().getIntegerAttr(x.element(), low));
    if (auto registers = dyn_cast<VectorType>(x.get().getType()))
      mask = simt::SplatOp::create(x.ops(), x.at(), registers, mask);
    x = ((x & x.with(mask)) << distance) |
        (shiftRight(x, distance) & x.with(mask));
  }
  return x;
}

/// Within [0, 1]; NaN is 0.
Term saturated(Term x) {
  return choose(x > 0.0, smaller(x, x.number(1.0)), x.number(0.0));
}

/// The exponent of x, as a whole number; of zero -2^31, of infinities and NaN
/// 2^31 - 1, as CUDA's library has it.
Term exponentOf(Term x) {
  Term isSubnormal = abs(x) < LeastNormal;
  Term bits = bitsOf(choose(isSubnormal, x * 0x1p23, x));
  Term field = shiftRight(bits, MantissaBits) & 0xFF;
  Term exponent =
      choose(isSubnormal, field - (Bias + MantissaBits), field - Bias);
  exponent = choose(abs(x) < Infinity, exponent, bits.number(0x7FFFFFFF));
  // CUDA's library says -2^31 of NaN.
  Term least = bits.number(-2147483648.0);
  exponent = choose(x == x, exponent, least);
  return choose(x == 0.0, least, exponent);
}

// Squares and products, the lowest bit of n first.
Term wholePower(llvm::ArrayRef<Term> arguments) {
  Term x = arguments[0], n = arguments[1];
  Term isNegative = n < 0.0;
  Term rest = choose(isNegative, -n, n);
  Term result = x.number(1.0);
  for (unsigned bit = 0; bit < 32; ++bit) {
    result = choose((rest & 1) == 0.0, result, result * x);
    rest = shiftRight(rest, 1);
    x = x * x;
  }
  return choose(isNegative, 1.0 / result, result);
}

Term power(llvm::ArrayRef<Term> arguments) {
  return powSingle(arguments[0], arguments[1]);
}

constexpr Named Single[] = {
    {"exp", of<expSingle>},     {"exp2", of<exp2Single>},
    {"expm1", of<expm1Single>}, {"log", of<logSingle>},
    {"log2", of<log2Single>},   {"log1p", of<log1pSingle>},
    {"rsqrt", of<rsqrtSingle>}, {"sin", of<sinSingle>},
    {"cos", of<cosSingle>},     {"tanh", of<tanhSingle>},
    {"erf", of<erfSingle>},     {"log10", of<log10Single>},
    {"cosh", of<coshSingle>},   {"sinh", of<sinhSingle>},
    {"cbrt", of<cbrtSingle>},   {"atan", of<atanSingle>},
    {"tan", of<tanSingle>},     {"powf", power},
};

constexpr Named Double[] = {
    {"exp", of<expDouble>},     {"exp2", of<exp2Double>},
    {"log", of<logDouble>},     {"log2", of<log2Double>},
    {"rsqrt", of<rsqrtDouble>},
};

constexpr Named Library[] = {
    {"__nv_expf", of<expSingle>},
    {"__nv_exp2f", of<exp2Single>},
    {"__nv_expm1f", of<expm1Single>},
    {"__nv_logf", of<logSingle>},
    {"__nv_log2f", of<log2Single>},
    {"__nv_log1pf", of<log1pSingle>},
    {"__nv_sqrtf", of<sqrtOf>},
    {"__nv_fsqrt_rn", of<sqrtOf>},
    {"__nv_dsqrt_rn", of<sqrtOf>},
    {"__nv_sqrt", of<sqrtOf>},
    {"__nv_rsqrtf", of<rsqrtSingle>},
    {"__nv_rsqrt", of<rsqrtDouble>},
    {"__nv_sinf", of<sinSingle>},
    {"__nv_cosf", of<cosSingle>},
    {"__nv_tanhf", of<tanhSingle>},
    {"__nv_erff", of<erfSingle>},
    {"__nv_exp10f", of<exp10Single>},
    {"__nv_log10f", of<log10Single>},
    {"__nv_coshf", of<coshSingle>},
    {"__nv_sinhf", of<sinhSingle>},
    {"__nv_cbrtf", of<cbrtSingle>},
    {"__nv_atanf", of<atanSingle>},
    {"__nv_tanf", of<tanSingle>},
    {"__nv_powf", power},
    {"__nv_exp", of<expDouble>},
    {"__nv_exp2", of<exp2Double>},
    {"__nv_log", of<logDouble>},
    {"__nv_log2", of<log2Double>},
    {"__nv_powif", wholePower},
    {"__nv_powi", wholePower},
    {"__nv_fast_expf", of<fastExp>},
    {"__nv_fast_exp10f", of<fastExp10>},
    {"__nv_fast_logf", of<fastLog>},
    {"__nv_fast_log10f", of<fastLog10>},
    {"__nv_fast_log2f", approximately<simt::Approximation::Log2>},
    {"__nv_fast_sinf", approximately<simt::Approximation::Sin>},
    {"__nv_fast_cosf", approximately<simt::Approximation::Cos>},
    {"__nv_fast_tanhf", approximately<simt::Approximation::Tanh>},
    {"__nv_fast_fdividef", fastDivide},
    {"__nv_fabsf", of<abs>},
    {"__nv_fabs", of<abs>},
    {"__nv_abs", same<math::AbsIOp>},
    {"__nv_floorf", same<math::FloorOp>},
    {"__nv_floor", same<math::FloorOp>},
    {"__nv_ceilf", same<math::CeilOp>},
    {"__nv_ceil", same<math::CeilOp>},
    {"__nv_truncf", same<math::TruncOp>},
    {"__nv_trunc", same<math::TruncOp>},
    {"__nv_rintf", same<math::RoundEvenOp>},
    {"__nv_rint", same<math::RoundEvenOp>},
    {"__nv_nearbyintf", same<math::RoundEvenOp>},
    {"__nv_nearbyint", same<math::RoundEvenOp>},
    {"__nv_roundf", same<math::RoundOp>},
    {"__nv_round", same<math::RoundOp>},
    {"__nv_copysignf", same<math::CopySignOp>},
    {"__nv_copysign", same<math::CopySignOp>},
    {"__nv_fmaf", same<math::FmaOp>},
    {"__nv_fma", same<math::FmaOp>},
    {"__nv_fmaf_rn", same<math::FmaOp>},
    {"__nv_fma_rn", same<math::FmaOp>},
    {"__nv_fminf", same<arith::MinNumFOp>},
    {"__nv_fmin", same<arith::MinNumFOp>},
    {"__nv_fmaxf", same<arith::MaxNumFOp>},
    {"__nv_fmax", same<arith::MaxNumFOp>},
    {"__nv_fadd_rn", same<arith::AddFOp>},
    {"__nv_dadd_rn", same<arith::AddFOp>},
    {"__nv_fsub_rn", same<arith::SubFOp>},
    {"__nv_dsub_rn", same<arith::SubFOp>},
    {"__nv_fmul_rn", same<arith::MulFOp>},
    {"__nv_dmul_rn", same<arith::MulFOp>},
    {"__nv_fdiv_rn", same<arith::DivFOp>},
    {"__nv_ddiv_rn", same<arith::DivFOp>},
    {"__nv_min", same<arith::MinSIOp>},
    {"__nv_max", same<arith::MaxSIOp>},
    {"__nv_umin", same<arith::MinUIOp>},
    {"__nv_umax", same<arith::MaxUIOp>},
    {"__nv_popc", same<math::CtPopOp>},
    {"__nv_clz", same<math::CountLeadingZerosOp>},
    {"__nv_popcll", of<asWord<onesIn>>},
    {"__nv_clzll", of<asWord<leadingZeros>>},
    {"__nv_ffs", of<lowestOne>},
    {"__nv_ffsll", of<asWord<lowestOne>>},
    {"__nv_brev", of<reversed>},
    {"__nv_brevll", of<reversed>},
    {"__nv_saturatef", of<saturated>},
    {"__nv_isnanf", of<isNan>},
    {"__nv_isnand", of<isNan>},
    {"__nv_isinff", of<isInfinite>},
    {"__nv_isinfd", of<isInfinite>},
    {"__nv_finitef", of<isFinite>},
    {"__nv_isfinited", of<isFinite>},
    {"__nv_signbitf", of<hasSign>},
    {"__nv_ilogbf", of<exponentOf>},
};

MathFunction named(llvm::ArrayRef<Named> names, llvm::StringRef name) {
  const auto *found = llvm::find_if(
      names, [&](const Named &each) { return each.name == name; });
  return found == names.end() ? nullptr : found->function;
}

} // namespace

MathFunction mathFunction(llvm::StringRef name, Type element) {
  if (element.isF32())
    return named(Single, name);
  return element.isF64() ? named(Double, name) : nullptr;
}

MathFunction libraryFunction(llvm::StringRef symbol) {
  return named(Library, symbol);
}

} // namespace heddle
