//===- ProductChoice.cpp - Which instruction multiplies -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/ProductChoice.h"

#include <algorithm>

namespace heddle {

namespace {

/// Multiplications of a cycle where no source says how many.
constexpr double UnknownRate = 1024;
/// Cycles of an accumulator's word beyond what a thread can have: it is spilled
/// and loaded again with every step.
constexpr double SpillCycles = 2;
constexpr double MostSumWords = 160;

double divideUp(std::uint64_t a, std::uint64_t b) {
  std::uint64_t parts = (a + b - 1) / b;
  return static_cast<double>(parts);
}

/// An instruction with so many columns, and how warps share a product: `units`
/// of warps that execute it together.
struct Candidate {
  const MatrixInstruction &instruction;
  unsigned columns;
  unsigned units;
  unsigned batch, rowUnits, columnUnits;
};

/// What a unit has: matrices, tiles of the instruction along each axis.
struct Tiles {
  double matrices, rows, columns, depth;
};

Tiles tilesOf(const ProductShape &shape, const Candidate &each) {
  return {divideUp(shape.batch, each.batch),
          divideUp(shape.m, std::uint64_t(each.instruction.m) * each.rowUnits),
          divideUp(shape.n, std::uint64_t(each.columns) * each.columnUnits),
          divideUp(shape.k, each.instruction.k)};
}

/// Bytes of factors that instructions or their loads read from shared memory:
/// warps load each tile of their rows and columns once, warp groups read them
/// with every instruction.
double bytesRead(const ProductShape &shape, const Candidate &each,
                 const Tiles &tiles) {
  const MatrixInstruction &row = each.instruction;
  bool isLoaded = row.canBeInRegisters(MatrixOperand::B);
  auto bits = [&](ScalarType type, std::optional<ScalarType> stored) {
    return bitsOf(isLoaded ? stored.value_or(type) : type);
  };
  double left = double(row.m) * bits(shape.types.a, shape.storedA);
  double right = double(each.columns) * bits(shape.types.b, shape.storedB);
  double times = isLoaded ? tiles.rows * left + tiles.columns * right
                          : tiles.rows * tiles.columns * (left + right);
  return times * tiles.depth * row.k * tiles.matrices / 8;
}

/// Of all warps: products, and reads of the factors from shared memory, which
/// overlap in part.
double cyclesOf(const ProductShape &shape, const Candidate &each,
                const Target &target) {
  const MatrixInstruction &row = each.instruction;
  Tiles tiles = tilesOf(shape, each);
  double sums = tiles.matrices * tiles.rows * tiles.columns;
  double one =
      cyclesOf(row, shape.types, target, each.columns)
          .value_or(double(row.m) * each.columns * row.k / UnknownRate);
  double products = sums * tiles.depth * one * each.units;
  double reads =
      bytesRead(shape, each, tiles) * each.units / target.wavefrontBytes();
  double threads = double(target.lanes) * shape.warps / each.units;
  double sumWords =
      sums * row.m * each.columns * bitsOf(shape.types.c) / 32 / threads;
  double cycles =
      std::max(products, reads) + std::min(products, reads) / 4 +
      std::max(0., sumWords - MostSumWords) * SpillCycles * shape.warps;
  // The result goes to other warps, through shared memory.
  auto moving = [&](ScalarType type) {
    return 2. * static_cast<double>(shape.batch * shape.m * shape.n) *
           bitsOf(type) / 8 / target.wavefrontBytes();
  };
  if (shape.isChained && each.columnUnits > 1)
    cycles += moving(shape.types.a);
  WarpSplit split = {each.rowUnits * warpsOf(row.family), each.columnUnits};
  if (shape.addedToBy && *shape.addedToBy != split)
    cycles += moving(shape.types.c);
  return cycles;
}

/// Warp groups have all of their rows and columns, and one matrix.
bool fits(const ProductShape &shape, const Candidate &each) {
  if (each.batch > shape.batch)
    return false;
  if (each.instruction.canBeInRegisters(MatrixOperand::B))
    return true;
  return shape.batch == 1 &&
         shape.m % (std::uint64_t(each.instruction.m) * each.rowUnits) == 0 &&
         shape.n % (std::uint64_t(each.columns) * each.columnUnits) == 0;
}

/// Calls `see` for all ways to share a product by an instruction.
template <class Fn>
void forCandidates(const ProductShape &shape, const MatrixInstruction &row,
                   unsigned columns, Fn &&see) {
  unsigned together = warpsOf(row.family);
  unsigned units = shape.warps / together;
  for (unsigned batch = 1; batch <= units; batch *= 2)
    for (unsigned rows = 1; rows * batch <= units; rows *= 2) {
      Candidate each = {row, columns, units, batch, rows, units / batch / rows};
      if (fits(shape, each))
        see(each, together);
    }
}

} // namespace

std::optional<ProductChoice> chooseProduct(const Target &target,
                                           const ProductShape &shape,
                                           MatrixFamily family) {
  constexpr unsigned LeastColumns = 8;
  std::optional<ProductChoice> best;
  for (const MatrixInstruction *row : matrixInstructions(target, shape.types)) {
    bool isOfSide =
        shape.side == 0 || (row->m == shape.side && row->n == shape.side);
    if (row->family != family || shape.k % row->k != 0 || !isOfSide)
      continue;
    for (unsigned columns = row->n; columns >= std::min(LeastColumns, row->n);
         columns /= 2) {
      if (!row->hasColumns(columns))
        continue;
      forCandidates(shape, *row, columns,
                    [&](const Candidate &each, unsigned together) {
                      double cycles = cyclesOf(shape, each, target);
                      if (!best || cycles < best->cycles)
                        best = ProductChoice{row,
                                             columns,
                                             each.batch,
                                             each.rowUnits * together,
                                             each.columnUnits,
                                             cycles};
                    });
    }
  }
  return best;
}

} // namespace heddle
