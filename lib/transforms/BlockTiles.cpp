//===- BlockTiles.cpp - Tiles of the blocks of a cluster ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTiles.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"

namespace heddle {

using namespace mlir;

const BlockedEncoding *blockedOf(Type type) {
  const Encoding *encoding = ir::encodingOf(type);
  return encoding == nullptr ? nullptr : encoding->getIf<BlockedEncoding>();
}

Attribute inBlocks(Operation *op, RankedTensorType type, const Bases &cga) {
  const BlockedEncoding *own = blockedOf(type);
  if (own == nullptr || own->cga == cga)
    return own == nullptr ? Attribute() : type.getEncoding();
  std::vector<std::uint64_t> tile(type.getShape().begin(),
                                  type.getShape().end());
  for (const UnsignedList &basis : cga)
    for (auto [size, step] : llvm::zip_equal(tile, basis))
      size = step != 0 ? std::max<std::uint64_t>(size / 2, 1) : size;
  ThreadGrid threads = {.numWarps = ir::warpsAt(op).value_or(1),
                        .threadsPerWarp = ir::lanesAt(op).value_or(1),
                        .numCTAs = 1};
  UnsignedList size = own->sizePerThread;
  for (auto [each, most] : llvm::zip_equal(size, tile))
    each = static_cast<unsigned>(std::min<std::uint64_t>(each, most));
  Result<BlockedEncoding> layout =
      defaultBlocked(tile, size, own->order, threads);
  if (!layout)
    return {};
  layout->cga = cga;
  return ir::layoutAttr(type.getContext(), *layout);
}

namespace {

/// Looks at each op once.
class SourceTiles {
public:
  std::optional<Bases> of(Value value) {
    Operation *op = value.getDefiningOp();
    if (op == nullptr || !isa<RankedTensorType>(value.getType()) ||
        !seen.insert(op).second)
      return std::nullopt;
    if (isTensorLoad(op) || isa<tt::DotOp>(op)) {
      const BlockedEncoding *layout = blockedOf(value.getType());
      return layout == nullptr ? std::optional<Bases>() : layout->cga;
    }
    if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(op))
      return of(convert.getSrc());
    if (auto trans = dyn_cast<tt::TransOp>(op))
      return turned(of(trans.getSrc()), trans.getOrder());
    if (auto reduce = dyn_cast<tt::ReduceOp>(op))
      return without(of(reduce.getSrcs().front()), reduce.getAxis());
    if (op->hasTrait<OpTrait::Elementwise>() || isa<tt::FpToFpOp>(op))
      for (Value operand : op->getOperands())
        if (std::optional<Bases> tiles = of(operand))
          return tiles;
    return std::nullopt;
  }

private:
  static std::optional<Bases> turned(std::optional<Bases> tiles,
                                     ArrayRef<std::int32_t> order) {
    if (tiles)
      for (UnsignedList &basis : *tiles) {
        UnsignedList before = basis;
        for (auto [axis, source] : llvm::enumerate(order))
          basis[axis] = before[static_cast<std::size_t>(source)];
      }
    return tiles;
  }
  static std::optional<Bases> without(std::optional<Bases> tiles,
                                      unsigned axis) {
    if (tiles)
      for (UnsignedList &basis : *tiles)
        basis.erase(basis.begin() + static_cast<std::ptrdiff_t>(axis));
    return tiles;
  }

  llvm::SmallPtrSet<Operation *, 16> seen;
};

} // namespace

std::optional<Bases> tilesOfSource(Value value) {
  return SourceTiles().of(value);
}

} // namespace heddle
