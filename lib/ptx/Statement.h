//===- Statement.h - Statements of PTX --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of inline assembly, taken apart:
///
///     { .reg .pred p;  setp.gt.s32 p, $1, 0;  @!p mov.b32 $0, 0x7; }
///
/// is the beginning of a scope, a declaration, two instructions, and its end.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PTX_STATEMENT_H
#define HEDDLE_LIB_PTX_STATEMENT_H

#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx {

struct Statement {
  enum class Kind { Open, Close, Declaration, Instruction };
  Kind kind = Kind::Instruction;
  /// As it was written, for messages.
  std::string text = {};
  /// The register behind @, if there is one.
  std::string predicate = {};
  bool isNegated = false;
  /// "add.s32"; of declarations the type, ".pred".
  std::string opcode = {};
  /// Between commas that are in no braces.
  std::vector<std::string> operands = {};
};

/// All of a text, without comments.
std::vector<Statement> parseStatements(std::string_view text);

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);
/// Parts between commas that are in no braces, trimmed.
std::vector<std::string> listOf(std::string_view text);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTX_STATEMENT_H
