//===- Infer.cpp - Types that follow from operands ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"
#include "Program.h"

#include <algorithm>

namespace heddle::simfuzz {

namespace {

using Types = std::vector<Type>;
using Inferred = std::optional<Types>;

/// One result of this type, if there is the layout that it needs.
Inferred oneOf(Type type, const LayoutText &layout) {
  if (!layout)
    return std::nullopt;
  type.layout = *layout;
  return Types{std::move(type)};
}

class Inference {
public:
  Inference(const Program &program, const Statement &statement)
      : program(program), statement(statement) {}

  Inferred infer() const;

private:
  const Type &type(std::size_t operand) const {
    return program.types[statement.operands[operand]];
  }
  std::size_t count() const { return statement.operands.size(); }
  std::int64_t number(std::size_t index) const {
    return statement.numbers[index];
  }
  bool isAlike(std::size_t first) const {
    for (std::size_t operand = first + 1; operand < count(); ++operand)
      if (type(operand) != type(first))
        return false;
    return true;
  }
  bool fitsHere(const Type &wanted) const {
    return !program.hasLayouts ||
           fits(wanted.layout, wanted.shape, program.warps);
  }

  Inferred inferAccess() const;
  Inferred inferView() const;
  Inferred inferTogether() const;
  Inferred inferMemory() const;
  Inferred inferMemoryView() const;
  Inferred inferFlow() const;

  const Program &program;
  const Statement &statement;
};

// A mask has the layout of what it masks.
Inferred Inference::inferAccess() const {
  const Type &index = type(0);
  if (!index.isTensor() || index.element != Element::I32)
    return std::nullopt;
  const Global &global = program.globals[statement.global];
  Type value = index.with(global.element), mask = index.with(Element::I1);
  bool isLoad = statement.op == Op::Load;
  std::size_t maskAt = isLoad ? 1 : 2, valueAt = isLoad ? 2 : 1;
  if (count() > maskAt && type(maskAt) != mask)
    return std::nullopt;
  if (count() > valueAt && type(valueAt) != value)
    return std::nullopt;
  return statement.op == Op::Store ? Types{} : Types{value};
}

Inferred Inference::inferView() const {
  Type from = type(0), to = from;
  if (!from.isTensor())
    return std::nullopt;
  switch (statement.op) {
  case Op::ExpandDims:
    to.shape.insert(to.shape.begin() + number(0), 1);
    return oneOf(to, expandedLayout(from.layout, number(0)));
  case Op::Broadcast:
    to.shape = statement.type.shape;
    if (to.shape.size() != from.shape.size() ||
        !mayBroadcast(from.layout, from.shape, to.shape) || !fitsHere(to))
      return std::nullopt;
    for (std::size_t axis = 0; axis < to.shape.size(); ++axis)
      if (from.shape[axis] != to.shape[axis] && from.shape[axis] != 1)
        return std::nullopt;
    return Types{to};
  case Op::Reshape:
    to.shape = statement.type.shape;
    if (countOf(from.shape) != countOf(to.shape))
      return std::nullopt;
    return oneOf(to, reshapedLayout(from.layout, from.shape, to.shape));
  case Op::Trans:
    for (std::size_t axis = 0; axis < from.shape.size(); ++axis)
      to.shape[axis] = from.shape[static_cast<std::size_t>(number(axis))];
    return oneOf(to,
                 transposedLayout(from.layout, from.shape, statement.numbers));
  case Op::Join:
    if (!isAlike(0))
      return std::nullopt;
    to.shape.push_back(2);
    return oneOf(to, joinedLayout(from.layout, from.shape));
  case Op::Split: {
    if (from.shape.size() < 2 || from.shape.back() != 2)
      return std::nullopt;
    to.shape.pop_back();
    Inferred half = oneOf(to, splitLayout(from.layout, from.shape));
    if (half)
      half->push_back(half->front());
    return half;
  }
  default:
    return std::nullopt;
  }
}

Inferred Inference::inferTogether() const {
  const Type &first = type(0);
  if (!first.isTensor())
    return std::nullopt;
  switch (statement.op) {
  case Op::CatReduce:
    return isAlike(0) && first.shape.size() == 1
               ? Inferred(Types{Type::scalar(first.element)})
               : std::nullopt;
  case Op::Gather: {
    const Type &indices = type(1);
    if (indices.element != Element::I32 ||
        indices.shape.size() != first.shape.size())
      return std::nullopt;
    for (std::size_t axis = 0; axis < first.shape.size(); ++axis)
      if (static_cast<std::int64_t>(axis) != number(0) &&
          first.shape[axis] != indices.shape[axis])
        return std::nullopt;
    return Types{indices.with(first.element)};
  }
  case Op::Convert: {
    Type to = first;
    to.layout = statement.type.layout;
    return fitsHere(to) ? Inferred(Types{to}) : std::nullopt;
  }
  case Op::Reduce:
  case Op::Scan: {
    Types results;
    for (std::size_t operand = 0; operand < count(); ++operand) {
      Type result = type(operand);
      if (result.shape != first.shape || result.layout != first.layout)
        return std::nullopt;
      if (statement.op == Op::Reduce) {
        result.shape.erase(result.shape.begin() + number(0));
        result.layout = *slicedLayout(result.layout, number(0));
        if (result.shape.empty())
          result = Type::scalar(result.element);
      }
      results.push_back(result);
    }
    return results;
  }
  case Op::Histogram:
    if (first.shape.size() != 1 || first.element != Element::I32 ||
        (count() > 1 && type(1) != first.with(Element::I1)) ||
        !fitsHere(statement.type))
      return std::nullopt;
    return Types{statement.type};
  case Op::Dot: {
    const Type &a = type(0), &b = type(1), &c = type(2);
    std::size_t rank = c.shape.size();
    if (a.shape.size() != rank || b.shape.size() != rank ||
        a.shape[rank - 1] != b.shape[rank - 2] ||
        a.shape[rank - 2] != c.shape[rank - 2] ||
        b.shape[rank - 1] != c.shape[rank - 1])
      return std::nullopt;
    if (!program.hasLayouts)
      return Types{c};
    for (unsigned side : {0, 1})
      if (type(side).layout != "#ttg.dot_op<{opIdx = " + std::to_string(side) +
                                   ", parent = " + c.layout + "}>")
        return std::nullopt;
    return Types{c};
  }
  default:
    return std::nullopt;
  }
}

Inferred Inference::inferMemory() const {
  switch (statement.op) {
  case Op::Alloc: {
    const Type &memory = statement.type;
    if (count() == 0)
      return Types{memory};
    if (type(0).shape != memory.shape || type(0).element != memory.element)
      return std::nullopt;
    return Types{memory};
  }
  case Op::LocalStore: {
    const Type &from = type(0), &memory = type(1);
    if (!from.isTensor() || !memory.isBuffer() || !memory.isMutable ||
        from.shape != memory.shape || from.element != memory.element)
      return std::nullopt;
    return Types{};
  }
  case Op::LocalLoad: {
    if (!type(0).isBuffer())
      return std::nullopt;
    Type to =
        Type::tensor(type(0).element, type(0).shape, statement.type.layout);
    return fitsHere(to) ? Inferred(Types{to}) : std::nullopt;
  }
  default:
    return Types{};
  }
}

Inferred Inference::inferMemoryView() const {
  Type from = type(0), to = from;
  if (!from.isBuffer())
    return std::nullopt;
  bool isPart = from.shape != from.whole;
  switch (statement.op) {
  case Op::MemoryIndex:
    if (isPart)
      return std::nullopt;
    to.shape.erase(to.shape.begin());
    to.whole = to.shape;
    return Types{to};
  case Op::MemoryPart:
    to.shape = statement.type.shape;
    for (std::size_t axis = 0; axis < to.shape.size(); ++axis)
      if (number(axis) + to.shape[axis] > from.shape[axis])
        return std::nullopt;
    return Types{to};
  case Op::MemoryTrans:
    for (std::size_t axis = 0; axis < from.shape.size(); ++axis) {
      auto source = static_cast<std::size_t>(number(axis));
      to.shape[axis] = from.shape[source];
      to.whole[axis] = from.whole[source];
    }
    return oneOf(to,
                 transposedMemory(from.layout, from.whole, statement.numbers));
  case Op::MemoryReshape:
    to.shape = to.whole = statement.type.shape;
    if (isPart || countOf(from.shape) != countOf(to.shape))
      return std::nullopt;
    return oneOf(to, reshapedMemory(from.layout, from.shape, to.shape));
  default:
    return std::nullopt;
  }
}

Inferred Inference::inferFlow() const {
  Types carried;
  std::size_t first = statement.op == Op::For ? 2 : 1;
  for (std::size_t operand = 0; operand < first; ++operand)
    if (!type(operand).isScalar())
      return std::nullopt;
  if (statement.op == Op::If)
    return type(0).element == Element::I1 ? Inferred(Types{}) : std::nullopt;
  for (std::size_t operand = first; operand < count(); ++operand)
    carried.push_back(type(operand));
  return carried;
}

Inferred Inference::infer() const {
  switch (statement.op) {
  case Op::Constant:
  case Op::Iota:
    if (statement.type.isTensor() && !fitsHere(statement.type))
      return std::nullopt;
    return Types{statement.type};
  case Op::ProgramId:
  case Op::Argument:
    return Types{Type::scalar(Element::I32)};
  case Op::Splat: {
    if (!type(0).isScalar() || !fitsHere(statement.type))
      return std::nullopt;
    return Types{statement.type.with(type(0).element)};
  }
  case Op::Unsplat:
    if (!type(0).isTensor() || countOf(type(0).shape) != 1)
      return std::nullopt;
    return Types{Type::scalar(type(0).element)};
  case Op::Elementwise:
    return isAlike(0) ? Inferred(Types{type(0)}) : std::nullopt;
  case Op::Cast:
    return Types{type(0).with(statement.type.element)};
  case Op::Compare:
    return isAlike(0) ? Inferred(Types{type(0).with(Element::I1)})
                      : std::nullopt;
  case Op::Select:
    return isAlike(1) && type(0) == type(1).with(Element::I1)
               ? Inferred(Types{type(1)})
               : std::nullopt;
  case Op::Load:
  case Op::Store:
  case Op::Atomic:
    return inferAccess();
  case Op::ExpandDims:
  case Op::Broadcast:
  case Op::Reshape:
  case Op::Trans:
  case Op::Join:
  case Op::Split:
    return inferView();
  case Op::CatReduce:
  case Op::Gather:
  case Op::Convert:
  case Op::Reduce:
  case Op::Scan:
  case Op::Histogram:
  case Op::Dot:
    return inferTogether();
  case Op::Alloc:
  case Op::LocalStore:
  case Op::LocalLoad:
  case Op::Free:
  case Op::Barrier:
    return inferMemory();
  case Op::MemoryIndex:
  case Op::MemoryPart:
  case Op::MemoryTrans:
  case Op::MemoryReshape:
    return inferMemoryView();
  case Op::For:
  case Op::If:
  case Op::While:
    return inferFlow();
  }
  return std::nullopt;
}

} // namespace

std::optional<std::vector<Type>> inferTypes(const Program &program,
                                            const Statement &statement) {
  return Inference(program, statement).infer();
}

} // namespace heddle::simfuzz
