//===- Terms.cpp - Terms in normal form -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terms.h"
#include "heddle/ir/Ttg.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::equivalence {

using namespace mlir;

Terms::Terms(MLIRContext *context, const ProofOptions &options,
             Assumptions assumptions)
    : mlirContext(context), proofOptions(options), assumptions(assumptions) {
  addIntegerRules();
  addFloatRules();
}

TermRef Terms::argument(Type type, unsigned number) {
  return table.get(
      {.kind = TermKind::Argument, .type = type, .data = {Word(number)}});
}

TermRef Terms::absent() { return table.get({.kind = TermKind::Absent}); }

TermRef Terms::iteration(unsigned depth) {
  return table.get({.kind = TermKind::Iteration, .data = {Word(depth)}});
}

/// Of signed bounds that are known, how many iterations there are.
static std::optional<Word> knownCount(TermRef first, TermRef end,
                                      TermRef step) {
  for (TermRef bound : {first, end, step})
    if (bound->kind != TermKind::Integer)
      return std::nullopt;
  unsigned width = integerWidth(first->type);
  auto valueOf = [&](TermRef bound) {
    return llvm::SignExtend64(bound->data[0], width);
  };
  if (valueOf(step) <= 0)
    return std::nullopt;
  if (valueOf(end) <= valueOf(first))
    return 0;
  Word distance =
      static_cast<Word>(valueOf(end)) - static_cast<Word>(valueOf(first));
  return (distance - 1) / static_cast<Word>(valueOf(step)) + 1;
}

TermRef Terms::count(TermRef first, TermRef end, TermRef step,
                     bool isUnsigned) {
  if (std::optional<Word> known = knownCount(first, end, step);
      known && !isUnsigned)
    return integer(IntegerType::get(mlirContext, 64), *known);
  return table.get({.kind = TermKind::Count,
                    .data = {Word(isUnsigned)},
                    .operands = {first, end, step}});
}

TermRef Terms::final(unsigned depth, TermRef count, TermRef value) {
  if ((value->loops >> depth & 1) == 0)
    return value;
  return table.get({.kind = TermKind::Final,
                    .type = value->type,
                    .data = {Word(depth)},
                    .operands = {count, value}});
}

TermRef Terms::awaited(unsigned depth, TermRef condition, TermRef value) {
  if ((value->loops >> depth & 1) == 0)
    return value;
  return table.get({.kind = TermKind::Awaited,
                    .type = value->type,
                    .data = {Word(depth)},
                    .operands = {condition, value}});
}

TermRef Terms::pending(TermRef value) {
  return table.get(
      {.kind = TermKind::Pending, .type = value->type, .operands = {value}});
}

TermRef Terms::computed(const Application &op) {
  return table.get({.kind = TermKind::Computed,
                    .type = op.type,
                    .name = op.name.getAsOpaquePointer(),
                    .attribute = op.attributes,
                    .operands = op.operands});
}

TermRef Terms::computedSorted(const Application &op) {
  llvm::SmallVector<TermRef> sorted(op.operands);
  llvm::sort(sorted,
             [](TermRef a, TermRef b) { return a->number < b->number; });
  return computed({op.name, op.attributes, op.type, sorted});
}

TermRef Terms::named(llvm::StringRef name, Type type,
                     llvm::ArrayRef<TermRef> operands,
                     DictionaryAttr attributes) {
  return computed(
      {OperationName(name, mlirContext), attributes, type, operands});
}

TermRef Terms::apply(const Application &op) {
  auto rule = rules.find(op.name.getStringRef());
  if (rule != rules.end())
    return (this->*rule->second)(op);
  if (op.name.hasTrait<OpTrait::IsCommutative>())
    return computedSorted(op);
  return computed(op);
}

TermRef Terms::elements(TermRef whole, unsigned bits) {
  if (bits == 0)
    return whole;
  llvm::SmallVector<Word> data = {0};
  for (unsigned bit = 0; bit < bits; ++bit)
    data.push_back(f2::unit(bit));
  return table.get({.kind = TermKind::Part,
                    .type = whole->type,
                    .data = data,
                    .operands = {whole}});
}

TermRef Terms::load(const TermKey &key) {
  TermRef mask = key.operands[2], other = key.operands[3];
  if (mask->kind != TermKind::Integer)
    return table.get(key);
  if (mask->data[0] == 0 && other->kind != TermKind::Absent)
    return other;
  if (mask->data[0] == 0)
    return table.get(key);
  TermKey unmasked = key;
  llvm::SmallVector<TermRef> operands(key.operands);
  operands[2] = operands[3] = absent();
  unmasked.operands = operands;
  return table.get(unmasked);
}

TermRef Terms::closedIfDeep(TermRef term) {
  constexpr unsigned DeepestBinders = 4;
  if (term->binders <= DeepestBinders)
    return term;
  TermRef whole = table.get({.kind = TermKind::Whole,
                             .type = term->type,
                             .data = {0},
                             .operands = {term}});
  if (term->indexBits == 0)
    return whole;
  llvm::SmallVector<Word> data = {0};
  for (unsigned bit = 0; bit <= f2::highestBit(term->indexBits); ++bit)
    data.push_back(term->indexBits & f2::unit(bit));
  return table.get({.kind = TermKind::Part,
                    .type = term->type,
                    .data = data,
                    .operands = {whole}});
}

/// The inputs of a reduction are all the results of one reduction inside that
/// combines in the same way.
static bool isReductionOfReduction(const TermKey &key) {
  std::size_t inputs = key.data[2];
  auto combined = key.operands.drop_back(inputs);
  for (auto [result, input] : llvm::enumerate(key.operands.take_back(inputs))) {
    if (input->kind != TermKind::Reduction || input->data[1] != result ||
        input->data[2] != inputs ||
        input->operands.drop_back(inputs) != combined ||
        input->operands != key.operands.back()->operands)
      return false;
  }
  return true;
}

TermRef Terms::reduction(const TermKey &key) {
  std::size_t inputs = key.data[2];
  if (key.data[0] == 0)
    return key.operands.take_back(inputs)[key.data[1]];
  if (!proofOptions.allowReassociation || !isReductionOfReduction(key))
    return closedIfDeep(table.get(key));
  TermRef inside = key.operands.back();
  llvm::SmallVector<Word> data(key.data);
  data[0] += inside->data[0];
  TermKey merged = key;
  merged.data = data;
  merged.operands = inside->operands;
  return closedIfDeep(table.get(merged));
}

TermRef Terms::product(Type type, unsigned boundBits, TermRef a, TermRef b,
                       Attribute attribute) {
  if (a->number > b->number)
    std::swap(a, b);
  return closedIfDeep(table.get({.kind = TermKind::Product,
                                 .type = type,
                                 .attribute = attribute,
                                 .data = {Word(boundBits)},
                                 .operands = {a, b}}));
}

/// The condition as one bit of the index, if it is one.
static std::optional<Word> asIndexBit(const Polynomial &condition) {
  if (condition.summands().size() != 1)
    return std::nullopt;
  const Monomial &factors = condition.summands().front().factors;
  if (factors.size() != 1 || factors[0]->kind != TermKind::IndexBit)
    return std::nullopt;
  return factors[0]->data[0];
}

/// These bits of an index with the lowest one in `form` replaced, so that the
/// form is `one`.
static IndexMap assuming(Word form, bool one, Word indexBits) {
  unsigned bit = f2::lowestBit(form);
  llvm::SmallVector<Word> rows;
  for (unsigned each = 0; each <= f2::highestBit(form | indexBits); ++each)
    rows.push_back(f2::unit(each));
  rows[bit] = form ^ f2::unit(bit);
  return IndexMap::ofRows(rows, one ? f2::unit(bit) : 0);
}

TermRef Terms::select(TermRef condition, TermRef yes, TermRef no) {
  if (yes == no)
    return yes;
  Polynomial when = polynomial(condition);
  if (std::optional<Word> known = when.asConstant())
    return *known != 0 ? yes : no;
  if (when.summands().front().factors.empty())
    return select(isNot(condition), no, yes);
  if (std::optional<Word> form = asIndexBit(when)) {
    unsigned fuel = 4096;
    return merged(*form, pullBack(yes, assuming(*form, true, yes->indexBits)),
                  pullBack(no, assuming(*form, false, no->indexBits)), fuel);
  }
  // What the condition has decided already.
  auto isChoice = [&](TermRef term) {
    return term->kind == TermKind::Select && term->operands[0] == condition;
  };
  if (isChoice(yes))
    return select(condition, yes->operands[1], no);
  if (isChoice(no))
    return select(condition, yes, no->operands[2]);
  Type type = yes->type;
  if (integerWidth(type) == 1) {
    Polynomial a = polynomial(yes), b = polynomial(no);
    if (when.summands().size() * (a.summands().size() + b.summands().size()) <=
        256)
      return ofPolynomial(type, when * (a + b) + b);
  }
  if (isa_and_nonnull<tt::PointerType>(type))
    type = IntegerType::get(mlirContext, 64);
  return table.get({.kind = TermKind::Select,
                    .type = type,
                    .operands = {condition, yes, no}});
}

/// Are these the same op element by element, of operands of the same types?
static bool areAlike(TermRef a, TermRef b) {
  bool isOp = a->kind == TermKind::Computed || a->kind == TermKind::Load;
  if (!isOp || a->kind != b->kind || a->name != b->name ||
      a->attribute != b->attribute || a->type != b->type ||
      a->operands.size() != b->operands.size())
    return false;
  if (a->kind == TermKind::Load && a->operands[0] != b->operands[0])
    return false;
  for (auto [one, other] : llvm::zip(a->operands, b->operands))
    if (one != other &&
        (!one->type || integerWidth(one->type) != integerWidth(other->type) ||
         (one->type != other->type && integerWidth(one->type) == 0)))
      return false;
  return true;
}

/// Selects by a bit of the index, as far down as both sides are alike.
TermRef Terms::merged(Word form, TermRef yes, TermRef no, unsigned &fuel) {
  if (yes == no)
    return yes;
  if (yes->kind == TermKind::Part && no->kind == TermKind::Part &&
      yes->operands == no->operands &&
      yes->data.drop_front() == no->data.drop_front()) {
    llvm::SmallVector<Word> data(no->data);
    for (std::size_t row = 1; row < data.size(); ++row)
      if ((yes->data[0] ^ no->data[0]) >> (row - 1) & 1)
        data[row] ^= form;
    TermKey key = *no;
    key.data = data;
    return table.get(key);
  }
  if (fuel != 0 && areAlike(yes, no)) {
    --fuel;
    llvm::SmallVector<TermRef> operands;
    for (auto [one, other] : llvm::zip(yes->operands, no->operands))
      operands.push_back(merged(form, one, other, fuel));
    TermKey key = *yes;
    key.operands = operands;
    return yes->kind == TermKind::Load
               ? load(key)
               : apply({OperationName::getFromOpaquePointer(yes->name),
                        dyn_cast_or_null<DictionaryAttr>(yes->attribute),
                        yes->type, operands});
  }
  if (integerWidth(yes->type) != 0 && yes->bases == 0 && no->bases == 0) {
    Polynomial bit = polynomial(indexBit(form, false));
    llvm::SmallVector<Summand> lifted(bit.summands());
    Polynomial b = polynomial(no);
    Polynomial when = Polynomial::ofSummands(b.width(), lifted);
    return ofPolynomial(no->type, when * (polynomial(yes) + b.negated()) + b);
  }
  return closedIfDeep(
      table.get({.kind = TermKind::Select,
                 .type = yes->type,
                 .operands = {indexBit(form, false), yes, no}}));
}

unsigned bitsFor(std::int64_t size) {
  return size <= 1 ? 0 : llvm::Log2_64_Ceil(static_cast<std::uint64_t>(size));
}

llvm::SmallVector<unsigned> axisBitsOf(Type type) {
  llvm::SmallVector<unsigned> bits;
  if (auto shaped = dyn_cast_or_null<ShapedType>(type))
    for (std::int64_t size : shaped.getShape())
      bits.push_back(bitsFor(size));
  return bits;
}

unsigned indexBitsOf(Type type) {
  unsigned sum = 0;
  for (unsigned bits : axisBitsOf(type))
    sum += bits;
  return sum;
}

TermRef Terms::remade(const TermKey &key) {
  switch (key.kind) {
  case TermKind::Select:
    return select(key.operands[0], key.operands[1], key.operands[2]);
  case TermKind::Load:
    return load(key);
  case TermKind::Sum:
    return floatSum(key.type, key.operands);
  case TermKind::Reduction:
    return reduction(key);
  case TermKind::Product:
    return product(key.type, static_cast<unsigned>(key.data[0]),
                   key.operands[0], key.operands[1], key.attribute);
  default:
    return raw(key);
  }
}

TermRef
Terms::remadePolynomial(TermRef term,
                        llvm::function_ref<Polynomial(std::size_t)> factor) {
  constexpr std::size_t MostSummands = 1 << 14;
  unsigned width = integerWidth(term->type);
  llvm::SmallVector<Summand> summands;
  std::size_t next = 0;
  for (std::size_t index = 0; index < term->data.size(); index += 2) {
    Polynomial product = Polynomial::constant(width, term->data[index]);
    for (std::size_t count = term->data[index + 1]; count != 0; --count) {
      Polynomial other = factor(next++);
      if (product.summands().size() * other.summands().size() > MostSummands)
        return nullptr;
      product = product * other;
    }
    llvm::append_range(summands, product.summands());
    if (summands.size() > MostSummands)
      return nullptr;
  }
  return ofPolynomial(term->type,
                      Polynomial::ofSummands(width, std::move(summands)));
}

} // namespace heddle::equivalence
