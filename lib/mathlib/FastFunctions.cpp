//===- FastFunctions.cpp - Functions by approximations --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/FastFunctions.h"

namespace heddle {

using namespace mlir;

namespace {

using enum simt::Approximation;

constexpr double Log2OfE = 1.4426950408889634;

template <simt::Approximation Function> Term byHardware(Term x) {
  return approximateFtz(Function, x);
}

// The product's rounding error is that of the result times |x|.
Term fastExp(Term x) { return approximateFtz(Exp2, x * Log2OfE); }

Term fastTanh(Term x) {
  Term power = approximateFtz(Exp2, abs(x) * (2 * Log2OfE));
  return tanhWithFar(
      x, fma(approximateFtz(Reciprocal, power + 1.0), -2.0, x.number(1)));
}

template <Term (*Function)(Term)> Term of(llvm::ArrayRef<Term> arguments) {
  return Function(arguments.front());
}

struct Named {
  llvm::StringRef name;
  MathFunction function;
};
constexpr Named Fast[] = {
    {"exp", of<fastExp>},
    {"exp2", of<byHardware<Exp2>>},
    {"__nv_exp2f", of<byHardware<Exp2>>},
    {"sqrt", of<byHardware<Sqrt>>},
    {"__nv_sqrtf", of<byHardware<Sqrt>>},
    {"rsqrt", of<byHardware<Rsqrt>>},
    {"__nv_rsqrtf", of<byHardware<Rsqrt>>},
    {"tanh", of<fastTanh>},
    {"__nv_tanhf", of<fastTanh>},
};

} // namespace

MathFunction fastFunction(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(Fast, [&](const Named &each) { return each.name == name; });
  return found == std::end(Fast) ? nullptr : found->function;
}

} // namespace heddle
