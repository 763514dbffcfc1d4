//===- Quotients.cpp - Multiples of powers of two, and what is above them -===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermNames.h"
#include "Terms.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

bool isBelow(const Summand &summand, unsigned bits) {
  return bits != 0 && summand.coefficient <= f2::lowMask(bits) &&
         llvm::all_of(summand.factors, isZeroOrOne);
}

bool isNumberOfPrograms(TermRef whole) {
  constexpr std::array<llvm::StringLiteral, 2> Names = {"tt.get_program_id",
                                                        "tt.get_num_programs"};
  return whole->name != nullptr &&
         llvm::is_contained(
             Names,
             OperationName::getFromOpaquePointer(whole->name).getStringRef());
}

std::optional<Polynomial> quotientOf(const Polynomial &value, Word divisor) {
  llvm::SmallVector<Summand> summands(value.summands());
  for (Summand &each : summands) {
    if (each.coefficient % divisor != 0)
      return std::nullopt;
    each.coefficient /= divisor;
  }
  return Polynomial::ofSummands(value.width(), std::move(summands));
}

} // namespace

unsigned Terms::zeroBits(const Summand &summand) const {
  auto bits = static_cast<unsigned>(llvm::countr_zero(summand.coefficient));
  for (TermRef factor : summand.factors)
    bits += knownZeroBits.lookup(factor);
  return bits;
}

void Terms::learnZeroBits(TermRef term, unsigned bits) {
  knownZeroBits[term] = bits;
}

Terms::Split Terms::split(const Polynomial &value, unsigned mostBits) const {
  auto isSplitAt = [&](unsigned bits) {
    Word rest = 0;
    return llvm::all_of(value.summands(), [&](const Summand &summand) {
      if (!isBelow(summand, bits))
        return zeroBits(summand) >= bits;
      rest += summand.coefficient;
      return rest <= f2::lowMask(bits);
    });
  };
  unsigned bits = mostBits;
  while (bits != 0 && !isSplitAt(bits))
    --bits;
  llvm::SmallVector<Summand> multiple, rest;
  for (const Summand &summand : value.summands())
    (isBelow(summand, bits) ? rest : multiple).push_back(summand);
  return {.multiple = Polynomial::ofSummands(value.width(), multiple),
          .rest = Polynomial::ofSummands(value.width(), rest)};
}

/// Is it never less than zero?
bool Terms::isCount(TermRef factor, unsigned fuel) const {
  if (isZeroOrOne(factor) || isNamed(factor, ZeroExtend))
    return true;
  if (factor->kind == TermKind::Part)
    factor = factor->operands[0];
  if (factor->kind == TermKind::Whole)
    return isNumberOfPrograms(factor);
  bool isQuotient = isNamed(factor, "arith.divsi"),
       isRemainder = isNamed(factor, "arith.remsi");
  if (!isQuotient && !isRemainder)
    return factor->kind == TermKind::Iteration;
  TermRef divisor = factor->operands[1];
  return fuel != 0 &&
         (isRemainder ||
          (divisor->kind == TermKind::Integer && signedValue(divisor) > 0)) &&
         isCounted(polynomial(factor->operands[0]), true, fuel - 1);
}

/// Is the sum over the integers the value, and not negative?
bool Terms::isCounted(const Polynomial &value, bool isSigned,
                      unsigned fuel) const {
  const Word most = f2::lowMask(value.width() - (isSigned ? 1 : 0));
  if (std::optional<Word> largest = value.largestValue())
    return *largest <= most;
  return assumptions.widened &&
         llvm::all_of(value.summands(), [&](const Summand &summand) {
           return summand.coefficient <= most &&
                  llvm::all_of(summand.factors, [&](TermRef factor) {
                    return isCount(factor, fuel);
                  });
         });
}

/// Of m + r, where m and the divisor are multiples of 2^n and 0 <= r < 2^n, the
/// quotient is that of m, and the remainder that of m and r more.
TermRef Terms::divideIntegers(const Application &op) {
  TermRef a = op.operands[0], b = op.operands[1];
  llvm::StringRef name = op.name.getStringRef();
  bool isQuotient = name.starts_with("arith.div");
  if (b->kind != TermKind::Integer || signedValue(b) <= 0)
    return computed(op);
  if (b->data[0] == 1)
    return isQuotient ? a : integer(op.type, 0);
  // Where both are positive, signed and unsigned division are the same.
  if (a->kind == TermKind::Integer && signedValue(a) >= 0)
    return integer(op.type, isQuotient ? a->data[0] / b->data[0]
                                       : a->data[0] % b->data[0]);
  bool isSigned = name.ends_with("si");
  Polynomial value = polynomial(a);
  constexpr unsigned Fuel = 4;
  bool isSum = isCounted(value, isSigned, Fuel);
  if (isSigned && !isSum)
    return computed(op);
  auto [multiple, rest] =
      split(value, static_cast<unsigned>(llvm::countr_zero(b->data[0])));
  if (std::optional<Polynomial> quotient = quotientOf(multiple, b->data[0]);
      quotient && isSum)
    return ofPolynomial(op.type, isQuotient ? *quotient : rest);
  TermRef above = computed(
      {op.name, op.attributes, op.type, {ofPolynomial(op.type, multiple), b}});
  return isQuotient ? above : ofPolynomial(op.type, polynomial(above) + rest);
}

} // namespace heddle::equivalence
