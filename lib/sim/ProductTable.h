//===- ProductTable.h - Products of matrices, as executed -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an instruction that multiplies matrices needs to know beside its
/// registers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_PRODUCTTABLE_H
#define HEDDLE_LIB_SIM_PRODUCTTABLE_H

#include "Operand.h"
#include "heddle/simt/Simt.h"
#include "heddle/target/MatrixDescriptor.h"
#include "heddle/target/MatrixInstruction.h"

#include <cstdint>
#include <vector>

namespace heddle::sim {

/// Of each element that a warp has of one fragment, register by register and in
/// each lane by lane, where it is in the operand's matrix.
struct FragmentTable {
  unsigned registers = 0;
  /// row * columns + column; of the first of two elements in a byte.
  std::vector<std::uint16_t> at;
  /// How far behind it the second is; 0 if there is one.
  unsigned second = 0;
};

/// The scales of a factor.
struct ScaleTable {
  /// Where one is: the register of a fragment, and the lane of supplier 0.
  struct Place {
    unsigned index = 0, lane = 0;
  };
  Operand from;
  unsigned registers = 0;
  /// Registers of a fragment, and its blocks of K.
  unsigned perFragment = 0, blocks = 0;
  /// Of row * blocks + block; rows are those of A, or columns of B.
  std::vector<Place> places;
  /// By which bits the lanes of each supplier differ.
  std::vector<unsigned> suppliers;
};

struct ProductTable {
  MatrixTypes types;
  unsigned m = 0, n = 0, k = 0;
  /// Of operands that the instruction has in registers; of a warp group's,
  /// those of its first warp.
  FragmentTable a, b, c;
  /// Fragments that the operands have.
  unsigned countA = 0, countB = 0, countC = 0;
  /// Three numbers of fragments for each instruction.
  std::vector<std::int32_t> products;
  /// Blocks of K with scales, if not 0, and the numbers of `simt.scaled_mma`.
  unsigned blocks = 0;
  ScaleTable aScales, bScales;
  std::vector<std::int32_t> scales;
};

/// A warp's part of an instruction, without its operands.
ProductTable partOf(simt::ProductAttr product, const MatrixInstruction &row);

/// Tiles of an operand in shared memory.
struct TileTable {
  MatrixDescriptor descriptor;
  bool isTransposed = false;
  /// Bytes of an element.
  unsigned bytes = 2;
  /// Where each begins, in bytes behind the address.
  std::vector<std::int32_t> offsets;
};

/// Products of a warp group, of which the sizes and fragments here are one
/// warp's.
struct GroupTable {
  ProductTable product;
  /// A is in shared memory.
  bool isAShared = false;
  TileTable a, b;
  bool hasUse = false;
  Operand aAddress, bAddress, use;
  /// Groups whose results C may be.
  std::vector<std::uint32_t> sources;
};

/// What `group_wait` waits for.
struct WaitTable {
  unsigned pending = 0;
  struct Value {
    Operand from, to;
    unsigned count, bytes;
    /// Groups whose results it may be.
    std::vector<std::uint32_t> sources;
  };
  std::vector<Value> values;
};

/// A group of products that a warp has begun, and nobody has waited for.
struct StartedGroup {
  /// Its table.
  std::uint32_t table = 0;
  /// Of its result, once it is done.
  std::vector<std::uint64_t> masks;
  /// What it reads in shared memory, in pieces of 16 bytes.
  std::vector<std::uint32_t> pieces;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_PRODUCTTABLE_H
