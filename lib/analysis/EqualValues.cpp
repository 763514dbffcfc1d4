//===- EqualValues.cpp - Values that are always the same ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A round numbers all values by their terms: what they are computed from. Terms
// of carried values are their classes, so that a round is one walk. A class is
// of loops of one depth: values of one iteration each must not meet values of
// an iteration in an iteration.
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/EqualValues.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <map>

namespace heddle {

using namespace mlir;

namespace {

/// What a value is computed from: its kind, and numbers and unique pointers.
using Term = std::vector<std::uintptr_t>;

enum class Kind : std::uintptr_t {
  Unique,
  Computed,
  Result,
  Induction,
  Carried,
  Branch,
  Counted,
  Awaited
};

std::uintptr_t asWord(const void *pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

std::uintptr_t asWord(Type type) { return asWord(type.getAsOpaquePointer()); }

/// Which effects of an op there are.
enum class Effects { None, Reads, All };

Effects effectsOf(Operation *op) {
  std::optional<llvm::SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects)
    return Effects::All;
  if (effects->empty())
    return Effects::None;
  return llvm::all_of(*effects,
                      [](const MemoryEffects::EffectInstance &effect) {
                        return isa<MemoryEffects::Read>(effect.getEffect());
                      })
             ? Effects::Reads
             : Effects::All;
}

/// A value that a loop carries, where it comes from, and where it goes.
struct Carried {
  Value value, first, next;
  unsigned depth;
};

/// Classes of carried values; those of one class are claimed to be equal.
using Classes = llvm::DenseMap<Value, unsigned>;

/// Numbers of all values under a claim.
class Round {
public:
  explicit Round(const Classes &classes) : classes(classes) {}

  void visit(Operation *op);

  /// Of a value that has not been visited, too: it is like no other.
  unsigned numberOf(Value value);

  llvm::DenseMap<Value, unsigned> numbers;
  std::vector<Carried> carried;

private:
  void visit(Region &region);
  void visitBody(Block &block);
  void visit(scf::ForOp loop);
  void visit(scf::WhileOp loop);
  void visit(scf::IfOp branch);
  void visitRegions(Operation *op);
  void visitGroup(Operation *op);
  void visitComputed(Operation *op, Effects effects);

  unsigned numberOf(const Term &term);
  void set(Value value, const Term &term) { numbers[value] = numberOf(term); }
  void setUnique(ValueRange values);
  void carry(Value value, Value first, Value next);
  /// Memory is another from here on.
  void changeMemory() { memory = ++lastMemory; }
  void changeMemoryOf(Operation *op);

  const Classes &classes;
  std::map<Term, unsigned> terms;
  llvm::DenseMap<OperationName, llvm::SmallVector<Operation *>> groups;
  unsigned depth = 0, memory = 0, lastMemory = 0;
};

unsigned Round::numberOf(const Term &term) {
  return terms.try_emplace(term, terms.size()).first->second;
}

unsigned Round::numberOf(Value value) {
  auto known = numbers.find(value);
  if (known != numbers.end())
    return known->second;
  return numberOf(
      {std::uintptr_t(Kind::Unique), asWord(value.getAsOpaquePointer())});
}

void Round::setUnique(ValueRange values) {
  for (Value value : values)
    set(value,
        {std::uintptr_t(Kind::Unique), asWord(value.getAsOpaquePointer())});
}

void Round::changeMemoryOf(Operation *op) {
  if (effectsOf(op) == Effects::All)
    changeMemory();
}

void Round::visit(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visit(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return visit(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return visit(branch);
  Effects effects = effectsOf(op);
  if (op->getNumRegions() != 0)
    return effects == Effects::None ? visitGroup(op) : visitRegions(op);
  if (effects != Effects::All)
    return visitComputed(op, effects);
  setUnique(op->getResults());
  changeMemory();
}

void Round::visitBody(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

void Round::visit(Region &region) {
  for (Block &block : region) {
    setUnique(block.getArguments());
    changeMemory();
    visitBody(block);
  }
}

/// Nothing is known of when its regions are carried out.
void Round::visitRegions(Operation *op) {
  for (Region &region : op->getRegions())
    visit(region);
  changeMemory();
  setUnique(op->getResults());
}

void Round::visitComputed(Operation *op, Effects effects) {
  Term term = {std::uintptr_t(Kind::Computed),
               asWord(op->getName().getAsOpaquePointer()),
               asWord(op->getAttrDictionary().getAsOpaquePointer())};
  if (effects == Effects::Reads)
    term.push_back(memory);
  for (Type type : op->getResultTypes())
    term.push_back(asWord(type));
  std::size_t operands = term.size();
  for (Value operand : op->getOperands())
    term.push_back(numberOf(operand));
  if (op->hasTrait<OpTrait::IsCommutative>())
    std::sort(term.begin() + static_cast<std::ptrdiff_t>(operands), term.end());
  unsigned number = numberOf(term);
  for (OpResult result : op->getResults())
    set(result,
        {std::uintptr_t(Kind::Result), number, result.getResultNumber()});
}

/// An op with regions that have no effects, such as a reduction: equal to one
/// before it with equal operands and the same regions.
void Round::visitGroup(Operation *op) {
  llvm::SmallVector<Operation *> &others = groups[op->getName()];
  for (Operation *other : others) {
    llvm::DenseMap<Value, Value> inside;
    auto areEqual = [&](Value one, Value two) {
      auto known = inside.find(one);
      return success(known != inside.end() ? known->second == two
                                           : numberOf(one) == numberOf(two));
    };
    auto markEqual = [&](Value one, Value two) { inside[one] = two; };
    if (!OperationEquivalence::isEquivalentTo(
            other, op, areEqual, markEqual,
            OperationEquivalence::IgnoreLocations))
      continue;
    for (auto [result, equal] :
         llvm::zip(op->getResults(), other->getResults()))
      numbers[result] = numberOf(equal);
    return;
  }
  others.push_back(op);
  unsigned before = memory;
  visitRegions(op);
  memory = before;
}

void Round::carry(Value value, Value first, Value next) {
  carried.push_back({value, first, next, depth});
  set(value, {std::uintptr_t(Kind::Carried), classes.lookup(value)});
}

void Round::visit(scf::ForOp loop) {
  changeMemoryOf(loop);
  ++depth;
  Value counter = loop.getInductionVar();
  Term bounds = {numberOf(loop.getLowerBound()), numberOf(loop.getStep())};
  set(counter, {std::uintptr_t(Kind::Induction), bounds[0], bounds[1],
                asWord(counter.getType()), depth});
  for (auto [argument, first, next] :
       llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs(),
                 loop.getYieldedValues()))
    carry(argument, first, next);
  visitBody(*loop.getBody());
  --depth;
  changeMemoryOf(loop);
  for (auto [argument, result] :
       llvm::zip(loop.getRegionIterArgs(), loop.getResults()))
    set(result, {std::uintptr_t(Kind::Counted), bounds[0], bounds[1],
                 numberOf(loop.getUpperBound()),
                 std::uintptr_t(loop.getUnsignedCmp()), numberOf(argument)});
}

void Round::visit(scf::WhileOp loop) {
  changeMemoryOf(loop);
  ++depth;
  for (auto [argument, first, next] :
       llvm::zip(loop.getBeforeArguments(), loop.getInits(),
                 loop.getYieldOp().getOperands()))
    carry(argument, first, next);
  visitBody(*loop.getBeforeBody());
  scf::ConditionOp end = loop.getConditionOp();
  for (auto [argument, value] :
       llvm::zip(loop.getAfterArguments(), end.getArgs()))
    numbers[argument] = numberOf(value);
  visitBody(*loop.getAfterBody());
  --depth;
  changeMemoryOf(loop);
  for (auto [result, value] : llvm::zip(loop.getResults(), end.getArgs()))
    set(result, {std::uintptr_t(Kind::Awaited), numberOf(end.getCondition()),
                 numberOf(value)});
}

void Round::visit(scf::IfOp branch) {
  unsigned before = memory;
  visitBody(*branch.thenBlock());
  memory = before;
  if (branch.elseBlock() != nullptr)
    visitBody(*branch.elseBlock());
  memory = before;
  changeMemoryOf(branch);
  for (OpResult result : branch.getResults()) {
    unsigned index = result.getResultNumber();
    unsigned yes = numberOf(branch.thenYield().getOperand(index));
    unsigned no = numberOf(branch.elseYield().getOperand(index));
    if (yes == no)
      numbers[result] = yes;
    else
      set(result, {std::uintptr_t(Kind::Branch),
                   numberOf(branch.getCondition()), yes, no});
  }
}

/// Splits classes by how their values begin and go on; returns how many there
/// are then.
std::size_t refine(Classes &classes, Round &round) {
  std::map<Term, unsigned> parts;
  Classes refined;
  for (const Carried &each : round.carried) {
    Term part = {classes.lookup(each.value), each.depth,
                 asWord(each.value.getType()), round.numberOf(each.first),
                 round.numberOf(each.next)};
    refined[each.value] = parts.try_emplace(part, parts.size()).first->second;
  }
  classes = std::move(refined);
  return parts.size();
}

} // namespace

EqualValues::EqualValues(Operation *root) {
  Classes classes;
  std::size_t before = 0;
  while (true) {
    Round round(classes);
    round.visit(root);
    std::size_t after = refine(classes, round);
    if (after == before) {
      numbers = std::move(round.numbers);
      return;
    }
    before = after;
  }
}

bool EqualValues::areEqual(Value one, Value other) const {
  auto first = numbers.find(one), second = numbers.find(other);
  return first != numbers.end() && second != numbers.end() &&
         first->second == second->second;
}

} // namespace heddle
