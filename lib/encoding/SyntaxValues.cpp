//===- SyntaxValues.cpp - Values of a syntax tree -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyntaxValues.h"

#include <bit>

namespace heddle {

SyntaxValue numberValue(std::size_t position, std::uint64_t number) {
  return {position, number};
}

SyntaxValue listValue(std::size_t position, const UnsignedList &numbers) {
  SyntaxValue::List list;
  for (unsigned number : numbers)
    list.push_back(numberValue(position, number));
  return {position, std::move(list)};
}

SyntaxValue basesValue(std::size_t position, const Bases &bases) {
  SyntaxValue::List list;
  for (const UnsignedList &basis : bases)
    list.push_back(listValue(position, basis));
  return {position, std::move(list)};
}

void setField(SyntaxFields &fields, std::string name, SyntaxValue value) {
  std::size_t position = value.position;
  fields.fields.push_back({std::move(name), position, std::move(value)});
}

std::optional<std::uint64_t> numberOf(const SyntaxValue &value) {
  const auto *number = std::get_if<std::uint64_t>(&value.content);
  return number ? std::optional(*number) : std::nullopt;
}

bool isWord(const SyntaxField &field, std::string_view word) {
  const auto *text = std::get_if<std::string>(&field.value.content);
  return text != nullptr && *text == word;
}

Parsed<UnsignedList> numbersOf(const SyntaxField &field) {
  constexpr std::uint64_t Limit = 1U << 31U;
  UnsignedList numbers;
  const auto *list = std::get_if<SyntaxValue::List>(&field.value.content);
  if (list == nullptr)
    return failAt(field.value.position,
                  concat("expects a list of numbers as '", field.name,
                         "', but got ", describe(field.value)));
  for (const SyntaxValue &element : *list) {
    std::optional<std::uint64_t> number = numberOf(element);
    if (!number || *number > Limit)
      return failAt(element.position,
                    concat("expects a number of at most ", Limit, " in '",
                           field.name, "', but got ", describe(element)));
    numbers.push_back(static_cast<unsigned>(*number));
  }
  return numbers;
}

Parsed<UnsignedList> powersOfTwo(const SyntaxField &field) {
  Parsed<UnsignedList> numbers = numbersOf(field);
  if (numbers)
    for (unsigned number : *numbers)
      if (!std::has_single_bit(number))
        return failAt(field.value.position,
                      concat("expects powers of two in '", field.name,
                             "', but got ", number));
  return numbers;
}

void appendBases(Bases &bases, std::size_t rank, std::size_t axis,
                 unsigned first, unsigned size, unsigned copies) {
  for (unsigned bit = 1; bit < size; bit *= 2) {
    bases.emplace_back(rank, 0U);
    bases.back()[axis] = bit * first;
  }
  for (unsigned copy = 1; copy < copies; copy *= 2)
    bases.emplace_back(rank, 0U);
}

} // namespace heddle
