//===- Words.h - Small elements in words ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers as words of 32 bits. Elements of one or two bytes that come in
/// words are kept in them beside their registers: what moves whole words,
/// through loops too, need not take them apart. LLVM drops what is not used of
/// the two.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_WORDS_H
#define HEDDLE_CODEGEN_COMMON_WORDS_H

#include "heddle/codegen/common/EmissionContext.h"

namespace heddle::codegen {

inline constexpr unsigned WordBytes = 4;

/// The bytes of each register of a value.
unsigned registerBytes(mlir::Value value);

/// The bits of a register as an integer of so many bytes, and back.
llvm::Value *asInteger(EmissionContext &context, llvm::Value *value,
                       unsigned bytes);
llvm::Value *fromInteger(EmissionContext &context, llvm::Value *value,
                         llvm::Type *type);

/// The bytes of registers of so many bytes each, in order, four to a word; the
/// last word is filled with zeros.
Registers toWords(EmissionContext &context,
                  llvm::ArrayRef<llvm::Value *> registers, unsigned bytes);
/// `count` registers of the type, of `bytes` bytes each, that `toWords` made
/// these words of.
Registers fromWords(EmissionContext &context,
                    llvm::ArrayRef<llvm::Value *> words, llvm::Type *type,
                    unsigned bytes, unsigned count);

/// Whether values of the type can be kept in words: vectors of elements of one
/// or two bytes, but not of bits.
bool isPackable(mlir::Type type);
/// Whether an op does to words what it does to their elements.
bool isBitwise(mlir::Operation *op);
/// The words of a value.
Registers wordsOf(EmissionContext &context, mlir::Value value);
/// A value by its words.
void setWords(EmissionContext &context, mlir::Value value, Registers words);
/// The registers that assembly has of a value: its words if it is packable,
/// else its elements.
Registers heldBy(EmissionContext &context, mlir::Value value);
void setHeld(EmissionContext &context, mlir::Value value, Registers registers);
/// Whether there is, or will be, a value in words.
bool comesInWords(EmissionContext &context, mlir::Value value);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_WORDS_H
