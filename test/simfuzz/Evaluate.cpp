//===- Evaluate.cpp - What a program computes -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"
#include "Evaluator.h"

namespace heddle::simfuzz {

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

Expectation evaluate(const Program &program, Mistake mistake) {
  return Evaluator(program, mistake).evaluate();
}

} // namespace heddle::simfuzz
