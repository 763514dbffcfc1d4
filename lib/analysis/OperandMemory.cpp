//===- OperandMemory.cpp - Shared memory for operands of products ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/OperandMemory.h"
#include "heddle/encoding/Queries.h"
#include "heddle/f2/Subspace.h"
#include "heddle/ir/Layout.h"

namespace heddle {

using namespace mlir;

namespace {

/// The coordinates that locations differ by if only these inputs do.
f2::Subspace reached(const LinearLayout &layout, ListRef<Dim> ins) {
  Words bases;
  for (Dim in : ins)
    for (Word basis : layout.bases(in))
      bases.push_back(basis);
  return f2::Subspace::span(layout.totalOutBits(), bases).value();
}

/// Have those who differ in other bits of a location than `ins` what they need?
bool staysWithin(const LinearLayout &from, const LinearLayout &to,
                 ListRef<Dim> ins, ListRef<Dim> others) {
  f2::Subspace held = reached(from, ins);
  if (!isInside(reached(to, ins), held))
    return false;
  for (Dim dim : others)
    for (unsigned bit = 0; bit < to.inBits(dim); ++bit)
      if (!held.contains(from.bases(dim)[bit] ^ to.bases(dim)[bit]))
        return false;
  return true;
}

/// Of the bits that tell registers apart, how many tell lanes apart before.
unsigned exchangedBits(const LinearLayout &from, const LinearLayout &to) {
  f2::Subspace before = reached(from, {Dim::Register});
  f2::Subspace together = f2::sum(before, reached(to, {Dim::Register})).value();
  return together.dimension() - before.dimension();
}

/// The axes, the one along which threads have neighbours first.
UnsignedList memoryOrder(RankedTensorType type, const LinearLayout &layout) {
  const Encoding *encoding = ir::encodingOf(type);
  const auto *blocked = encoding ? encoding->getIf<BlockedEncoding>() : nullptr;
  return blocked ? blocked->order : registerOrder(layout);
}

/// How the blocks of a cluster share the tensor.
Bases sharesOf(const LinearLayout &layout) {
  UnsignedList part = shapePerCTA(layout);
  Bases shares;
  for (Word basis : layout.bases(Dim::Block)) {
    UnsignedList coordinates;
    for (unsigned axis = 0; axis < part.size(); ++axis)
      coordinates.push_back(
          static_cast<unsigned>(layout.field(basis, Dim::standard(axis))) /
          part[axis]);
    shares.push_back(std::move(coordinates));
  }
  return shares;
}

} // namespace

Reach reachOf(const LinearLayout &from, const LinearLayout &to) {
  constexpr unsigned MostExchanged = 1;
  if (!std::ranges::equal(from.outs(), to.outs()) ||
      from.inBits(Dim::Warp) != to.inBits(Dim::Warp) ||
      from.inBits(Dim::Block) != to.inBits(Dim::Block) ||
      !staysWithin(from, to, {Dim::Register, Dim::Lane, Dim::Warp},
                   {Dim::Block}))
    return Reach::Cluster;
  bool staysInWarp = staysWithin(from, to, {Dim::Register, Dim::Lane},
                                 {Dim::Warp, Dim::Block});
  return staysInWarp && exchangedBits(from, to) <= MostExchanged ? Reach::Warp
                                                                 : Reach::Block;
}

ttg::MemDescType operandMemory(RankedTensorType stored,
                               RankedTensorType operand,
                               OperandTranspose transpose) {
  const Encoding *encoding = ir::encodingOf(operand);
  const auto *layout =
      encoding ? encoding->getIf<DotOperandEncoding>() : nullptr;
  Result<LinearLayout> registers = ir::linearLayoutOf(stored);
  if (!layout || !registers || !stored.getElementType().isIntOrFloat())
    return nullptr;
  SmallVector<std::uint64_t> shape(stored.getShape().begin(),
                                   stored.getShape().end());
  Result<SwizzledSharedEncoding> memory = swizzledSharedForOperand(
      *layout, shape, memoryOrder(stored, *registers), sharesOf(*registers),
      stored.getElementTypeBitWidth(), transpose);
  if (!memory)
    return nullptr;
  MLIRContext *context = stored.getContext();
  return ttg::MemDescType::get(stored.getShape(), stored.getElementType(),
                               ir::layoutAttr(context, Encoding(*memory)),
                               ttg::SharedMemoryAttr::get(context));
}

} // namespace heddle
