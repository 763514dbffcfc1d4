//===- RandomPairs.cpp - Pairs of layouts ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPairs.h"
#include "Check.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <algorithm>

namespace heddle {

namespace {

std::string listText(std::span<const unsigned> values) {
  std::string text = "[";
  for (unsigned value : values)
    text += concat(text.size() > 1 ? ", " : "", value);
  return text + "]";
}

/// Block bits along dim0, then replicas.
std::string blocksText(unsigned blocks) {
  if (blocks == 0)
    return "";
  std::string text = ", CGALayout = [";
  for (unsigned bit = 0; bit < blocks; ++bit)
    text += concat(bit == 0 ? "[" : ", [", bit == 0 ? 1 : 0, ", 0]");
  return text + "]";
}

} // namespace

// The tensor's bits are dealt to registers, lanes, warps and blocks; bits of
// threads that get none replicate. Sometimes columns are added to others then.
LinearLayout PairSource::anyLayout(unsigned tensorBits, const Target &target,
                                   unsigned warps, unsigned blocks) {
  unsigned lanes = f2::highestBit(target.lanes);
  unsigned threads = lanes + warps + blocks;
  std::vector<Word> tensor;
  for (unsigned bit = 0; bit < tensorBits; ++bit)
    tensor.push_back(f2::unit(bit));
  if (below(3) == 0)
    for (unsigned step = 0; step < tensorBits; ++step)
      if (unsigned from = below(tensorBits), to = below(tensorBits); from != to)
        tensor[to] ^= tensor[from];
  if (below(4) != 0)
    std::ranges::shuffle(tensor, engine);
  std::vector<Word> columns(threads, 0);
  std::vector<Word> registers;
  std::vector<unsigned> places;
  for (unsigned i = 0; i < threads; ++i)
    places.push_back(i);
  if (below(2) == 0)
    std::ranges::shuffle(places, engine);
  for (Word column : tensor)
    if (!places.empty() && below(4) != 0) {
      columns[places.back()] = column;
      places.pop_back();
    } else {
      registers.push_back(column);
    }
  for (unsigned extra = below(4) == 0 ? 1 + below(2) : 0; extra > 0; --extra)
    registers.insert(registers.begin() + below(unsigned(registers.size()) + 1),
                     below(2) == 0 ? 0 : engine() & f2::lowMask(tensorBits));
  if (below(6) == 0)
    for (Word &column : columns)
      if (column == 0 && tensorBits > 0)
        column = engine() & f2::lowMask(tensorBits);
  Words words;
  for (Word column : registers)
    words.push_back(column);
  for (Word column : columns)
    words.push_back(column);
  DimBitsList ins;
  ins.push_back({Dim::Register, static_cast<unsigned>(registers.size())});
  ins.push_back({Dim::Lane, lanes});
  ins.push_back({Dim::Warp, warps});
  ins.push_back({Dim::Block, blocks});
  DimBitsList outs;
  outs.push_back({Dim::standard(0), tensorBits});
  return get(LinearLayout::fromWords(ins, outs, words));
}

std::string PairSource::blocked(const Target &target, unsigned warps,
                                unsigned blocks) {
  unsigned lanes = f2::highestBit(target.lanes);
  unsigned laneSplit = below(lanes + 1);
  unsigned warpSplit = below(warps + 1);
  unsigned first = below(2);
  return concat(
      "#ttg.blocked<{sizePerThread = ",
      listText(std::array{power(3), power(4)}), ", threadsPerWarp = ",
      listText(std::array{1U << laneSplit, 1U << (lanes - laneSplit)}),
      ", warpsPerCTA = ",
      listText(std::array{1U << warpSplit, 1U << (warps - warpSplit)}),
      ", order = ", listText(std::array{first, 1 - first}), blocksText(blocks),
      "}>");
}

std::string PairSource::matrix(const Target &target, unsigned warps,
                               unsigned blocks) {
  unsigned split = below(warps + 1);
  std::string warpsText =
      listText(std::array{1U << split, 1U << (warps - split)});
  if (target.vendor == Vendor::Amd) {
    if (target.lanes == 32)
      return blocked(target, warps, blocks);
    return concat(
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = ", warpsText,
        ", instrShape = ", below(2) == 0 ? "[32, 32, 8]" : "[16, 16, 16]",
        ", isTransposed = ", below(2) == 0 ? "true" : "false",
        blocksText(blocks), "}>");
  }
  if (warps >= 2 && below(3) == 0)
    return concat("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
                  "warpsPerCTA = ",
                  listText(std::array{4U, 1U << (warps - 2)}),
                  ", instrShape = [16, ", 8 * power(4), ", 16]",
                  blocksText(blocks), "}>");
  return concat("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                "warpsPerCTA = ",
                warpsText, ", instrShape = [16, 8]", blocksText(blocks), "}>");
}

LinearLayout PairSource::familyLayout(std::span<const std::uint64_t> shape,
                                      const Target &target, unsigned warps,
                                      unsigned blocks, std::string &text) {
  text = below(2) == 0 ? blocked(target, warps, blocks)
                       : matrix(target, warps, blocks);
  bool isMatrix = text.find("blocked") == std::string::npos;
  bool isWarpGroup = text.find("versionMajor = 3") != std::string::npos;
  if (isMatrix && below(2) == 0) {
    unsigned width = target.vendor == Vendor::Amd ? 4 : 1U << (1 + below(2));
    text = concat("#ttg.dot_op<{opIdx = ", isWarpGroup ? 0 : below(2),
                  ", parent = ", text, ", kWidth = ", width, "}>");
  }
  Encoding encoding = get(parseEncoding(text));
  return get(toLinearLayout(encoding, shape, NewestTriton));
}

RandomPair PairSource::next() {
  static constexpr std::array<unsigned, 8> Widths = {1,  2,  4,  8,
                                                     16, 32, 64, 128};
  std::span<const Target> targets = allTargets();
  RandomPair pair;
  pair.elementBits = Widths[below(Widths.size())];
  pair.target = &targets[below(static_cast<unsigned>(targets.size()))];
  unsigned warps = below(3) == 0 ? below(6) : below(4);
  unsigned blocks = below(6) == 0 ? 1 + below(2) : 0;
  if (below(2) == 0) {
    unsigned bits = below(13);
    pair.src = anyLayout(bits, *pair.target, warps, blocks);
    pair.dst = anyLayout(bits, *pair.target, warps, blocks);
    // Half of them differ in registers and lanes alone.
    if (below(2) == 0) {
      Words words(pair.dst.bases());
      unsigned kept = warps + blocks;
      for (unsigned i = 0; i < kept; ++i)
        words[words.size() - 1 - i] =
            pair.src.bases()[pair.src.totalInBits() - 1 - i];
      pair.dst =
          get(LinearLayout::fromWords(pair.dst.ins(), pair.dst.outs(), words));
    }
    pair.text = "any";
  } else {
    std::array<std::uint64_t, 2> shape = {power(8), power(8)};
    std::string from;
    std::string to;
    pair.src = familyLayout(shape, *pair.target, warps, blocks, from);
    pair.dst = familyLayout(shape, *pair.target, warps, blocks, to);
    pair.text = concat(shape[0], "x", shape[1], " ", from, " ", to);
  }
  pair.text += concat(" ", pair.elementBits, " bits, ", pair.target->name);
  return pair;
}

std::vector<std::uint8_t> registersOf(const LinearLayout &layout,
                                      const LinearLayout &order,
                                      std::span<const std::uint8_t> tensor,
                                      unsigned elementBytes) {
  std::vector<std::uint8_t> bytes;
  Word threads = f2::unit(layout.inBits(Dim::Lane) + layout.inBits(Dim::Warp) +
                          layout.inBits(Dim::Block));
  for (Word thread = 0; thread < threads; ++thread)
    for (Word i = 0; i < layout.inSize(Dim::Register); ++i) {
      Word element = 0;
      unsigned shift = layout.inBits(Dim::Register);
      element = f2::multiply(layout.bases(Dim::Register), i);
      for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block}) {
        Word below =
            f2::shiftRight(thread, shift - layout.inBits(Dim::Register));
        element ^= f2::multiply(layout.bases(dim), below);
        shift += layout.inBits(dim);
      }
      Word number = 0;
      unsigned place = 0;
      for (const DimBits &out : order.outs()) {
        number |= f2::shiftLeft(layout.field(element, out.dim), place);
        place += out.bits;
      }
      auto from = tensor.begin() + std::ptrdiff_t(number * elementBytes);
      bytes.insert(bytes.end(), from, from + elementBytes);
    }
  return bytes;
}

} // namespace heddle
