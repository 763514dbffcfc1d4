//===- SyntaxValues.h - Values of a syntax tree -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Making and reading the values of a syntax tree, for rewriting old forms.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_SYNTAXVALUES_H
#define HEDDLE_LIB_ENCODING_SYNTAXVALUES_H

#include "Syntax.h"

namespace heddle {

SyntaxValue numberValue(std::size_t position, std::uint64_t number);
SyntaxValue listValue(std::size_t position, const UnsignedList &numbers);
SyntaxValue basesValue(std::size_t position, const Bases &bases);

/// Appends `name = value`.
void setField(SyntaxFields &fields, std::string name, SyntaxValue value);

/// The number, if the value is one.
std::optional<std::uint64_t> numberOf(const SyntaxValue &value);

/// Is the value this word?
bool isWord(const SyntaxField &field, std::string_view word);

/// A list of small numbers, as sizes and orders are.
Parsed<UnsignedList> numbersOf(const SyntaxField &field);
Parsed<UnsignedList> powersOfTwo(const SyntaxField &field);

/// Appends `first` times 1, 2, 4, ... below `size` along `axis`, then zeros for
/// so many copies.
void appendBases(Bases &bases, std::size_t rank, std::size_t axis,
                 unsigned first, unsigned size, unsigned copies);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_SYNTAXVALUES_H
