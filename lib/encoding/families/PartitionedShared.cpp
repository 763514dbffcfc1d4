//===- PartitionedShared.cpp - Tensors in separate memories ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyTraits.h"
#include "ParameterRows.h"
#include "heddle/encoding/ToLinearLayout.h"

namespace heddle {

template <>
const Family<PartitionedSharedEncoding> &familyOf<PartitionedSharedEncoding>() {
  using E = PartitionedSharedEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"numPartitions", &E::numPartitions, Always, PowerOfTwo,
       "separate memories that parts are dealt to in turn"},
      {"numGroups", &E::numGroups, Always, PowerOfTwo,
       "parts in each partition"},
      {"partitionDim", &E::partitionDim, Always, AnyValue,
       "the dimension that is cut into parts"},
      {"partitionLayout", &E::partitionLayout, Always, AnyValue,
       "the shared layout of one part"}};
  static constexpr Family<E> Table = {
      "ttg",
      "partitioned_shared",
      EncodingKind::Shared,
      Wrapping::Braces,
      Parameters,
      "parts of a tensor in separate memories (from 3.8 on)",
      TritonVersion::V3_8};
  return Table;
}

namespace {

Checked checkRules(const PartitionedSharedEncoding &e, unsigned rank) {
  if (e.numPartitions < 2)
    return wrongValue("numPartitions", "2 or more",
                      std::to_string(e.numPartitions));
  if (e.partitionLayout->kind() != EncodingKind::Shared ||
      e.partitionLayout->is<PartitionedSharedEncoding>())
    return wrongValue("partitionLayout", "a shared layout without partitions",
                      "another kind");
  if (e.partitionDim >= rank)
    return wrongValue("partitionDim", concat("a dimension, 0 ... ", rank - 1),
                      std::to_string(e.partitionDim));
  return {};
}

// One part, then the partitions that parts go to in turn, then the groups of
// parts that follow each other in every partition.
Result<LinearLayout> layoutOf(const PartitionedSharedEncoding &e,
                              const ShapeContext &c) {
  unsigned partitionBits = log2Exact(e.numPartitions);
  unsigned groupBits = log2Exact(e.numGroups);
  if (c.bits[e.partitionDim] < partitionBits + groupBits)
    return failure(concat("expects at least numPartitions * numGroups = ",
                          std::uint64_t(e.numPartitions) * e.numGroups,
                          " elements along dimension ", e.partitionDim,
                          ", but got ", f2::unit(c.bits[e.partitionDim])));
  InplaceVector<std::uint64_t, MaxDims> partShape;
  for (unsigned bits : c.bits)
    partShape.push_back(f2::unit(bits));
  partShape[e.partitionDim] >>= partitionBits + groupBits;
  Result<LinearLayout> part =
      toLinearLayout(*e.partitionLayout, partShape, c.facts.version);
  if (!part)
    return part;

  TileBuilder tile(c.bits, {});
  auto wordInTensor = [&](Word inPart) {
    Word word = 0;
    for (unsigned axis = 0; axis < tile.rank(); ++axis)
      word |= tile.wordOf(axis, part->field(inPart, Dim::standard(axis)));
    return word;
  };
  for (Word word : part->bases(Dim::Offset))
    tile.placeWord(Slot::Offset, wordInTensor(word));
  for (Word word : part->bases(Dim::Block))
    tile.placeBlockWord(wordInTensor(word));
  tile.skip(e.partitionDim, c.bits[e.partitionDim] - partitionBits - groupBits);
  tile.place(Slot::Partition, e.partitionDim, partitionBits);
  tile.place(Slot::Offset, e.partitionDim, groupBits);
  return tile.finish({Dim::Offset, Dim::Partition});
}

} // namespace

template <>
const FamilyTraits<PartitionedSharedEncoding> &
traitsOf<PartitionedSharedEncoding>() {
  using E = PartitionedSharedEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank =
          [](const E &e) {
            return e.partitionLayout ? e.partitionLayout->rank() : 0;
          },
      .check = checkRules,
      .layout = layoutOf,
      .nested = &E::partitionLayout,
  };
  return Traits;
}

} // namespace heddle
