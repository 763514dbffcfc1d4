//===- ProductLayouts.cpp - Layouts of products ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductLayouts.h"
#include "heddle/ir/Layout.h"

#include <algorithm>

namespace heddle {

namespace {

/// The generation of MFMA or WMMA as Triton counts them.
unsigned generationOf(MatrixFamily family, const Target &target) {
  const MatrixSets &sets = target.matrix.sets;
  if (family == MatrixFamily::Wmma)
    return sets.has(MatrixSet::Gfx1250) ? 3
           : sets.has(MatrixSet::Rdna4) ? 2
                                        : 1;
  return sets.has(MatrixSet::Cdna4)   ? 4
         : sets.has(MatrixSet::Cdna3) ? 3
         : sets.has(MatrixSet::Cdna2) ? 2
                                      : 1;
}

UnsignedList withBatch(unsigned batch, UnsignedList sizes, unsigned rank) {
  if (rank == 3)
    sizes.insert(sizes.begin(), batch);
  return sizes;
}

/// Warps along the columns first, as basis vectors in units of tiles.
Bases warpBases(const ProductChoice &choice, unsigned rank) {
  Bases bases;
  auto add = [&](unsigned axis, unsigned warps) {
    for (unsigned step = 1; step < warps; step *= 2) {
      UnsignedList basis(rank, 0);
      basis[axis] = step;
      bases.push_back(std::move(basis));
    }
  };
  add(rank - 1, choice.columnWarps);
  add(rank - 2, choice.rowWarps);
  if (rank == 3)
    add(0, choice.batchWarps);
  return bases;
}

} // namespace

Encoding resultLayout(const ProductChoice &choice, const Target &target,
                      unsigned rank) {
  const MatrixInstruction &row = *choice.instruction;
  UnsignedList warps =
      withBatch(choice.batchWarps, {choice.rowWarps, choice.columnWarps}, rank);
  if (row.family == MatrixFamily::Mfma) {
    constexpr unsigned FewRows = 4;
    AmdMfmaEncoding result;
    result.version = generationOf(row.family, target);
    result.warpsPerCTA = warps;
    result.instrShape = {row.m, row.n, row.k};
    result.isTransposed = row.m != FewRows;
    if (row.c.has(ScalarType::F64))
      result.elementBitWidth = 64;
    return result;
  }
  if (row.family == MatrixFamily::Wmma) {
    AmdWmmaEncoding result;
    result.version = generationOf(row.family, target);
    result.isTransposed = true;
    result.instrShape = {row.m, row.n, row.k};
    result.warps = warpBases(choice, rank);
    result.rank = rank;
    return result;
  }
  NvidiaMmaEncoding result;
  result.versionMajor = 2;
  result.warpsPerCTA = warps;
  result.instrShape = withBatch(1, {16, 8}, rank);
  return result;
}

/// How the blocks of a cluster share it; empty for one block.
static const Bases &blocksOf(mlir::RankedTensorType product) {
  return ir::encodingOf(product)->getIf<BlockedEncoding>()->cga;
}

llvm::SmallVector<int64_t> shapeInBlock(mlir::RankedTensorType product) {
  llvm::SmallVector<int64_t> shape(product.getShape());
  for (const UnsignedList &basis : blocksOf(product))
    for (auto [size, step] : llvm::zip(shape, basis))
      if (step != 0)
        size = std::max<int64_t>(size / 2, 1);
  return shape;
}

Encoding inBlocksOf(mlir::RankedTensorType product, Encoding result) {
  const auto *mma = result.getIf<NvidiaMmaEncoding>();
  if (mma == nullptr)
    return result;
  NvidiaMmaEncoding shared = *mma;
  shared.cga = blocksOf(product);
  return shared;
}

unsigned neighboursAlongK(const ProductChoice &choice,
                          const FactorOrigin &origin) {
  constexpr unsigned WordBits = 32, AccessBits = 128, MostElements = 16,
                     NeighboursOfSums = 4;
  const MatrixInstruction &row = *choice.instruction;
  if (row.family == MatrixFamily::Mma)
    return std::max(1U, WordBits / origin.bits);
  auto held = [&](MatrixOperand operand) {
    return static_cast<unsigned>(
        fragmentOf(row, operand).value().inSize(Dim::Register));
  };
  unsigned least = std::min(held(MatrixOperand::A), held(MatrixOperand::B));
  if (origin.isProduct)
    return row.family == MatrixFamily::Mfma ? std::min(least, NeighboursOfSums)
                                            : least;
  unsigned lanes = row.k / least;
  auto ofLane = static_cast<unsigned>(origin.depth / lanes);
  unsigned wanted =
      origin.kPack != 0 ? origin.kPack * least : AccessBits / origin.bits;
  return std::max(least, std::min({MostElements, wanted, ofLane}));
}

} // namespace heddle
