//===- Comparisons.cpp - Comparisons of integers in normal form -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermNames.h"
#include "Terms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// Is it made of indices, sizes and counters alone?
bool isOfIndices(TermRef term, unsigned fuel) {
  switch (term->kind) {
  case TermKind::Integer:
  case TermKind::IndexBit:
  case TermKind::Iteration:
  case TermKind::Cyclic:
  case TermKind::Argument:
  case TermKind::Carried:
    return true;
  case TermKind::Whole:
    return term->operands.empty();
  case TermKind::Select:
    return fuel != 0 && isOfIndices(term->operands[1], fuel - 1) &&
           isOfIndices(term->operands[2], fuel - 1);
  case TermKind::Part:
  case TermKind::Computed:
  case TermKind::Polynomial:
    return fuel != 0 && llvm::all_of(term->operands, [&](TermRef operand) {
             return isOfIndices(operand, fuel - 1);
           });
  default:
    return false;
  }
}

/// Is a loop's counter added to it?
bool counts(const Polynomial &value) {
  return llvm::any_of(value.summands(), [](const Summand &each) {
    return llvm::any_of(each.factors, [](TermRef factor) {
      return factor->kind == TermKind::Iteration;
    });
  });
}

} // namespace

/// Of indices that do not overflow, a multiple of 2^n and less than 2^n more is
/// below zero if the multiple is: a without what can be left out of it in a <
/// b.
TermRef Terms::withoutRest(TermRef a, TermRef b) {
  constexpr unsigned Fuel = 8;
  unsigned width = integerWidth(a->type);
  if (!assumptions.widened || width < 32 || !isOfIndices(a, Fuel) ||
      !isOfIndices(b, Fuel))
    return a;
  Polynomial rest =
      split(polynomial(a) + polynomial(b).negated(), width - 1).rest;
  return ofPolynomial(a->type, polynomial(a) + rest.negated());
}

/// Of indices that do not overflow a < b is a - b < 0: what is added goes to
/// one side, and what is subtracted to the other.
std::optional<TermRef> Terms::compareIndices(TermRef a, TermRef b) {
  constexpr unsigned Fuel = 8;
  Type type = a->type;
  unsigned width = integerWidth(type);
  if (!assumptions.compared || !isa_and_nonnull<IntegerType>(type) ||
      width < 32)
    return std::nullopt;
  Polynomial difference = polynomial(a) + polynomial(b).negated();
  // What a counter is compared with is an index, too.
  if (!counts(difference) && !(isOfIndices(a, Fuel) && isOfIndices(b, Fuel)))
    return std::nullopt;
  llvm::SmallVector<Summand> left, right;
  for (const Summand &each : difference.summands())
    if (llvm::SignExtend64(each.coefficient, width) >= 0)
      left.push_back(each);
    else
      right.push_back({each.factors, ~each.coefficient + 1});
  TermRef more = ofPolynomial(type, Polynomial::ofSummands(width, left));
  TermRef less = ofPolynomial(type, Polynomial::ofSummands(width, right));
  Type truth = IntegerType::get(mlirContext, 1);
  if (more->kind == TermKind::Integer && less->kind == TermKind::Integer)
    return integer(truth, Word(signedValue(more) < signedValue(less)));
  return named(SignedLess, truth, {more, less});
}

TermRef Terms::compareLess(TermRef a, TermRef b, bool isSigned) {
  Type type = IntegerType::get(mlirContext, 1);
  if (isSigned) {
    a = withoutRest(a, b);
    if (std::optional<TermRef> less = compareIndices(a, b))
      return *less;
  }
  if (a == b)
    return integer(type, 0);
  if (a->kind == TermKind::Integer && b->kind == TermKind::Integer)
    return integer(type, Word(isSigned ? signedValue(a) < signedValue(b)
                                       : a->data[0] < b->data[0]));
  return named(isSigned ? SignedLess : UnsignedLess, type, {a, b});
}

TermRef Terms::isEqual(TermRef a, TermRef b) {
  Type type = IntegerType::get(mlirContext, 1);
  Polynomial difference = polynomial(a) + polynomial(b).negated();
  if (std::optional<Word> known = difference.asConstant())
    return integer(type, Word(*known == 0));
  if (difference.width() == 1)
    return ofPolynomial(type, difference + Polynomial::constant(1, 1));
  // The negated difference is zero, too: take the one that begins lower.
  Polynomial negated = difference.negated();
  for (auto [one, other] :
       llvm::zip(difference.summands(), negated.summands())) {
    if (one.coefficient == other.coefficient)
      continue;
    if (one.coefficient > other.coefficient)
      difference = negated;
    break;
  }
  return named(IsZero, type, {ofPolynomial(a->type, difference)});
}

TermRef Terms::compareIntegers(const Application &op) {
  TermRef a = op.operands[0], b = op.operands[1];
  if (!op.attributes)
    return computed(op);
  auto predicate = op.attributes.getAs<arith::CmpIPredicateAttr>("predicate");
  if (!predicate)
    return computed(op);
  switch (predicate.getValue()) {
  case arith::CmpIPredicate::eq:
    return isEqual(a, b);
  case arith::CmpIPredicate::ne:
    return isNot(isEqual(a, b));
  case arith::CmpIPredicate::slt:
    return compareLess(a, b, true);
  case arith::CmpIPredicate::sle:
    return isNot(compareLess(b, a, true));
  case arith::CmpIPredicate::sgt:
    return compareLess(b, a, true);
  case arith::CmpIPredicate::sge:
    return isNot(compareLess(a, b, true));
  case arith::CmpIPredicate::ult:
    return compareLess(a, b, false);
  case arith::CmpIPredicate::ule:
    return isNot(compareLess(b, a, false));
  case arith::CmpIPredicate::ugt:
    return compareLess(b, a, false);
  case arith::CmpIPredicate::uge:
    return isNot(compareLess(a, b, false));
  }
  return computed(op);
}

TermRef Terms::recomputed(TermRef term, llvm::ArrayRef<TermRef> operands) {
  if (isNamed(term, SignedLess) || isNamed(term, UnsignedLess))
    return compareLess(operands[0], operands[1], isNamed(term, SignedLess));
  if (isNamed(term, IsZero))
    return isEqual(operands[0], integer(operands[0]->type, 0));
  if (isNamed(term, SignExtend))
    return signExtended(term->type, operands[0]);
  if (isNamed(term, ZeroExtend))
    return zeroExtended(term->type, operands[0]);
  return apply({OperationName::getFromOpaquePointer(term->name),
                dyn_cast_or_null<DictionaryAttr>(term->attribute), term->type,
                operands});
}

} // namespace heddle::equivalence
