//===- Reader.cpp - Reading attribute trees with the tables ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyTraits.h"
#include "heddle/encoding/Verify.h"

#include <algorithm>
#include <limits>

namespace heddle {

SyntaxField *SyntaxFields::find(std::string_view name) {
  for (SyntaxField &field : fields)
    if (field.name == name)
      return &field;
  return nullptr;
}

std::optional<SyntaxField> SyntaxFields::take(std::string_view name) {
  for (auto field = fields.begin(); field != fields.end(); ++field)
    if (field->name == name) {
      SyntaxField taken = std::move(*field);
      fields.erase(field);
      return taken;
    }
  return std::nullopt;
}

std::string describe(const SyntaxValue &value) {
  struct Visitor {
    std::string operator()(std::uint64_t number) {
      return std::to_string(number);
    }
    std::string operator()(const std::string &word) {
      return concat("'", word, "'");
    }
    std::string operator()(const SyntaxValue::List &) { return "a list"; }
    std::string operator()(const SyntaxFields &) { return "braces"; }
    std::string operator()(const SyntaxValue::Interval &i) {
      return concat(i.interval, ":+", i.padding);
    }
    std::string operator()(const EncodingBox &) { return "a layout"; }
  };
  return std::visit(Visitor(), value.content);
}

namespace {

tl::unexpected<ParseError> wrongType(const SyntaxField &field,
                                     const SyntaxValue &value,
                                     std::string_view expected) {
  return failAt(value.position,
                concat("expects ", expected, " as '", field.name, "', but got ",
                       describe(value)));
}

// One overload for each type of a parameter.

Parsed<void> assign(unsigned &target, const SyntaxField &field,
                    const SyntaxValue &value) {
  const auto *number = std::get_if<std::uint64_t>(&value.content);
  if (number == nullptr || *number > std::numeric_limits<unsigned>::max())
    return wrongType(field, value, "a number of at most 32 bits");
  target = static_cast<unsigned>(*number);
  return {};
}

Parsed<void> assign(bool &target, const SyntaxField &field,
                    const SyntaxValue &value) {
  const auto *word = std::get_if<std::string>(&value.content);
  if (word == nullptr || (*word != "true" && *word != "false"))
    return wrongType(field, value, "true or false");
  target = *word == "true";
  return {};
}

Parsed<void> assign(Padding &target, const SyntaxField &field,
                    const SyntaxValue &value) {
  const auto *interval = std::get_if<SyntaxValue::Interval>(&value.content);
  constexpr std::uint64_t Limit = std::numeric_limits<unsigned>::max();
  if (interval == nullptr || interval->interval > Limit ||
      interval->padding > Limit)
    return wrongType(field, value,
                     "an interval and its padding such as 128:+4");
  target = {interval->interval, interval->padding};
  return {};
}

template <class T>
Parsed<void> assign(std::vector<T> &target, const SyntaxField &field,
                    const SyntaxValue &value) {
  const auto *list = std::get_if<SyntaxValue::List>(&value.content);
  if (list == nullptr)
    return wrongType(field, value,
                     std::is_same_v<T, unsigned> ? "a list of numbers"
                                                 : "a list of basis vectors");
  target.clear();
  for (const SyntaxValue &element : *list) {
    target.emplace_back();
    if (Parsed<void> done = assign(target.back(), field, element); !done)
      return done;
  }
  return {};
}

Parsed<void> assign(EncodingBox &target, const SyntaxField &field,
                    const SyntaxValue &value) {
  const auto *encoding = std::get_if<EncodingBox>(&value.content);
  if (encoding == nullptr)
    return wrongType(field, value, "a layout");
  target = *encoding;
  return {};
}

Parsed<void> assign(BlockRepOrder &target, const SyntaxField &field,
                    const SyntaxValue &value) {
  const auto *word = std::get_if<std::string>(&value.content);
  if (word == nullptr || (*word != "mnThenK" && *word != "kThenMn"))
    return wrongType(field, value, "mnThenK or kThenMn");
  target = *word == "mnThenK" ? BlockRepOrder::MnThenK : BlockRepOrder::KThenMn;
  return {};
}

// What a text may say in several ways is stored in one.

template <class E> void normalize(E &e) {
  if (auto *normalizeFamily = traitsOf<E>().normalize)
    normalizeFamily(e);
  // Basis vectors tell the rank.
  if constexpr (requires { e.rank; })
    if (e.rank == E().rank)
      e.rank = Encoding(e).rank();
}

template <class E> std::string knownParameters() {
  std::string names;
  for (const Parameter<E> &parameter : familyOf<E>().parameters) {
    std::string name = parameter.group.empty()
                           ? std::string(parameter.name)
                           : concat(parameter.group, ".", parameter.name);
    names += concat(names.empty() ? "" : ", ", name);
  }
  return concat("the known ones are ", names);
}

template <class E>
tl::unexpected<ParseError> unknownParameter(const SyntaxField &field) {
  return failAt(field.position,
                concat("expects parameters of '", familyOf<E>().mnemonic,
                       "', but got the unknown parameter '", field.name, "'"),
                {}, knownParameters<E>());
}

/// Reads one family's parameters from its tree, taking fields as it goes.
template <class E> class FamilyReader {
public:
  FamilyReader(SyntaxAttribute &attribute, Meaning meaning)
      : attribute(attribute), meaning(meaning) {}

  Parsed<Encoding> read();

private:
  Parsed<std::optional<SyntaxField>> take(const Parameter<E> &parameter);
  Parsed<void> read(const Parameter<E> &parameter);
  Parsed<void> checkWrapping() const;
  Parsed<void> readPaddings();
  void dropUnknown();
  Parsed<void> checkNames() const;
  Parsed<void> checkName(std::string_view group,
                         const SyntaxField &field) const;
  Parsed<void> checkPositions() const;
  Parsed<void> checkRank() const;
  static bool isGroup(std::string_view name);
  std::size_t positionOf(std::string_view parameter) const;

  SyntaxAttribute &attribute;
  Meaning meaning;
  E result = {};
  std::vector<std::pair<std::string_view, std::size_t>> positions;
};

template <class E>
Parsed<std::optional<SyntaxField>>
FamilyReader<E>::take(const Parameter<E> &parameter) {
  bool isBare =
      parameter.afterBraces || familyOf<E>().wrapping == Wrapping::None;
  SyntaxFields &fields = isBare ? attribute.bare : attribute.braces;
  if (parameter.group.empty())
    return fields.take(parameter.name);
  SyntaxField *group = fields.find(parameter.group);
  if (group == nullptr)
    return std::nullopt;
  auto *members = std::get_if<SyntaxFields>(&group->value.content);
  if (members == nullptr)
    return wrongType(*group, group->value, "'{...}'");
  return members->take(parameter.name);
}

template <class E>
Parsed<void> FamilyReader<E>::read(const Parameter<E> &parameter) {
  Parsed<std::optional<SyntaxField>> field = take(parameter);
  if (!field)
    return tl::unexpected(std::move(field.error()));
  if (const std::optional<SyntaxField> &found = *field) {
    positions.emplace_back(parameter.name, found->value.position);
    return std::visit(
        [&](auto member) {
          return assign(result.*member, *found, found->value);
        },
        parameter.field);
  }
  if (parameter.presence != Presence::Always)
    return {};
  if (meaning == Meaning::Optional && traitsOf<E>().mayOmit) {
    std::visit(
        [&](auto member) {
          result.*member = std::remove_cvref_t<decltype(result.*member)>();
        },
        parameter.field);
    return {};
  }
  return failAt(attribute.position,
                concat("expects the parameter '", parameter.name, "' of '",
                       familyOf<E>().mnemonic, "', but got none"),
                {}, concat("it says: ", parameter.meaning));
}

template <class E> Parsed<void> FamilyReader<E>::checkWrapping() const {
  bool wantsBraces = familyOf<E>().wrapping != Wrapping::None;
  if (wantsBraces == attribute.hasBraces)
    return {};
  return failAt(
      attribute.hasBraces ? attribute.braces.position : attribute.position,
      concat("expects the parameters of '", familyOf<E>().mnemonic,
             wantsBraces ? "' in braces, but got none"
                         : "' without braces, but got '{'"),
      {},
      concat("write #", familyOf<E>().dialect, ".", familyOf<E>().mnemonic,
             wantsBraces ? "<{name = value, ...}>" : "<name = value, ...>"));
}

template <class E> Parsed<void> FamilyReader<E>::readPaddings() {
  if (auto paddings = traitsOf<E>().paddings) {
    if (!attribute.prefix)
      return failAt(attribute.position,
                    concat("expects '[interval:+padding, ...]' in front of the "
                           "braces of '",
                           familyOf<E>().mnemonic, "', but got none"));
    SyntaxField field = {"padding", attribute.prefix->position,
                         *attribute.prefix};
    positions.emplace_back("padding", field.position);
    return assign(result.*paddings, field, field.value);
  }
  if (attribute.prefix)
    return failAt(attribute.prefix->position,
                  concat("expects parameters of '", familyOf<E>().mnemonic,
                         "', but got a list"));
  return {};
}

/// Takes out what the family passes over.
template <class E> void FamilyReader<E>::dropUnknown() {
  if (traitsOf<E>().ignoresUnknown)
    std::erase_if(attribute.braces.fields, [&](const SyntaxField &field) {
      return !checkName({}, field);
    });
}

/// Every name has to be one of the family's.
template <class E> Parsed<void> FamilyReader<E>::checkNames() const {
  for (const SyntaxFields *fields : {&attribute.braces, &attribute.bare})
    for (const SyntaxField &field : fields->fields) {
      if (Parsed<void> known = checkName({}, field); !known)
        return known;
      const auto *members = std::get_if<SyntaxFields>(&field.value.content);
      if (members != nullptr && isGroup(field.name))
        for (const SyntaxField &member : members->fields)
          if (Parsed<void> known = checkName(field.name, member); !known)
            return known;
    }
  return {};
}

/// `group` is the name of the inner braces that the field stands in, if any.
template <class E>
Parsed<void> FamilyReader<E>::checkName(std::string_view group,
                                        const SyntaxField &field) const {
  for (const Parameter<E> &parameter : familyOf<E>().parameters)
    if ((parameter.group == group && parameter.name == field.name) ||
        (group.empty() && parameter.group == field.name))
      return {};
  return unknownParameter<E>(field);
}

/// Fields that were read are removed; what is left is in the wrong position.
template <class E> Parsed<void> FamilyReader<E>::checkPositions() const {
  for (const SyntaxFields *fields : {&attribute.braces, &attribute.bare})
    for (const SyntaxField &field : fields->fields)
      if (!isGroup(field.name))
        return failAt(field.position,
                      concat("expects '", field.name, "' ",
                             fields == &attribute.braces ? "after" : "in",
                             " the braces of '", familyOf<E>().mnemonic, "'"));
  return {};
}

/// A rank that is written has to match the basis vectors.
template <class E> Parsed<void> FamilyReader<E>::checkRank() const {
  if constexpr (requires { result.rank; }) {
    unsigned rank = Encoding(result).rank();
    std::size_t position = positionOf("rank");
    if (position != attribute.position && result.rank != rank)
      return failAt(position, concat("expects rank = ", rank,
                                     ", as the basis vectors say, but got ",
                                     result.rank));
  }
  return {};
}

template <class E> bool FamilyReader<E>::isGroup(std::string_view name) {
  return std::ranges::any_of(
      familyOf<E>().parameters,
      [&](const auto &parameter) { return parameter.group == name; });
}

template <class E>
std::size_t FamilyReader<E>::positionOf(std::string_view parameter) const {
  for (const auto &[name, position] : positions)
    if (name == parameter)
      return position;
  return attribute.position;
}

// Sixteen readers inlined into `readEncoding` are one function that takes LLVM
// as long to compile as all of the rest.
template <class E> [[gnu::noinline]] Parsed<Encoding> FamilyReader<E>::read() {
  if (Parsed<void> wrapping = checkWrapping(); !wrapping)
    return tl::unexpected(std::move(wrapping.error()));
  if (Parsed<void> paddings = readPaddings(); !paddings)
    return tl::unexpected(std::move(paddings.error()));
  dropUnknown();
  // Unknown names first: one of them may be a misspelling of a missing one.
  if (Parsed<void> known = checkNames(); !known)
    return tl::unexpected(std::move(known.error()));
  std::optional<ParseError> missing;
  for (const Parameter<E> &parameter : familyOf<E>().parameters)
    if (Parsed<void> done = read(parameter); !done && !missing)
      missing = std::move(done.error());
  if (Parsed<void> positioned = checkPositions(); !positioned)
    return tl::unexpected(std::move(positioned.error()));
  if (missing)
    return tl::unexpected(std::move(*missing));
  Encoding encoding = result;
  if (auto valid = verifyParameters(encoding, meaning); !valid)
    return tl::unexpected(ParseError{positionOf(valid.error().parameter),
                                     std::move(valid.error().error)});
  if (Parsed<void> rank = checkRank(); !rank)
    return tl::unexpected(std::move(rank.error()));
  normalize(result);
  encoding = result;
  return encoding;
}

} // namespace

// Tries the families one after the other for the one with this name.
Parsed<Encoding> readEncoding(SyntaxAttribute &attribute, Meaning meaning) {
  std::optional<Parsed<Encoding>> read;
  std::string known;
  forEachFamily([&]<class E>() {
    const Family<E> &family = familyOf<E>();
    if (read)
      return;
    if (attribute.dialect == family.dialect &&
        attribute.mnemonic == family.mnemonic)
      read = FamilyReader<E>(attribute, meaning).read();
    else
      known += concat(known.empty() ? "#" : ", #", family.dialect, ".",
                      family.mnemonic);
  });
  if (read)
    return std::move(*read);
  return failAt(attribute.position,
                concat("expects a layout, but got '#", attribute.dialect, ".",
                       attribute.mnemonic, "'"),
                {}, concat("the known ones are ", known));
}

} // namespace heddle
