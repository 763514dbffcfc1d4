//===- NarrowLayout.cpp - Layouts of narrow accesses ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/NarrowLayout.h"
#include "heddle/analysis/AccessWidth.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"

namespace heddle {

using namespace mlir;

namespace {

struct Access {
  Value pointers, mask;
};

std::optional<Access> accessOf(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return Access{load.getPtr(), load.getMask()};
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return Access{store.getPtr(), store.getMask()};
  return std::nullopt;
}

/// What bounds the width of the access; nothing where that is not known.
std::optional<AccessWidth> widthOf(const Access &access, RankedTensorType type,
                                   const AxisFacts &facts,
                                   const Target &target) {
  constexpr unsigned BitsOfByte = 8;
  unsigned bits = ir::elementBits(tt::pointee(type.getElementType()));
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout || bits % BitsOfByte != 0)
    return std::nullopt;
  std::optional<AxisInfo> mask;
  if (access.mask)
    mask = facts.of(access.mask);
  return boundAccess(*layout, facts.of(access.pointers),
                     mask ? &*mask : nullptr, bits / BitsOfByte,
                     target.globalAccessBytes)
      .width;
}

} // namespace

Attribute layoutWithoutGaps(Operation *op, const AxisFacts &facts,
                            const Target &target) {
  std::optional<Access> access = accessOf(op);
  auto type = access ? dyn_cast<RankedTensorType>(access->pointers.getType())
                     : RankedTensorType();
  const Encoding *encoding = type ? ir::encodingOf(type) : nullptr;
  const auto *blocked =
      encoding == nullptr ? nullptr : encoding->getIf<BlockedEncoding>();
  if (blocked == nullptr)
    return {};
  std::optional<AccessWidth> width = widthOf(*access, type, facts, target);
  unsigned axis = blocked->order.front();
  unsigned held = blocked->sizePerThread[axis];
  // Elements that are not known to be neighbours may be the same one.
  if (!width || width->elements >= held || width->contiguity < held)
    return {};
  UnsignedList sizes = blocked->sizePerThread;
  sizes[axis] = width->elements;
  std::vector<std::uint64_t> shape(type.getShape().begin(),
                                   type.getShape().end());
  Result<BlockedEncoding> narrow =
      defaultBlocked(shape, sizes, blocked->order,
                     {.numWarps = ir::warpsAt(op).value_or(1),
                      .threadsPerWarp = ir::lanesAt(op).value_or(1),
                      .numCTAs = 1});
  if (!narrow)
    return {};
  narrow->cga = blocked->cga;
  return ir::layoutAttr(op->getContext(), *narrow);
}

} // namespace heddle
