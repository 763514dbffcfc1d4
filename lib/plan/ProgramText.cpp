//===- ProgramText.cpp - The text of a program ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Program.h"

#include <algorithm>
#include <cstdio>

namespace heddle {

std::map<int, Word> ThreadMap::moves() const {
  std::map<int, Word> moved;
  for (unsigned in = 0; in < columns.size(); ++in)
    for (Word left = columns[in]; left != 0; left &= left - 1)
      moved[static_cast<int>(f2::lowestBit(left)) - static_cast<int>(in)] |=
          f2::unit(in);
  return moved;
}

namespace {

using Op = Instruction::Op;

std::string valueText(unsigned value) {
  return value == NoValue ? "none" : concat("v", value);
}

std::string hexText(std::uint64_t number) {
  std::array<char, 17> digits;
  std::snprintf(digits.data(), digits.size(), "%llx",
                static_cast<unsigned long long>(number));
  return digits.data();
}

std::string_view scopeName(Scope scope) {
  switch (scope) {
  case Scope::None:
    return "none";
  case Scope::Warp:
    return "warp";
  case Scope::Block:
    return "block";
  case Scope::Cluster:
    return "cluster";
  }
  return "";
}

std::string_view formName(const SharedInstruction &access) {
  switch (access.form) {
  case SharedInstruction::Form::Vector:
    return "";
  case SharedInstruction::Form::Matrix:
    return " matrix";
  case SharedInstruction::Form::MatrixTransposed:
    return " matrix.trans";
  }
  return "";
}

std::string mapText(const ThreadMap &map) {
  std::string text = "[";
  for (Word column : map.columns)
    text += concat(text.size() > 1 ? " " : "", column);
  return concat(text, "]",
                map.constant == 0 ? "" : concat(" ^ ", map.constant));
}

std::string operandsText(const Program &program, const Instruction &store) {
  std::string text;
  for (unsigned k = 0; k < store.access.words(); ++k)
    text += concat(" ", valueText(program.operands[store.a + k]));
  return text;
}

std::string accessText(const Instruction &each) {
  std::string text = concat(formName(each.access), " ", each.access.bytes,
                            " bytes at a", each.index);
  if (each.immediate != 0)
    text += concat(" + ", each.immediate);
  return text;
}

std::string instructionText(const Program &program, const Instruction &each) {
  std::string a = valueText(each.a);
  std::string b = valueText(each.b);
  switch (each.op) {
  case Op::Input:
    return concat("input ", each.index);
  case Op::Permute:
    return concat("permute ", a, " ", b, " ", hexText(each.immediate));
  case Op::PermuteBy:
    return concat("permute ", a, " ", b, " ", hexText(each.immediate & 0xFFFF),
                  " if ", hexText(each.mask), " else ",
                  hexText(each.immediate >> 16));
  case Op::Select:
    return concat("select ", hexText(each.mask), " ", a, " ", b);
  case Op::ShuffleXor:
    return concat("shuffle ", a, " xor ", each.immediate);
  case Op::ShuffleIndex:
    return concat("shuffle ", a, " from m", each.index,
                  each.immediate == 0 ? "" : concat(" ^ ", each.immediate));
  case Op::Store:
    return concat("store", accessText(each), operandsText(program, each),
                  each.mask == 0 ? "" : concat(" unless ", hexText(each.mask)));
  case Op::Load:
    return concat("load", accessText(each),
                  each.block == NoValue ? ""
                                        : concat(" of block m", each.block,
                                                 " ^ ", each.blockConstant));
  case Op::Part:
    return concat("word ", each.immediate, " of ", a);
  case Op::Barrier:
    return concat("barrier ", scopeName(each.scope));
  }
  return "";
}

} // namespace

std::string Program::text() const {
  std::string text;
  for (std::size_t i = 0; i < maps.size(); ++i)
    text += concat("m", i, " = lane ", mapText(maps[i]), "\n");
  for (std::size_t i = 0; i < addresses.size(); ++i)
    text += concat("a", i, " = offset ", mapText(addresses[i]), "\n");
  for (std::size_t i = 0; i < code.size(); ++i) {
    bool isValue = code[i].op != Op::Store && code[i].op != Op::Barrier;
    text += concat(isValue ? concat("v", i, " = ") : "",
                   instructionText(*this, code[i]), "\n");
  }
  for (std::size_t i = 0; i < renamed.size(); ++i)
    text +=
        concat("output register ", i, " = input register ", renamed[i], "\n");
  for (std::size_t k = 0; k < outputWords.size(); ++k)
    text += concat("output ", k, " = ", valueText(outputWords[k]), "\n");
  return text;
}

} // namespace heddle
