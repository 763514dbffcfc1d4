//===- EncodingValues.cpp - Parameters as values of Python ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EncodingValues.h"
#include "Results.h"
#include "heddle/encoding/Parameters.h"

#include <limits>
#include <nanobind/stl/string.h>
#include <optional>

namespace nb = nanobind;

namespace heddle::python {

namespace {

//===----------------------------------------------------------------------===//
// To Python: one overload for each type of a parameter
//===----------------------------------------------------------------------===//

nb::object toPython(unsigned number) { return nb::int_(number); }
nb::object toPython(bool truth) { return nb::bool_(truth); }
nb::object toPython(const Padding &padding) {
  return nb::make_tuple(padding.interval, padding.padding);
}
nb::object toPython(BlockRepOrder order) {
  return nb::str(order == BlockRepOrder::MnThenK ? "mnThenK" : "kThenMn");
}
nb::object toPython(const EncodingBox &box) {
  return box ? nb::cast(*box) : nb::none();
}
template <typename T> nb::object toPython(const std::vector<T> &values) {
  nb::list list;
  for (const T &value : values)
    list.append(toPython(value));
  return nb::tuple(list);
}

//===----------------------------------------------------------------------===//
// From Python
//===----------------------------------------------------------------------===//

[[noreturn]] void refuse(std::string_view name, std::string_view expected,
                         nb::handle value) {
  raise({concat("expects ", expected, " as '", name, "', but got ",
                nb::cast<std::string>(nb::repr(value))),
         "", ""});
}

template <typename Number>
Number numberOf(std::string_view name, nb::handle value) {
  Number number = 0;
  // So that numbers of NumPy are numbers.
  auto index = nb::steal<nb::object>(PyNumber_Index(value.ptr()));
  if (index.is_valid() && nb::try_cast(index, number) &&
      number <= std::numeric_limits<unsigned>::max())
    return number;
  PyErr_Clear();
  refuse(name, "a number of at most 32 bits", value);
}

std::vector<nb::object> elementsOf(std::string_view name, nb::handle value,
                                   std::string_view expected) {
  if (nb::isinstance<nb::str>(value) || !nb::hasattr(value, "__iter__"))
    refuse(name, expected, value);
  std::vector<nb::object> elements;
  for (nb::handle element : value)
    elements.push_back(nb::borrow(element));
  return elements;
}

void assign(unsigned &target, std::string_view name, nb::handle value) {
  target = numberOf<unsigned>(name, value);
}

void assign(bool &target, std::string_view name, nb::handle value) {
  if (!value.equal(nb::bool_(true)) && !value.equal(nb::bool_(false)))
    refuse(name, "True or False", value);
  target = value.equal(nb::bool_(true));
}

void assign(BlockRepOrder &target, std::string_view name, nb::handle value) {
  for (BlockRepOrder order : {BlockRepOrder::MnThenK, BlockRepOrder::KThenMn})
    if (value.equal(toPython(order))) {
      target = order;
      return;
    }
  refuse(name, "'mnThenK' or 'kThenMn'", value);
}

void assign(EncodingBox &target, std::string_view name, nb::handle value) {
  if (!nb::isinstance<Encoding>(value))
    refuse(name, "a layout", value);
  target = nb::cast<Encoding>(value);
}

void assign(Padding &target, std::string_view name, nb::handle value) {
  constexpr std::string_view Expected =
      "an interval and its padding such as (128, 4)";
  std::vector<nb::object> pair = elementsOf(name, value, Expected);
  if (pair.size() != 2)
    refuse(name, Expected, value);
  target = {numberOf<std::uint64_t>(name, pair[0]),
            numberOf<std::uint64_t>(name, pair[1])};
}

template <typename T> constexpr std::string_view ListText = "a list of lists";
template <> constexpr std::string_view ListText<unsigned> = "a list of numbers";

template <typename T>
void assign(std::vector<T> &target, std::string_view name, nb::handle value) {
  target.clear();
  for (const nb::object &element : elementsOf(name, value, ListText<T>))
    assign(target.emplace_back(), name, element);
}

//===----------------------------------------------------------------------===//
// Fields by their names
//===----------------------------------------------------------------------===//

/// Annotations of Python.
template <class E> struct Annotation {
  const char *operator()(unsigned E::*) { return "int"; }
  const char *operator()(bool E::*) { return "bool"; }
  const char *operator()(UnsignedList E::*) { return "Numbers"; }
  const char *operator()(Bases E::*) { return "Vectors"; }
  const char *operator()(std::vector<Padding> E::*) { return "Vectors"; }
  const char *operator()(EncodingBox E::*) { return "Encoding"; }
  const char *operator()(BlockRepOrder E::*) { return "str"; }
};

/// Those of the table, after the gaps, which stand in front of the braces.
template <class E> std::vector<Parameter<E>> fieldsOf() {
  std::vector<Parameter<E>> fields;
  if constexpr (requires(E e) { e.paddings; })
    fields.push_back({.name = "padding",
                      .field = &E::paddings,
                      .presence = Presence::Always,
                      .rule = {.kind = ValueRule::Kind::PowerOfTwo},
                      .meaning = "pairs of an interval and the elements left "
                                 "free after each interval"});
  for (const Parameter<E> &parameter : familyOf<E>().parameters)
    fields.push_back(parameter);
  return fields;
}

template <class E> Encoding readFamily(const nb::dict &parameters) {
  E encoding;
  std::size_t known = 0;
  for (const Parameter<E> &field : fieldsOf<E>()) {
    nb::str name(field.name.data(), field.name.size());
    if (!parameters.contains(name))
      continue;
    ++known;
    nb::object value = parameters[name];
    std::visit(
        [&](auto member) { assign(encoding.*member, field.name, value); },
        field.field);
  }
  if (known != parameters.size())
    raise({concat("expects parameters of '", familyOf<E>().mnemonic,
                  "', but got others"),
           "", ""});
  return encoding;
}

template <class E> nb::dict describeField(const Parameter<E> &field) {
  nb::dict row;
  row["name"] = nb::str(field.name.data(), field.name.size());
  row["type"] = std::visit(Annotation<E>(), field.field);
  if (field.presence != Presence::Always)
    row["default"] = std::visit(
        [](auto member) { return toPython(E().*member); }, field.field);
  row["values"] = nb::str(describeRule(field.rule).c_str());
  row["meaning"] = nb::str(field.meaning.data(), field.meaning.size());
  return row;
}

template <class E> nb::dict describeFamily() {
  const Family<E> &family = familyOf<E>();
  nb::list parameters;
  for (const Parameter<E> &field : fieldsOf<E>())
    parameters.append(describeField(field));
  nb::dict table;
  table["dialect"] = nb::str(family.dialect.data(), family.dialect.size());
  table["mnemonic"] = nb::str(family.mnemonic.data(), family.mnemonic.size());
  table["meaning"] = nb::str(family.meaning.data(), family.meaning.size());
  table["parameters"] = parameters;
  return table;
}

} // namespace

std::string_view mnemonicOf(const Encoding &encoding) {
  return encoding.visit(
      []<class E>(const E &) { return familyOf<E>().mnemonic; });
}

nb::dict parametersOf(const Encoding &encoding) {
  nb::dict parameters;
  encoding.visit([&]<class E>(const E &family) {
    for (const Parameter<E> &field : fieldsOf<E>())
      parameters[nb::str(field.name.data(), field.name.size())] = std::visit(
          [&](auto member) { return toPython(family.*member); }, field.field);
  });
  return parameters;
}

Encoding encodingOf(std::string_view mnemonic, const nb::dict &parameters) {
  std::optional<Encoding> encoding;
  forEachFamily([&]<class E>() {
    if (familyOf<E>().mnemonic == mnemonic)
      encoding = readFamily<E>(parameters);
  });
  if (!encoding)
    raise({concat("expects a family of layouts, but got '", mnemonic, "'"), "",
           ""});
  return *encoding;
}

nb::list families() {
  nb::list tables;
  forEachFamily([&]<class E>() { tables.append(describeFamily<E>()); });
  return tables;
}

} // namespace heddle::python
