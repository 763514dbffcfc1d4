//===- Describe.cpp - The tables as documentation -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyTraits.h"

namespace heddle {

std::string describeRule(const ValueRule &rule) {
  switch (rule.kind) {
  case ValueRule::Kind::Any:
    return {};
  case ValueRule::Kind::PowerOfTwo:
    return "powers of two";
  case ValueRule::Kind::OnePerDim:
    return "a power of two for each dimension";
  case ValueRule::Kind::Permutation:
    return "a permutation of 0 ... rank-1";
  case ValueRule::Kind::OneOf:
    break;
  }
  std::string text;
  for (unsigned value : rule.allowed())
    text += concat(text.empty() ? "one of " : ", ", value);
  return text;
}

namespace {

template <class E> struct TypeName {
  std::string_view operator()(unsigned E::*) { return "number"; }
  std::string_view operator()(bool E::*) { return "true or false"; }
  std::string_view operator()(UnsignedList E::*) { return "list of numbers"; }
  std::string_view operator()(Bases E::*) { return "basis vectors"; }
  std::string_view operator()(EncodingBox E::*) { return "layout"; }
  std::string_view operator()(BlockRepOrder E::*) {
    return "mnThenK or kThenMn";
  }
  std::string_view operator()(std::vector<Padding> E::*) {
    return "intervals and paddings";
  }
};

template <class E> FamilyInfo describeFamily() {
  const Family<E> &family = familyOf<E>();
  FamilyInfo info = {
      family.dialect, family.mnemonic, family.kind, family.meaning, {}};
  for (const Parameter<E> &parameter : family.parameters)
    info.parameters.push_back({parameter.name, parameter.group,
                               std::visit(TypeName<E>(), parameter.field),
                               describeRule(parameter.rule),
                               parameter.presence != Presence::Always,
                               parameter.meaning});
  return info;
}

} // namespace

std::vector<FamilyInfo> describeFamilies() {
  std::vector<FamilyInfo> families;
  forEachFamily([&]<class E>() { families.push_back(describeFamily<E>()); });
  return families;
}

} // namespace heddle
