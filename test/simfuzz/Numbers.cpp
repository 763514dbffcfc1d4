//===- Numbers.cpp - What ops do to numbers -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "Exact.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace heddle::simfuzz {

namespace {

std::uint64_t maskOf(Element element) {
  unsigned width = bitsOf(element);
  return width == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << width) - 1;
}

using Operands = std::vector<std::uint64_t>;
using Compute = Bits (*)(Element element, const Operands &operands);

std::int64_t least(Element element) {
  return signedOf(std::uint64_t(1) << (bitsOf(element) - 1), element);
}

Bits shifted(const std::string &name, Element element, const Operands &x) {
  if (x[1] >= bitsOf(element))
    return std::nullopt;
  if (name == "arith.shli")
    return x[0] << x[1];
  if (name == "arith.shrui")
    return x[0] >> x[1];
  return static_cast<std::uint64_t>(signedOf(x[0], element) >> x[1]);
}

Bits divided(const std::string &name, Element element, const Operands &x) {
  std::int64_t a = signedOf(x[0], element), b = signedOf(x[1], element);
  if (x[1] == 0)
    return std::nullopt;
  if (name == "arith.divui")
    return x[0] / x[1];
  if (name == "arith.remui")
    return x[0] % x[1];
  if (a == least(element) && b == -1)
    return std::nullopt;
  return static_cast<std::uint64_t>(name == "arith.divsi" ? a / b : a % b);
}

Bits onIntegers(const std::string &name, Element element, const Operands &x) {
  static const std::map<std::string, Compute> Table = {
      {"arith.addi",
       [](Element, const Operands &x) { return Bits(x[0] + x[1]); }},
      {"arith.subi",
       [](Element, const Operands &x) { return Bits(x[0] - x[1]); }},
      {"arith.muli",
       [](Element, const Operands &x) { return Bits(x[0] * x[1]); }},
      {"arith.andi",
       [](Element, const Operands &x) { return Bits(x[0] & x[1]); }},
      {"arith.ori",
       [](Element, const Operands &x) { return Bits(x[0] | x[1]); }},
      {"arith.xori",
       [](Element, const Operands &x) { return Bits(x[0] ^ x[1]); }},
      {"arith.minui",
       [](Element, const Operands &x) { return Bits(std::min(x[0], x[1])); }},
      {"arith.maxui",
       [](Element, const Operands &x) { return Bits(std::max(x[0], x[1])); }},
      {"arith.minsi",
       [](Element e, const Operands &x) {
         return Bits(signedOf(x[0], e) < signedOf(x[1], e) ? x[0] : x[1]);
       }},
      {"arith.maxsi",
       [](Element e, const Operands &x) {
         return Bits(signedOf(x[0], e) < signedOf(x[1], e) ? x[1] : x[0]);
       }},
      {"tt.mulhiui",
       [](Element e, const Operands &x) {
         return Bits(static_cast<std::uint64_t>(
             (Mantissa(x[0]) * Mantissa(x[1])) >> bitsOf(e)));
       }},
      {"math.absi",
       [](Element e, const Operands &x) {
         return Bits(signedOf(x[0], e) < 0 ? -x[0] : x[0]);
       }},
      {"math.ctpop",
       [](Element, const Operands &x) {
         return Bits(static_cast<std::uint64_t>(std::popcount(x[0])));
       }},
      {"math.ctlz",
       [](Element e, const Operands &x) {
         return Bits(static_cast<std::uint64_t>(std::countl_zero(x[0])) - 64 +
                     bitsOf(e));
       }},
      {"math.cttz",
       [](Element e, const Operands &x) {
         return Bits(x[0] == 0
                         ? bitsOf(e)
                         : static_cast<std::uint64_t>(std::countr_zero(x[0])));
       }},
  };
  Bits result;
  if (auto found = Table.find(name); found != Table.end())
    result = found->second(element, x);
  else if (name.starts_with("arith.sh"))
    result = shifted(name, element, x);
  else
    result = divided(name, element, x);
  return result ? Bits(*result & maskOf(element)) : result;
}

/// The lesser or the greater one; -0 is less than +0.
std::uint64_t extreme(const std::string &name, Element element,
                      const Operands &x) {
  bool isNan0 = isNan(x[0], element), isNan1 = isNan(x[1], element);
  bool isStrict = name.ends_with("imumf");
  if (isNan0 || isNan1) {
    if (isStrict || (isNan0 && isNan1))
      return encode(element, {.kind = Exact::Kind::Nan});
    return isNan0 ? x[1] : x[0];
  }
  Exact a = decode(element, x[0]), b = decode(element, x[1]);
  int order = ordered(a, b);
  bool isFirstLess = order < 0 || (order == 0 && a.isNegative);
  bool isLeast = name.starts_with("arith.min");
  return isFirstLess == isLeast ? x[0] : x[1];
}

std::uint64_t rootOf(Element element, std::uint64_t bits) {
  Exact x = decode(element, bits);
  if (x.isNan() || (x.isNegative && !x.isZero()))
    return encode(element, {.kind = Exact::Kind::Nan});
  double wide = std::bit_cast<double>(encode(Element::F64, x));
  return floatOf(element, std::sqrt(wide));
}

Bits onFloats(const std::string &name, Element element, const Operands &x) {
  static const std::map<std::string, Rounding> Roundings = {
      {"math.floor", Rounding::Down},
      {"math.ceil", Rounding::Up},
      {"math.trunc", Rounding::ToZero},
      {"math.roundeven", Rounding::ToEven},
      {"math.round", Rounding::AwayFromZero}};
  std::uint64_t sign = std::uint64_t(1) << (bitsOf(element) - 1);
  if (name == "math.fma")
    return fusedProduct(element, x[0], x[1], x[2]);
  if (name.starts_with("arith.min") || name.starts_with("arith.max"))
    return extreme(name, element, x);
  if (name == "arith.negf")
    return x[0] ^ sign;
  if (name == "math.absf")
    return x[0] & ~sign;
  if (name == "math.copysign") {
    if (isNan(x[1], element))
      return std::nullopt;
    return (x[0] & ~sign) | (x[1] & sign);
  }
  if (name == "math.sqrt")
    return rootOf(element, x[0]);
  Exact a = decode(element, x[0]);
  if (auto found = Roundings.find(name); found != Roundings.end())
    return encode(element, rounded(a, found->second));
  Exact b = decode(element, x[1]);
  if (name == "arith.addf")
    return encode(element, sum(a, b));
  if (name == "arith.subf")
    return encode(element, sum(a, negated(b)));
  if (name == "arith.mulf")
    return encode(element, product(a, b));
  return encode(element, quotient(a, b));
}

/// Toward zero, to the nearest there is. NaN is the highest bit if one of both
/// sides is of 64 bits, else zero (PTX ISA, cvt); 8-bit results are the low
/// byte of others.
std::uint64_t saturated(const Exact &x, Element from, Element to,
                        bool isSigned) {
  unsigned width = bitsOf(to);
  if (x.isNan()) {
    bool isWide = width > 8 && (bitsOf(from) == 64 || width == 64);
    return isWide ? std::uint64_t(1) << (width - 1) : 0;
  }
  Mantissa most = (Mantissa(1) << (isSigned ? width - 1 : width)) - 1;
  Mantissa below = isSigned ? most + 1 : 0;
  Mantissa limit = x.isNegative ? below : most;
  Mantissa whole = limit;
  if (!x.isInfinite()) {
    Exact number = rounded(x, Rounding::ToZero);
    constexpr int Far = 64;
    if (number.exponent <= Far && number.exponent >= 0)
      whole = std::min(limit, number.mantissa << number.exponent);
    if (number.isZero())
      whole = 0;
  }
  auto bits = static_cast<std::uint64_t>(whole);
  return (x.isNegative ? -bits : bits) & maskOf(to);
}

} // namespace

std::int64_t signedOf(std::uint64_t bits, Element element) {
  unsigned rest = 64 - bitsOf(element);
  return static_cast<std::int64_t>(bits << rest) >> rest;
}

bool isNan(std::uint64_t bits, Element element) {
  return isFloat(element) && decode(element, bits).isNan();
}

Bits compute(const std::string &name, Element element, const Operands &x) {
  return isFloat(element) ? onFloats(name, element, x)
                          : onIntegers(name, element, x);
}

Bits cast(const std::string &name, Element from, Element to,
          std::uint64_t bits) {
  if (name == "tt.bitcast" || name == "arith.bitcast") {
    if (isNan(bits, from))
      return std::nullopt;
    return bits;
  }
  if (isFloat(from) && isFloat(to))
    return encode(to, decode(from, bits));
  if (isFloat(from))
    return saturated(decode(from, bits), from, to, name == "arith.fptosi");
  bool isSigned = name == "arith.extsi" || name == "arith.sitofp";
  std::int64_t number = isSigned ? signedOf(bits, from) : 0;
  if (!isFloat(to))
    return (isSigned ? static_cast<std::uint64_t>(number) : bits) & maskOf(to);
  bool isNegative = number < 0;
  std::uint64_t size = isNegative ? -static_cast<std::uint64_t>(number) : bits;
  return encode(to, {.isNegative = isNegative, .mantissa = size});
}

bool compare(const std::string &name, Element element, std::uint64_t a,
             std::uint64_t b) {
  std::string predicate = name.substr(name.find(' ') + 1);
  int order = 0;
  if (isFloat(element)) {
    bool isUnordered = isNan(a, element) || isNan(b, element);
    if (predicate == "ord" || predicate == "uno")
      return isUnordered == (predicate == "uno");
    if (isUnordered)
      return predicate[0] == 'u';
    order = ordered(decode(element, a), decode(element, b));
    predicate = predicate.substr(1);
  } else if (predicate == "eq" || predicate == "ne") {
    order = a == b ? 0 : 1;
  } else if (predicate[0] == 's') {
    std::int64_t x = signedOf(a, element), y = signedOf(b, element);
    order = x < y ? -1 : x > y;
    predicate = predicate.substr(1);
  } else {
    order = a < b ? -1 : a > b;
    predicate = predicate.substr(1);
  }
  if (predicate == "eq")
    return order == 0;
  if (predicate == "ne")
    return order != 0;
  if (predicate == "lt")
    return order < 0;
  if (predicate == "le")
    return order <= 0;
  return predicate == "gt" ? order > 0 : order >= 0;
}

// Products of two f64 have more bits than a sum takes here; the C library's are
// right.
std::uint64_t fusedProduct(Element element, std::uint64_t x, std::uint64_t y,
                           std::uint64_t z) {
  if (element == Element::F64) {
    double result = std::fma(std::bit_cast<double>(x), std::bit_cast<double>(y),
                             std::bit_cast<double>(z));
    return std::bit_cast<std::uint64_t>(result);
  }
  return encode(element, sum(product(decode(element, x), decode(element, y)),
                             decode(element, z)));
}

// All terms are multiples of the last bit of the least one; the sum of their
// absolute values, in that unit, has no more bits than the type.
bool isExactSum(Element element, const std::vector<std::uint64_t> &terms) {
  std::vector<Exact> numbers;
  int unit = 0;
  bool isFirst = true;
  for (std::uint64_t bits : terms) {
    Exact number = decode(element, bits);
    if (number.kind != Exact::Kind::Finite)
      return false;
    if (number.isZero())
      continue;
    while ((number.mantissa & 1) == 0) {
      number.mantissa >>= 1;
      ++number.exponent;
    }
    unit = isFirst ? number.exponent : std::min(unit, number.exponent);
    isFirst = false;
    numbers.push_back(number);
  }
  Mantissa all = 0, most = Mantissa(1) << precisionOf(element);
  for (const Exact &number : numbers) {
    int distance = number.exponent - unit;
    if (distance > precisionOf(element))
      return false;
    all += number.mantissa << distance;
    if (all > most)
      return false;
  }
  Exact largest = {.mantissa = all, .exponent = unit};
  return !decode(element, encode(element, largest)).isInfinite();
}

std::uint64_t floatOf(Element element, double value) {
  return encode(element,
                decode(Element::F64, std::bit_cast<std::uint64_t>(value)));
}

} // namespace heddle::simfuzz
