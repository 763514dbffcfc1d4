//===- Generator.cpp - Writes random programs -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Evaluate.h"
#include "Numbers.h"

#include <algorithm>
#include <set>

namespace heddle::simfuzz {

namespace {

std::vector<std::string> anyPasses(std::mt19937_64 &engine, bool hasLayouts) {
  std::vector<std::string> passes;
  if (!hasLayouts) {
    if (engine() % 2 == 0)
      passes.push_back("canonicalize");
    passes.push_back("convert-triton-to-tritongpu");
  }
  if (hasLayouts && engine() % 2 == 0)
    return passes;
  for (const char *name :
       {"canonicalize", "tritongpu-coalesce",
        "tritongpu-remove-layout-conversions{cost-model=triton}",
        "tritongpu-remove-layout-conversions", "tritongpu-loop-over-dot-depth",
        "canonicalize", "cse"})
    if (engine() % 2 == 0)
      passes.push_back(name);
  return passes;
}

} // namespace

bool neutralize(Program &program, const Statement *statement) {
  std::size_t index = 0;
  std::vector<Statement> *list =
      findStatement(program.statements, statement, index);
  std::vector<Statement> constants;
  for (unsigned result : statement->results) {
    const Type &type = program.types[result];
    if (type.isBuffer())
      return false;
    constants.push_back({.op = Op::Constant,
                         .results = {result},
                         .numbers = {0},
                         .type = type});
  }
  auto at = list->erase(list->begin() + static_cast<std::ptrdiff_t>(index));
  list->insert(at, constants.begin(), constants.end());
  return true;
}

Program generate(std::uint64_t seed) {
  constexpr unsigned Tries = 24;
  for (;; seed = seed * 6364136223846793005U + 1442695040888963407U) {
    Program program = Generator(seed).write();
    for (unsigned tries = 0; tries < Tries; ++tries) {
      removeUnused(program);
      Expectation expected = evaluate(program);
      if (!expected.unclear && !program.statements.empty())
        return program;
      if (!expected.unclear ||
          !neutralize(program, expected.unclear->statement) ||
          !inferAll(program))
        break;
    }
  }
}

Generator::Generator(std::uint64_t seed)
    : engine(seed), program(), layouts(engine, program.warps) {
  constexpr const char *Targets[] = {"sm_75", "sm_80",  "sm_86", "sm_89",
                                     "sm_90", "sm_100", "sm_120"};
  program.target = Targets[below(std::size(Targets))];
  program.warps = static_cast<unsigned>(power(3));
  program.hasLayouts = !oneIn(6);
  program.passes = anyPasses(engine, program.hasLayouts);
  program.grid = oneIn(3) ? 1 + static_cast<std::int64_t>(below(3)) : 1;
  program.seed = engine();
  mostElements = std::int64_t(1) << (4 + below(oneIn(8) ? 9 : 7));
}

Program Generator::write() {
  statements = &program.statements;
  emit({.op = Op::ProgramId});
  for (std::uint64_t inputs = 1 + below(3); inputs > 0; --inputs)
    writeLoad();
  std::uint64_t count = 3 + below(oneIn(5) ? 40 : 14);
  constexpr unsigned Tries = 8;
  while (count-- > 0)
    for (unsigned tries = 0; tries < Tries && !writeOne(); ++tries)
      ;
  writeOutputs();
  return std::move(program);
}

//===----------------------------------------------------------------------===//
// Random choices
//===----------------------------------------------------------------------===//

Shape Generator::anyShape(unsigned leastRank, unsigned mostRank) {
  auto rank = leastRank + below(mostRank - leastRank + 1);
  if (mostRank >= 2 && leastRank <= 2 && oneIn(2))
    rank = 2;
  Shape shape(rank, 1);
  for (std::int64_t size = 1 + static_cast<std::int64_t>(below(
                                   static_cast<std::uint64_t>(mostElements)));
       size > 1; size /= 2)
    shape[below(rank)] *= 2;
  return shape;
}

Element Generator::anyElement() {
  static const std::vector<Element> Elements = {
      Element::I8,  Element::I16, Element::I32, Element::I32,
      Element::I64, Element::F16, Element::F16, Element::BF16,
      Element::F32, Element::F32, Element::F32, Element::F64};
  return choose(Elements);
}

std::string Generator::layoutFor(const Shape &shape) {
  return program.hasLayouts ? layouts.distributed(shape) : "";
}

std::vector<std::int64_t> Generator::anyOrder(std::size_t rank) {
  std::vector<std::int64_t> order;
  for (std::size_t axis = 0; axis < rank; ++axis)
    order.push_back(static_cast<std::int64_t>(axis));
  std::shuffle(order.begin(), order.end(), engine);
  return order;
}

Shape Generator::anyShapeOf(std::int64_t count, unsigned mostAxes) {
  Shape shape(1 + below(mostAxes), 1);
  for (; count > 1; count /= 2)
    shape[below(shape.size())] *= 2;
  return shape;
}

std::uint64_t Generator::anyNumber(Element element, unsigned style) {
  std::uint64_t all = bitsOf(element) == 64
                          ? ~std::uint64_t(0)
                          : (std::uint64_t(1) << bitsOf(element)) - 1;
  bool isSmall = style == 0;
  if (!isFloat(element))
    return (isSmall ? below(17) - 8 : engine() >> below(64)) & all;
  if (isSmall)
    return floatOf(element, double(below(17)) - 8);
  constexpr double Specials[] = {0.0, -0.0, 1.0,   -1.0,   0.5,  65504.0, 1e-8,
                                 3.5, 2.5,  127.5, -128.5, 1e30, -1e-40};
  if (style == 1 || !oneIn(3))
    return floatOf(element,
                   (double(below(1U << 24)) - (1U << 23)) / (1U << 20));
  if (oneIn(2))
    return floatOf(element, Specials[below(std::size(Specials))]);
  return engine() & all;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Generator::MaybeValue Generator::emit(Statement statement) {
  std::optional<std::vector<Type>> types = inferTypes(program, statement);
  if (!types)
    return std::nullopt;
  constexpr std::int64_t MostElements = 8192;
  for (const Type &type : *types)
    if (countOf(type.shape) > MostElements)
      return std::nullopt;
  MaybeValue first;
  for (const Type &type : *types) {
    Value result = program.add(type);
    statement.results.push_back(result);
    live.push_back(result);
    if (!first)
      first = result;
  }
  statements->push_back(std::move(statement));
  return first ? first : MaybeValue(0);
}

Generator::MaybeValue
Generator::pick(const std::function<bool(const Type &)> &filter) {
  constexpr unsigned Tries = 12;
  for (unsigned tries = 0; tries < Tries && !live.empty(); ++tries) {
    // Rather a late one.
    std::size_t back = std::min(below(live.size()), below(live.size()));
    Value value = live[live.size() - 1 - back];
    if (filter(typeOf(value)))
      return value;
  }
  return std::nullopt;
}

Generator::MaybeValue
Generator::pickOf(const std::function<bool(const Type &)> &filter) {
  std::vector<Value> fitting;
  for (Value value : live)
    if (filter(typeOf(value)))
      fitting.push_back(value);
  return fitting.empty() ? MaybeValue() : MaybeValue(choose(fitting));
}

Generator::MaybeValue Generator::pickTensor() {
  return pick([](const Type &type) { return type.isTensor(); });
}
Generator::MaybeValue Generator::pickNumber() {
  return pick([](const Type &type) { return !type.isBuffer(); });
}

Generator::Value Generator::constant(const Type &type, std::uint64_t bits) {
  return *emit({.op = Op::Constant,
                .numbers = {static_cast<std::int64_t>(bits)},
                .type = type});
}

Generator::Value Generator::constant(const Type &type, double number) {
  return constant(type, floatOf(type.element, number));
}

Generator::Value Generator::convert(Value value, const std::string &layout) {
  const Type &type = typeOf(value);
  if (type.layout == layout)
    return value;
  Type to = type;
  to.layout = layout;
  return *emit({.op = Op::Convert, .operands = {value}, .type = to});
}

Generator::Value Generator::cast(Value value, Element to) {
  Element from = typeOf(value).element;
  if (from == to)
    return value;
  auto emitCast = [&](Value operand, const std::string &name, Element result) {
    return *emit({.op = Op::Cast,
                  .operands = {operand},
                  .name = name,
                  .type = Type::scalar(result)});
  };
  unsigned fromBits = bitsOf(from), toBits = bitsOf(to);
  if (isFloat(from) && isFloat(to)) {
    if (fromBits == toBits)
      return emitCast(emitCast(value, "arith.extf", Element::F32),
                      "arith.truncf", to);
    return emitCast(value, fromBits < toBits ? "arith.extf" : "arith.truncf",
                    to);
  }
  bool isUnsigned = oneIn(3) || from == Element::I1;
  if (isFloat(from)) {
    if (to == Element::I1)
      return *emit({.op = Op::Compare,
                    .operands = {value, constant(typeOf(value), 0.0)},
                    .name = "arith.cmpf une"});
    return emitCast(value, isUnsigned ? "arith.fptoui" : "arith.fptosi", to);
  }
  if (isFloat(to))
    return emitCast(value, isUnsigned ? "arith.uitofp" : "arith.sitofp", to);
  if (fromBits > toBits)
    return emitCast(value, "arith.trunci", to);
  return emitCast(value, isUnsigned ? "arith.extui" : "arith.extsi", to);
}

Generator::Value Generator::iota(const Shape &shape,
                                 const std::string &layout) {
  // Often there is one already.
  for (Value value : live)
    if (typeOf(value) == Type::tensor(Element::I32, shape, layout))
      for (const Statement &each : *statements)
        if (each.op == Op::Iota && each.results[0] == value)
          return value;
  return *emit(
      {.op = Op::Iota, .type = Type::tensor(Element::I32, shape, layout)});
}

Generator::Value Generator::binary(const std::string &name, Value left,
                                   Value right) {
  return *emit(
      {.op = Op::Elementwise, .operands = {left, right}, .name = name});
}

Generator::Value Generator::indexBelow(Value index, std::int64_t size) {
  Type type = typeOf(index);
  return binary("arith.andi", index,
                constant(type, static_cast<std::uint64_t>(size - 1)));
}

unsigned Generator::addGlobal(Global::Role role, Element element,
                              std::int64_t count) {
  Global global = {.role = role, .element = element, .contents = {}};
  auto style = static_cast<unsigned>(below(4));
  for (std::int64_t at = 0; at < count; ++at)
    global.contents.push_back(
        role == Global::Role::Output ? 0 : anyNumber(element, style));
  program.globals.push_back(std::move(global));
  return static_cast<unsigned>(program.globals.size() - 1);
}

unsigned Generator::inputOf(Element element, std::int64_t atLeast) {
  for (unsigned index = 0; index < program.globals.size(); ++index) {
    const Global &global = program.globals[index];
    if (global.role == Global::Role::Input && global.element == element &&
        static_cast<std::int64_t>(global.contents.size()) >= atLeast &&
        oneIn(2))
      return index;
  }
  return addGlobal(Global::Role::Input, element, atLeast * power(1));
}

Generator::Value Generator::load(const Type &type) {
  if (type.element == Element::I1)
    return cast(load(type.with(Element::I8)), Element::I1);
  std::int64_t count = countOf(type.shape);
  unsigned global = inputOf(type.element, count);
  auto size =
      static_cast<std::int64_t>(program.globals[global].contents.size());
  Value index = iota(type.shape, type.layout);
  auto number = [&](std::int64_t limit) {
    return constant(typeOf(index), below(static_cast<std::uint64_t>(limit)));
  };
  if (oneIn(6))
    index = indexBelow(binary("arith.muli", index, number(8)), size);
  else if (size > count && oneIn(2))
    index = binary("arith.addi", index, number(size - count + 1));
  else if (oneIn(6))
    index = binary("arith.xori", index, number(count));
  if (oneIn(8))
    index = indexBelow(index, size);
  return *emit({.op = Op::Load, .operands = {index}, .global = global});
}

Generator::Value Generator::need(const Type &type) {
  if (auto same = pick([&](const Type &other) { return other == type; });
      same && !oneIn(8))
    return *same;
  if (type.isScalar()) {
    if (auto other = pick([](const Type &from) { return from.isScalar(); });
        other && oneIn(2))
      return cast(*other, type.element);
    return constant(type, anyNumber(type.element, below(3) == 0 ? 2 : 0));
  }
  auto alike = pick([&](const Type &other) {
    return other.isTensor() && other.shape == type.shape &&
           other.element == type.element;
  });
  if (alike && !oneIn(4))
    return convert(*alike, type.layout);
  auto shaped = pick([&](const Type &other) {
    return other.isTensor() && other.shape == type.shape;
  });
  if (shaped && oneIn(2))
    return cast(convert(*shaped, type.layout), type.element);
  if (oneIn(4))
    return constant(type, anyNumber(type.element, 1));
  return load(type);
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void Generator::writeOutput(Value value) {
  Type type = typeOf(value);
  if (type.isScalar()) {
    Shape shape = anyShape(1, 2);
    value =
        *emit({.op = Op::Splat,
               .operands = {value},
               .type = Type::tensor(type.element, shape, layoutFor(shape))});
    type = typeOf(value);
  }
  if (type.element == Element::I1)
    value = cast(value, Element::I8);
  else if (program.hasLayouts && oneIn(4))
    value = convert(value, layoutFor(type.shape));
  type = typeOf(value);
  std::int64_t count = countOf(type.shape);
  unsigned global =
      addGlobal(Global::Role::Output, type.element, count * program.grid);
  Value index = iota(type.shape, type.layout);
  if (program.grid > 1) {
    Value id = *emit({.op = Op::ProgramId});
    Value first = binary("arith.muli", id,
                         constant(Type::scalar(Element::I32),
                                  static_cast<std::uint64_t>(count)));
    Value base =
        *emit({.op = Op::Splat, .operands = {first}, .type = typeOf(index)});
    index = binary("arith.addi", index, base);
  } else if (oneIn(5)) {
    // Any other order.
    index = binary(
        "arith.xori", index,
        constant(typeOf(index), below(static_cast<std::uint64_t>(count))));
  }
  std::vector<Value> operands = {index, value};
  if (oneIn(4))
    operands.push_back(need(type.with(Element::I1)));
  emit({.op = Op::Store, .operands = operands, .global = global});
}

void Generator::writeOutputs() {
  std::set<Value> used;
  for (const Statement &each : program.statements) {
    used.insert(each.operands.begin(), each.operands.end());
    for (const Body &body : each.bodies)
      used.insert(body.yields.begin(), body.yields.end());
  }
  std::vector<Value> shown;
  for (Value value : live)
    if (!typeOf(value).isBuffer() && (!used.contains(value) || oneIn(12)))
      shown.push_back(value);
  constexpr std::size_t Most = 8;
  if (shown.size() > Most)
    shown.erase(shown.begin(), shown.end() - static_cast<std::ptrdiff_t>(Most));
  for (Value value : shown)
    writeOutput(value);
}

} // namespace heddle::simfuzz
