//===- BasesRules.h - Rules of basis vectors --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What families require of their basis vectors.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_BASESRULES_H
#define HEDDLE_LIB_ENCODING_BASESRULES_H

#include "ParameterErrors.h"

#include <initializer_list>
#include <span>

namespace heddle {

/// A list of basis vectors and the parameter that it is. All have the rank of
/// the encoding, which the table's rules see to.
struct NamedBases {
  std::string_view name;
  const Bases *bases;
};

/// The rank that basis vectors tell: the length of the first one, in the order
/// of the lists; 0 if there is none.
unsigned rankOfBases(std::initializer_list<const Bases *> lists);

/// "(0, 4)".
std::string coordinateText(const UnsignedList &basis);

/// At most one coordinate that is not 0.
bool movesAlongOne(const UnsignedList &basis);
/// The same, and a power of two.
bool isUnitOrZero(const UnsignedList &basis);

/// Each unit vector occurs once, and all below the largest do: without its
/// zeros the layout is a permutation of bits.
Checked checkPermutationOfBits(std::span<const NamedBases> lists,
                               unsigned rank);

enum class Independence { NotRequired, Required };

/// The bases span all that their largest coordinates say; apart from zeros they
/// may have to be independent too.
Checked checkSpan(std::span<const NamedBases> lists, unsigned rank,
                  Independence independence);

/// The blocks of a cluster: a permutation of bits, of the rank. Empty for one
/// block.
Checked checkCga(const Bases &cga, unsigned rank);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_BASESRULES_H
