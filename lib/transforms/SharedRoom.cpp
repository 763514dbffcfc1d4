//===- SharedRoom.cpp - Shared memory that loops need ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedRoom.h"
#include "SlicedFactor.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/plan/BlockPart.h"
#include "heddle/plan/Conversion.h"

namespace heddle {

using namespace mlir;

/// Of so many elements those that one block of a cluster has.
static std::uint64_t inBlock(Type type, std::int64_t elements) {
  auto all = static_cast<std::uint64_t>(elements);
  if (ir::encodingOf(type) == nullptr)
    return all;
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  return layout && layout->inBits(Dim::Block) != 0
             ? all >> bitsOfBlocks(*layout)
             : all;
}

std::uint64_t bytesOfTensor(ShapedType type) {
  return inBlock(type, type.getNumElements()) *
         bytesOfElement(type.getElementType());
}

std::uint64_t bytesOfMemory(ttg::MemDescType type) {
  return inBlock(type, ShapedType::getNumElements(type.getShape())) *
         bytesOfElement(type.getElementType());
}

std::uint64_t bytesOfBuffer(ttg::LocalAllocOp alloc) {
  ttg::MemDescType type = alloc.getType();
  const Encoding *encoding = ir::encodingOf(Type(type));
  std::uint64_t count =
      inBlock(type, ShapedType::getNumElements(type.getShape()));
  return (encoding ? paddedOffset(paddingsOf(*encoding), count) : count) *
         bytesOfElement(type.getElementType());
}

namespace {

/// Is the buffer in use while the loop runs? One that is made before may be;
/// one of another loop, or made behind, is not.
bool mayLiveIn(scf::ForOp loop, ttg::LocalAllocOp alloc) {
  if (loop->isAncestor(alloc))
    return true;
  Operation *around = alloc->getBlock()->findAncestorOpInBlock(*loop);
  return around != nullptr && alloc->isBeforeInBlock(around);
}

std::uint64_t bytesOfOperands(Operation *op) {
  std::uint64_t bytes = 0;
  for (Value value : op->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      bytes += bytesOfTensor(type);
  return bytes;
}

/// Do several warps have parts of a result, as far as that is known?
bool isSpreadOverWarps(tt::ReduceOp reduce) {
  Result<LinearLayout> layout =
      ir::linearLayoutOf(reduce.getSrcs().front().getType());
  if (!layout)
    return true;
  const Dim axis = Dim::standard(reduce.getAxis());
  for (Dim dim : {Dim::Warp, Dim::Block})
    for (unsigned bit = 0; bit < layout->inBits(dim); ++bit)
      if (layout->basis(dim, bit, axis) != 0)
        return true;
  return false;
}

/// Warps exchange what each of them has of the results, in two steps at most.
std::uint64_t bytesOfReduction(tt::ReduceOp reduce) {
  constexpr std::uint64_t MostSteps = 2;
  if (!isSpreadOverWarps(reduce))
    return 0;
  std::uint64_t results = 0;
  for (Value value : reduce->getResults())
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      results += bytesOfTensor(type);
    else
      results += bytesOfElement(value.getType());
  return std::min(bytesOfOperands(reduce),
                  MostSteps * ir::warpsAt(reduce).value_or(1) * results);
}

std::uint64_t bytesOfConversion(ttg::ConvertLayoutOp convert,
                                const Target &target) {
  auto type = cast<RankedTensorType>(convert.getType());
  Result<LinearLayout> from = ir::linearLayoutOf(convert.getSrc().getType());
  Result<LinearLayout> to = ir::linearLayoutOf(type);
  auto bits = static_cast<unsigned>(8 * bytesOfElement(type.getElementType()));
  if (!from || !to || bits == 0)
    return bytesOfTensor(type);
  Result<Conversion> plan =
      planConversion(*from, *to, bits, target, {.isCheapestOnly = true});
  return plan ? plan->program.scratchBytes : bytesOfTensor(type);
}

/// Of what an op moves between threads.
std::uint64_t bytesOfExchange(Operation *op, const Target &target) {
  if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(op))
    return bytesOfConversion(convert, target);
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    return bytesOfReduction(reduce);
  if (isa<tt::ScanOp, tt::GatherOp, tt::HistogramOp, tt::DescriptorStoreOp,
          tt::DescriptorReduceOp>(op))
    return bytesOfOperands(op);
  if (auto dot = dyn_cast<tt::DotOp>(op)) {
    const Encoding *encoding = ir::encodingOf(Type(dot.getType()));
    if (encoding != nullptr && encoding->is<BlockedEncoding>())
      return bytesOfTensor(cast<ShapedType>(dot.getA().getType())) +
             bytesOfTensor(cast<ShapedType>(dot.getB().getType()));
  }
  return 0;
}

} // namespace

bool exchangesBetweenWarps(Operation *op, const Target &target) {
  auto alloc = dyn_cast<ttg::LocalAllocOp>(op);
  return alloc ? bool(alloc.getSrc()) : bytesOfExchange(op, target) != 0;
}

std::uint64_t sharedBytesDuring(scf::ForOp loop, const OpSet &gone,
                                const Target &target) {
  std::uint64_t buffers = 0, moved = 0, blocks = 0;
  loop->getParentOfType<FunctionOpInterface>()->walk([&](Operation *op) {
    if (gone.contains(op))
      return;
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op)) {
      if (mayLiveIn(loop, alloc))
        buffers += bytesOfBuffer(alloc);
    } else if (loop->isAncestor(op)) {
      moved = std::max(moved, bytesOfExchange(op, target));
      // Some of these may be waited for together.
      if (auto load = dyn_cast<tt::DescriptorLoadOp>(op))
        blocks += bytesOfTensor(load.getType());
    }
  });
  return buffers + std::max(moved, blocks);
}

std::uint64_t sharedBytesFrom(scf::ForOp loop, const OpSet &gone,
                              const Target &target) {
  std::uint64_t buffers = 0, moved = 0;
  auto function = loop->getParentOfType<FunctionOpInterface>();
  function->walk([&](Operation *op) {
    if (gone.contains(op))
      return;
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op)) {
      buffers += bytesOfBuffer(alloc);
      return;
    }
    Operation *there = loop->getBlock()->findAncestorOpInBlock(*op);
    if (there != nullptr && !there->isBeforeInBlock(loop))
      moved = std::max(moved, bytesOfExchange(op, target));
  });
  return buffers + moved;
}

} // namespace heddle
