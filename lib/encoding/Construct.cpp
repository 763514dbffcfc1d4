//===- Construct.cpp - Default blocked and nvmma layouts ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Construct.h"
#include "OperandTile.h"
#include "TileBuilder.h"
#include "heddle/encoding/Verify.h"

#include <algorithm>

namespace heddle {

namespace {

Result<void> checkGrid(const ThreadGrid &threads) {
  struct {
    unsigned number;
    std::string_view name;
  } sizes[] = {{threads.numWarps, "numWarps"},
               {threads.threadsPerWarp, "threadsPerWarp"},
               {threads.numCTAs, "numCTAs"}};
  for (auto [number, name] : sizes)
    if (auto bits = log2OfSize(number, name); !bits)
      return tl::unexpected(bits.error());
  return {};
}

Result<void> checkElements(ListRef<unsigned> sizePerThread, std::size_t rank) {
  if (sizePerThread.size() != rank)
    return failure(concat("expects ", rank,
                          " numbers as 'sizePerThread', one a dimension, but "
                          "got ",
                          sizePerThread.size()));
  for (unsigned size : sizePerThread)
    if (auto bits = log2OfSize(size, "a size in 'sizePerThread'"); !bits)
      return tl::unexpected(bits.error());
  return {};
}

/// How many parts of `unit` elements a dimension has, at least one.
std::uint64_t pieces(std::uint64_t size, unsigned unit) {
  return std::max<std::uint64_t>(size / unit, 1);
}

/// The blocks' vectors: the slowest dimension takes blocks first, but the
/// fastest has their lowest bits. What is left over has copies.
Bases dealBlocks(const BlockedEncoding &e, ListRef<std::uint64_t> shape,
                 unsigned numCTAs) {
  std::size_t rank = shape.size();
  UnsignedList blocks(rank, 1);
  for (std::size_t i = rank; i-- > 0;) {
    unsigned axis = e.order[i];
    blocks[axis] = static_cast<unsigned>(std::min<std::uint64_t>(
        numCTAs, pieces(shape[axis], e.sizePerThread[axis])));
    numCTAs /= blocks[axis];
  }
  Bases cga;
  // Triton puts the copies on the last dimension, after its parts.
  auto addCopies = [&](unsigned axis) {
    if (axis == rank - 1)
      cga.resize(cga.size() + log2Exact(numCTAs), UnsignedList(rank, 0));
  };
  for (unsigned axis : e.order) {
    for (unsigned stride = 1; stride < blocks[axis]; stride *= 2) {
      cga.emplace_back(rank, 0);
      cga.back()[axis] = stride;
    }
    addCopies(axis);
  }
  return cga;
}

} // namespace

Result<BlockedEncoding> defaultBlocked(ListRef<std::uint64_t> shape,
                                       ListRef<unsigned> sizePerThread,
                                       ListRef<unsigned> order,
                                       const ThreadGrid &threads) {
  if (Result<void> fits = checkOrder(shape, order); !fits)
    return tl::unexpected(fits.error());
  if (Result<void> fits = checkElements(sizePerThread, shape.size()); !fits)
    return tl::unexpected(fits.error());
  if (Result<void> fits = checkGrid(threads); !fits)
    return tl::unexpected(fits.error());

  BlockedEncoding e;
  e.sizePerThread.assign(sizePerThread.begin(), sizePerThread.end());
  e.order.assign(order.begin(), order.end());
  e.cga = dealBlocks(e, shape, threads.numCTAs);
  Result<std::vector<std::uint64_t>> block = blockShape(shape, e.cga);
  if (!block)
    return tl::unexpected(block.error());

  e.threadsPerWarp.assign(shape.size(), 1);
  e.warpsPerCTA.assign(shape.size(), 1);
  unsigned lanes = threads.threadsPerWarp, warps = threads.numWarps;
  auto take = [](unsigned &left, std::uint64_t wanted) {
    unsigned taken =
        static_cast<unsigned>(std::min<std::uint64_t>(left, wanted));
    left /= taken;
    return taken;
  };
  for (unsigned axis : order) {
    std::uint64_t wanted = axis == order.back()
                               ? ~std::uint64_t(0)
                               : pieces((*block)[axis], sizePerThread[axis]);
    e.threadsPerWarp[axis] = take(lanes, wanted);
    e.warpsPerCTA[axis] = take(warps, wanted / e.threadsPerWarp[axis]);
  }
  return e;
}

namespace {

/// Row-major is {rank - 1, ..., 0}; transposed has dimension 0 in front of it.
Result<bool> isTransposed(ListRef<unsigned> order) {
  std::size_t rank = order.size();
  bool transposed = rank > 1 && order[0] == 0;
  for (std::size_t i = transposed ? 1 : 0; i < rank; ++i) {
    std::size_t expected = transposed ? rank - i : rank - 1 - i;
    if (order[i] != expected)
      return failure(
          concat("expects an order that is row-major, perhaps with dimension 0 "
                 "in front, but got dimension ",
                 order[i], " as number ", i),
          {}, "permute the dimensions of the tensor");
  }
  return transposed;
}

/// The widest swizzle whose rows the contiguous dimension of a block fills. It
/// repeats each 8 rows, so with fewer there is none.
unsigned swizzleBytes(const NvmmaSharedEncoding &e,
                      const std::vector<std::uint64_t> &block) {
  constexpr unsigned Rows = 8;
  std::size_t contiguous = e.transposed ? 0 : block.size() - 1;
  std::uint64_t bytes =
      std::min<std::uint64_t>(block[contiguous], 128) * e.elementBitWidth / 8;
  if (e.fp4Padded)
    bytes *= 2;
  std::uint64_t rows = 1;
  for (std::size_t axis = 0; axis < block.size(); ++axis)
    if (axis != contiguous)
      rows *= block[axis];
  if (block.size() < 2 || rows < Rows)
    return 0;
  for (unsigned width : {128U, 64U, 32U})
    if (bytes >= width)
      return width;
  return 0;
}

} // namespace

Result<NvmmaSharedEncoding>
nvmmaSharedFor(ListRef<std::uint64_t> shape, ListRef<unsigned> order,
               const Bases &cga, unsigned elementBits, Fp4Padding fp4) {
  if (Result<void> fits = checkOrder(shape, order); !fits)
    return tl::unexpected(fits.error());
  Result<bool> transposed = isTransposed(order);
  if (!transposed)
    return tl::unexpected(transposed.error());
  Result<std::vector<std::uint64_t>> block = blockShape(shape, cga);
  if (!block)
    return tl::unexpected(block.error());

  NvmmaSharedEncoding e;
  e.transposed = *transposed;
  e.elementBitWidth = elementBits;
  e.fp4Padded = fp4 == Fp4Padding::Yes;
  e.rank = static_cast<unsigned>(shape.size());
  e.cga = cga;
  if (Result<void> valid = verify(e); !valid)
    return tl::unexpected(valid.error());
  e.swizzlingByteWidth = swizzleBytes(e, *block);
  if (e.fp4Padded && e.swizzlingByteWidth != 128)
    return failure(concat("expects a swizzle of 128 bytes with fp4Padded, but "
                          "got a block with ",
                          e.swizzlingByteWidth),
                   {}, "use 8 rows or more of 64 bytes or more");
  return e;
}

} // namespace heddle
