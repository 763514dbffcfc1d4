//===- EvaluateFlow.cpp - Memory, loops and branches ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

namespace heddle::simfuzz {

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

} // namespace heddle::simfuzz
