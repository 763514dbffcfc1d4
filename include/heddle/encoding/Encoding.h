//===- Encoding.h - Layout families by their own parameters -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Triton names layouts by families: `blocked` with its sizes per thread, warp
/// and block, `nvidia_mma` with the shape of its instruction, and so on. Here
/// each family is a plain struct with the parameters that its text has, and
/// `Encoding` holds any of them. What one means is a linear layout, once the
/// shape of the tensor is known (ToLinearLayout.h).
///
///     BlockedEncoding blocked;
///     blocked.sizePerThread = {1, 4};
///     blocked.threadsPerWarp = {4, 8};
///     blocked.warpsPerCTA = {4, 1};
///     blocked.order = {1, 0};
///     Encoding encoding = blocked;
///
/// Three kinds, by what a location is:
///  - *distributed*: register, lane, warp, block;
///  - *shared*: offset (in elements), block; for `partitioned_shared` a
///    partition too;
///  - *tensor memory*: row, col, block.
///
/// The structs hold whatever is written into them; `verify` (Verify.h) says
/// what is wrong with it, and everything that takes an encoding verifies first.
///
/// Sources: Triton's attribute descriptions (3.6 to 3.9), the PTX ISA's matrix
/// fragment layouts, AMD's matrix instruction calculator.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_ENCODING_H
#define HEDDLE_ENCODING_ENCODING_H

#include "heddle/layout/Padding.h"

#include <concepts>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace heddle {

/// One number a tensor dimension, or a list of a parameter's own meaning.
using UnsignedList = std::vector<unsigned>;

/// Basis vectors of one input dimension, lowest bit first; each has a
/// coordinate in every tensor dimension.
using Bases = std::vector<UnsignedList>;

class Encoding;

/// An encoding inside of another: `parent = #ttg.blocked<...>`. A value: copies
/// are cheap, share, and compare by content. Empty until it is assigned.
class EncodingBox {
public:
  EncodingBox() = default;
  EncodingBox(Encoding encoding);

  explicit operator bool() const { return content != nullptr; }
  const Encoding &operator*() const { return *content; }
  const Encoding *operator->() const { return content.get(); }

  friend bool operator==(const EncodingBox &a, const EncodingBox &b);

private:
  std::shared_ptr<const Encoding> content;
};

/// `cga`, in all families that have it: how the blocks of a cluster share the
/// tensor, as the basis vectors of the block's number, in units of what one
/// block holds. Empty for one block; a zero vector gives two blocks the same.

/// Tiles of threads: each thread holds a box of `sizePerThread` elements, a
/// warp a box of threads, a block a box of warps. `order[0]` varies fastest, in
/// all three.
struct BlockedEncoding {
  UnsignedList sizePerThread, threadsPerWarp, warpsPerCTA, order;
  Bases cga;
  bool operator==(const BlockedEncoding &) const = default;
};

/// A layout by its basis vectors. They have to be unit vectors or zero.
struct LinearEncoding {
  Bases registers, lanes, warps, blocks;
  bool operator==(const LinearEncoding &) const = default;
};

/// A layout by its basis vectors, of which those of the warps may mix
/// dimensions. From Triton 3.8 on.
struct GenericLinearEncoding {
  Bases registers, lanes, warps, blocks;
  bool operator==(const GenericLinearEncoding &) const = default;
};

/// The parent without its dimension `dim`: each element is held by whoever
/// holds any element of the parent above it.
struct SliceEncoding {
  unsigned dim = 0;
  EncodingBox parent;
  bool operator==(const SliceEncoding &) const = default;
};

/// Operand A (`opIdx` 0) or B (1) of a matrix product whose result has the
/// layout `parent`; `kWidth` consecutive elements along K are in one thread.
struct DotOperandEncoding {
  unsigned opIdx = 0;
  EncodingBox parent;
  unsigned kWidth = 0;
  bool operator==(const DotOperandEncoding &) const = default;
};

/// The accumulator of NVIDIA's `mma` (version 2) and `wgmma` (version 3).
/// `instrShape` is [M, N] or [batch, M, N] for version 2, [M, N, K] for
/// version 3.
struct NvidiaMmaEncoding {
  unsigned versionMajor = 0, versionMinor = 0;
  UnsignedList warpsPerCTA;
  Bases cga;
  UnsignedList instrShape;
  bool operator==(const NvidiaMmaEncoding &) const = default;
};

/// The accumulator of AMD's MFMA (CDNA 1 to 4). `instrShape` is [M, N, K].
struct AmdMfmaEncoding {
  unsigned version = 0;
  UnsignedList warpsPerCTA, instrShape;
  bool isTransposed = false;
  Bases cga;
  /// Tiles that a warp has side by side; empty is one along each dimension.
  UnsignedList tilesPerWarp;
  unsigned elementBitWidth = 32;
  bool operator==(const AmdMfmaEncoding &) const = default;
};

/// The accumulator of AMD's WMMA: RDNA 3 (version 1), RDNA 4 (2), gfx1250 (3).
/// `registers` and `warps` place the tiles of a block, in units of tiles.
struct AmdWmmaEncoding {
  unsigned version = 0;
  bool isTransposed = false;
  Bases registers, warps;
  Bases cga;
  UnsignedList instrShape = {16, 16, 16};
  /// The rank of the tensor, which bases give if there are any.
  unsigned rank = 2;
  bool operator==(const AmdWmmaEncoding &) const = default;
};

/// Rows stored one after the other, each permuted: groups of `vec` elements are
/// XORed with (row / perPhase) % maxPhase. `order[0]` is the axis of a row.
struct SwizzledSharedEncoding {
  unsigned vec = 1, perPhase = 1, maxPhase = 1;
  UnsignedList order;
  Bases cga;
  bool operator==(const SwizzledSharedEncoding &) const = default;
};

/// As `swizzled_shared`, with the phase XORed by (row / perPhase / maxPhase) %
/// maxPhase.
struct AmdRotatingSharedEncoding {
  unsigned vec = 1, perPhase = 1, maxPhase = 1;
  UnsignedList order;
  Bases cga;
  bool operator==(const AmdRotatingSharedEncoding &) const = default;
};

/// What `wgmma`, `tcgen05.mma` and TMA read: tiles of 8 rows of
/// `swizzlingByteWidth` bytes, 16-byte groups permuted within the tile.
struct NvmmaSharedEncoding {
  unsigned swizzlingByteWidth = 0;
  bool transposed = false;
  unsigned elementBitWidth = 0;
  bool fp4Padded = false;
  unsigned rank = 2;
  Bases cga;
  bool operator==(const NvmmaSharedEncoding &) const = default;
};

/// Elements in the order that the bases say, with gaps: element number i of
/// that order is at i + sum over k of i / interval[k] * padding[k]. The order
/// is linear, the gaps are not.
struct PaddedSharedEncoding {
  std::vector<Padding> paddings;
  Bases offsets, blocks;
  /// How many dimensions a tensor of one element has, since no basis vector
  /// says it; 0 where there are some.
  unsigned rankOfOne = 0;
  bool operator==(const PaddedSharedEncoding &) const = default;
};

/// The tensor cut along `partitionDim` into numPartitions * numGroups parts
/// dealt round robin into partitions; `partitionLayout` is the layout of one
/// part. From Triton 3.8 on.
struct PartitionedSharedEncoding {
  unsigned numPartitions = 1, numGroups = 1, partitionDim = 0;
  EncodingBox partitionLayout;
  bool operator==(const PartitionedSharedEncoding &) const = default;
};

/// A shared layout by its basis vectors.
struct SharedLinearEncoding {
  Bases offsets, blocks;
  /// In bytes.
  unsigned alignment = 16;
  bool operator==(const SharedLinearEncoding &) const = default;
};

/// Tensor memory of Blackwell: blocks of blockM x blockN on 128 rows, M first.
/// `colStride` columns from one element to the next.
struct TensorMemoryEncoding {
  unsigned blockM = 0, blockN = 0, colStride = 1;
  Bases cga;
  bool twoCTAs = false, fp4Padded = false;
  bool operator==(const TensorMemoryEncoding &) const = default;
};

/// In which direction the blocks of scales repeat along the columns first.
enum class BlockRepOrder { MnThenK, KThenMn };

/// The scales of a block-scaled product in tensor memory: blocks of 32 x 4
/// bytes, copied to all four warps' rows.
struct TensorMemoryScalesEncoding {
  Bases cga;
  BlockRepOrder blockRepOrder = BlockRepOrder::MnThenK;
  bool operator==(const TensorMemoryScalesEncoding &) const = default;
};

/// Every family, in the order of the documentation.
using EncodingVariant = std::variant<
    BlockedEncoding, LinearEncoding, GenericLinearEncoding, SliceEncoding,
    DotOperandEncoding, NvidiaMmaEncoding, AmdMfmaEncoding, AmdWmmaEncoding,
    SwizzledSharedEncoding, AmdRotatingSharedEncoding, NvmmaSharedEncoding,
    PaddedSharedEncoding, PartitionedSharedEncoding, SharedLinearEncoding,
    TensorMemoryEncoding, TensorMemoryScalesEncoding>;

/// What a location of the layout is.
enum class EncodingKind { Distributed, Shared, TensorMemory };

/// A layout of any family.
class Encoding {
public:
  template <class Family>
    requires std::constructible_from<EncodingVariant, Family>
  Encoding(Family family) : content(std::move(family)) {}

  /// The struct if the encoding is of that family, else null.
  template <class Family> const Family *getIf() const {
    return std::get_if<Family>(&content);
  }
  template <class Family> bool is() const { return getIf<Family>() != nullptr; }

  /// Calls `visitor` with the struct.
  template <class Visitor> decltype(auto) visit(Visitor &&visitor) const {
    return std::visit(std::forward<Visitor>(visitor), content);
  }

  EncodingKind kind() const;
  /// The rank of the tensors that it fits.
  unsigned rank() const;
  /// The layout that this one is made from, such as the parent of a slice; null
  /// if there is none.
  const Encoding *nested() const;

  bool operator==(const Encoding &) const = default;

private:
  EncodingVariant content;
};

} // namespace heddle

#endif // HEDDLE_ENCODING_ENCODING_H
