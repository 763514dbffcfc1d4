//===- IntegerTerms.cpp - Integers and pointers in normal form ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermNames.h"
#include "Terms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// More summands than these are not multiplied out.
constexpr std::size_t MostProducts = 256;

constexpr llvm::StringLiteral And = "arith.andi", Truncate = "arith.trunci";

bool areFew(const Polynomial &a, const Polynomial &b) {
  return a.summands().size() * b.summands().size() <= MostProducts;
}

} // namespace

void Terms::addIntegerRules() {
  rules["arith.addi"] = &Terms::addIntegers;
  rules["arith.subi"] = &Terms::subtractIntegers;
  rules["arith.muli"] = &Terms::multiplyIntegers;
  rules["arith.shli"] = &Terms::shiftLeft;
  rules[And] = &Terms::andBits;
  rules["arith.ori"] = &Terms::orBits;
  rules["arith.xori"] = &Terms::xorBits;
  for (const char *name :
       {"arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui"})
    rules[name] = &Terms::chooseExtreme;
  for (const char *name :
       {"arith.divsi", "arith.divui", "arith.remsi", "arith.remui"})
    rules[name] = &Terms::divideIntegers;
  rules["arith.cmpi"] = &Terms::compareIntegers;
  rules["arith.select"] = &Terms::selectValue;
  rules[SignExtend] = &Terms::extendSigned;
  rules[ZeroExtend] = &Terms::extendUnsigned;
  rules[Truncate] = &Terms::truncate;
  rules["arith.index_cast"] = &Terms::castIndex;
  rules["arith.index_castui"] = &Terms::castIndex;
  rules["arith.bitcast"] = &Terms::castBits;
  rules["tt.bitcast"] = &Terms::castBits;
  rules["tt.int_to_ptr"] = &Terms::keepBits;
  rules["tt.ptr_to_int"] = &Terms::keepBits;
  rules["tt.addptr"] = &Terms::advancePointer;
}

TermRef Terms::integer(Type type, Word value) {
  return table.get({.kind = TermKind::Integer,
                    .type = type,
                    .data = {value & f2::lowMask(integerWidth(type))}});
}

TermRef Terms::range(Type type, Word start, unsigned bits) {
  llvm::SmallVector<Summand> summands = {{{}, start}};
  for (unsigned bit = 0; bit < bits; ++bit)
    summands.push_back(
        {{table.get({.kind = TermKind::IndexBit, .data = {f2::unit(bit)}})},
         f2::unit(bit)});
  return ofPolynomial(
      type, Polynomial::ofSummands(integerWidth(type), std::move(summands)));
}

Polynomial Terms::polynomial(TermRef term) const {
  return Polynomial::of(integerWidth(term->type), term);
}

Polynomial Terms::factor(unsigned width, TermRef term) {
  if (isFactorOnly(term) || integerWidth(term->type) == width)
    return Polynomial::of(width, term);
  return polynomial(zeroExtended(IntegerType::get(mlirContext, width), term));
}

TermRef Terms::ofPolynomial(Type type, const Polynomial &value) {
  if (isa<tt::PointerType>(type))
    type = IntegerType::get(mlirContext, 64);
  if (std::optional<Word> known = value.asConstant())
    return integer(type, *known);
  const Summand &first = value.summands().front();
  if (value.summands().size() == 1 && first.coefficient == 1 &&
      first.factors.size() == 1) {
    TermRef factor = first.factors[0];
    if (!isFactorOnly(factor) &&
        integerWidth(factor->type) == integerWidth(type))
      return factor;
  }
  llvm::SmallVector<Word> data;
  llvm::SmallVector<TermRef> factors;
  for (const Summand &summand : value.summands()) {
    data.append({summand.coefficient, summand.factors.size()});
    llvm::append_range(factors, summand.factors);
  }
  return table.get({.kind = TermKind::Polynomial,
                    .type = type,
                    .data = data,
                    .operands = factors});
}

TermRef Terms::sum(TermRef a, TermRef b) {
  return ofPolynomial(a->type, polynomial(a) + polynomial(b));
}

TermRef Terms::difference(TermRef a, TermRef b) {
  return ofPolynomial(a->type, polynomial(a) + polynomial(b).negated());
}

TermRef Terms::scaled(TermRef a, Word factor) {
  return ofPolynomial(a->type, polynomial(a).scaled(factor));
}

TermRef Terms::asInteger(Type type, TermRef factor) {
  return ofPolynomial(type, Polynomial::of(integerWidth(type), factor));
}

TermRef Terms::isNot(TermRef condition) {
  return ofPolynomial(condition->type,
                      polynomial(condition) + Polynomial::constant(1, 1));
}

TermRef Terms::both(TermRef one, TermRef other) {
  return andBits(
      {OperationName(And, mlirContext), {}, one->type, {one, other}});
}

TermRef Terms::indexBit(Word form, bool isFlipped) {
  Type type = IntegerType::get(mlirContext, 1);
  if (form == 0)
    return integer(type, Word(isFlipped));
  TermRef bit = table.get({.kind = TermKind::IndexBit, .data = {form}});
  return ofPolynomial(type, Polynomial::of(1, bit) +
                                Polynomial::constant(1, Word(isFlipped)));
}

TermRef Terms::addIntegers(const Application &op) {
  return sum(op.operands[0], op.operands[1]);
}

TermRef Terms::subtractIntegers(const Application &op) {
  return difference(op.operands[0], op.operands[1]);
}

TermRef Terms::multiplyIntegers(const Application &op) {
  Polynomial a = polynomial(op.operands[0]), b = polynomial(op.operands[1]);
  return areFew(a, b) ? ofPolynomial(op.type, a * b) : computedSorted(op);
}

TermRef Terms::shiftLeft(const Application &op) {
  TermRef distance = op.operands[1];
  if (distance->kind == TermKind::Integer &&
      distance->data[0] < integerWidth(op.type))
    return scaled(op.operands[0],
                  f2::unit(static_cast<unsigned>(distance->data[0])));
  return computed(op);
}

/// Operands of nested ops of one name in ascending order.
static llvm::SmallVector<TermRef> flattened(const Application &op) {
  llvm::SmallVector<TermRef> operands;
  for (TermRef operand : op.operands) {
    if (isNamed(operand, op.name.getStringRef()) &&
        operand->attribute == op.attributes)
      llvm::append_range(operands, operand->operands);
    else
      operands.push_back(operand);
  }
  llvm::sort(operands,
             [](TermRef a, TermRef b) { return a->number < b->number; });
  return operands;
}

/// The same of an op for which x op x = x.
static llvm::SmallVector<TermRef> distinct(const Application &op) {
  llvm::SmallVector<TermRef> operands = flattened(op);
  operands.erase(llvm::unique(operands), operands.end());
  return operands;
}

TermRef Terms::andBits(const Application &op) {
  Polynomial a = polynomial(op.operands[0]), b = polynomial(op.operands[1]);
  if (a.width() == 1 && areFew(a, b))
    return ofPolynomial(op.type, a * b);
  for (unsigned side : {0, 1}) {
    TermRef constant = op.operands[side];
    if (constant->kind != TermKind::Integer)
      continue;
    if (constant->data[0] == 0)
      return constant;
    if (constant->data[0] == f2::lowMask(integerWidth(op.type)))
      return op.operands[1 - side];
  }
  llvm::SmallVector<TermRef> operands = distinct(op);
  return operands.size() == 1
             ? operands[0]
             : computed({op.name, op.attributes, op.type, operands});
}

TermRef Terms::orBits(const Application &op) {
  Polynomial a = polynomial(op.operands[0]), b = polynomial(op.operands[1]);
  if (a.width() == 1 && areFew(a, b))
    return ofPolynomial(op.type, a * b + a + b);
  for (unsigned side : {0, 1})
    if (op.operands[side]->kind == TermKind::Integer &&
        op.operands[side]->data[0] == 0)
      return op.operands[1 - side];
  llvm::SmallVector<TermRef> operands = distinct(op);
  return operands.size() == 1
             ? operands[0]
             : computed({op.name, op.attributes, op.type, operands});
}

TermRef Terms::xorBits(const Application &op) {
  Polynomial a = polynomial(op.operands[0]), b = polynomial(op.operands[1]);
  if (a.width() == 1)
    return ofPolynomial(op.type, a + b);
  llvm::SmallVector<TermRef> operands;
  Word constant = 0;
  for (TermRef each : flattened(op)) {
    if (each->kind == TermKind::Integer)
      constant ^= each->data[0];
    else if (!operands.empty() && operands.back() == each)
      operands.pop_back();
    else
      operands.push_back(each);
  }
  // The complement of x is -1 - x.
  if (operands.size() == 1 && constant == f2::lowMask(a.width()))
    return difference(integer(op.type, constant), operands[0]);
  if (constant != 0 || operands.empty())
    operands.push_back(integer(op.type, constant));
  return operands.size() == 1
             ? operands[0]
             : computed({op.name, op.attributes, op.type, operands});
}

TermRef Terms::chooseExtreme(const Application &op) {
  TermRef a = op.operands[0], b = op.operands[1];
  if (a->kind == TermKind::Integer && b->kind == TermKind::Integer) {
    llvm::StringRef name = op.name.getStringRef();
    bool isLess = name.ends_with("si") ? signedValue(a) < signedValue(b)
                                       : a->data[0] < b->data[0];
    return isLess == name.starts_with("arith.min") ? a : b;
  }
  llvm::SmallVector<TermRef> operands = distinct(op);
  return operands.size() == 1
             ? operands[0]
             : computed({op.name, op.attributes, op.type, operands});
}

TermRef Terms::selectValue(const Application &op) {
  return select(op.operands[0], op.operands[1], op.operands[2]);
}

TermRef Terms::signExtended(Type type, TermRef value) {
  unsigned from = integerWidth(value->type), to = integerWidth(type);
  if (from == to)
    return value;
  if (value->kind == TermKind::Integer)
    return integer(type, static_cast<Word>(signedValue(value)));
  if (from == 1)
    return scaled(zeroExtended(type, value), ~Word(0));
  Polynomial sum = polynomial(value);
  std::optional<Word> largest = sum.largestValue();
  if (largest && *largest <= f2::lowMask(from - 1))
    return ofPolynomial(
        type,
        Polynomial::ofSummands(to, llvm::SmallVector<Summand>(sum.summands())));
  if (assumptions.widened && from == 32 && to == 64 &&
      value->kind == TermKind::Polynomial)
    return extendedIndex(type, value);
  if (isNamed(value, SignExtend) || isNamed(value, ZeroExtend))
    return named(isNamed(value, SignExtend) ? SignExtend : ZeroExtend, type,
                 value->operands);
  return named(SignExtend, type, {value});
}

TermRef Terms::extendedIndex(Type type, TermRef value) {
  unsigned from = integerWidth(value->type), to = integerWidth(type);
  Polynomial result(to), sum = polynomial(value);
  for (const Summand &summand : sum.summands()) {
    Polynomial term = Polynomial::constant(
        to, static_cast<Word>(llvm::SignExtend64(summand.coefficient, from)));
    for (TermRef factor : summand.factors)
      term = term * (isFactorOnly(factor) || isZeroOrOne(factor)
                         ? Polynomial::of(to, factor)
                         : polynomial(signExtended(type, factor)));
    result += term;
  }
  return ofPolynomial(type, result);
}

TermRef Terms::zeroExtended(Type type, TermRef value) {
  unsigned from = integerWidth(value->type), to = integerWidth(type);
  if (from == to)
    return value;
  if (value->kind == TermKind::Integer)
    return integer(type, value->data[0]);
  Polynomial sum = polynomial(value);
  auto lifted = [&](const Polynomial &some) {
    return Polynomial::ofSummands(to,
                                  llvm::SmallVector<Summand>(some.summands()));
  };
  if (sum.largestValue())
    return ofPolynomial(type, lifted(sum));
  if (from == 1) {
    // The complement of a bit is 1 minus the bit.
    Polynomial complement = sum + Polynomial::constant(1, 1);
    if (complement.largestValue())
      return ofPolynomial(type, Polynomial::constant(to, 1) +
                                    lifted(complement).negated());
  }
  if (isNamed(value, ZeroExtend))
    return named(ZeroExtend, type, value->operands);
  return named(ZeroExtend, type, {value});
}

TermRef Terms::extendSigned(const Application &op) {
  return signExtended(op.type, op.operands[0]);
}

TermRef Terms::extendUnsigned(const Application &op) {
  return zeroExtended(op.type, op.operands[0]);
}

TermRef Terms::castIndex(const Application &op) {
  TermRef value = op.operands[0];
  if (integerWidth(value->type) > integerWidth(op.type))
    return truncate(op);
  return op.name.getStringRef() == "arith.index_cast"
             ? signExtended(op.type, value)
             : zeroExtended(op.type, value);
}

TermRef Terms::truncate(const Application &op) {
  TermRef value = op.operands[0];
  unsigned to = integerWidth(op.type);
  if (integerWidth(value->type) == to)
    return value;
  Polynomial result(to), sum = polynomial(value);
  for (const Summand &summand : sum.summands()) {
    Polynomial term = Polynomial::constant(to, summand.coefficient);
    for (TermRef factor : summand.factors) {
      Polynomial part(to);
      if (isFactorOnly(factor) || isZeroOrOne(factor))
        part = Polynomial::of(to, factor);
      else if (isNamed(factor, SignExtend) || isNamed(factor, ZeroExtend)) {
        TermRef inside = factor->operands[0];
        unsigned width = integerWidth(inside->type);
        part = polynomial(
            width == to ? inside
            : width < to
                ? named(OperationName::getFromOpaquePointer(factor->name)
                            .getStringRef(),
                        op.type, {inside})
                : truncate({op.name, {}, op.type, {inside}}));
      } else {
        part = polynomial(named(Truncate, op.type, {factor}));
      }
      term = term * part;
    }
    result += term;
  }
  return ofPolynomial(op.type, result);
}

TermRef Terms::keepBits(const Application &op) { return op.operands[0]; }

TermRef Terms::castBits(const Application &op) {
  TermRef value = op.operands[0];
  if (value->type == op.type ||
      (integerWidth(op.type) != 0 &&
       integerWidth(value->type) == integerWidth(op.type)))
    return value;
  if (isNamed(value, "arith.bitcast"))
    return castBits({op.name, op.attributes, op.type, value->operands});
  return named("arith.bitcast", op.type, {value});
}

/// How many bytes lie between two elements.
static std::optional<Word> bytesOf(Type pointee) {
  if (unsigned width = integerWidth(pointee))
    return (width + 7) / 8;
  if (auto number = dyn_cast<FloatType>(pointee))
    return (number.getWidth() + 7) / 8;
  return std::nullopt;
}

TermRef Terms::advancePointer(const Application &op) {
  auto type = dyn_cast<tt::PointerType>(op.type);
  std::optional<Word> bytes = type ? bytesOf(type.getPointee()) : std::nullopt;
  if (!bytes)
    return computed(op);
  Type address = IntegerType::get(mlirContext, 64);
  TermRef offset = signExtended(address, op.operands[1]);
  return ofPolynomial(address, polynomial(op.operands[0]) +
                                   polynomial(offset).scaled(*bytes));
}

} // namespace heddle::equivalence
