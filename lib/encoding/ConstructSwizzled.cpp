//===- ConstructSwizzled.cpp - Swizzled layouts for dot operands ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows that an instruction reads together must not start in the same bank. A
/// pass over all banks covers `perPhase` rows; then groups of `vec` elements
/// move, as often as there are rows in one access or groups in a pass.
///
/// Triton writes the formulas of NVIDIA down where it defines the encoding
/// (TritonGPUAttrDefs.td); those of AMD were found from what its passes choose
/// and agree with it on all cases tried.
///
//===----------------------------------------------------------------------===//

#include "OperandTile.h"
#include "heddle/encoding/Construct.h"
#include "heddle/encoding/Verify.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr std::uint64_t BankBits = 32;

/// A tile in memory, as the rules require it.
struct Tile {
  unsigned elementBits;
  /// Elements along the contiguous dimension, of the tensor and of one block.
  std::uint64_t contiguous, contiguousInBlock;
  unsigned contiguousAxis, rank;
  bool transposed;
};

struct Swizzle {
  std::uint64_t vec, perPhase, maxPhase;
};
constexpr Swizzle NoSwizzle = {1, 1, 1};

/// a / b, at least one.
std::uint64_t quotient(std::uint64_t a, std::uint64_t b) {
  return std::max<std::uint64_t>(a / b, 1);
}

// `ldmatrix` reads 8 rows of 4 * kWidth elements along K (an 8x8x4 tile of
// 64-bit elements has 4). Where another dimension is contiguous it reads the
// transpose: rows and elements are swapped.
Swizzle swizzleFor(const NvidiaMmaEncoding &, const DotOperandEncoding &operand,
                   const Tile &tile) {
  constexpr std::uint64_t PassBits = 32 * BankBits;
  std::uint64_t rows = tile.elementBits == 64 ? 4 : 8;
  std::uint64_t vec = 4 * std::uint64_t(operand.kWidth);
  unsigned kAxis = tile.rank - (operand.opIdx == 0 ? 1 : 2);
  if ((tile.contiguousAxis != kAxis) != tile.transposed)
    std::swap(vec, rows);
  std::uint64_t perPhase =
      quotient(PassBits, tile.elementBits * tile.contiguousInBlock);
  std::uint64_t groups = PassBits / (vec * tile.elementBits);
  return {vec, perPhase, quotient(std::min(rows, groups), perPhase)};
}

/// AMD's units read 16 rows at a time. For these, Triton takes the whole
/// tensor's row, not that of a block.
constexpr std::uint64_t RowsOfAccess = 16;

Swizzle swizzleRows(const Tile &tile, std::uint64_t vec, std::uint64_t banks) {
  std::uint64_t perPhase =
      quotient(banks * BankBits / tile.elementBits, tile.contiguous);
  std::uint64_t maxPhase =
      std::min(RowsOfAccess / perPhase, tile.contiguous / vec);
  return {vec, perPhase, std::max<std::uint64_t>(maxPhase, 1)};
}

/// For AMD, Triton counts dimensions as in a matrix: of a batch of matrices it
/// takes dimensions 1 and 0 for K.
unsigned amdKAxis(const DotOperandEncoding &operand) {
  return operand.opIdx == 0 ? 1 : 0;
}

Swizzle swizzleFor(const AmdMfmaEncoding &mfma,
                   const DotOperandEncoding &operand, const Tile &tile) {
  bool isGfx950 = mfma.version == 4;
  // Where K is not contiguous, lanes read consecutive elements, from different
  // banks. The transposing loads of gfx950 read rows again.
  bool kIsContiguous =
      (tile.contiguousAxis == amdKAxis(operand)) != tile.transposed;
  bool loadsTransposed =
      isGfx950 && (tile.elementBits == 8 || tile.elementBits == 16);
  if (!kIsContiguous && !loadsTransposed)
    return NoSwizzle;
  Swizzle swizzle = swizzleRows(tile, operand.kWidth, isGfx950 ? 64 : 32);
  if (mfma.instrShape[0] == 4)
    swizzle.maxPhase = 4;
  return swizzle;
}

// For a transposed operand, Triton checks here which dimension of memory is
// contiguous as if it were not transposed. That only costs bank conflicts, so
// we choose as it does.
Swizzle swizzleFor(const AmdWmmaEncoding &, const DotOperandEncoding &operand,
                   const Tile &tile) {
  constexpr std::uint64_t WidestAccessBits = 128;
  if (tile.contiguousAxis != amdKAxis(operand))
    return NoSwizzle;
  std::uint64_t vec = std::min<std::uint64_t>(
      operand.kWidth, WidestAccessBits / tile.elementBits);
  return swizzleRows(tile, vec, 32);
}

Swizzle swizzleOf(const DotOperandEncoding &operand, const Tile &tile) {
  if (const auto *parent = operand.parent->getIf<NvidiaMmaEncoding>())
    return swizzleFor(*parent, operand, tile);
  if (const auto *parent = operand.parent->getIf<AmdMfmaEncoding>())
    return swizzleFor(*parent, operand, tile);
  if (const auto *parent = operand.parent->getIf<AmdWmmaEncoding>())
    return swizzleFor(*parent, operand, tile);
  return NoSwizzle;
}

/// The range in which the rules were compared with Triton.
Result<void> checkRange(const DotOperandEncoding &operand,
                        unsigned elementBits) {
  constexpr unsigned WidestK = 32;
  if (!std::has_single_bit(elementBits) || elementBits < 8 || elementBits > 64)
    return failure(concat("expects elements of 8, 16, 32 or 64 bits, but got ",
                          elementBits),
                   {}, "pack narrower elements into bytes");
  if (operand.kWidth > WidestK)
    return failure(concat("expects a kWidth of at most ", WidestK, ", but got ",
                          operand.kWidth));
  return {};
}

} // namespace

Result<SwizzledSharedEncoding>
swizzledSharedForOperand(const DotOperandEncoding &operand,
                         ListRef<std::uint64_t> shape, ListRef<unsigned> order,
                         const Bases &cga, unsigned elementBits,
                         OperandTranspose transpose) {
  if (Result<void> fits = checkOperand(operand, shape); !fits)
    return tl::unexpected(fits.error());
  if (Result<void> fits = checkRange(operand, elementBits); !fits)
    return tl::unexpected(fits.error());
  if (Result<void> fits = checkOrder(shape, order); !fits)
    return tl::unexpected(fits.error());
  Result<std::vector<std::uint64_t>> block = blockShape(shape, cga);
  if (!block)
    return tl::unexpected(block.error());

  // Longer rows make no difference, and their bits might not fit into a word.
  auto shortened = [](std::uint64_t length) {
    return std::min<std::uint64_t>(length, 4096);
  };
  Swizzle swizzle = swizzleOf(operand, {elementBits, shortened(shape[order[0]]),
                                        shortened((*block)[order[0]]), order[0],
                                        static_cast<unsigned>(shape.size()),
                                        transpose == OperandTranspose::Yes});
  SwizzledSharedEncoding e;
  e.vec = static_cast<unsigned>(swizzle.vec);
  e.perPhase = static_cast<unsigned>(swizzle.perPhase);
  e.maxPhase = static_cast<unsigned>(swizzle.maxPhase);
  e.order.assign(order.begin(), order.end());
  e.cga = cga;
  if (Result<void> valid = verify(e); !valid)
    return tl::unexpected(valid.error());
  return e;
}

} // namespace heddle
