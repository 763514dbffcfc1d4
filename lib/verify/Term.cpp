//===- Term.cpp - Values of tensor programs as terms ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Term.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/BuiltinTypes.h"

namespace heddle::equivalence {

using namespace mlir;

void TermKey::profile(llvm::FoldingSetNodeID &id) const {
  id.AddInteger(static_cast<unsigned>(kind));
  id.AddPointer(type.getAsOpaquePointer());
  id.AddPointer(name);
  id.AddPointer(attribute.getAsOpaquePointer());
  id.AddInteger(data.size());
  for (Word word : data)
    id.AddInteger(word);
  for (TermRef operand : operands)
    id.AddPointer(operand);
}

namespace {

Word indexBitsOf(const TermKey &key) {
  Word bits = 0;
  switch (key.kind) {
  case TermKind::IndexBit:
    return key.data[0];
  case TermKind::Part:
    for (Word row : key.data.drop_front())
      bits |= row;
    return bits;
  // These have an index of their own.
  case TermKind::Whole:
  case TermKind::Write:
  case TermKind::Carried:
  case TermKind::AllMemory:
  case TermKind::MemoryOf:
    return 0;
  default:
    for (TermRef operand : key.operands)
      bits |= operand->indexBits;
  }
  if (key.kind == TermKind::Reduction || key.kind == TermKind::Scan ||
      key.kind == TermKind::Product)
    bits = f2::shiftRight(bits, static_cast<unsigned>(key.data[0]));
  if (key.kind == TermKind::Scan)
    for (Word row : key.data.drop_front(5))
      bits |= row;
  return bits;
}

Word loopsOf(const TermKey &key) {
  if (key.kind == TermKind::Iteration || key.kind == TermKind::Cyclic)
    return f2::unit(static_cast<unsigned>(key.data[0]));
  // What is carried depends on the iterations of all loops around.
  if (key.kind == TermKind::Carried)
    return f2::lowMask(static_cast<unsigned>(key.data[1]) + 1);
  Word loops = 0;
  for (TermRef operand : key.operands)
    loops |= operand->loops;
  if (key.kind == TermKind::Final || key.kind == TermKind::Awaited)
    loops &= f2::lowMask(static_cast<unsigned>(key.data[0]));
  return loops;
}

/// A sum is derived from what occurs in it once; if more than one pointer does,
/// nothing is known.
Bases basesOfSum(const TermKey &key) {
  Bases bases = 0;
  std::size_t next = 0;
  for (std::size_t index = 0; index < key.data.size(); index += 2) {
    auto factors = key.operands.slice(next, key.data[index + 1]);
    next += factors.size();
    for (TermRef factor : factors) {
      if (factor->bases == 0)
        continue;
      if (bases != 0 || factors.size() != 1 || key.data[index] != 1)
        return AnyBase;
      bases = factor->bases;
    }
  }
  return bases;
}

bool isPointer(Type type) {
  return isa_and_nonnull<tt::PointerType, tt::TensorDescType>(type);
}

Bases basesOf(const TermKey &key) {
  switch (key.kind) {
  case TermKind::Argument:
    if (!isPointer(key.type))
      return 0;
    return key.data[0] < MostBases
               ? f2::unit(static_cast<unsigned>(key.data[0]))
               : AnyBase;
  case TermKind::Carried:
    return key.data[2];
  case TermKind::Polynomial:
    return basesOfSum(key);
  case TermKind::Select: {
    Bases yes = key.operands[1]->bases, no = key.operands[2]->bases;
    if (yes == 0 && no == 0)
      return 0;
    return yes == 0 || no == 0 ? AnyBase : yes | no;
  }
  case TermKind::Part:
    return key.operands[0]->bases;
  case TermKind::Final:
  case TermKind::Awaited:
    return key.operands[1]->bases;
  case TermKind::Whole:
    // Block pointers and descriptors come from their first operand.
    if (isPointer(key.type) && !key.operands.empty() &&
        key.operands[0]->bases != 0)
      return key.operands[0]->bases;
    break;
  default:
    break;
  }
  return isPointer(key.type) ? AnyBase : 0;
}

/// Of a choice between halves of a tensor, as of a join.
bool isIndexBit(TermRef condition) {
  return condition->kind == TermKind::Polynomial &&
         condition->operands.size() == 1 &&
         condition->operands[0]->kind == TermKind::IndexBit;
}

unsigned bindersOf(const TermKey &key) {
  if (key.kind == TermKind::Whole || key.kind == TermKind::Write)
    return 0;
  unsigned deepest = 0;
  for (TermRef operand : key.operands)
    deepest = std::max(deepest, operand->binders);
  bool binds = key.kind == TermKind::Reduction || key.kind == TermKind::Scan ||
               key.kind == TermKind::Product ||
               (key.kind == TermKind::Select && isIndexBit(key.operands[0]));
  return deepest + (binds ? 1 : 0);
}

} // namespace

Term::Term(const TermKey &key, unsigned number)
    : TermKey(key), number(number), indexBits(indexBitsOf(key)),
      loops(loopsOf(key)), bases(basesOf(key)), binders(bindersOf(key)) {}

template <class T> llvm::ArrayRef<T> TermTable::keep(llvm::ArrayRef<T> list) {
  T *copy = allocator.Allocate<T>(list.size());
  std::uninitialized_copy(list.begin(), list.end(), copy);
  return {copy, list.size()};
}

TermRef TermTable::get(const TermKey &key) {
  llvm::FoldingSetNodeID id;
  key.profile(id);
  void *position = nullptr;
  if (Term *known = terms.FindNodeOrInsertPos(id, position))
    return known;
  TermKey kept = key;
  kept.data = keep(key.data);
  kept.operands = keep(key.operands);
  Term *term = new (allocator.Allocate<Term>()) Term(kept, count++);
  terms.InsertNode(term, position);
  return term;
}

bool isFactorOnly(TermRef term) {
  return term->kind == TermKind::IndexBit ||
         term->kind == TermKind::Iteration || term->kind == TermKind::Count;
}

bool isZeroOrOne(TermRef term) {
  return term->kind == TermKind::IndexBit || integerWidth(term->type) == 1;
}

unsigned integerWidth(Type type) {
  if (isa_and_nonnull<IndexType, tt::PointerType>(type))
    return 64;
  auto integer = dyn_cast_or_null<IntegerType>(type);
  return integer ? integer.getWidth() : 0;
}

} // namespace heddle::equivalence
