//===- Mismatch.cpp - Where two terms part --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mismatch.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

using Pair = std::pair<TermRef, TermRef>;

/// Whatever one list has that the other has not, of both; none if there is not
/// one of each.
std::optional<Pair> firstOfEach(llvm::ArrayRef<TermRef> left,
                                llvm::ArrayRef<TermRef> right) {
  auto firstOutside = [](llvm::ArrayRef<TermRef> list,
                         llvm::ArrayRef<TermRef> other) -> TermRef {
    for (TermRef term : list)
      if (!llvm::is_contained(other, term))
        return term;
    return nullptr;
  };
  TermRef one = firstOutside(left, right), other = firstOutside(right, left);
  if (!one || !other)
    return std::nullopt;
  return Pair{one, other};
}

/// Factors of the first summands that are not the same.
std::optional<Pair> stepIntoSums(TermRef left, TermRef right) {
  unsigned width = integerWidth(left->type);
  Polynomial a = Polynomial::of(width, left), b = Polynomial::of(width, right);
  auto contains = [](const Polynomial &sum, const Summand &summand) {
    return llvm::any_of(sum.summands(), [&](const Summand &each) {
      return each.coefficient == summand.coefficient &&
             each.factors == summand.factors;
    });
  };
  for (const Summand &one : a.summands()) {
    if (contains(b, one))
      continue;
    for (const Summand &other : b.summands()) {
      if (contains(a, other) || one.coefficient != other.coefficient)
        continue;
      if (std::optional<Pair> pair = firstOfEach(one.factors, other.factors);
          pair && !isFactorOnly(pair->first) && !isFactorOnly(pair->second))
        return pair;
    }
  }
  return std::nullopt;
}

bool isSameOp(TermRef left, TermRef right) {
  return left->kind == right->kind && left->type == right->type &&
         left->name == right->name && left->attribute == right->attribute &&
         left->data == right->data &&
         left->operands.size() == right->operands.size();
}

/// Operands that are not equal.
std::optional<Pair> stepIntoOperands(TermRef left, TermRef right) {
  if (!isSameOp(left, right))
    return std::nullopt;
  // Operands may be in another order.
  if (left->kind == TermKind::Computed || left->kind == TermKind::Sum ||
      left->kind == TermKind::Product)
    if (std::optional<Pair> pair = firstOfEach(left->operands, right->operands))
      return pair;
  for (auto [one, other] : llvm::zip(left->operands, right->operands))
    if (one != other)
      return Pair{one, other};
  return std::nullopt;
}

std::string describe(TermRef term) {
  if (term->name != nullptr) {
    llvm::StringRef name =
        OperationName::getFromOpaquePointer(term->name).getStringRef();
    return name.starts_with("verify.") ? "a comparison"
                                       : ("'" + name + "'").str();
  }
  switch (term->kind) {
  case TermKind::Integer:
    return "the constant " +
           std::to_string(static_cast<std::int64_t>(term->data[0]));
  case TermKind::Constant:
    return "a constant";
  case TermKind::Argument:
    return "argument " + std::to_string(term->data[0]);
  case TermKind::Polynomial:
    return "a sum";
  case TermKind::Sum:
  case TermKind::Product:
    return "a sum of products";
  case TermKind::Select:
    return "a choice";
  case TermKind::Load:
    return "a load";
  case TermKind::Reduction:
    return "'tt.reduce'";
  case TermKind::Scan:
    return "'tt.scan'";
  case TermKind::Carried:
    return "a value that a loop carries";
  case TermKind::Final:
  case TermKind::Awaited:
    return "a result of a loop";
  case TermKind::Pending:
    return "a product that may be under way";
  case TermKind::Memory:
    return "memory as the function found it";
  case TermKind::Absent:
    return "no operand";
  case TermKind::Part:
    return describe(term->operands[0]);
  default:
    return "another value";
  }
}

} // namespace

std::string Mismatch::text() const {
  std::string one = describe(left), other = describe(right);
  if (one != other)
    return one + " and " + other;
  return "two of " + one + " that are not the same";
}

Mismatch findMismatch(const Claims &claims, const FunctionTerms &left,
                      const FunctionTerms &right, TermRef leftTerm,
                      TermRef rightTerm) {
  Mismatch mismatch{leftTerm, rightTerm, std::nullopt, std::nullopt};
  llvm::DenseSet<Pair> seen;
  Pair pair = {leftTerm, rightTerm};
  while (seen.insert(pair).second) {
    auto [one, other] = pair;
    mismatch.left = one;
    mismatch.right = other;
    if (std::optional<Location> loc = left.locationOf(one))
      mismatch.leftLocation = loc;
    if (std::optional<Location> loc = right.locationOf(other))
      mismatch.rightLocation = loc;
    std::optional<Pair> next;
    if (one->kind == TermKind::Carried && other->kind == TermKind::Carried) {
      auto a = claims.courseOf(one, 0), b = claims.courseOf(other, 1);
      if (a && b && a->first != b->first)
        next = Pair{a->first, b->first};
      else if (a && b && a->next != b->next)
        next = Pair{a->next, b->next};
    } else if (one->kind == TermKind::Polynomial &&
               other->kind == TermKind::Polynomial &&
               one->type == other->type) {
      next = stepIntoSums(one, other);
    } else {
      next = stepIntoOperands(one, other);
    }
    if (!next)
      break;
    pair = *next;
  }
  return mismatch;
}

} // namespace heddle::equivalence
