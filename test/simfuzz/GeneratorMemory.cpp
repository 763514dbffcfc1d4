//===- GeneratorMemory.cpp - Random buffers and branches ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

namespace heddle::simfuzz {

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

namespace {

Type bufferType(Element element, const Shape &shape, const std::string &layout,
                bool isMutable) {
  Type type = Type::tensor(element, shape, layout);
  type.kind = Type::Kind::Buffer;
  type.whole = shape;
  type.isMutable = isMutable;
  return type;
}

} // namespace

bool Generator::writeBuffer() {
  MaybeValue source = pickTensor();
  if (!source || typeOf(*source).element == Element::I1)
    return false;
  Type type = typeOf(*source);
  bool isMutable = oneIn(2), isFilled = !isMutable || oneIn(2);
  Type buffer =
      bufferType(type.element, type.shape,
                 layouts.shared(type.shape, bitsOf(type.element)), isMutable);
  Statement alloc = {.op = Op::Alloc, .type = buffer};
  if (isFilled)
    alloc.operands.push_back(*source);
  MaybeValue memory = emit(alloc);
  if (memory && !isFilled)
    emit({.op = Op::LocalStore, .operands = {*source, *memory}});
  return memory.has_value();
}

bool Generator::writeBufferArray() {
  MaybeValue source = pickTensor();
  if (!source || typeOf(*source).element == Element::I1 ||
      typeOf(*source).shape.size() > 3)
    return false;
  Type type = typeOf(*source);
  std::int64_t count = 1 + static_cast<std::int64_t>(below(3));
  Shape whole = type.shape;
  whole.insert(whole.begin(), count);
  constexpr std::int64_t Most = 4096;
  if (countOf(whole) > Most)
    return false;
  Type buffer =
      bufferType(type.element, whole,
                 layouts.shared(type.shape, bitsOf(type.element)), true);
  MaybeValue memory = emit({.op = Op::Alloc, .type = buffer});
  for (std::int64_t index = 0; memory && index < count; ++index) {
    Value at =
        constant(Type::scalar(Element::I32), static_cast<std::uint64_t>(index));
    Value one = *emit({.op = Op::MemoryIndex, .operands = {*memory, at}});
    emit({.op = Op::LocalStore,
          .operands = {index == 0 ? *source : need(type), one}});
  }
  if (!memory)
    return false;
  // One that is not known when it is compiled.
  Value any = oneIn(2) ? scalarNumber() : need(Type::scalar(Element::I32));
  Value at = binary(
      "arith.remui", any,
      constant(Type::scalar(Element::I32), static_cast<std::uint64_t>(count)));
  Value one = *emit({.op = Op::MemoryIndex, .operands = {*memory, at}});
  return emit({.op = Op::LocalLoad,
               .operands = {one},
               .type = Type::tensor(type.element, type.shape,
                                    layoutFor(type.shape))})
      .has_value();
}

namespace {

/// A buffer, not an array of them.
bool isOne(const Type &type) {
  return type.isBuffer() && type.shape.size() < 4;
}

} // namespace

bool Generator::writeLocalStore() {
  MaybeValue memory =
      pick([](const Type &type) { return isOne(type) && type.isMutable; });
  if (!memory)
    return false;
  Type type = typeOf(*memory);
  Value value =
      need(Type::tensor(type.element, type.shape, layoutFor(type.shape)));
  return emit({.op = Op::LocalStore, .operands = {value, *memory}}).has_value();
}

bool Generator::load(unsigned memory) {
  Type type = typeOf(memory);
  return emit({.op = Op::LocalLoad,
               .operands = {memory},
               .type = Type::tensor(type.element, type.shape,
                                    layoutFor(type.shape))})
      .has_value();
}

bool Generator::writeLocalLoad() {
  MaybeValue memory = pickOf([](const Type &type) { return type.isBuffer(); });
  return memory && load(*memory);
}

namespace {

/// Whether the layout describes all axes, as it does not those of an array.
bool isWhole(const Type &type) {
  return type.isBuffer() && transposedMemory(type.layout, type.whole, [&] {
           std::vector<std::int64_t> order;
           for (std::size_t axis = 0; axis < type.whole.size(); ++axis)
             order.push_back(static_cast<std::int64_t>(axis));
           return order;
         }());
}

} // namespace

/// Mostly what is seen through a view is loaded.
bool Generator::loadView(MaybeValue view) {
  if (!view || oneIn(4))
    return view.has_value();
  return load(*view);
}

bool Generator::writeMemoryPart() {
  MaybeValue memory = pickOf(isWhole);
  if (!memory)
    return false;
  Type type = typeOf(*memory);
  std::vector<std::int64_t> offsets;
  for (std::int64_t &size : type.shape) {
    std::int64_t whole = size;
    if (oneIn(2) && size > 1)
      size /= 2;
    if (oneIn(4) && size > 1)
      size /= 2;
    offsets.push_back(size * static_cast<std::int64_t>(below(
                                 static_cast<std::uint64_t>(whole / size))));
  }
  if (!mayCut(type.layout, type.whole, typeOf(*memory).shape, type.shape))
    return false;
  return loadView(emit({.op = Op::MemoryPart,
                        .operands = {*memory},
                        .numbers = offsets,
                        .type = type}));
}

bool Generator::writeMemoryTrans() {
  MaybeValue memory = pickOf(isWhole);
  return memory &&
         loadView(emit({.op = Op::MemoryTrans,
                        .operands = {*memory},
                        .numbers = anyOrder(typeOf(*memory).shape.size())}));
}

bool Generator::writeMemoryReshape() {
  MaybeValue memory = pickOf(isWhole);
  if (!memory)
    return false;
  Shape shape = anyShapeOf(countOf(typeOf(*memory).shape), 3);
  Type type = Type::tensor(Element::I32, shape, "");
  return loadView(
      emit({.op = Op::MemoryReshape, .operands = {*memory}, .type = type}));
}

bool Generator::writeBarrier() { return oneIn(4) && emit({.op = Op::Barrier}); }

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Body Generator::writeBody(const std::vector<Type> &types, bool isLoop) {
  Body body;
  auto *outer = statements;
  std::size_t known = live.size();
  statements = &body.statements;
  ++depth;
  if (isLoop)
    body.arguments.push_back(program.add(Type::scalar(Element::I32)));
  for (std::size_t index = 0; isLoop && index < types.size(); ++index)
    body.arguments.push_back(program.add(types[index]));
  live.insert(live.end(), body.arguments.begin(), body.arguments.end());
  for (std::uint64_t count = 1 + below(6); count > 0; --count)
    writeOne();
  for (const Type &type : types)
    body.yields.push_back(need(type));
  --depth;
  live.resize(known);
  statements = outer;
  return body;
}

bool Generator::writeFor() {
  constexpr unsigned MostDepth = 2;
  if (depth >= MostDepth)
    return false;
  Type number = Type::scalar(Element::I32);
  Value lower = constant(number, below(3) == 0 ? below(4) : 0);
  Value upper = oneIn(2) && depth == 0
                    ? *emit({.op = Op::Argument,
                             .numbers = {static_cast<std::int64_t>(below(5))}})
                    : constant(number, below(6));
  Statement loop = {.op = Op::For,
                    .operands = {lower, upper},
                    .numbers = {1 + static_cast<std::int64_t>(below(2))}};
  std::vector<Type> types;
  for (std::uint64_t count = below(4); count > 0; --count)
    if (MaybeValue value = pickNumber()) {
      loop.operands.push_back(*value);
      types.push_back(typeOf(*value));
    }
  loop.bodies.push_back(writeBody(types, true));
  return emit(loop).has_value();
}

bool Generator::writeWhile() {
  constexpr unsigned MostDepth = 2;
  if (depth >= MostDepth)
    return false;
  Statement loop = {.op = Op::While};
  loop.operands.push_back(
      constant(Type::scalar(Element::I32), std::uint64_t(below(4))));
  std::vector<Type> types;
  for (std::uint64_t count = 1 + below(2); count > 0; --count)
    if (MaybeValue value = pickNumber()) {
      loop.operands.push_back(*value);
      types.push_back(typeOf(*value));
    }
  loop.bodies.push_back(writeBody(types, true));
  return emit(loop).has_value();
}

Generator::Value Generator::condition() {
  Type number = Type::scalar(Element::I32);
  if (MaybeValue known = pick(
          [](const Type &type) { return type == Type::scalar(Element::I1); });
      known && oneIn(2))
    return *known;
  Value left = need(number);
  return *emit({.op = Op::Compare,
                .operands = {left, constant(number, below(40))},
                .name = oneIn(2) ? "arith.cmpi slt" : "arith.cmpi ne"});
}

bool Generator::writeIf() {
  constexpr unsigned MostDepth = 2;
  if (depth >= MostDepth)
    return false;
  Statement branch = {.op = Op::If, .operands = {condition()}};
  std::vector<Type> types;
  for (std::uint64_t count = below(3); count > 0; --count)
    if (MaybeValue value = pickNumber())
      types.push_back(typeOf(*value));
  branch.bodies.push_back(writeBody(types, false));
  branch.bodies.push_back(writeBody(types, false));
  for (const Type &type : types) {
    Value result = program.add(type);
    branch.results.push_back(result);
    live.push_back(result);
  }
  statements->push_back(std::move(branch));
  return true;
}

} // namespace heddle::simfuzz
