//===- Verify.cpp - Checking parameters against their tables --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Verify.h"
#include "FamilyTraits.h"
#include "heddle/layout/Dim.h"

#include <algorithm>
#include <bit>

namespace heddle {

std::string listText(const UnsignedList &numbers) {
  std::string text = "[";
  for (unsigned number : numbers)
    text += concat(text.size() > 1 ? ", " : "", number);
  return text + "]";
}

Checked wrongValue(std::string_view parameter, std::string_view expected,
                   std::string_view got, std::string remedy) {
  return tl::unexpected(
      ParameterError{parameter, failure(concat("expects ", expected, " as '",
                                               parameter, "', but got ", got),
                                        {}, std::move(remedy))
                                    .value()});
}

Checked checkPermutation(std::string_view parameter, const UnsignedList &list) {
  for (unsigned axis = 0; axis < list.size(); ++axis)
    if (std::ranges::find(list, axis) == list.end())
      return wrongValue(parameter,
                        concat("a permutation of 0 ... ", list.size() - 1),
                        concat(listText(list), ", which lacks ", axis));
  return {};
}

namespace {

bool isAllowed(const ValueRule &rule, unsigned value) {
  switch (rule.kind) {
  case ValueRule::Kind::PowerOfTwo:
  case ValueRule::Kind::OnePerDim:
    return std::has_single_bit(value);
  case ValueRule::Kind::OneOf:
    return std::ranges::find(rule.allowed(), value) != rule.allowed().end();
  case ValueRule::Kind::Any:
  case ValueRule::Kind::Permutation:
    return true;
  }
  return true;
}

// One overload for each type of a parameter.

Checked checkValue(std::string_view name, const ValueRule &rule, unsigned rank,
                   unsigned value) {
  (void)rank;
  if (isAllowed(rule, value))
    return {};
  return wrongValue(name,
                    rule.kind == ValueRule::Kind::OneOf ? describeRule(rule)
                                                        : "a power of two",
                    std::to_string(value));
}

Checked checkValue(std::string_view name, const ValueRule &rule, unsigned rank,
                   const UnsignedList &list) {
  bool isPerDim = rule.kind == ValueRule::Kind::OnePerDim ||
                  rule.kind == ValueRule::Kind::Permutation;
  if (isPerDim && list.size() != rank && !list.empty())
    return wrongValue(name,
                      concat("a number for each of ", rank, " dimensions"),
                      listText(list));
  for (unsigned value : list)
    if (!isAllowed(rule, value))
      return wrongValue(name, "powers of two", listText(list));
  if (rule.kind == ValueRule::Kind::Permutation)
    return checkPermutation(name, list);
  return {};
}

Checked checkValue(std::string_view name, const ValueRule &, unsigned rank,
                   const Bases &bases) {
  for (const UnsignedList &basis : bases)
    if (basis.size() != rank)
      return wrongValue(name, concat("basis vectors of ", rank, " coordinates"),
                        listText(basis));
  return {};
}

Checked checkValue(std::string_view name, const ValueRule &, unsigned,
                   const EncodingBox &box, Meaning meaning) {
  if (!box)
    return wrongValue(name, "a layout", "none");
  Checked inner = verifyParameters(*box, meaning);
  if (inner)
    return {};
  // The position is that of the box: what is inside it has none of its own
  // here.
  inner.error().error.witness =
      concat("in '", name, "'", inner.error().error.witness.empty() ? "" : "; ",
             inner.error().error.witness);
  inner.error().parameter = name;
  return inner;
}

Checked checkValue(std::string_view, const ValueRule &, unsigned, bool) {
  return {};
}
Checked checkValue(std::string_view, const ValueRule &, unsigned,
                   BlockRepOrder) {
  return {};
}
Checked checkValue(std::string_view, const ValueRule &, unsigned,
                   const std::vector<Padding> &) {
  return {};
}

template <class E>
Checked checkTable(const E &encoding, unsigned rank, Meaning meaning) {
  for (const Parameter<E> &parameter : familyOf<E>().parameters) {
    Checked checked = std::visit(
        [&](auto member) {
          const auto &value = encoding.*member;
          if constexpr (std::is_same_v<decltype(value), const EncodingBox &>)
            return checkValue(parameter.name, parameter.rule, rank, value,
                              meaning);
          else
            return checkValue(parameter.name, parameter.rule, rank, value);
        },
        parameter.field);
    if (!checked)
      return checked;
  }
  return {};
}

} // namespace

namespace {

/// Everything that follows recurses, so this does not.
Checked checkDepth(const Encoding &encoding) {
  unsigned depth = 1;
  for (const Encoding *inner = encoding.nested(); inner != nullptr;
       inner = inner->nested())
    if (++depth > MaxDims)
      return tl::unexpected(ParameterError{
          {},
          failure(concat("expects at most ", MaxDims,
                         " layouts inside each other, but got more"))
              .value()});
  return {};
}

} // namespace

tl::expected<void, ParameterError> verifyParameters(const Encoding &encoding,
                                                    Meaning meaning) {
  if (Checked depth = checkDepth(encoding); !depth)
    return depth;
  return encoding.visit([&]<class E>(const E &family) -> Checked {
    const FamilyTraits<E> &traits = traitsOf<E>();
    unsigned rank = traits.rank(family);
    bool isText = meaning == Meaning::Optional && traits.checkText != nullptr;
    // The table first: rules across parameters rely on each one's form.
    if (Checked checked =
            isText ? Checked() : checkTable(family, rank, meaning);
        !checked)
      return checked;
    unsigned fewest = isText ? 0 : 1;
    if (rank < fewest || rank > MaxDims)
      return tl::unexpected(
          ParameterError{{},
                         failure(concat("expects '", familyOf<E>().mnemonic,
                                        "' to have ", fewest, " to ", MaxDims,
                                        " dimensions, but got ", rank))
                             .value()});
    return isText ? traits.checkText(family, rank) : traits.check(family, rank);
  });
}

Result<void> verify(const Encoding &encoding, Meaning meaning) {
  if (auto checked = verifyParameters(encoding, meaning); !checked)
    return tl::unexpected(std::move(checked.error().error));
  return {};
}

} // namespace heddle
