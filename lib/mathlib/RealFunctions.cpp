//===- RealFunctions.cpp - Real functions by their names ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryNames.h"

namespace heddle {

using namespace mlir;

namespace {

template <simt::Approximation Function> Term approximately(Term x) {
  return approximate(Function, x);
}
Term fastExp(Term x) { return exp2Single(x * 1.4426950408889634); }
Term fastExp10(Term x) { return exp2Single(x * 3.321928094887362); }
Term fastLog(Term x) {
  return approximate(simt::Approximation::Log2, x) * 0.6931471805599453;
}
Term fastLog10(Term x) {
  return approximate(simt::Approximation::Log2, x) * 0.3010299956639812;
}
Term fastTan(Term x) {
  return approximate(simt::Approximation::Sin, x) /
         approximate(simt::Approximation::Cos, x);
}
Term fastPower(Term x, Term y) {
  return exp2Single(y * approximate(simt::Approximation::Log2, x));
}
Term fastDivide(Term a, Term b) { return a / b; }

constexpr NamedFunction Names[] = {
    {"__nv_expf", of<expSingle>},
    {"__nv_exp2f", of<exp2Single>},
    {"__nv_expm1f", of<expm1Single>},
    {"__nv_logf", of<logSingle>},
    {"__nv_log2f", of<log2Single>},
    {"__nv_log1pf", of<log1pSingle>},
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
    {"__nv_powf", ofTwo<powSingle>},
    {"__nv_exp", of<expDouble>},
    {"__nv_exp2", of<exp2Double>},
    {"__nv_log", of<logDouble>},
    {"__nv_log2", of<log2Double>},
    {"__nv_sin", of<sinDouble>},
    {"__nv_cos", of<cosDouble>},
    {"__nv_tan", of<tanDouble>},
    {"__nv_tanh", of<tanhDouble>},
    {"__nv_erf", of<erfDouble>},
    {"__nv_expm1", of<expm1Double>},
    {"__nv_log1p", of<log1pDouble>},
    {"__nv_log10", of<log10Double>},
    {"__nv_cbrt", of<cbrtDouble>},
    {"__nv_atan", of<atanDouble>},
    {"__nv_asin", of<asinDouble>},
    {"__nv_acos", of<acosDouble>},
    {"__nv_sinh", of<sinhDouble>},
    {"__nv_cosh", of<coshDouble>},
    {"__nv_asinh", of<asinhDouble>},
    {"__nv_acosh", of<acoshDouble>},
    {"__nv_atanh", of<atanhDouble>},
    {"__nv_erfc", of<erfcDouble>},
    {"__nv_exp10", of<exp10Double>},
    {"__nv_rcbrt", of<rcbrtDouble>},
    {"__nv_erfcx", of<erfcxDouble>},
    {"__nv_erfinv", of<erfinvDouble>},
    {"__nv_erfcinv", of<erfcinvDouble>},
    {"__nv_normcdf", of<normcdfDouble>},
    {"__nv_normcdfinv", of<normcdfinvDouble>},
    {"__nv_asinf", throughDouble<of<asinDouble>>},
    {"__nv_acosf", throughDouble<of<acosDouble>>},
    {"__nv_asinhf", throughDouble<of<asinhDouble>>},
    {"__nv_acoshf", throughDouble<of<acoshDouble>>},
    {"__nv_atanhf", throughDouble<of<atanhDouble>>},
    {"__nv_rcbrtf", throughDouble<of<rcbrtDouble>>},
    {"__nv_erfcf", throughDouble<of<erfcDouble>>},
    {"__nv_erfcxf", throughDouble<of<erfcxDouble>>},
    {"__nv_erfinvf", throughDouble<of<erfinvDouble>>},
    {"__nv_erfcinvf", throughDouble<of<erfcinvDouble>>},
    {"__nv_normcdff", throughDouble<of<normcdfDouble>>},
    {"__nv_normcdfinvf", throughDouble<of<normcdfinvDouble>>},
    {"__nv_sinpi", of<sinPiDouble>},
    {"__nv_sinpif", throughDouble<of<sinPiDouble>>},
    {"__nv_cospi", of<cosPiDouble>},
    {"__nv_cospif", throughDouble<of<cosPiDouble>>},
    {"__nv_pow", ofTwo<powDouble>},
    {"__nv_atan2", ofTwo<atan2Double>},
    {"__nv_atan2f", throughDouble<ofTwo<atan2Double>>},
    {"__nv_hypot", normDouble},
    {"__nv_hypotf", throughDouble<normDouble>},
    {"__nv_norm3d", normDouble},
    {"__nv_norm3df", throughDouble<normDouble>},
    {"__nv_norm4d", normDouble},
    {"__nv_norm4df", throughDouble<normDouble>},
    {"__nv_rhypot", inverseNormDouble},
    {"__nv_rhypotf", throughDouble<inverseNormDouble>},
    {"__nv_rnorm3d", inverseNormDouble},
    {"__nv_rnorm3df", throughDouble<inverseNormDouble>},
    {"__nv_rnorm4d", inverseNormDouble},
    {"__nv_rnorm4df", throughDouble<inverseNormDouble>},
    {"__nv_fast_expf", of<fastExp>},
    {"__nv_fast_exp10f", of<fastExp10>},
    {"__nv_fast_logf", of<fastLog>},
    {"__nv_fast_log10f", of<fastLog10>},
    {"__nv_fast_log2f", of<approximately<simt::Approximation::Log2>>},
    {"__nv_fast_sinf", of<approximately<simt::Approximation::Sin>>},
    {"__nv_fast_cosf", of<approximately<simt::Approximation::Cos>>},
    {"__nv_fast_tanhf", of<approximately<simt::Approximation::Tanh>>},
    {"__nv_fast_fdividef", ofTwo<fastDivide>},
    {"__nv_fast_tanf", of<fastTan>},
    {"__nv_fast_powf", ofTwo<fastPower>},
};

} // namespace

llvm::ArrayRef<NamedFunction> realFunctions() { return Names; }

} // namespace heddle
