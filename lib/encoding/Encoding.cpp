//===- Encoding.cpp - Layout families by their own parameters -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/Parameters.h"

namespace heddle {

EncodingBox::EncodingBox(Encoding encoding)
    : content(std::make_shared<const Encoding>(std::move(encoding))) {}

bool operator==(const EncodingBox &a, const EncodingBox &b) {
  if (a.content == b.content)
    return true;
  return a && b && *a == *b;
}

EncodingKind Encoding::kind() const {
  return visit([]<class E>(const E &) { return familyOf<E>().kind; });
}

namespace {

/// The length of the first basis vector, if there is any.
unsigned rankOfBases(std::initializer_list<const Bases *> lists) {
  for (const Bases *bases : lists)
    if (!bases->empty())
      return static_cast<unsigned>(bases->front().size());
  return 0;
}

unsigned rankOf(const UnsignedList &onePerDim) {
  return static_cast<unsigned>(onePerDim.size());
}

struct RankVisitor {
  unsigned operator()(const BlockedEncoding &e) { return rankOf(e.order); }
  unsigned operator()(const LinearEncoding &e) {
    return rankOfBases({&e.registers, &e.lanes, &e.warps, &e.blocks});
  }
  unsigned operator()(const GenericLinearEncoding &e) {
    return rankOfBases({&e.registers, &e.lanes, &e.warps, &e.blocks});
  }
  unsigned operator()(const SliceEncoding &e) {
    unsigned rank = e.parent ? e.parent->rank() : 0;
    return rank > 0 ? rank - 1 : 0;
  }
  unsigned operator()(const DotOperandEncoding &e) {
    return e.parent ? e.parent->rank() : 0;
  }
  unsigned operator()(const NvidiaMmaEncoding &e) {
    return rankOf(e.warpsPerCTA);
  }
  unsigned operator()(const AmdMfmaEncoding &e) {
    return rankOf(e.warpsPerCTA);
  }
  unsigned operator()(const AmdWmmaEncoding &e) {
    unsigned rank = rankOfBases({&e.warps, &e.registers, &e.cga});
    return rank > 0 ? rank : e.rank;
  }
  unsigned operator()(const SwizzledSharedEncoding &e) {
    return rankOf(e.order);
  }
  unsigned operator()(const AmdRotatingSharedEncoding &e) {
    return rankOf(e.order);
  }
  unsigned operator()(const NvmmaSharedEncoding &e) {
    return e.cga.empty() ? e.rank : rankOfBases({&e.cga});
  }
  unsigned operator()(const PaddedSharedEncoding &e) {
    return rankOfBases({&e.offsets, &e.blocks});
  }
  unsigned operator()(const PartitionedSharedEncoding &e) {
    return e.partitionLayout ? e.partitionLayout->rank() : 0;
  }
  unsigned operator()(const SharedLinearEncoding &e) {
    return rankOfBases({&e.offsets, &e.blocks});
  }
  unsigned operator()(const TensorMemoryEncoding &) { return 2; }
  unsigned operator()(const TensorMemoryScalesEncoding &) { return 2; }
};

} // namespace

unsigned Encoding::rank() const { return visit(RankVisitor()); }

} // namespace heddle
