//===- Polynomial.cpp - Integers as sums of products ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::equivalence {

namespace {

bool isBefore(TermRef a, TermRef b) { return a->number < b->number; }

bool areBefore(const Summand &a, const Summand &b) {
  return std::lexicographical_compare(a.factors.begin(), a.factors.end(),
                                      b.factors.begin(), b.factors.end(),
                                      isBefore);
}

Monomial productOf(const Monomial &a, const Monomial &b) {
  Monomial product;
  std::merge(a.begin(), a.end(), b.begin(), b.end(),
             std::back_inserter(product), isBefore);
  auto isSquare = [](TermRef x, TermRef y) { return x == y && isZeroOrOne(x); };
  product.erase(std::unique(product.begin(), product.end(), isSquare),
                product.end());
  return product;
}

} // namespace

Polynomial Polynomial::constant(unsigned width, Word value) {
  return ofSummands(width, {{{}, value}});
}

Polynomial Polynomial::of(unsigned width, TermRef term) {
  if (term->kind == TermKind::Integer)
    return constant(width, term->data[0]);
  if (term->kind != TermKind::Polynomial)
    return ofSummands(width, {{{term}, 1}});
  Polynomial result(width);
  std::size_t next = 0;
  for (std::size_t index = 0; index < term->data.size(); index += 2) {
    auto factors = term->operands.slice(next, term->data[index + 1]);
    next += factors.size();
    result.list.push_back({Monomial(factors), term->data[index]});
  }
  return result;
}

Polynomial Polynomial::ofSummands(unsigned width,
                                  llvm::SmallVector<Summand> summands) {
  Polynomial result(width);
  result.list = std::move(summands);
  result.normalize();
  return result;
}

std::optional<Word> Polynomial::asConstant() const {
  if (list.empty())
    return 0;
  if (list.size() == 1 && list[0].factors.empty())
    return list[0].coefficient;
  return std::nullopt;
}

std::optional<Word> Polynomial::largestValue() const {
  Word sum = 0;
  Word limit = f2::lowMask(bits);
  for (const Summand &summand : list) {
    if (!llvm::all_of(summand.factors, isZeroOrOne) ||
        summand.coefficient > limit - sum)
      return std::nullopt;
    sum += summand.coefficient;
  }
  return sum;
}

void Polynomial::normalize() {
  llvm::sort(list, areBefore);
  llvm::SmallVector<Summand> merged;
  Word mask = f2::lowMask(bits);
  for (Summand &summand : list) {
    if (!merged.empty() && merged.back().factors == summand.factors)
      merged.back().coefficient += summand.coefficient;
    else
      merged.push_back(std::move(summand));
  }
  for (Summand &summand : merged)
    summand.coefficient &= mask;
  llvm::erase_if(merged, [](const Summand &s) { return s.coefficient == 0; });
  list = std::move(merged);
}

Polynomial &Polynomial::operator+=(const Polynomial &other) {
  llvm::append_range(list, other.list);
  normalize();
  return *this;
}

Polynomial Polynomial::scaled(Word factor) const {
  Polynomial result = *this;
  for (Summand &summand : result.list)
    summand.coefficient *= factor;
  result.normalize();
  return result;
}

Polynomial operator*(const Polynomial &a, const Polynomial &b) {
  llvm::SmallVector<Summand> products;
  for (const Summand &x : a.list)
    for (const Summand &y : b.list)
      products.push_back(
          {productOf(x.factors, y.factors), x.coefficient * y.coefficient});
  return Polynomial::ofSummands(a.bits, std::move(products));
}

} // namespace heddle::equivalence
