//===- Call.h - An instruction of PTX with its operands ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the functions that make ops of an instruction are given: its types and
/// modifiers, and its operands as terms. Registers are integers as wide as they
/// were declared; what they hold is up to the instruction.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PTX_CALL_H
#define HEDDLE_LIB_PTX_CALL_H

#include "heddle/mathlib/Term.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <optional>

namespace heddle::ptx {

/// ".s32", ".f16x2", ".pred".
struct Type {
  enum class Kind { Unsigned, Signed, Bits, Float, BFloat, E4M3, E5M2 };
  Kind kind = Kind::Bits;
  unsigned bits = 32;
  /// Two of them in one register.
  bool isPair = false;

  bool isFloat() const { return kind >= Kind::Float; }
  bool isSigned() const { return kind == Kind::Signed; }
  unsigned registerBits() const { return isPair ? 2 * bits : bits; }
  /// The type of one.
  mlir::Type element(mlir::MLIRContext *context) const;
};

/// Nothing for what is no type, such as "lo" and "rn".
std::optional<Type> parseType(llvm::StringRef name);

/// One instruction. Functions that make ops of it take its modifiers; what is
/// left, and a fault, make an error of the whole.
struct Call {
  mlir::OpBuilder &ops;
  mlir::Location loc;
  llvm::SmallVector<llvm::StringRef> modifiers;
  llvm::SmallVector<Type> types;
  /// Reads an operand as an integer; of so many bits if it is a number. Null,
  /// and a fault, if it is unknown.
  std::function<mlir::Value(unsigned index, unsigned bits)> read;
  std::string fault;

  /// Is the modifier there? It is none of those left then.
  bool take(llvm::StringRef modifier);
  Type type() const { return types.empty() ? Type() : types.back(); }
  /// An operand, from 1 on behind the result, as an integer of so many bits;
  /// `isWider` lets registers have more.
  Term word(unsigned index, unsigned bits, bool isWider = false);
  Term word(unsigned index) { return word(index, type().registerBits()); }
  /// A constant.
  Term number(std::uint64_t value, unsigned bits);
  /// Says what is wrong, unless something is already.
  void refuse(const llvm::Twine &why);
};

/// What an instruction's result is.
using Maker = Term (*)(Call &call);
using InstructionTable = llvm::StringMap<Maker>;

void addIntegers(InstructionTable &table);
void addBitFields(InstructionTable &table);
void addFloats(InstructionTable &table);
void addCasts(InstructionTable &table);

/// f(x, ...) of one or two floats in each register, with `ftz` if it is there.
Term ofFloats(Call &call, unsigned operands,
              llvm::function_ref<Term(llvm::ArrayRef<Term>)> function);
/// Subnormal numbers as zeros with their sign.
Term flushed(Term x);
/// Words of both halves, the low one first.
Term joined(Term low, Term high);

/// Comparisons of `setp`, on the last type.
Term compared(Call &call, Term a, Term b);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTX_CALL_H
