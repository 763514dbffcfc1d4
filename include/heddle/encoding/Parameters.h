//===- Parameters.h - The parameter table of each family --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One table a family says what its parameters are called, where they are kept,
/// when they are written, what values they take and what they mean. Parsing,
/// printing, verification, the documentation and the MLIR attributes all read
/// these tables; nothing about a single parameter is said twice.
///
///     const Family<BlockedEncoding> &blocked = familyOf<BlockedEncoding>();
///     blocked.parameters[0].name; // "sizePerThread"
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_PARAMETERS_H
#define HEDDLE_ENCODING_PARAMETERS_H

#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/Version.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace heddle {

/// Where a parameter is kept in the struct of its family.
template <class E>
using Field = std::variant<unsigned E::*, bool E::*, UnsignedList E::*,
                           Bases E::*, EncodingBox E::*, BlockRepOrder E::*,
                           std::vector<Padding> E::*>;

/// When a parameter stands in the text.
enum class Presence {
  Always,     ///< required when read, written always
  Defaulted,  ///< may be missing when read, written always
  NotDefault, ///< may be missing, written where it is not the default
  NotEmpty,   ///< a list that may be missing, written where it is not empty
  Implied, ///< as NotDefault, but not written beside a CGALayout, which says it
  Unwritten ///< may be missing, and is never written, as Triton has it
};

/// Which values a parameter takes, whatever the others are.
struct ValueRule {
  enum class Kind {
    Any,
    PowerOfTwo,  ///< the number, or each number of the list
    Permutation, ///< 0, 1, ..., n-1 in some order
    OneOf,       ///< one of `values`
    OnePerDim    ///< a power of two for each dimension
  };
  Kind kind = Kind::Any;
  std::array<unsigned, 4> values = {};
  unsigned count = 0;

  std::span<const unsigned> allowed() const { return {values.data(), count}; }
};

template <class E> struct Parameter {
  std::string_view name;
  Field<E> field;
  Presence presence;
  ValueRule rule;
  /// For people: what the value says.
  std::string_view meaning;
  /// The name of the inner braces around the parameter, if any:
  /// `ctaLayout = {register = ..., warp = ...}`.
  // Without the initializer, compilers warn where tables leave it out.
  // NOLINTNEXTLINE(readability-redundant-member-init)
  std::string_view group = {};
  /// It stands after the braces: `<{...}, alignment = 16>`.
  bool afterBraces = false;
};

/// How the parameters are wrapped in the text.
enum class Wrapping {
  Braces, ///< `<{name = value, ...}>`
  None,   ///< `<name = value, ...>`
  Padded  ///< `<[interval:+padding, ...] {name = value, ...}>`
};

template <class E> struct Family {
  /// `ttg` or `ttng`.
  std::string_view dialect;
  std::string_view mnemonic;
  EncodingKind kind;
  Wrapping wrapping;
  std::span<const Parameter<E>> parameters;
  /// For people: one sentence.
  std::string_view meaning;
  /// The first release that has the family.
  TritonVersion since = OldestTriton;
};

/// The table of one family: specialised for each struct of Encoding.h.
template <class E> const Family<E> &familyOf();

/// Calls `function.template operator()<E>()` for each family, in the order of
/// `EncodingVariant`.
template <class Function> void forEachFamily(Function &&function) {
  [&]<std::size_t... Indices>(std::index_sequence<Indices...>) {
    (function.template
     operator()<std::variant_alternative_t<Indices, EncodingVariant>>(),
     ...);
  }(std::make_index_sequence<std::variant_size_v<EncodingVariant>>());
}

/// A table without its types, for documentation.
struct ParameterInfo {
  std::string_view name, group;
  /// "number", "true or false", "list of numbers", "basis vectors", ...
  std::string_view type;
  /// "powers of two", "one of 0, 32, 64, 128", or nothing.
  std::string values;
  /// May it be left out?
  bool optional;
  std::string_view meaning;
};
struct FamilyInfo {
  std::string_view dialect, mnemonic;
  EncodingKind kind;
  std::string_view meaning;
  std::vector<ParameterInfo> parameters;
};

/// All families, in the order of `EncodingVariant`.
std::vector<FamilyInfo> describeFamilies();

/// "powers of two", "a permutation of 0 ... rank-1", "one of 1, 2, 3"; empty if
/// any value will do.
std::string describeRule(const ValueRule &rule);

} // namespace heddle

#endif // HEDDLE_ENCODING_PARAMETERS_H
