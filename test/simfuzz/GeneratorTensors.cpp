//===- GeneratorTensors.cpp - Random statements on tensors ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combine.h"
#include "Generator.h"

#include <algorithm>

namespace heddle::simfuzz {

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

bool Generator::writeConvert() {
  MaybeValue value = pickTensor();
  return value && convert(*value, layoutFor(typeOf(*value).shape)) != *value;
}

// The layout of what comes out is drawn; the operand gets its slice.
bool Generator::writeExpand() {
  MaybeValue value = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() < 4;
  });
  if (!value)
    return false;
  Shape shape = typeOf(*value).shape;
  auto axis = static_cast<std::int64_t>(below(shape.size() + 1));
  shape.insert(shape.begin() + axis, 1);
  Value from = *value;
  if (program.hasLayouts) {
    std::string slice = *slicedLayout(layoutFor(shape), axis);
    if (!fits(slice, typeOf(from).shape, program.warps))
      return false;
    from = convert(from, slice);
  }
  MaybeValue wide =
      emit({.op = Op::ExpandDims, .operands = {from}, .numbers = {axis}});
  if (wide && oneIn(2))
    writeBroadcast();
  return wide.has_value();
}

bool Generator::writeBroadcast() {
  MaybeValue value = pick([](const Type &type) {
    return type.isTensor() && std::find(type.shape.begin(), type.shape.end(),
                                        1) != type.shape.end();
  });
  if (!value)
    return false;
  Shape shape = typeOf(*value).shape;
  std::int64_t room = mostElements / countOf(shape);
  for (std::int64_t &size : shape)
    if (size == 1 && room > 1) {
      size = std::int64_t(1) << below(5);
      size = std::min(size, room);
      while ((size & (size - 1)) != 0)
        size &= size - 1;
      room /= size;
    }
  return emit({.op = Op::Broadcast,
               .operands = {*value},
               .type = Type::tensor(Element::I32, shape, "")})
      .has_value();
}

bool Generator::writeReshape() {
  MaybeValue value = pickTensor();
  if (!value)
    return false;
  Shape shape = anyShapeOf(countOf(typeOf(*value).shape), 4);
  return emit({.op = Op::Reshape,
               .operands = {*value},
               .type = Type::tensor(Element::I32, shape, "")})
      .has_value();
}

bool Generator::writeTrans() {
  MaybeValue value = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() > 1;
  });
  return value && emit({.op = Op::Trans,
                        .operands = {*value},
                        .numbers = anyOrder(typeOf(*value).shape.size())});
}

bool Generator::writeJoin() {
  MaybeValue left = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() < 4;
  });
  if (!left)
    return false;
  Type type = typeOf(*left);
  MaybeValue both = emit({.op = Op::Join, .operands = {*left, need(type)}});
  if (both && oneIn(3))
    emit({.op = Op::Split, .operands = {*both}});
  return both.has_value();
}

bool Generator::writeSplit() {
  MaybeValue value = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() > 1 && type.shape.back() == 2;
  });
  return value && emit({.op = Op::Split, .operands = {*value}});
}

//===----------------------------------------------------------------------===//
// Tensors as a whole
//===----------------------------------------------------------------------===//

bool Generator::writeCat() {
  MaybeValue left = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() == 1;
  });
  if (!left)
    return false;
  Type type = typeOf(*left), both = type;
  both.shape[0] *= 2;
  if (program.hasLayouts && !mayCat(type.layout, type.shape, both.shape))
    return false;
  return emit({.op = Op::CatReduce,
               .operands = {*left, need(type)},
               .name = choose(combinersOf(type.element))})
      .has_value();
}

bool Generator::writeGather() {
  MaybeValue source = pickTensor();
  if (!source)
    return false;
  Type type = typeOf(*source);
  auto axis = below(type.shape.size());
  Shape shape = type.shape;
  shape[axis] = power(4);
  std::int64_t size = type.shape[axis];
  Value indices = indexBelow(
      need(Type::tensor(Element::I32, shape, layoutFor(shape))), size);
  return emit({.op = Op::Gather,
               .operands = {*source, indices},
               .numbers = {static_cast<std::int64_t>(axis)}})
      .has_value();
}

bool Generator::combineMany(Op op) {
  MaybeValue first = pickTensor();
  if (!first)
    return false;
  Type type = typeOf(*first);
  std::vector<Value> operands = {*first};
  std::string name = choose(combinersOf(type.element));
  bool isInteger = !isFloat(type.element) && type.element != Element::I1;
  if (isInteger && oneIn(4)) {
    name = oneIn(2) ? "least" : "greatest";
    operands.push_back(oneIn(2) ? iota(type.shape, type.layout)
                                : need(type.with(Element::I32)));
  } else if (isInteger && op == Op::Scan && oneIn(2)) {
    name = "affine";
    operands.push_back(need(type));
  } else if (oneIn(4) && type.element != Element::I1) {
    name = "each";
    for (std::uint64_t more = 1 + below(3); more > 0; --more)
      operands.push_back(need(type.with(anyElement())));
  }
  Statement statement = {
      .op = op,
      .operands = operands,
      .name = name,
      .numbers = {static_cast<std::int64_t>(below(type.shape.size()))}};
  if (op == Op::Scan)
    statement.numbers.push_back(oneIn(3) ? 1 : 0);
  return emit(statement).has_value();
}

bool Generator::writeReduce() { return combineMany(Op::Reduce); }
bool Generator::writeScan() { return combineMany(Op::Scan); }

bool Generator::writeHistogram() {
  MaybeValue source = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() == 1 &&
           type.element == Element::I32;
  });
  if (!source)
    return false;
  Shape bins = {power(7)};
  Value numbers = *source;
  if (!oneIn(4))
    numbers = indexBelow(numbers, bins[0]);
  std::vector<Value> operands = {numbers};
  if (oneIn(3))
    operands.push_back(need(typeOf(numbers).with(Element::I1)));
  return emit({.op = Op::Histogram,
               .operands = operands,
               .type = Type::tensor(Element::I32, bins, layoutFor(bins))})
      .has_value();
}

bool Generator::writeDot() {
  Shape c = {power(5), power(5)}, a = c, b = c;
  a[1] = b[0] = power(4);
  static const std::vector<std::pair<Element, Element>> Pairs = {
      {Element::I8, Element::I32},   {Element::F16, Element::F32},
      {Element::BF16, Element::F32}, {Element::F32, Element::F32},
      {Element::F16, Element::F16},  {Element::F64, Element::F64}};
  auto [from, to] = choose(Pairs);
  std::string parent, left, right;
  if (program.hasLayouts) {
    parent = layouts.blocked(2);
    left = "#ttg.dot_op<{opIdx = 0, parent = " + parent + "}>";
    right = "#ttg.dot_op<{opIdx = 1, parent = " + parent + "}>";
    if (!fits(parent, c, program.warps) || !fits(left, a, program.warps) ||
        !fits(right, b, program.warps))
      return false;
  }
  return emit({.op = Op::Dot,
               .operands = {need(Type::tensor(from, a, left)),
                            need(Type::tensor(from, b, right)),
                            need(Type::tensor(to, c, parent))}})
      .has_value();
}

} // namespace heddle::simfuzz
