//===- AnyEncoding.cpp - Random encodings of every family -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnyEncoding.h"
#include "heddle/encoding/Verify.h"

namespace heddle {

using namespace draw;

Encoding anyBlocked(unsigned rank) {
  BlockedEncoding e;
  e.sizePerThread = powers(rank, 3);
  e.threadsPerWarp = powers(rank, 3);
  e.warpsPerCTA = powers(rank, 2);
  e.order = order(rank);
  e.cga = cga(rank);
  return e;
}

Encoding anyLinear(unsigned rank) {
  LinearEncoding e;
  Bases all = unitBases(rank, 4, 2);
  e.registers = someOf(all);
  e.lanes = someOf(all);
  e.warps = someOf(all);
  e.blocks = all;
  return e;
}

Encoding anyGenericLinear(unsigned rank) {
  GenericLinearEncoding e;
  Bases all = unitBases(rank, 4, 2);
  Bases rest = all;
  e.registers = someOf(rest);
  e.lanes = someOf(rest);
  e.blocks = someOf(rest);
  e.warps = rest;
  for (UnsignedList &warp : e.warps)
    if (coin())
      for (unsigned axis = 0; axis < rank; ++axis)
        warp[axis] ^= all[0][axis];
  // A sum with itself is lost; then the plain vector is what reaches.
  return verify(e) ? Encoding(e) : anyLinear(rank);
}

Encoding anyNvidiaMma(unsigned rank) {
  NvidiaMmaEncoding e;
  e.versionMajor = rank == 2 && coin() ? 3 : 2;
  e.versionMinor = below(2);
  e.warpsPerCTA = powers(rank, 2);
  e.cga = cga(rank);
  if (e.versionMajor == 3) {
    e.instrShape = {16, 8U << below(6), power(5)};
  } else {
    e.instrShape = UnsignedList(rank - 2, 1);
    e.instrShape.insert(e.instrShape.end(), {coin() ? 16U : 8U, 8U});
  }
  return e;
}

Encoding anyAmdMfma(unsigned rank) {
  AmdMfmaEncoding e;
  e.version = 1 + below(4);
  e.warpsPerCTA = powers(rank, 2);
  e.instrShape =
      oneOf<UnsignedList>({{32, 32, 8}, {16, 16, 16}, {64, 4, 4}, {4, 64, 4}});
  e.isTransposed = coin();
  e.cga = cga(rank);
  e.tilesPerWarp = powers(rank, 1);
  if (e.tilesPerWarp == UnsignedList(rank, 1))
    e.tilesPerWarp.clear();
  e.elementBitWidth = below(4) == 0 ? 64 : 32;
  return e;
}

Encoding anyAmdWmma(unsigned rank) {
  AmdWmmaEncoding e;
  e.version = 1 + below(3);
  e.isTransposed = coin();
  e.rank = rank;
  e.instrShape = {16, 16, e.version == 3 ? 32U : 16U};
  e.cga = cga(rank);
  Bases all = coin() ? mixed(unitBases(rank, 2, 0)) : unitBases(rank, 2, 0);
  e.registers = someOf(all);
  e.warps = all;
  return e;
}

namespace {

Encoding anySlice(unsigned rank, unsigned depth) {
  SliceEncoding e;
  e.dim = below(rank + 1);
  e.parent = anyDistributed(rank + 1, depth - 1);
  return e;
}

Encoding anyDotOperand(unsigned rank) {
  DotOperandEncoding e;
  e.opIdx = below(2);
  e.kWidth = power(4);
  switch (below(4)) {
  case 0:
    e.parent = anyBlocked(rank);
    e.kWidth = 0;
    break;
  case 1:
    e.parent = anyNvidiaMma(rank);
    if (e.parent->getIf<NvidiaMmaEncoding>()->versionMajor == 3)
      e.opIdx = 0;
    break;
  case 2:
    e.parent = anyAmdMfma(rank);
    break;
  default:
    e.parent = anyAmdWmma(rank);
    e.kWidth = 8U << below(2); // what every version takes
  }
  return e;
}

template <class E> Encoding anySwizzled(unsigned rank) {
  E e;
  e.vec = power(4);
  e.perPhase = power(3);
  e.maxPhase = power(4);
  e.order = order(rank);
  e.cga = cga(rank);
  return e;
}

Encoding anyNvmma(unsigned rank) {
  NvmmaSharedEncoding e;
  e.swizzlingByteWidth = oneOf<unsigned>({0, 32, 64, 128});
  e.transposed = coin();
  e.fp4Padded = rank > 1 && below(4) == 0;
  e.elementBitWidth = e.fp4Padded ? 8 : oneOf<unsigned>({8, 16, 32, 64});
  e.rank = rank;
  e.cga = cga(rank);
  return e;
}

Encoding anyPadded(unsigned rank) {
  PaddedSharedEncoding e;
  for (unsigned count = 1 + below(3), bits = below(4); count > 0; --count)
    e.paddings.push_back({1U << (bits += 1 + below(3)), power(4)});
  e.offsets = unitBases(rank, 3, 1);
  std::erase_if(e.offsets, [](const UnsignedList &basis) {
    return std::ranges::all_of(basis, [](unsigned c) { return c == 0; });
  });
  if (e.offsets.empty())
    e.rankOfOne = rank;
  else if (below(3) == 0)
    e.blocks = someOf(e.offsets);
  return e;
}

Encoding anySharedLinear(unsigned rank) {
  SharedLinearEncoding e;
  e.offsets = mixed(unitBases(rank, 3, 1));
  if (below(3) == 0)
    e.blocks = someOf(e.offsets);
  e.alignment = power(7);
  return e;
}

Encoding anyWholeShared(unsigned rank) {
  switch (below(5)) {
  case 0:
    return anySwizzled<SwizzledSharedEncoding>(rank);
  case 1:
    return anySwizzled<AmdRotatingSharedEncoding>(rank);
  case 2:
    return anyNvmma(rank);
  case 3:
    return anyPadded(rank);
  default:
    return anySharedLinear(rank);
  }
}

Encoding anyPartitioned(unsigned rank) {
  PartitionedSharedEncoding e;
  e.numPartitions = 2U << below(3);
  e.numGroups = power(2);
  e.partitionDim = below(rank);
  e.partitionLayout = anyWholeShared(rank);
  return e;
}

} // namespace

Encoding anyDistributed(unsigned rank, unsigned depth) {
  switch (below(rank < 2 ? 4 : 8)) {
  case 0:
    return anyBlocked(rank);
  case 1:
    return anyLinear(rank);
  case 2:
    return anyGenericLinear(rank);
  case 3:
    // The text of `amd_wmma` has no rank above 3.
    return depth > 0 && rank < 3 ? anySlice(rank, depth) : anyBlocked(rank);
  case 4:
    return anyNvidiaMma(rank);
  case 5:
    return anyAmdMfma(rank);
  case 6:
    return anyAmdWmma(rank);
  default:
    return anyDotOperand(rank);
  }
}

Encoding anyShared(unsigned rank) {
  return below(6) == 0 ? anyPartitioned(rank) : anyWholeShared(rank);
}

Encoding anyTensorMemory() {
  if (coin()) {
    TensorMemoryScalesEncoding e;
    e.cga = cga(2);
    e.blockRepOrder = coin() ? BlockRepOrder::MnThenK : BlockRepOrder::KThenMn;
    return e;
  }
  TensorMemoryEncoding e;
  e.blockM = coin() ? 64 : 128;
  e.blockN = power(9);
  e.fp4Padded = below(4) == 0;
  e.colStride = e.fp4Padded ? 1 : power(2);
  e.twoCTAs = below(3) == 0;
  e.cga = e.twoCTAs ? Bases{{1, 0}} : cga(2);
  return e;
}

Encoding anyEncoding() {
  unsigned rank = 1 + below(3);
  switch (below(5)) {
  case 0:
  case 1:
    return anyDistributed(rank);
  case 2:
  case 3:
    return anyShared(rank);
  default:
    return anyTensorMemory();
  }
}

} // namespace heddle
