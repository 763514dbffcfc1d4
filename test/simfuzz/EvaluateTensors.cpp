//===- EvaluateTensors.cpp - Tensors as a whole ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combine.h"
#include "Evaluator.h"

#include <algorithm>

namespace heddle::simfuzz {

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
  // Narrow results are added up in f32, and rounded after each 16 products.
  constexpr std::int64_t ProductsPerRounding = 16;
  bool isNarrow = c.element == Element::F16 || c.element == Element::BF16;
  Element wide = isNarrow ? Element::F32 : c.element;
  auto widened = [&](std::uint64_t bits, Element from) {
    return *cast(isFloat(wide) ? "arith.extf" : "arith.extsi", from, wide,
                 bits);
  };
  auto rounded = [&](std::uint64_t bits) {
    return isNarrow ? *cast("arith.truncf", wide, c.element, bits) : bits;
  };
  for (std::size_t at = 0; at < sums.count(); ++at) {
    auto place = placeOf(static_cast<std::int64_t>(at), c.shape);
    std::uint64_t sum = widened(sums.bits[at], c.element);
    for (std::int64_t k = 0; k < length; ++k) {
      if (k % ProductsPerRounding == 0)
        sum = widened(rounded(sum), c.element);
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
      sum = isFloat(wide)
                ? fusedProduct(wide, l, r, sum)
                : *compute("arith.addi", wide,
                           {sum, *compute("arith.muli", wide, {l, r})});
    }
    sums.bits[at] = rounded(sum);
  }
  result() = sums;
}

} // namespace heddle::simfuzz
