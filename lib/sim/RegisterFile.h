//===- RegisterFile.h - Where values have their registers -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the values of a kernel have their registers in a warp. A value has
/// them from where it is defined to its last use, after which others get them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_REGISTERFILE_H
#define HEDDLE_LIB_SIM_REGISTERFILE_H

#include "Arena.h"
#include "Machine.h"

namespace heddle::sim {

/// Bytes of each register of a value.
unsigned bytesOf(mlir::Type type);
/// Whether registers have elements of this type.
bool isKnown(mlir::Type type);

/// Registers of a value, or of a copy of one.
struct Slot {
  static constexpr std::uint32_t NoStorage = ~std::uint32_t(0);
  Operand where;
  unsigned count, bytes;
  /// Masks of each register.
  unsigned parts = 1;
  /// Which of `RegisterFile`'s storages it is in; none of those that have their
  /// registers for good.
  std::uint32_t storage = NoStorage;

  friend bool operator==(const Slot &a, const Slot &b) {
    return a.where.data == b.where.data && a.parts == b.parts;
  }
};

class RegisterFile {
public:
  /// \name Values
  /// @{
  /// Registers for a value that is computed from now on.
  Operand define(mlir::Value value, unsigned parts = 1);
  /// The same for a constant: it is there from the beginning on, so that
  /// nothing else may have its registers, not even before.
  Operand defineForGood(mlir::Value constant);
  /// A value that is `count` registers of another, from this one on: it has
  /// them where they are. What is loaded, computed or moved is never written
  /// again but by whoever does it again, in the next iteration of a loop.
  void rename(mlir::Value value, mlir::Value other, unsigned first = 0);
  /// A value that always has what another has.
  void share(mlir::Value value, mlir::Value with);
  /// Nobody uses the value any more.
  void release(mlir::Value value);
  /// Of a value that was not defined, no registers.
  Slot at(mlir::Value value) const { return slots.lookup(value); }
  bool doOverlap(const Slot &a, const Slot &b) const;
  /// @}

  /// \name Copies of values
  /// @{
  Slot take(unsigned count, unsigned bytes, unsigned parts = 1);
  void release(const Slot &slot);
  /// @}

  /// The most words that a thread had live since the last call.
  std::uint32_t takeLiveWords();
  /// Whether there were more than before, where values were only renamed.
  bool hasUncountedWords() const { return liveBefore != 0; }

  std::uint32_t dataBytes() const { return data.size(); }
  std::uint32_t maskCount() const { return masks.size(); }

  unsigned lanes = 32;

private:
  static std::uint32_t masksOf(std::uint32_t count, std::uint32_t parts);
  std::uint32_t sizeOf(const Slot &slot) const;

  llvm::DenseMap<mlir::Value, Slot> slots;
  Arena data, masks;
  std::uint32_t liveWords = 0;
  std::uint32_t liveBefore = 0;
  /// Registers of values, and how many values have some of them.
  struct Storage {
    Slot whole;
    unsigned values;
  };
  std::vector<Storage> storages;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_REGISTERFILE_H
