//===- PullBack.cpp - Views, pushed down to what they are views of --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle::equivalence {

using namespace mlir;

/// Rebuilds a term with another index. With a stack of its own, as terms of
/// long programs are deep.
class PullBack {
public:
  PullBack(Terms &terms, const IndexMap &map) : terms(terms) {
    maps.try_emplace(0, map);
  }

  TermRef of(TermRef term);

private:
  /// A term below so many bound bits.
  using Below = std::pair<TermRef, unsigned>;

  const IndexMap &mapBelow(unsigned bound);
  static bool binds(TermRef term) {
    return term->kind == TermKind::Reduction || term->kind == TermKind::Scan ||
           term->kind == TermKind::Product;
  }
  static unsigned boundInside(Below each) {
    return each.second +
           (binds(each.first) ? static_cast<unsigned>(each.first->data[0]) : 0);
  }
  /// Null if it has to be rebuilt first.
  TermRef known(Below each);
  TermRef rebuilt(Below each, llvm::ArrayRef<TermRef> operands);
  Polynomial rebuiltFactor(unsigned width, TermRef factor, const IndexMap &map);
  TermRef rebuiltPolynomial(TermRef term, const IndexMap &map,
                            llvm::ArrayRef<TermRef> operands);
  /// Rows from this word of the data on, with their constant before them.
  llvm::SmallVector<Word> withRows(TermRef term, std::size_t constantIndex,
                                   const IndexMap &map);

  Terms &terms;
  llvm::DenseMap<unsigned, IndexMap> maps;
  llvm::DenseMap<Below, TermRef> done;
};

const IndexMap &PullBack::mapBelow(unsigned bound) {
  auto known = maps.find(bound);
  if (known != maps.end())
    return known->second;
  std::optional<IndexMap> map = maps.find(0)->second.below(bound);
  if (!map) {
    terms.fail("cannot follow an index of more than 64 bits");
    map = IndexMap::identity(f2::MaxBits);
  }
  return maps.try_emplace(bound, *map).first->second;
}

TermRef PullBack::known(Below each) {
  if (isFactorOnly(each.first) || each.first->indexBits == 0 ||
      mapBelow(each.second).keeps(each.first->indexBits))
    return each.first;
  return done.lookup(each);
}

TermRef PullBack::of(TermRef term) {
  llvm::SmallVector<Below> open = {{term, 0}};
  while (!open.empty()) {
    Below each = open.back();
    if (known(each)) {
      open.pop_back();
      continue;
    }
    unsigned bound = boundInside(each);
    std::size_t before = open.size();
    llvm::SmallVector<TermRef> operands;
    // Other wholes and memory have an index of their own.
    bool isClosed = each.first->kind == TermKind::Part;
    for (TermRef operand : each.first->operands) {
      TermRef pulled = isClosed ? operand : known({operand, bound});
      if (!pulled)
        open.push_back({operand, bound});
      operands.push_back(pulled);
    }
    if (open.size() != before)
      continue;
    done[each] = rebuilt(each, operands);
    open.pop_back();
  }
  return known({term, 0});
}

llvm::SmallVector<Word> PullBack::withRows(TermRef term,
                                           std::size_t constantIndex,
                                           const IndexMap &map) {
  llvm::SmallVector<Word> data(term->data);
  for (std::size_t row = constantIndex + 1; row < data.size(); ++row) {
    if (map.isFlipped(data[row]))
      data[constantIndex] ^=
          f2::unit(static_cast<unsigned>(row - constantIndex - 1));
    data[row] = map.pulled(data[row]);
  }
  return data;
}

/// A factor with another index.
Polynomial PullBack::rebuiltFactor(unsigned width, TermRef factor,
                                   const IndexMap &map) {
  if (factor->kind != TermKind::IndexBit)
    return terms.factor(width, factor);
  Word form = factor->data[0], pulled = map.pulled(form);
  Polynomial bit(width);
  if (pulled != 0)
    bit = Polynomial::of(
        width, terms.raw({.kind = TermKind::IndexBit, .data = {pulled}}));
  return map.isFlipped(form) ? Polynomial::constant(width, 1) + bit.negated()
                             : bit;
}

TermRef PullBack::rebuiltPolynomial(TermRef term, const IndexMap &map,
                                    llvm::ArrayRef<TermRef> operands) {
  unsigned width = integerWidth(term->type);
  TermRef made = terms.remadePolynomial(term, [&](std::size_t number) {
    return rebuiltFactor(width, operands[number], map);
  });
  if (made != nullptr)
    return made;
  terms.fail("cannot follow a sum of so many products");
  return term;
}

TermRef PullBack::rebuilt(Below each, llvm::ArrayRef<TermRef> operands) {
  TermRef term = each.first;
  const IndexMap &map = mapBelow(each.second);
  TermKey key = *term;
  key.operands = operands;
  llvm::SmallVector<Word> data;
  switch (term->kind) {
  case TermKind::Polynomial:
    return rebuiltPolynomial(term, map, operands);
  case TermKind::Computed:
    return terms.apply({OperationName::getFromOpaquePointer(term->name),
                        dyn_cast_or_null<DictionaryAttr>(term->attribute),
                        term->type, operands});
  case TermKind::Part:
    data = withRows(term, 0, map);
    break;
  case TermKind::Scan:
    data = withRows(term, 4, map);
    break;
  default:
    break;
  }
  if (!data.empty())
    key.data = data;
  return terms.remade(key);
}

TermRef Terms::pullBack(TermRef term, const IndexMap &map) {
  return PullBack(*this, map).of(term);
}

} // namespace heddle::equivalence
