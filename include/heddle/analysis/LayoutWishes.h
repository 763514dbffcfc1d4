//===- LayoutWishes.h - What authors say of layouts -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The author's word on layouts, in attributes of ops:
///
///     heddle.pin     the op's tensor has that layout, or one like that
///     heddle.prefer  it has, unless all else costs `cycles` less without
///     heddle.forbid  it has not
///
/// An op's tensor is its first result, or what it stores. The attribute is a
/// layout or a dictionary, of which all entries hold:
///
///     layout = #ttg.blocked<...>  this one
///     contiguous = 16             a thread has so many bytes side by side, at
///                                 least
///     registers = 32              it takes so many registers of 32 bits of a
///                                 thread, at most
///     shared = false              its conversions do not go through shared
///                                 memory; alone in its dictionary
///     cycles = 100.0              of a preference: what it is worth, in cycles
///                                 of a block (100)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LAYOUTWISHES_H
#define HEDDLE_ANALYSIS_LAYOUTWISHES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle {

inline constexpr llvm::StringLiteral PinAttr = "heddle.pin";
inline constexpr llvm::StringLiteral PreferAttr = "heddle.prefer";
inline constexpr llvm::StringLiteral ForbidAttr = "heddle.forbid";

struct LayoutWish {
  enum class Kind : std::uint8_t { Pin, Prefer, Forbid };
  Kind kind = Kind::Pin;
  mlir::Operation *op = nullptr;
  /// What is asked for; null or nothing where nothing is.
  mlir::Attribute layout;
  std::optional<std::int64_t> contiguousBytes, mostRegisters;
  /// It is of conversions, which go through shared memory or do not.
  bool isOfConversions = false;
  /// Of a preference.
  double cycles = 0;

  /// Is a tensor like that? Only if the wish is not of conversions.
  bool describes(mlir::RankedTensorType type) const;
  /// What a tensor costs more for the wish: `ImpossibleCycles`
  /// (LayoutCosts.h) if it must not be.
  double priceOf(mlir::RankedTensorType type) const;
  /// Likewise, a conversion through shared memory.
  double priceOfShared() const;
  /// Layouts of the op's tensor that are worth a try: the one that is asked
  /// for, or else blocked ones with 1 to 16 bytes side by side along each axis,
  /// if they are as is asked for.
  std::vector<mlir::Attribute> candidates() const;
  /// As it is written: "heddle.pin = {contiguous = 16 : i64}".
  std::string text() const;
};

/// The tensor that an op's wishes are about; null if it has none, as loops and
/// branches.
mlir::Value wishedValue(mlir::Operation *op);
/// Its type, if that has a layout of registers; else null.
mlir::RankedTensorType wishedTensor(mlir::Operation *op);

/// All wishes of a program, in its order. Fails, with an error at the op, where
/// an attribute says nothing that is listed above, or where the op has no
/// tensor with a layout. O(program).
mlir::FailureOr<std::vector<LayoutWish>> layoutWishes(mlir::Operation *root);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LAYOUTWISHES_H
