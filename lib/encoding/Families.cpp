//===- Families.cpp - The parameter table of each family ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Parameters.h"

namespace heddle {

namespace {

using enum Presence;

constexpr ValueRule AnyValue = {};
constexpr ValueRule PowerOfTwo = {.kind = ValueRule::Kind::PowerOfTwo};
constexpr ValueRule Permutation = {.kind = ValueRule::Kind::Permutation};
constexpr ValueRule OnePerDim = {.kind = ValueRule::Kind::OnePerDim};

template <class... Values> constexpr ValueRule oneOf(Values... values) {
  return {.kind = ValueRule::Kind::OneOf,
          .values = {static_cast<unsigned>(values)...},
          .count = sizeof...(values)};
}

template <class E> constexpr Parameter<E> cgaParameter() {
  return {"CGALayout", &E::cga, NotEmpty, AnyValue,
          "how the blocks of a cluster share the tensor: basis vectors of the "
          "block's number, in units of one block's part"};
}

template <class E> constexpr Parameter<E> orderParameter() {
  return {"order", &E::order, Always, Permutation,
          "the dimensions from the one that varies fastest"};
}

} // namespace

template <> const Family<BlockedEncoding> &familyOf<BlockedEncoding>() {
  using E = BlockedEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"sizePerThread", &E::sizePerThread, Always, OnePerDim,
       "elements that a thread holds side by side"},
      {"threadsPerWarp", &E::threadsPerWarp, Always, OnePerDim,
       "threads of a warp along each dimension"},
      {"warpsPerCTA", &E::warpsPerCTA, Always, OnePerDim,
       "warps of a block along each dimension"},
      orderParameter<E>(),
      cgaParameter<E>()};
  static constexpr Family<E> Table = {
      "ttg",
      "blocked",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "boxes of elements in threads, of threads in warps, of warps in a block"};
  return Table;
}

template <class E>
static constexpr Parameter<E> DistributedBases[] = {
    {"register", &E::registers, Always, AnyValue,
     "elements of registers 1, 2, 4, ... of a thread"},
    {"lane", &E::lanes, Always, AnyValue, "the same of lanes 1, 2, 4, ..."},
    {"warp", &E::warps, Always, AnyValue, "the same of warps 1, 2, 4, ..."},
    {"block", &E::blocks, Always, AnyValue, "the same of blocks 1, 2, 4, ..."},
};

template <> const Family<LinearEncoding> &familyOf<LinearEncoding>() {
  static constexpr Family<LinearEncoding> Table = {
      "ttg",
      "linear",
      EncodingKind::Distributed,
      Wrapping::Braces,
      DistributedBases<LinearEncoding>,
      "any layout whose basis vectors are unit vectors or zero"};
  return Table;
}

template <>
const Family<GenericLinearEncoding> &familyOf<GenericLinearEncoding>() {
  static constexpr Family<GenericLinearEncoding> Table = {
      "ttg",
      "generic_linear",
      EncodingKind::Distributed,
      Wrapping::Braces,
      DistributedBases<GenericLinearEncoding>,
      "any surjective layout whose warps may mix dimensions (from 3.8 on)",
      TritonVersion::V3_8};
  return Table;
}

template <> const Family<SliceEncoding> &familyOf<SliceEncoding>() {
  using E = SliceEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"dim", &E::dim, Always, AnyValue,
       "the dimension of the parent that is left out"},
      {"parent", &E::parent, Always, AnyValue,
       "a distributed layout of one dimension more"}};
  static constexpr Family<E> Table = {
      "ttg",
      "slice",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "the parent without a dimension, as a reduction leaves it"};
  return Table;
}

template <> const Family<DotOperandEncoding> &familyOf<DotOperandEncoding>() {
  using E = DotOperandEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"opIdx", &E::opIdx, Always, oneOf(0, 1), "0 for A, 1 for B"},
      {"parent", &E::parent, Always, AnyValue, "the layout of the result"},
      {"kWidth", &E::kWidth, NotDefault, AnyValue,
       "consecutive elements along K in a thread; none for a blocked parent"}};
  static constexpr Family<E> Table = {
      "ttg",
      "dot_op",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "an operand of a matrix product whose result has the layout "
      "of the parent"};
  return Table;
}

template <> const Family<NvidiaMmaEncoding> &familyOf<NvidiaMmaEncoding>() {
  using E = NvidiaMmaEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"versionMajor", &E::versionMajor, Always, oneOf(2, 3),
       "2 for mma (sm_75 and on), 3 for wgmma (sm_90)"},
      {"versionMinor", &E::versionMinor, Defaulted, AnyValue,
       "a variant that does not change the layout"},
      {"warpsPerCTA", &E::warpsPerCTA, Always, OnePerDim,
       "warps of a block along each dimension"},
      cgaParameter<E>(),
      {"instrShape", &E::instrShape, Always, PowerOfTwo,
       "[M, N] of the instruction (version 2), with a batch in front for rank "
       "3, or [M, N, K] (version 3)"}};
  static constexpr Family<E> Table = {
      "ttg",
      "nvidia_mma",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "the accumulator of NVIDIA's matrix instructions"};
  return Table;
}

template <> const Family<AmdMfmaEncoding> &familyOf<AmdMfmaEncoding>() {
  using E = AmdMfmaEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"version", &E::version, Always, oneOf(1, 2, 3, 4),
       "the CDNA generation: gfx908, gfx90a, gfx942, gfx950"},
      {"warpsPerCTA", &E::warpsPerCTA, Always, OnePerDim,
       "warps of a block along each dimension"},
      {"instrShape", &E::instrShape, Always, PowerOfTwo,
       "[M, N, K] of the instruction"},
      {"isTransposed", &E::isTransposed, Defaulted, AnyValue,
       "threads hold consecutive columns instead of rows"},
      cgaParameter<E>(),
      {"tilesPerWarp", &E::tilesPerWarp, NotEmpty, OnePerDim,
       "tiles that a warp has side by side"},
      {"elementBitWidth", &E::elementBitWidth, NotDefault, oneOf(32, 64),
       "bits of an element of the result"}};
  static constexpr Family<E> Table = {"ttg",
                                      "amd_mfma",
                                      EncodingKind::Distributed,
                                      Wrapping::Braces,
                                      Parameters,
                                      "the accumulator of AMD's MFMA (CDNA)"};
  return Table;
}

template <> const Family<AmdWmmaEncoding> &familyOf<AmdWmmaEncoding>() {
  using E = AmdWmmaEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"version", &E::version, Always, oneOf(1, 2, 3),
       "RDNA 3, RDNA 4, gfx1250"},
      {"isTranspose", &E::isTransposed, Defaulted, AnyValue,
       "threads hold consecutive columns instead of rows"},
      {"register", &E::registers, NotEmpty, AnyValue,
       "tiles that a warp repeats, as basis vectors in units of tiles",
       "ctaLayout"},
      {"warp", &E::warps, NotEmpty, AnyValue,
       "tiles of warps 1, 2, 4, ..., in units of tiles", "ctaLayout"},
      cgaParameter<E>(),
      {"instrShape", &E::instrShape, NotDefault, PowerOfTwo,
       "[M, N, K] of the instruction"},
      {"rank", &E::rank, Unwritten, oneOf(2, 3),
       "the rank of the tensor, where no basis vector tells it"}};
  static constexpr Family<E> Table = {
      "ttg",
      "amd_wmma",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "the accumulator of AMD's WMMA (RDNA, gfx1250)"};
  return Table;
}

template <class E>
static constexpr Parameter<E> SwizzleParameters[] = {
    {"vec", &E::vec, Always, PowerOfTwo, "elements that stay together"},
    {"perPhase", &E::perPhase, Always, PowerOfTwo,
     "consecutive rows that are permuted alike"},
    {"maxPhase", &E::maxPhase, Always, PowerOfTwo,
     "different permutations before they repeat"},
    orderParameter<E>(),
    cgaParameter<E>(),
};

template <>
const Family<SwizzledSharedEncoding> &familyOf<SwizzledSharedEncoding>() {
  static constexpr Family<SwizzledSharedEncoding> Table = {
      "ttg",
      "swizzled_shared",
      EncodingKind::Shared,
      Wrapping::Braces,
      SwizzleParameters<SwizzledSharedEncoding>,
      "rows in shared memory, each permuted by its number"};
  return Table;
}

template <>
const Family<AmdRotatingSharedEncoding> &familyOf<AmdRotatingSharedEncoding>() {
  static constexpr Family<AmdRotatingSharedEncoding> Table = {
      "ttg",
      "amd_rotating_shared",
      EncodingKind::Shared,
      Wrapping::Braces,
      SwizzleParameters<AmdRotatingSharedEncoding>,
      "as swizzled_shared, with a permutation that changes from one group of "
      "rows to the next"};
  return Table;
}

template <> const Family<NvmmaSharedEncoding> &familyOf<NvmmaSharedEncoding>() {
  using E = NvmmaSharedEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"swizzlingByteWidth", &E::swizzlingByteWidth, Always,
       oneOf(0, 32, 64, 128), "bytes of a row within which groups move"},
      {"transposed", &E::transposed, Defaulted, AnyValue,
       "the first dimension is the contiguous one"},
      {"elementBitWidth", &E::elementBitWidth, Always, oneOf(8, 16, 32, 64),
       "bits of an element"},
      {"fp4Padded", &E::fp4Padded, NotDefault, AnyValue,
       "4-bit values in groups of 8 bytes, each followed by 8 free bytes"},
      cgaParameter<E>(),
      {"rank", &E::rank, Implied, AnyValue, "dimensions of the tensor"}};
  static constexpr Family<E> Table = {
      "ttg",
      "nvmma_shared",
      EncodingKind::Shared,
      Wrapping::Braces,
      Parameters,
      "shared memory as wgmma, tcgen05 and TMA read it"};
  return Table;
}

template <>
const Family<PaddedSharedEncoding> &familyOf<PaddedSharedEncoding>() {
  using E = PaddedSharedEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"offset", &E::offsets, Always, AnyValue,
       "elements at offsets 1, 2, 4, ... before the gaps are put in; for rows "
       "one after the other write order and shape instead"},
      {"block", &E::blocks, Always, AnyValue,
       "the same of blocks 1, 2, 4, ..."}};
  static constexpr Family<E> Table = {
      "ttg",
      "padded_shared",
      EncodingKind::Shared,
      Wrapping::Padded,
      Parameters,
      "rows in shared memory with gaps between them"};
  return Table;
}

template <>
const Family<PartitionedSharedEncoding> &familyOf<PartitionedSharedEncoding>() {
  using E = PartitionedSharedEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"numPartitions", &E::numPartitions, Always, PowerOfTwo,
       "separate memories that pieces are dealt to in turn"},
      {"numGroups", &E::numGroups, Always, PowerOfTwo,
       "pieces in each partition"},
      {"partitionDim", &E::partitionDim, Always, AnyValue,
       "the dimension that is cut into pieces"},
      {"partitionLayout", &E::partitionLayout, Always, AnyValue,
       "the shared layout of one piece"}};
  static constexpr Family<E> Table = {
      "ttg",
      "partitioned_shared",
      EncodingKind::Shared,
      Wrapping::Braces,
      Parameters,
      "pieces of a tensor in separate memories (from 3.8 on)",
      TritonVersion::V3_8};
  return Table;
}

template <>
const Family<SharedLinearEncoding> &familyOf<SharedLinearEncoding>() {
  using E = SharedLinearEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"offset", &E::offsets, Always, AnyValue,
       "elements at offsets 1, 2, 4, ..."},
      {"block", &E::blocks, NotEmpty, AnyValue,
       "the same of blocks 1, 2, 4, ..."},
      {.name = "alignment",
       .field = &E::alignment,
       .presence = Always,
       .rule = PowerOfTwo,
       .meaning = "bytes that the start is a multiple of",
       .afterBraces = true}};
  static constexpr Family<E> Table = {"ttg",
                                      "shared_linear",
                                      EncodingKind::Shared,
                                      Wrapping::Braces,
                                      Parameters,
                                      "any linear layout of shared memory"};
  return Table;
}

template <>
const Family<TensorMemoryEncoding> &familyOf<TensorMemoryEncoding>() {
  using E = TensorMemoryEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"blockM", &E::blockM, Always, oneOf(64, 128), "rows of a block"},
      {"blockN", &E::blockN, Always, PowerOfTwo, "columns of a block"},
      {"colStride", &E::colStride, Always, PowerOfTwo,
       "columns from one element of a row to the next"},
      cgaParameter<E>(),
      {"twoCTAs", &E::twoCTAs, NotDefault, AnyValue,
       "laid out for two blocks that multiply together"},
      {"fp4Padded", &E::fp4Padded, NotDefault, AnyValue,
       "4-bit values in bytes of their own"}};
  static constexpr Family<E> Table = {
      "ttng",
      "tensor_memory_encoding",
      EncodingKind::TensorMemory,
      Wrapping::None,
      Parameters,
      "the accumulator of tcgen05.mma in tensor memory"};
  return Table;
}

template <>
const Family<TensorMemoryScalesEncoding> &
familyOf<TensorMemoryScalesEncoding>() {
  using E = TensorMemoryScalesEncoding;
  static constexpr Parameter<E> Parameters[] = {
      cgaParameter<E>(),
      {"blockRepOrder", &E::blockRepOrder, NotDefault, AnyValue,
       "which way the blocks of scales repeat first: mnThenK or kThenMn"}};
  static constexpr Family<E> Table = {
      "ttng",
      "tensor_memory_scales_encoding",
      EncodingKind::TensorMemory,
      Wrapping::None,
      Parameters,
      "the scales of a block-scaled product in tensor memory"};
  return Table;
}

} // namespace heddle
