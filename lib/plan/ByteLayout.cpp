//===- ByteLayout.cpp - Layouts by the byte -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLayout.h"
#include "heddle/f2/Elimination.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

Result<void> checkRegisters(const LinearLayout &layout,
                            std::string_view which) {
  for (const DimBits &in : layout.ins())
    if (in.dim != Dim::Register && in.dim != Dim::Lane && in.dim != Dim::Warp &&
        in.dim != Dim::Block)
      return failure(concat("expects a layout of registers as the ", which,
                            ", but got one with '", in.dim.name(), "'"));
  return {};
}

Result<void> checkThreads(const LinearLayout &src, const LinearLayout &dst) {
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    if (src.inBits(dim) != dst.inBits(dim))
      return failure(concat("expects layouts over as many threads, but got ",
                            src.inSize(dim), " and ", dst.inSize(dim), " of '",
                            dim.name(), "'"));
  return {};
}

Result<void> checkTensors(const LinearLayout &src, const LinearLayout &dst) {
  bool agree = src.outs().size() == dst.outs().size();
  for (const DimBits &out : src.outs())
    agree = agree && dst.hasOut(out.dim) && dst.outBits(out.dim) == out.bits;
  if (agree)
    return {};
  auto shape = [](const LinearLayout &layout) {
    std::string text;
    for (const DimBits &out : layout.outs())
      text += concat(text.empty() ? "" : ", ", out.dim.name(), "=",
                     layout.outSize(out.dim));
    return text;
  };
  return failure(concat("expects layouts of one tensor, but got the sizes ",
                        shape(src), " and ", shape(dst)));
}

/// The layout with its outputs packed in the order of another, above the bits
/// of a byte inside an element.
ByteLayout toBytes(const LinearLayout &layout, const LinearLayout &order,
                   unsigned byteBits) {
  auto move = [&](Word word) {
    Word result = 0;
    unsigned shift = byteBits;
    for (const DimBits &out : order.outs()) {
      result |= f2::shiftLeft(layout.field(word, out.dim), shift);
      shift += out.bits;
    }
    return result;
  };
  ByteLayout bytes;
  for (unsigned bit = 0; bit < byteBits; ++bit)
    bytes.registers.push_back(f2::unit(bit));
  for (Word basis : layout.bases(Dim::Register))
    bytes.registers.push_back(move(basis));
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    for (Word basis : layout.bases(dim))
      bytes.threads.push_back(move(basis));
  return bytes;
}

} // namespace

unsigned elementBytesOf(unsigned elementBits) {
  constexpr unsigned BitsPerByte = 8;
  return elementBits <= BitsPerByte ? 1 : elementBits / BitsPerByte;
}

// Two elements in one coset of what the group of thread 0 holds are in the same
// group, and all groups look alike: so it is enough to look at the columns.
std::optional<BytePair> movementWithin(const BytePair &pair, Word kept) {
  BytePair result = pair;
  f2::VectorEchelon held;
  for (Word column : pair.src.registers)
    held.insert(column);
  for (unsigned bit = 0; bit < pair.threads.total(); ++bit) {
    if ((kept >> bit & 1) == 0) {
      held.insert(pair.src.threads[bit]);
      continue;
    }
    result.dst.threads[bit] ^= pair.src.threads[bit];
    result.src.threads[bit] = 0;
  }
  auto isHeld = [&](Word column) { return held.contains(column); };
  if (!std::ranges::all_of(result.dst.registers, isHeld) ||
      !std::ranges::all_of(result.dst.threads, isHeld))
    return std::nullopt;
  return result;
}

std::optional<ClusterMovement> movementAcross(const BytePair &pair) {
  const ThreadBits &bits = pair.threads;
  unsigned local = pair.src.registers.size() + bits.lane + bits.warp;
  f2::ColumnEchelon held(pair.src.registers);
  for (Word column : pair.src.threads)
    held.insert(column);
  Words sourceBlocks(
      std::span<const Word>(pair.src.threads).subspan(bits.lane + bits.warp));
  ClusterMovement result = {pair, {}, {}};
  for (Word &column :
       std::span(result.within.src.threads).subspan(bits.lane + bits.warp))
    column = 0;
  bool isHeld = true;
  auto split = [&](Word &column) {
    f2::ColumnEchelon::Reduction found = held.reduce(column);
    isHeld = isHeld && found.remainder == 0;
    Word blocks = f2::shiftRight(found.columns, local);
    column ^= f2::multiply(sourceBlocks, blocks);
    return blocks;
  };
  for (Word &column : result.within.dst.registers)
    result.registerBlocks.push_back(split(column));
  for (unsigned bit = 0; bit < bits.total(); ++bit) {
    Word &column = result.within.dst.threads[bit];
    unsigned block = bit - std::min(bit, bits.lane + bits.warp);
    bool isBlock = bit >= bits.lane + bits.warp;
    if (isBlock)
      column ^= sourceBlocks[block];
    result.threadBlocks.push_back(split(column) ^
                                  (isBlock ? f2::unit(block) : 0));
  }
  if (!isHeld)
    return std::nullopt;
  return result;
}

Result<BytePair> makeBytePair(const LinearLayout &src, const LinearLayout &dst,
                              unsigned elementBits) {
  constexpr unsigned WidestElement = 128;
  if (!std::has_single_bit(elementBits) || elementBits > WidestElement)
    return failure(concat(
        "expects elements of 1, 2, 4, ..., 128 bits, but got ", elementBits));
  for (auto [layout, which] :
       {std::pair(&src, "source"), std::pair(&dst, "destination")})
    if (Result<void> valid = checkRegisters(*layout, which); !valid)
      return tl::unexpected(std::move(valid.error()));
  if (Result<void> agree = checkThreads(src, dst); !agree)
    return tl::unexpected(std::move(agree.error()));
  if (Result<void> agree = checkTensors(src, dst); !agree)
    return tl::unexpected(std::move(agree.error()));
  unsigned bytes = elementBytesOf(elementBits);
  unsigned byteBits = static_cast<unsigned>(std::countr_zero(bytes));
  unsigned widest =
      std::max({src.totalInBits(), dst.totalInBits(), src.totalOutBits()});
  if (widest + byteBits > f2::MaxBits)
    return failure(concat("expects at most 2^", f2::MaxBits,
                          " bytes, but got 2^", widest + byteBits));
  BytePair pair;
  pair.src = toBytes(src, src, byteBits);
  pair.dst = toBytes(dst, src, byteBits);
  pair.threads = {src.inBits(Dim::Lane), src.inBits(Dim::Warp),
                  src.inBits(Dim::Block)};
  pair.elementBytes = bytes;
  for (const DimBits &axis : src.outs())
    pair.axes.push_back(axis);
  return pair;
}

} // namespace heddle
