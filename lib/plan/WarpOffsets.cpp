//===- WarpOffsets.cpp - Where a warp's registers are in memory -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpOffsets.h"
#include "heddle/f2/Elimination.h"
#include "heddle/layout/Compose.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

constexpr unsigned BitsPerByte = 8, MostElementBits = 128;
/// log2 of the bytes of the widest element.
constexpr unsigned MostElementLog = 4;

Result<void> checkDims(const LinearLayout &layout, ListRef<Dim> wanted,
                       std::string_view what) {
  for (const DimBits &in : layout.ins())
    if (in.bits != 0 && std::ranges::find(wanted, in.dim) == wanted.end())
      return failure(concat("expects a layout of ", what, ", but got one with ",
                            layout.inSize(in.dim), " of '", in.dim.name(),
                            "'"));
  return {};
}

Result<void> checkThreads(const LinearLayout &registers,
                          const SharedTensor &memory, const Target &target) {
  if (registers.inSize(Dim::Lane) != target.lanes)
    return failure(concat("expects a layout of ", target.lanes,
                          " lanes, as a warp of ", target.name,
                          " has, but got one of ", registers.inSize(Dim::Lane)),
                   {}, "choose another target, or other threads per warp");
  if (registers.inBits(Dim::Block) != memory.layout.inBits(Dim::Block))
    return failure(concat("expects as many blocks on both sides, but got ",
                          registers.inSize(Dim::Block), " for registers and ",
                          memory.layout.inSize(Dim::Block), " for memory"));
  return {};
}

Result<void> checkElements(const LinearLayout &registers,
                           const SharedTensor &memory) {
  if (!std::has_single_bit(memory.elementBits) ||
      memory.elementBits > MostElementBits)
    return failure(
        concat("expects elements of 1, 2, 4, ..., 128 bits, but got ",
               memory.elementBits));
  for (const DimBits &out : registers.outs())
    if (out.bits > memory.layout.outBits(out.dim))
      return failure(concat("expects memory for ", registers.outSize(out.dim),
                            " elements along ", out.dim.name(), ", but got ",
                            memory.layout.outSize(out.dim)));
  if (std::max(memory.layout.totalInBits(), registers.totalInBits()) +
          MostElementLog >
      f2::MaxBits)
    return failure(
        concat("expects layouts of at most 2^", f2::MaxBits - MostElementLog,
               " locations, but got 2^",
               std::max(memory.layout.totalInBits(), registers.totalInBits())));
  return {};
}

/// Every location finds its element in its own block.
Result<void> checkBlocks(const LinearLayout &conversion) {
  for (const DimBits &in : conversion.ins())
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      Word own = in.dim == Dim::Block ? f2::unit(bit) : 0;
      Word found = conversion.basis(in.dim, bit, Dim::Block);
      if (found != own)
        return failure(
            "expects each block's elements in its own shared memory, but got "
            "another block's",
            concat("what ", in.dim.name(), "=", f2::unit(bit), " of block ",
                   own, " holds is in block ", found));
    }
  return {};
}

} // namespace

Word WarpOffsets::threadBits() const {
  Word bits = 0;
  for (Word image : lanes)
    bits |= image;
  for (Word image : others)
    bits |= image;
  return bits;
}

RegisterSplit splitRegisters(const WarpOffsets &offsets,
                             std::span<const Word> part, RegisterOrder order) {
  f2::ColumnEchelon all(offsets.registers);
  RegisterSplit split = {.covers = true, .starts = {}};
  Word partBits = 0;
  f2::VectorEchelon seen;
  for (Word vector : part) {
    bool isThere = order == RegisterOrder::Any
                       ? all.reduce(vector).remainder == 0
                       : std::ranges::find(offsets.registers, vector) !=
                             offsets.registers.end();
    split.covers = split.covers && isThere;
    partBits |= vector;
    seen.insert(vector);
  }
  for (Word image : offsets.registers)
    if (seen.insert(image)) {
      split.starts.push_back(image & ~partBits);
      if (order == RegisterOrder::ByBits && (image & partBits) != 0)
        split.covers = false;
    }
  return split;
}

Result<WarpOffsets> makeWarpOffsets(const LinearLayout &registers,
                                    const SharedTensor &memory,
                                    const Target &target) {
  for (const Result<void> &valid :
       {checkDims(registers, {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block},
                  "registers"),
        checkDims(memory.layout, {Dim::Offset, Dim::Block},
                  "unpartitioned shared memory"),
        checkThreads(registers, memory, target),
        checkElements(registers, memory)})
    if (!valid)
      return tl::unexpected(valid.error());
  Result<LinearLayout> conversion =
      invertAndComposeLocal(registers, memory.layout, {Dim::Block});
  if (!conversion)
    return tl::unexpected(std::move(conversion.error()));
  if (Result<void> local = checkBlocks(*conversion); !local)
    return tl::unexpected(std::move(local.error()));
  WarpOffsets offsets;
  offsets.elementLog = static_cast<unsigned>(
      std::countr_zero(std::max(memory.elementBits / BitsPerByte, 1U)));
  for (unsigned bit = 0; bit < offsets.elementLog; ++bit)
    offsets.registers.push_back(f2::unit(bit));
  auto addImages = [&](Words &images, Dim dim) {
    for (Word basis : conversion->bases(dim))
      images.push_back(conversion->field(basis, Dim::Offset)
                       << offsets.elementLog);
  };
  addImages(offsets.registers, Dim::Register);
  addImages(offsets.lanes, Dim::Lane);
  addImages(offsets.others, Dim::Warp);
  addImages(offsets.others, Dim::Block);
  return offsets;
}

} // namespace heddle
