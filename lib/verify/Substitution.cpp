//===- Substitution.cpp - A term in another iteration ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Substitution.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// Rebuilds a term. With a stack of its own, as terms of long programs are
/// deep.
class Rebuilder {
public:
  Rebuilder(Terms &terms, const Substitution &what)
      : terms(terms), what(what) {}

  TermRef of(TermRef term);

private:
  /// Null if it has to be rebuilt first.
  TermRef known(TermRef term) const;
  bool dependsOnCarried(TermRef term) const {
    return (term->kind == TermKind::Carried && term->data[1] >= what.depth) ||
           (term->kind == TermKind::Cyclic && term->data[0] == what.depth);
  }
  Polynomial rebuiltFactor(unsigned width, TermRef factor);
  TermRef rebuiltPolynomial(TermRef term, llvm::ArrayRef<TermRef> operands);
  TermRef rebuilt(TermRef term, llvm::ArrayRef<TermRef> operands);

  Terms &terms;
  const Substitution &what;
  llvm::DenseMap<TermRef, TermRef> done;
};

TermRef Rebuilder::known(TermRef term) const {
  if (term == what.truth)
    return terms.integer(term->type, 1);
  if (what.from != nullptr && term == what.from)
    return what.to;
  if ((term->loops >> what.depth & 1) == 0 || term->kind == TermKind::Iteration)
    return term;
  return done.lookup(term);
}

TermRef Rebuilder::of(TermRef term) {
  llvm::SmallVector<TermRef> open = {term};
  while (!open.empty()) {
    TermRef each = open.back();
    if (known(each)) {
      open.pop_back();
      continue;
    }
    if (dependsOnCarried(each))
      return nullptr;
    std::size_t before = open.size();
    llvm::SmallVector<TermRef> operands;
    for (TermRef operand : each->operands) {
      TermRef other = known(operand);
      if (!other)
        open.push_back(operand);
      operands.push_back(other);
    }
    if (open.size() != before)
      continue;
    done[each] = rebuilt(each, operands);
    open.pop_back();
  }
  return known(term);
}

Polynomial Rebuilder::rebuiltFactor(unsigned width, TermRef factor) {
  if (factor->kind != TermKind::Iteration || factor->data[0] != what.depth)
    return terms.factor(width, factor);
  Polynomial moved = Polynomial::constant(width, static_cast<Word>(what.shift));
  if (!what.isCertain)
    moved += Polynomial::of(width, factor);
  return moved;
}

TermRef Rebuilder::rebuiltPolynomial(TermRef term,
                                     llvm::ArrayRef<TermRef> operands) {
  unsigned width = integerWidth(term->type);
  return terms.remadePolynomial(term, [&](std::size_t number) {
    return rebuiltFactor(width, operands[number]);
  });
}

TermRef Rebuilder::rebuilt(TermRef term, llvm::ArrayRef<TermRef> operands) {
  TermKey key = *term;
  key.operands = operands;
  switch (term->kind) {
  case TermKind::Polynomial:
    return rebuiltPolynomial(term, operands);
  case TermKind::Count:
    return terms.count(operands[0], operands[1], operands[2],
                       term->data[0] != 0);
  case TermKind::Computed:
    return terms.recomputed(term, operands);
  case TermKind::Final:
    return terms.final(static_cast<unsigned>(term->data[0]), operands[0],
                       operands[1]);
  case TermKind::Awaited:
    return terms.awaited(static_cast<unsigned>(term->data[0]), operands[0],
                         operands[1]);
  default:
    return terms.remade(key);
  }
}

} // namespace

TermRef Substitution::of(Terms &terms, TermRef term) const {
  return Rebuilder(terms, *this).of(term);
}

TermRef cyclicIn(TermRef term, unsigned depth) {
  TermRef found = nullptr;
  llvm::SmallVector<TermRef> open = {term};
  llvm::SmallPtrSet<TermRef, 16> seen;
  while (!open.empty()) {
    TermRef each = open.pop_back_val();
    if (!seen.insert(each).second || (each->loops >> depth & 1) == 0)
      continue;
    if (each->kind == TermKind::Cyclic && each->data[0] == depth) {
      if (found != nullptr && found != each)
        return nullptr;
      found = each;
    }
    llvm::append_range(open, each->operands);
  }
  return found;
}

} // namespace heddle::equivalence
