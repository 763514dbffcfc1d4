//===- DotOperand.cpp - Operands of matrix products -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyTraits.h"
#include "ParameterRows.h"

namespace heddle {

template <> const Family<DotOperandEncoding> &familyOf<DotOperandEncoding>() {
  using E = DotOperandEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"opIdx", &E::opIdx, Always, oneOf(0, 1), "0 for A, 1 for B"},
      {"parent", &E::parent, Always, AnyValue, "the layout of the result"},
      {"kWidth", &E::kWidth, NotDefault, AnyValue,
       "consecutive elements along K in a thread; none for a blocked parent"}};
  static constexpr Family<E> Table = {
      "ttg",
      "dot_op",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "an operand of a matrix product whose result has the layout "
      "of the parent"};
  return Table;
}

// Looking at all families, this one included, comes before its traits.
template <>
const FamilyTraits<DotOperandEncoding> &traitsOf<DotOperandEncoding>();

namespace {

/// "blocked, nvidia_mma, amd_mfma or amd_wmma": the families that have
/// operands.
std::string parentsText() {
  std::vector<std::string_view> names;
  forEachFamily([&]<class E>() {
    if (traitsOf<E>().operand.layout != nullptr)
      names.push_back(familyOf<E>().mnemonic);
  });
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += concat(i == 0                 ? ""
                   : i + 1 < names.size() ? ", "
                                          : " or ",
                   names[i]);
  return text;
}

unsigned rankOf(const DotOperandEncoding &e) {
  return e.parent ? e.parent->rank() : 0;
}

Checked checkParent(const DotOperandEncoding &e, Meaning meaning) {
  return e.parent->visit([&]<class Parent>(const Parent &parent) -> Checked {
    const OperandTraits<Parent> &operand = traitsOf<Parent>().operand;
    if (operand.layout == nullptr)
      return wrongValue("parent", concat("a ", parentsText(), " layout"),
                        "another family");
    return operand.check(parent, e, meaning);
  });
}

Checked checkRules(const DotOperandEncoding &e, unsigned rank) {
  if (rank < 2)
    return wrongValue("parent", "a layout of 2 dimensions or more",
                      concat("one of ", rank));
  return checkParent(e, Meaning::Required);
}

/// The parent may be of any rank, and no layout either.
Checked checkText(const DotOperandEncoding &e, unsigned) {
  if (e.opIdx > 1)
    return wrongValue("opIdx", "0 or 1", std::to_string(e.opIdx));
  if (!e.parent)
    return wrongValue("parent", "a layout", "none");
  if (Checked parent = verifyParameters(*e.parent, Meaning::Optional); !parent)
    return wrongValue("parent", "a layout", parent.error().error.reason);
  return checkParent(e, Meaning::Optional);
}

Result<LinearLayout> layoutOf(const DotOperandEncoding &e,
                              const ShapeContext &c) {
  return e.parent->visit([&]<class Parent>(const Parent &parent) {
    return traitsOf<Parent>().operand.layout(parent, e, c);
  });
}

} // namespace

template <>
const FamilyTraits<DotOperandEncoding> &traitsOf<DotOperandEncoding>() {
  using E = DotOperandEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = rankOf,
      .check = checkRules,
      .layout = layoutOf,
      .nested = &E::parent,
      .checkText = checkText,
  };
  return Traits;
}

} // namespace heddle
