//===- MathNames.cpp - Names of functions ---------------------------------===//
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

constexpr NamedFunction Single[] = {
    {"exp", of<expSingle>},
    {"exp2", of<exp2Single>},
    {"expm1", of<expm1Single>},
    {"log", of<logSingle>},
    {"log2", of<log2Single>},
    {"log1p", of<log1pSingle>},
    {"rsqrt", of<rsqrtSingle>},
    {"sin", of<sinSingle>},
    {"cos", of<cosSingle>},
    {"tanh", of<tanhSingle>},
    {"erf", of<erfSingle>},
    {"log10", of<log10Single>},
    {"cosh", of<coshSingle>},
    {"sinh", of<sinhSingle>},
    {"cbrt", of<cbrtSingle>},
    {"atan", of<atanSingle>},
    {"tan", of<tanSingle>},
    {"powf", ofTwo<powSingle>},
    {"atan2", throughDouble<ofTwo<atan2Double>>},
    {"asin", throughDouble<of<asinDouble>>},
    {"acos", throughDouble<of<acosDouble>>},
    {"asinh", throughDouble<of<asinhDouble>>},
    {"acosh", throughDouble<of<acoshDouble>>},
    {"atanh", throughDouble<of<atanhDouble>>},
    {"erfc", throughDouble<of<erfcDouble>>},
};

constexpr NamedFunction Double[] = {
    {"exp", of<expDouble>},        {"exp2", of<exp2Double>},
    {"log", of<logDouble>},        {"log2", of<log2Double>},
    {"rsqrt", of<rsqrtDouble>},    {"powf", ofTwo<powDouble>},
    {"atan2", ofTwo<atan2Double>}, {"sin", of<sinDouble>},
    {"cos", of<cosDouble>},        {"tan", of<tanDouble>},
    {"tanh", of<tanhDouble>},      {"erf", of<erfDouble>},
    {"expm1", of<expm1Double>},    {"log1p", of<log1pDouble>},
    {"log10", of<log10Double>},    {"cbrt", of<cbrtDouble>},
    {"atan", of<atanDouble>},      {"asin", of<asinDouble>},
    {"acos", of<acosDouble>},      {"sinh", of<sinhDouble>},
    {"cosh", of<coshDouble>},      {"asinh", of<asinhDouble>},
    {"acosh", of<acoshDouble>},    {"atanh", of<atanhDouble>},
    {"erfc", of<erfcDouble>},
};

MathFunction named(llvm::ArrayRef<NamedFunction> names, llvm::StringRef name) {
  const auto *found = llvm::find_if(
      names, [&](const NamedFunction &each) { return each.name == name; });
  return found == names.end() ? nullptr : found->function;
}

} // namespace

MathFunction mathFunction(llvm::StringRef name, Type element) {
  if (element.isF32())
    return named(Single, name);
  return element.isF64() ? named(Double, name) : nullptr;
}

MathFunction libraryFunction(llvm::StringRef symbol) {
  for (auto family : {realFunctions, floatPartFunctions, roundedFunctions,
                      conversionFunctions, integerFunctions})
    if (MathFunction function = named(family(), symbol))
      return function;
  return nullptr;
}

} // namespace heddle
