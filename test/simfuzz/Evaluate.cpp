//===- Evaluate.cpp - What a program computes -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"
#include "Combine.h"
#include "Numbers.h"

#include <algorithm>
#include <functional>
#include <memory>

namespace heddle::simfuzz {

namespace {

/// Elements, row by row.
struct Cells {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint8_t> isDefined;

  explicit Cells(std::size_t count = 0) : bits(count, 0), isDefined(count, 0) {}
  std::size_t count() const { return bits.size(); }
  void set(std::size_t at, Bits value) {
    bits[at] = value.value_or(0);
    isDefined[at] = static_cast<std::uint8_t>(value.has_value());
  }
  Bits get(std::size_t at) const {
    return isDefined[at] != 0 ? Bits(bits[at]) : std::nullopt;
  }
};

struct Memory {
  Cells cells;
  bool isFree = false;
};

/// A scalar or tensor, or a view of memory: where each of its elements is.
struct Datum {
  Cells cells;
  std::shared_ptr<Memory> memory;
  std::vector<std::uint32_t> places;
};

/// Numbers and places of elements.
std::vector<std::int64_t> placeOf(std::int64_t number, const Shape &shape) {
  std::vector<std::int64_t> place(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    place[axis] = number % shape[axis];
    number /= shape[axis];
  }
  return place;
}

std::int64_t numberOf(const std::vector<std::int64_t> &place,
                      const Shape &shape) {
  std::int64_t number = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    number = number * shape[axis] + place[axis];
  return number;
}

class Evaluator {
public:
  Evaluator(const Program &program, Mistake mistake)
      : program(program), mistake(mistake), data(program.types.size()) {
    for (const Global &global : program.globals) {
      contents.push_back(global.contents);
      touched.emplace_back(global.contents.size(), 0);
    }
  }

  Expectation evaluate();

private:
  bool run(const std::vector<Statement> &statements);
  bool run(const Statement &each);
  bool fail(const std::string &reason) {
    if (!unclear)
      unclear = Unclear{current, reason};
    return false;
  }

  const Type &typeOf(unsigned value) const { return program.types[value]; }
  const Type &operandType(std::size_t operand) const {
    return typeOf(current->operands[operand]);
  }
  const Type &resultType(std::size_t result = 0) const {
    return typeOf(current->results[result]);
  }
  const Datum &operand(std::size_t index) const {
    return data[current->operands[index]];
  }
  std::size_t operands() const { return current->operands.size(); }
  Cells &result(std::size_t index = 0) {
    Datum &datum = data[current->results[index]];
    datum.cells =
        Cells(static_cast<std::size_t>(countOf(resultType(index).shape)));
    return datum.cells;
  }
  Bits scalar(unsigned value) const { return data[value].cells.get(0); }

  void elementwise();
  bool access();
  bool accessOne(std::size_t element, std::uint64_t at, Cells *old);
  void moved(const std::function<std::int64_t(std::int64_t)> &source);
  void view();
  void pair();
  bool gather();
  void along(std::size_t axis, bool isReversed, bool isScan);
  void catReduce();
  bool histogram();
  void dot();
  bool memory();
  bool memoryView();
  bool loop();
  bool branch();
  bool body(const Body &body, std::int64_t counter,
            std::vector<Datum> &carried);

  const Program &program;
  Mistake mistake;
  std::vector<Datum> data;
  std::vector<std::vector<std::uint64_t>> contents;
  /// How often each element was written.
  std::vector<std::vector<std::uint8_t>> touched;
  std::optional<Unclear> unclear;
  const Statement *current = nullptr;
  std::int64_t programId = 0;
  std::uint64_t work = 0;
};

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

void Evaluator::elementwise() {
  const Statement &each = *current;
  std::vector<const Cells *> from;
  for (std::size_t index = 0; index < operands(); ++index)
    from.push_back(&operand(index).cells);
  Element element = operandType(0).element;
  Cells cells(from[0]->count());
  for (std::size_t at = 0; at < cells.count(); ++at) {
    if (each.op == Op::Select) {
      if (Bits side = from[0]->get(at))
        cells.set(at, from[*side != 0 ? 1 : 2]->get(at));
      continue;
    }
    std::vector<std::uint64_t> bits;
    for (const Cells *operand : from)
      if (operand->isDefined[at] != 0)
        bits.push_back(operand->bits[at]);
    if (bits.size() != from.size())
      continue;
    if (mistake == Mistake::Subtraction && each.name == "arith.subi")
      std::swap(bits[0], bits[1]);
    if (each.op == Op::Elementwise)
      cells.set(at, compute(each.name, element, bits));
    else if (each.op == Op::Cast)
      cells.set(at, cast(each.name, element, each.type.element, bits[0]));
    else
      cells.set(at, compare(each.name, element, bits[0], bits[1]) ? 1 : 0);
  }
  result() = cells;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

bool Evaluator::accessOne(std::size_t element, std::uint64_t at, Cells *old) {
  const Statement &each = *current;
  const Global &global = program.globals[each.global];
  std::vector<std::uint64_t> &memory = contents[each.global];
  std::uint8_t &times = touched[each.global][at];
  if (each.op == Op::Load) {
    old->set(element, memory[at]);
    return true;
  }
  Bits value = operand(1).cells.get(element);
  if (!value)
    return fail("an undefined value is stored");
  bool isUnique = each.op == Op::Store || each.numbers[0] != 0;
  constexpr std::uint8_t Many = 2;
  if (times == Many || (times == 1 && isUnique))
    return fail("a place is written twice");
  times = isUnique ? Many : 1;
  if (each.op == Op::Store) {
    memory[at] = *value;
    return true;
  }
  if (isUnique)
    old->set(element, memory[at]);
  static const std::vector<std::pair<std::string, std::string>> Ops = {
      {"add", "arith.addi"},   {"and", "arith.andi"},  {"or", "arith.ori"},
      {"xor", "arith.xori"},   {"max", "arith.maxsi"}, {"min", "arith.minsi"},
      {"umax", "arith.maxui"}, {"umin", "arith.minui"}};
  for (const auto &[name, op] : Ops)
    if (name == each.name)
      memory[at] = *compute(op, global.element, {memory[at], *value});
  return true;
}

bool Evaluator::access() {
  const Statement &each = *current;
  const Cells &index = operand(0).cells;
  std::size_t maskAt = each.op == Op::Load ? 1 : 2;
  Cells read(index.count());
  for (std::size_t element = 0; element < index.count(); ++element) {
    if (operands() > maskAt) {
      Bits mask = operand(maskAt).cells.get(element);
      if (!mask)
        return fail("a mask is undefined");
      if (*mask == 0) {
        if (each.op == Op::Load && operands() > 2)
          read.set(element, operand(2).cells.get(element));
        continue;
      }
    }
    Bits at = index.get(element);
    if (!at || *at >= contents[each.global].size())
      return fail("an index is out of bounds");
    if (!accessOne(element, *at, &read))
      return false;
  }
  if (!each.results.empty())
    result() = read;
  return true;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Each element of the result is one of the operand.
void Evaluator::moved(const std::function<std::int64_t(std::int64_t)> &source) {
  const Cells from = operand(0).cells;
  Cells &to = result();
  for (std::size_t at = 0; at < to.count(); ++at)
    to.set(at, from.get(static_cast<std::size_t>(
                   source(static_cast<std::int64_t>(at)))));
}

void Evaluator::view() {
  const Statement &each = *current;
  const Shape from = operandType(0).shape, to = resultType().shape;
  bool isKept = mistake == Mistake::Transpose && from == to;
  switch (each.op) {
  case Op::Splat:
    return moved([](std::int64_t) { return 0; });
  case Op::Broadcast:
    return moved([&](std::int64_t number) {
      auto place = placeOf(number, to);
      for (std::size_t axis = 0; axis < place.size(); ++axis)
        place[axis] %= from[axis];
      return numberOf(place, from);
    });
  case Op::Trans:
    return moved([&](std::int64_t number) {
      if (isKept)
        return number;
      auto place = placeOf(number, to), source = place;
      for (std::size_t axis = 0; axis < place.size(); ++axis)
        source[static_cast<std::size_t>(each.numbers[axis])] = place[axis];
      return numberOf(source, from);
    });
  default:
    // The same elements in the same order.
    return moved([](std::int64_t number) { return number; });
  }
}

void Evaluator::pair() {
  if (current->op == Op::Join) {
    Cells left = operand(0).cells, right = operand(1).cells;
    Cells &both = result();
    for (std::size_t at = 0; at < both.count(); ++at)
      both.set(at, (at % 2 == 0 ? left : right).get(at / 2));
    return;
  }
  Cells both = operand(0).cells;
  for (std::size_t half : {0U, 1U}) {
    Cells &to = result(half);
    for (std::size_t at = 0; at < to.count(); ++at)
      to.set(at, both.get(2 * at + half));
  }
}

bool Evaluator::gather() {
  const Shape from = operandType(0).shape, to = resultType().shape;
  const Cells source = operand(0).cells, indices = operand(1).cells;
  auto axis = static_cast<std::size_t>(current->numbers[0]);
  Cells &cells = result();
  for (std::size_t at = 0; at < cells.count(); ++at) {
    Bits index = indices.get(at);
    if (!index || *index >= static_cast<std::uint64_t>(from[axis]))
      return fail("an index of a gather is out of bounds");
    auto place = placeOf(static_cast<std::int64_t>(at), to);
    place[axis] = static_cast<std::int64_t>(*index);
    cells.set(at, source.get(static_cast<std::size_t>(numberOf(place, from))));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Reductions, scans, products
//===----------------------------------------------------------------------===//

/// All rows along an axis, each combined to one value or to all that there are
/// on the way.
void Evaluator::along(std::size_t axis, bool isReversed, bool isScan) {
  const Statement &each = *current;
  const Shape shape = operandType(0).shape;
  std::int64_t length = shape[axis], stride = 1;
  for (std::size_t other = axis + 1; other < shape.size(); ++other)
    stride *= shape[other];
  std::vector<Cells> from, to;
  std::vector<Element> elements;
  for (std::size_t index = 0; index < operands(); ++index) {
    from.push_back(operand(index).cells);
    elements.push_back(operandType(index).element);
    to.push_back(result(index));
  }
  auto rows = static_cast<std::int64_t>(from[0].count()) / length;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t first = row / stride * stride * length + row % stride;
    bool isClear = true;
    for (std::size_t index = 0; index < from.size(); ++index) {
      std::vector<std::uint64_t> terms;
      for (std::int64_t step = 0; step < length; ++step) {
        auto at = static_cast<std::size_t>(first + step * stride);
        isClear = isClear && from[index].isDefined[at] != 0;
        terms.push_back(from[index].bits[at]);
      }
      if (each.name == "arith.addf")
        isClear = isClear && isExactSum(elements[index], terms);
    }
    std::vector<std::uint64_t> all;
    for (std::int64_t step = 0; step < length; ++step) {
      auto at = static_cast<std::size_t>(
          first + (isReversed ? length - 1 - step : step) * stride);
      std::vector<std::uint64_t> one;
      for (const Cells &cells : from)
        one.push_back(cells.bits[at]);
      all = all.empty() ? one : combine(each.name, elements, all, one);
      bool isLast = step == length - 1;
      for (std::size_t index = 0; index < from.size(); ++index)
        if (isClear && (isScan || isLast))
          to[index].set(isScan ? at : static_cast<std::size_t>(row),
                        all[index]);
    }
  }
  for (std::size_t index = 0; index < to.size(); ++index)
    data[each.results[index]].cells = to[index];
}

void Evaluator::catReduce() {
  Cells both = operand(0).cells;
  const Cells &other = operand(1).cells;
  both.bits.insert(both.bits.end(), other.bits.begin(), other.bits.end());
  both.isDefined.insert(both.isDefined.end(), other.isDefined.begin(),
                        other.isDefined.end());
  Element element = operandType(0).element;
  bool isClear = std::find(both.isDefined.begin(), both.isDefined.end(), 0) ==
                 both.isDefined.end();
  if (current->name == "arith.addf")
    isClear = isClear && isExactSum(element, both.bits);
  std::uint64_t all = both.bits[0];
  for (std::size_t at = 1; at < both.count(); ++at)
    all = combine(current->name, {element}, {all}, {both.bits[at]})[0];
  result().set(0, isClear ? Bits(all) : std::nullopt);
}

bool Evaluator::histogram() {
  const Cells source = operand(0).cells;
  Cells counts(static_cast<std::size_t>(countOf(resultType().shape)));
  std::fill(counts.isDefined.begin(), counts.isDefined.end(), 1);
  for (std::size_t at = 0; at < source.count(); ++at) {
    Bits mask = operands() > 1 ? operand(1).cells.get(at) : Bits(1);
    Bits number = source.get(at);
    if (!mask || (*mask != 0 && !number))
      return fail("something undefined is counted");
    if (*mask != 0 && *number < counts.count())
      ++counts.bits[*number];
  }
  result() = counts;
  return true;
}

void Evaluator::dot() {
  const Type &a = operandType(0), &b = operandType(1), &c = operandType(2);
  std::size_t rank = c.shape.size();
  std::int64_t length = a.shape[rank - 1];
  Cells sums = operand(2).cells;
  auto widened = [&](std::uint64_t bits, Element from) {
    if (isFloat(c.element))
      return *cast("arith.extf", from, c.element, bits);
    return *cast("arith.extsi", from, c.element, bits);
  };
  for (std::size_t at = 0; at < sums.count(); ++at) {
    auto place = placeOf(static_cast<std::int64_t>(at), c.shape);
    for (std::int64_t k = 0; k < length; ++k) {
      auto left = place, right = place;
      left[rank - 1] = k;
      right[rank - 2] = k;
      Bits x = operand(0).cells.get(
          static_cast<std::size_t>(numberOf(left, a.shape)));
      Bits y = operand(1).cells.get(
          static_cast<std::size_t>(numberOf(right, b.shape)));
      if (!x || !y) {
        sums.isDefined[at] = 0;
        break;
      }
      std::uint64_t l = widened(*x, a.element), r = widened(*y, b.element);
      sums.bits[at] =
          isFloat(c.element)
              ? fusedProduct(c.element, l, r, sums.bits[at])
              : *compute(
                    "arith.addi", c.element,
                    {sums.bits[at], *compute("arith.muli", c.element, {l, r})});
    }
  }
  result() = sums;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

bool Evaluator::memory() {
  const Statement &each = *current;
  if (each.op == Op::Alloc) {
    auto count = static_cast<std::size_t>(countOf(each.type.shape));
    auto fresh = std::make_shared<Memory>();
    fresh->cells = operands() > 0 ? operand(0).cells : Cells(count);
    Datum &buffer = data[each.results[0]];
    buffer.memory = fresh;
    buffer.places.clear();
    for (std::uint32_t at = 0; at < count; ++at)
      buffer.places.push_back(at);
    return true;
  }
  const Datum &buffer = operand(operands() - 1);
  if (buffer.memory->isFree)
    return fail("a buffer is used that was given back");
  if (each.op == Op::Free) {
    buffer.memory->isFree = true;
    return true;
  }
  Cells &cells = buffer.memory->cells;
  if (each.op == Op::LocalLoad) {
    Cells loaded(buffer.places.size());
    for (std::size_t at = 0; at < loaded.count(); ++at)
      loaded.set(at, cells.get(buffer.places[at]));
    result() = loaded;
    return true;
  }
  const Cells &stored = operand(0).cells;
  for (std::size_t at = 0; at < stored.count(); ++at)
    if (mistake != Mistake::Memory || cells.isDefined[buffer.places[at]] == 0)
      cells.set(buffer.places[at], stored.get(at));
  return true;
}

bool Evaluator::memoryView() {
  const Statement &each = *current;
  const Datum from = operand(0);
  const Shape &whole = operandType(0).shape, &shape = resultType().shape;
  Datum to = {.cells = Cells(), .memory = from.memory, .places = {}};
  std::int64_t count = countOf(shape), base = 0;
  if (each.op == Op::MemoryIndex) {
    Bits index = scalar(each.operands[1]);
    if (!index || *index >= static_cast<std::uint64_t>(whole[0]))
      return fail("an index of a buffer is out of bounds");
    base = static_cast<std::int64_t>(*index) * count;
  }
  for (std::int64_t number = 0; number < count; ++number) {
    std::int64_t source = base + number;
    if (each.op == Op::MemoryPart || each.op == Op::MemoryTrans) {
      auto place = placeOf(number, shape), other = place;
      for (std::size_t axis = 0; axis < place.size(); ++axis)
        if (each.op == Op::MemoryPart)
          other[axis] += each.numbers[axis];
        else
          other[static_cast<std::size_t>(each.numbers[axis])] = place[axis];
      source = numberOf(other, whole);
    }
    to.places.push_back(from.places[static_cast<std::size_t>(source)]);
  }
  data[each.results[0]] = to;
  return true;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

bool Evaluator::body(const Body &body, std::int64_t counter,
                     std::vector<Datum> &carried) {
  if (!body.arguments.empty()) {
    Cells &cells = data[body.arguments[0]].cells;
    cells = Cells(1);
    cells.set(0, static_cast<std::uint64_t>(counter) & 0xFFFFFFFFU);
    for (std::size_t index = 0; index < carried.size(); ++index)
      data[body.arguments[index + 1]] = carried[index];
  }
  if (!run(body.statements))
    return false;
  carried.clear();
  for (unsigned yield : body.yields)
    carried.push_back(data[yield]);
  return true;
}

bool Evaluator::loop() {
  const Statement &each = *current;
  bool isWhile = each.op == Op::While;
  std::size_t first = isWhile ? 1 : 2;
  std::vector<Datum> carried;
  for (std::size_t index = first; index < each.operands.size(); ++index)
    carried.push_back(data[each.operands[index]]);
  Bits limit = scalar(each.operands[first - 1]);
  Bits lower = isWhile ? Bits(0) : scalar(each.operands[0]);
  if (!limit || !lower)
    return fail("a loop's bound is undefined");
  std::int64_t from = signedOf(*lower, Element::I32);
  std::int64_t to = signedOf(*limit, Element::I32);
  constexpr std::int64_t Most = 64;
  std::int64_t step = isWhile ? 1 : each.numbers[0];
  if (to - from > Most * step)
    return fail("a loop is too long");
  for (std::int64_t counter = from; counter < to; counter += step)
    if (!body(each.bodies[0], isWhile ? to - counter : counter, carried))
      return false;
  for (std::size_t index = 0; index < carried.size(); ++index)
    data[each.results[index]] = carried[index];
  return true;
}

bool Evaluator::branch() {
  const Statement &each = *current;
  Bits condition = scalar(each.operands[0]);
  if (!condition)
    return fail("a condition is undefined");
  std::vector<Datum> yielded;
  if (!body(each.bodies[*condition != 0 ? 0 : 1], 0, yielded))
    return false;
  for (std::size_t index = 0; index < yielded.size(); ++index)
    data[each.results[index]] = yielded[index];
  return true;
}

bool Evaluator::run(const Statement &each) {
  current = &each;
  switch (each.op) {
  case Op::Constant: {
    Cells &cells = result();
    for (std::size_t at = 0; at < cells.count(); ++at)
      cells.set(at, static_cast<std::uint64_t>(each.numbers[0]));
    return true;
  }
  case Op::Iota: {
    Cells &cells = result();
    for (std::size_t at = 0; at < cells.count(); ++at)
      cells.set(at, at);
    return true;
  }
  case Op::ProgramId:
    result().set(0, static_cast<std::uint64_t>(programId));
    return true;
  case Op::Argument:
    result().set(0, static_cast<std::uint64_t>(each.numbers[0]) & 0xFFFFFFFFU);
    return true;
  case Op::Elementwise:
  case Op::Cast:
  case Op::Compare:
  case Op::Select:
    elementwise();
    return true;
  case Op::Load:
  case Op::Store:
  case Op::Atomic:
    return access();
  case Op::Splat:
  case Op::Unsplat:
  case Op::ExpandDims:
  case Op::Broadcast:
  case Op::Reshape:
  case Op::Trans:
  case Op::Convert:
    view();
    return true;
  case Op::Join:
  case Op::Split:
    pair();
    return true;
  case Op::CatReduce:
    catReduce();
    return true;
  case Op::Gather:
    return gather();
  case Op::Reduce:
    along(static_cast<std::size_t>(each.numbers[0]), false, false);
    return true;
  case Op::Scan:
    along(static_cast<std::size_t>(each.numbers[0]), each.numbers[1] != 0,
          true);
    return true;
  case Op::Histogram:
    return histogram();
  case Op::Dot:
    dot();
    return true;
  case Op::Alloc:
  case Op::LocalStore:
  case Op::LocalLoad:
  case Op::Free:
    return memory();
  case Op::MemoryIndex:
  case Op::MemoryPart:
  case Op::MemoryTrans:
  case Op::MemoryReshape:
    return memoryView();
  case Op::Barrier:
    return true;
  case Op::For:
  case Op::While:
    return loop();
  case Op::If:
    return branch();
  }
  return true;
}

bool Evaluator::run(const std::vector<Statement> &statements) {
  constexpr std::uint64_t MostWork = 4'000'000;
  for (const Statement &each : statements) {
    for (unsigned result : each.results)
      work += static_cast<std::uint64_t>(countOf(typeOf(result).shape));
    current = &each;
    if (work > MostWork)
      return fail("it takes too long");
    if (!run(each))
      return false;
  }
  return true;
}

Expectation Evaluator::evaluate() {
  for (programId = 0; programId < program.grid; ++programId)
    if (!run(program.statements))
      break;
  return {.unclear = unclear, .contents = contents};
}

} // namespace

Expectation evaluate(const Program &program, Mistake mistake) {
  return Evaluator(program, mistake).evaluate();
}

} // namespace heddle::simfuzz
