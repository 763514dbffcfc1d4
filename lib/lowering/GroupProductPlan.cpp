//===- GroupProductPlan.cpp - Products by warp groups ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupProductPlan.h"
#include "FragmentMatcher.h"
#include "heddle/layout/Compose.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle {

using enum ProductAxis;

namespace {

constexpr unsigned ChunkBytes = 16, TileDepthBytes = 32, GroupRows = 8;
/// Fields of descriptors are below this.
constexpr Word MostBytes = Word(1) << 18;

/// A factor in shared memory, by points of the product.
class Memory {
public:
  static Result<Memory> of(const SharedFactor &factor, MatrixOperand operand) {
    if (factor.layout.outs().size() != 2)
      return tl::unexpected(unmatched("a matrix in shared memory",
                                      "it has another number of axes"));
    Result<LinearLayout> offsets = invert(factor.layout);
    if (!offsets)
      return tl::unexpected(std::move(offsets.error()));
    return Memory(factor, sidesOf(operand), *std::move(offsets));
  }

  /// Where a point is, in bytes from the address.
  Word at(Word point) const { return move(point) ^ start; }
  /// The same from where the matrix begins.
  Word move(Word point) const {
    Word element =
        stepOf(point, sides.row) << offsets.inShift(Dim::standard(0)) |
        stepOf(point, sides.column) << offsets.inShift(Dim::standard(1));
    return offsets.applyWord(element) * bytes;
  }

  ProductSides sides;
  unsigned bytes, alignment;

private:
  Memory(const SharedFactor &factor, ProductSides sides, LinearLayout offsets)
      : sides(sides), bytes(factor.elementBits / 8),
        alignment(factor.alignment), offsets(std::move(offsets)),
        start(factor.start * bytes) {}

  LinearLayout offsets;
  Word start;
};

/// The tiles of an instruction: its rows (of M or N) and 32 bytes of K.
class TileMatcher {
public:
  TileMatcher(const Memory &memory, const FragmentMatcher &matcher,
              ProductAxis axis, unsigned rows)
      : memory(memory), matcher(matcher), axis(axis), rows(rows) {}

  /// A descriptor of the tile where the matrix begins.
  Result<FactorTiles> describe() const {
    for (bool isTransposed : {false, true})
      for (unsigned swizzle : {128U, 64U, 32U, 0U}) {
        // K changes places with the rows only by 16 bits.
        if (isTransposed && memory.bytes != 2)
          continue;
        FactorTiles tiles = {.descriptor = propose(swizzle, isTransposed),
                             .isTransposed = isTransposed,
                             .warps = {}};
        if (alignmentOf(tiles.descriptor) <= memory.alignment &&
            isContiguous(isTransposed) && isTile(tiles, 0))
          return tiles;
      }
    return tl::unexpected(Error{
        .reason = "expects shared memory that a descriptor of wgmma describes",
        .witness = concat("its row 1 is ", distance(1, 0),
                          " bytes from row 0, "
                          "byte 16 along K ",
                          distance(0, ChunkBytes), " from byte 0, aligned to ",
                          memory.alignment),
        .remedy = "nvmma_shared layouts are such"});
  }

  /// Does the descriptor, which `describe` has found, mean the tile that begins
  /// so many bytes further?
  bool isTile(const FactorTiles &tiles, Word begin) const {
    unsigned step = tiles.isTransposed ? memory.bytes : ChunkBytes;
    unsigned rowStep = tiles.isTransposed ? ChunkBytes / memory.bytes : 1;
    for (unsigned row = 0; row < rows; row += rowStep)
      for (unsigned byte = 0; byte < TileDepthBytes; byte += step)
        if (addressIn(tiles.descriptor, tiles.isTransposed,
                      static_cast<std::uint32_t>(begin), row,
                      byte) != (begin ^ distance(row, byte)))
          return false;
    return true;
  }

private:
  /// From where the tile begins.
  Word distance(unsigned row, unsigned byte) const {
    Word sum = 0;
    for (unsigned bit = 0; row >> bit != 0; ++bit)
      if ((row >> bit & 1) != 0)
        sum ^= memory.move(matcher.pointOf(pointAt(axis, Word(1) << bit)));
    Word k = byte / memory.bytes;
    for (unsigned bit = 0; k >> bit != 0; ++bit)
      if ((k >> bit & 1) != 0)
        sum ^= memory.move(matcher.pointOf(pointAt(K, Word(1) << bit)));
    return sum;
  }
  /// Within 16 bytes.
  bool isContiguous(bool isTransposed) const {
    for (unsigned byte = memory.bytes; byte < ChunkBytes; byte *= 2)
      if (distance(isTransposed ? byte / memory.bytes : 0,
                   isTransposed ? 0 : byte) != byte)
        return false;
    return true;
  }

  MatrixDescriptor propose(unsigned swizzle, bool isTransposed) const {
    auto field = [](Word bytes) {
      return static_cast<std::uint32_t>(bytes % MostBytes / ChunkBytes *
                                        ChunkBytes);
    };
    unsigned width = std::max(ChunkBytes, swizzle);
    MatrixDescriptor result = {.swizzle = swizzle, .leading = 0, .stride = 0};
    if (!isTransposed) {
      if (rows > GroupRows)
        result.stride = field(distance(GroupRows, 0));
      if (swizzle == 0)
        result.leading = field(distance(0, ChunkBytes));
      return result;
    }
    unsigned inWidth = width / memory.bytes;
    Word next = rows > inWidth ? distance(inWidth, 0) : 0;
    Word group = distance(0, GroupRows * memory.bytes);
    result.leading = field(swizzle == 0 ? group : next);
    result.stride = field(swizzle == 0 ? next : group);
    return result;
  }

  const Memory &memory;
  const FragmentMatcher &matcher;
  ProductAxis axis;
  unsigned rows;
};

/// A factor in shared memory, once its tile is described.
class TiledFactor {
public:
  static Result<TiledFactor> of(const Memory &memory,
                                const FragmentMatcher &matcher,
                                ProductAxis axis, unsigned rows,
                                std::span<const Word> warps) {
    TileMatcher tile(memory, matcher, axis, rows);
    Result<FactorTiles> tiles = tile.describe();
    if (!tiles)
      return tl::unexpected(std::move(tiles.error()));
    for (Word warp : warps)
      tiles->warps.push_back(memory.move(pointAt(axis, stepOf(warp, axis))));
    return TiledFactor(memory, tile, std::move(*tiles));
  }

  /// The offset of the tile at a point; fails if no such tile is there for all
  /// warps.
  Result<std::int32_t> at(Word point) const {
    Word begin = memory.at(point);
    if ((begin & warpBits) != 0 || begin % ChunkBytes != 0 ||
        !tile.isTile(tiles, begin) || !tile.isTile(tiles, begin ^ lastWarp))
      return tl::unexpected(
          unmatched("tiles that all begin as their descriptor says",
                    concat("that at byte ", begin, " does not")));
    return static_cast<std::int32_t>(begin);
  }

  FactorTiles tiles;

private:
  TiledFactor(const Memory &memory, const TileMatcher &tile, FactorTiles tiles)
      : tiles(std::move(tiles)), memory(memory), tile(tile) {
    for (Word warp : this->tiles.warps) {
      warpBits |= warp;
      lastWarp ^= warp;
    }
  }

  const Memory &memory;
  TileMatcher tile;
  /// The bytes by which any warp's tiles are further, and the last one's.
  Word warpBits = 0, lastWarp = 0;
};

/// Finds a plan with so many columns.
class Planner {
public:
  Planner(const MatrixInstruction &instruction, unsigned columns,
          const std::optional<LinearLayout> &registersOfA,
          const std::optional<Memory> &a, const Memory &b,
          const LinearLayout &d, Word depth)
      : instruction(instruction), columns(columns), memoryOfA(a), b(b),
        d(instruction, MatrixOperand::C, d, columns), depth(depth) {
    if (registersOfA)
      this->a.emplace(instruction, MatrixOperand::A, *registersOfA, columns);
  }

  Result<GroupProductPlan> plan() {
    if (std::optional<Error> error = match())
      return tl::unexpected(std::move(*error));
    GroupProductPlan plan;
    plan.columns = columns;
    std::span<const Word> warps = d.warps;
    Result<TiledFactor> right = TiledFactor::of(b, matcher, N, columns, warps);
    if (!right)
      return tl::unexpected(std::move(right.error()));
    plan.right = right->tiles;
    std::optional<TiledFactor> left;
    if (memoryOfA) {
      // The warps of a group are in the instruction's rows.
      std::vector<Word> groups(warps.begin(), warps.end());
      std::fill_n(groups.begin(), d.inWarps.size(), 0);
      Result<TiledFactor> found =
          TiledFactor::of(*memoryOfA, matcher, M, instruction.m, groups);
      if (!found)
        return tl::unexpected(std::move(found.error()));
      left.emplace(std::move(*found));
      plan.left = left->tiles;
    }
    return addProducts(std::move(plan), left, *right);
  }

private:
  std::optional<Error> match() {
    std::vector<RegisterOperand *> operands = {&d};
    if (a)
      operands.push_back(&*a);
    for (RegisterOperand *operand : operands)
      if (std::optional<Error> error = matcher.matchThreads(*operand))
        return error;
    for (RegisterOperand *operand : operands)
      if (std::optional<Error> error =
              matcher.matchRegisters(*operand, operands))
        return error;
    for (unsigned step = 1; step < instruction.m; step *= 2)
      if (matcher.pointOf(pointAt(M, step)) == 0)
        return unmatched("as many rows as the instruction has", "");
    for (unsigned step = 1; step < columns; step *= 2)
      if (matcher.pointOf(pointAt(N, step)) == 0)
        return unmatched("as many columns as the instruction has", "");
    for (std::size_t warp = 0; a && warp < d.warps.size(); ++warp)
      if (without(d.warps[warp], N) !=
          (warp < a->warps.size() ? a->warps[warp] : 0))
        return unmatched("warps that have the rows of the result",
                         concat("warp bit ", warp, " does not"));
    return std::nullopt;
  }

  Result<GroupProductPlan> addProducts(GroupProductPlan plan,
                                       const std::optional<TiledFactor> &left,
                                       const TiledFactor &right) const {
    const TensorFragments ofD(d);
    std::optional<TensorFragments> ofA;
    std::vector<Word> depths;
    if (a) {
      ofA.emplace(*a);
      plan.a = ofA->registers;
      for (Word begin : ofA->begins)
        depths.push_back(stepOf(begin, K));
      std::ranges::sort(depths);
      depths.erase(std::ranges::unique(depths).begin(), depths.end());
    } else {
      for (Word at = 0; at < depth; at += instruction.k)
        depths.push_back(at);
    }
    plan.c = ofD.registers;
    plan.result = ofD.positions;
    for (const auto &[begin, number] : ofD.numbers)
      for (Word each : depths) {
        Word ofLeft = without(begin, N) | pointAt(K, each);
        Result<std::int32_t> l = 0;
        if (left)
          l = left->at(ofLeft);
        else if (auto found = ofA->numbers.find(ofLeft);
                 found != ofA->numbers.end())
          l = found->second;
        else
          l = tl::unexpected(unmatched("rows of A that the result has", ""));
        Result<std::int32_t> r = right.at(without(begin, M) | pointAt(K, each));
        if (!l || !r)
          return tl::unexpected(std::move(l ? r.error() : l.error()));
        plan.products.insert(plan.products.end(), {*l, *r, number});
      }
    return plan;
  }

  const MatrixInstruction &instruction;
  unsigned columns;
  std::optional<RegisterOperand> a;
  const std::optional<Memory> &memoryOfA;
  const Memory &b;
  RegisterOperand d;
  Word depth;
  FragmentMatcher matcher;
};

} // namespace

Result<GroupProductPlan>
planGroupProduct(const MatrixInstruction &instruction,
                 const std::optional<LinearLayout> &registersOfA,
                 const std::optional<SharedFactor> &a, const SharedFactor &b,
                 const LinearLayout &d, std::uint64_t depth) {
  std::optional<Memory> left;
  if (a) {
    Result<Memory> memory = Memory::of(*a, MatrixOperand::A);
    if (!memory)
      return tl::unexpected(std::move(memory.error()));
    left.emplace(std::move(*memory));
  }
  Result<Memory> right = Memory::of(b, MatrixOperand::B);
  if (!right)
    return tl::unexpected(std::move(right.error()));
  Result<GroupProductPlan> last =
      tl::unexpected(unmatched("columns of an instruction", ""));
  for (unsigned columns = instruction.n; columns >= GroupRows; columns /= 2) {
    if (!instruction.hasColumns(columns))
      continue;
    last = Planner(instruction, columns, registersOfA, left, *right, d, depth)
               .plan();
    if (last)
      break;
  }
  return last;
}

} // namespace heddle
