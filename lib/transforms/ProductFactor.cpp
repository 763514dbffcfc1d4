//===- ProductFactor.cpp - Factors in shared memory -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductFactor.h"
#include "ChangeLayout.h"
#include "CopiedLoad.h"
#include "heddle/analysis/LayoutGraph.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/analysis/RunAxis.h"
#include "heddle/encoding/Construct.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/plan/SharedAccess.h"

namespace heddle {

using namespace mlir;

namespace {

/// A sector of global memory: what lanes side by side load at the least.
constexpr std::uint64_t SectorBytes = 32;
constexpr unsigned WordBytes = 4;
constexpr unsigned StoreBytes = 1U << (AccessSizes - 1);

bool isLoaded(Value value) {
  Operation *op = value.getDefiningOp();
  return op != nullptr && isTensorLoad(op);
}

/// What a factor is before it is transposed, which moves nothing.
Value beforeTranspositions(Value factor) {
  while (auto trans = factor.getDefiningOp<tt::TransOp>())
    factor = beforeConversions(trans.getSrc());
  return factor;
}

/// A factor, and how it comes.
struct Factor {
  RankedTensorType type;
  Bases cga;
  /// Of the tensor, and of what a block has of it.
  llvm::SmallVector<std::uint64_t, 2> all, shape;
  /// The axes of K, and of elements that lie side by side in memory.
  unsigned depthAxis, runAxis;
  unsigned bytes;

  Factor(Value value, unsigned index, const Bases &cga)
      : type(cast<RankedTensorType>(value.getType())), cga(cga),
        all(type.getShape().begin(), type.getShape().end()), shape(all),
        depthAxis(index == 0 ? 1 : 0), runAxis(runAxisAtOrigin(value)),
        bytes(type.getElementTypeBitWidth() / 8) {
    for (const UnsignedList &basis : cga)
      for (auto [size, step] : llvm::zip_equal(shape, basis))
        size /= step != 0 ? 2 : 1;
  }

  bool isTurned() const {
    constexpr unsigned AnyMajorBytes = 2;
    return bytes != AnyMajorBytes && runAxis != depthAxis;
  }
  Encoding memory() const {
    unsigned fastest = isTurned() ? depthAxis : runAxis;
    std::array<unsigned, 2> order = {fastest, 1 - fastest};
    return nvmmaSharedFor(all, order, cga, bytes * 8).value();
  }
  /// As one block sees it, the same without blocks.
  Encoding memoryOfBlock() const {
    Factor one = *this;
    one.cga.clear();
    one.all = shape;
    return one.memory();
  }
};

/// Lanes along both axes, each with so many bytes along K of as many neighbours
/// as it loads at once; nothing if the tensor is too small.
std::optional<BlockedEncoding>
turningLayout(const Factor &factor, unsigned depthBytes, unsigned depthLanes,
              unsigned warps, const Target &target) {
  unsigned run = target.globalAccessBytes / factor.bytes;
  unsigned runLanes = target.lanes / depthLanes;
  std::array<unsigned, 2> size = {}, lanes = {};
  size[factor.depthAxis] = std::max(1U, depthBytes / factor.bytes);
  size[factor.runAxis] = run;
  lanes[factor.depthAxis] = depthLanes;
  lanes[factor.runAxis] = runLanes;
  for (unsigned axis : {0, 1})
    if (std::uint64_t(size[axis]) * lanes[axis] > factor.shape[axis])
      return std::nullopt;
  BlockedEncoding layout;
  layout.sizePerThread = {size[0], size[1]};
  layout.threadsPerWarp = {lanes[0], lanes[1]};
  layout.warpsPerCTA = {1, 1};
  layout.order = {factor.runAxis, factor.depthAxis};
  // Warps follow the lanes along the run as far as it goes.
  unsigned alongRun = static_cast<unsigned>(std::min<std::uint64_t>(
      warps, factor.shape[factor.runAxis] / (std::uint64_t(run) * runLanes)));
  layout.warpsPerCTA[factor.runAxis] = alongRun;
  layout.warpsPerCTA[factor.depthAxis] = warps / alongRun;
  // Wider stores are no gain if several warps do the same ones.
  bool isRepeated =
      std::uint64_t(size[factor.depthAxis]) * depthLanes * (warps / alongRun) >
      factor.shape[factor.depthAxis];
  if (isRepeated && depthBytes > WordBytes)
    return std::nullopt;
  return layout;
}

/// The layout of a factor that is computed: lanes have as many neighbours as
/// they store at once. Null if there is none.
Attribute storingLayout(Operation *user, const Factor &factor,
                        const Target &target) {
  std::array<unsigned, 2> size = {1, 1},
                          order = {factor.runAxis, 1 - factor.runAxis};
  size[factor.runAxis] = static_cast<unsigned>(std::min<std::uint64_t>(
      StoreBytes / factor.bytes, factor.shape[factor.runAxis]));
  ThreadGrid threads = {.numWarps = ir::warpsAt(user).value_or(1),
                        .threadsPerWarp = target.lanes,
                        .numCTAs = 1};
  Result<BlockedEncoding> layout =
      defaultBlocked(factor.shape, size, order, threads);
  if (!layout)
    return {};
  layout->cga = factor.cga;
  return ir::layoutAttr(user->getContext(), *layout);
}

/// Layouts in which registers could turn the factor, of which loads have whole
/// sectors: those that store the most at once first.
std::vector<BlockedEncoding>
turningLayouts(const Factor &factor, unsigned warps, const Target &target) {
  std::vector<BlockedEncoding> layouts;
  for (unsigned bytes = StoreBytes; bytes >= WordBytes; bytes /= 2)
    for (unsigned lanes = 1; lanes <= target.lanes; lanes *= 2) {
      std::uint64_t runBytes =
          std::uint64_t(target.lanes) / lanes * target.globalAccessBytes;
      if (runBytes < SectorBytes)
        break;
      auto layout = turningLayout(factor, bytes, lanes, warps, target);
      if (!layout)
        continue;
      layouts.push_back(*layout);
      std::swap(layout->order[0], layout->order[1]);
      layouts.push_back(*layout);
    }
  return layouts;
}

/// The one from which stores take the fewest cycles; null if there is none.
Attribute bestTurning(Operation *user, const Factor &factor,
                      const Target &target) {
  unsigned warps = ir::warpsAt(user).value_or(1);
  MLIRContext *context = user->getContext();
  TritonVersion release = ir::releaseOf(context);
  const Encoding memory = factor.memoryOfBlock();
  Result<LinearLayout> stored = toLinearLayout(memory, factor.shape, release);
  if (!stored)
    return {};
  SharedTensor tensor = {*stored, {}, factor.bytes * 8, alignmentOf(memory)};
  Attribute best;
  double least = 0;
  for (BlockedEncoding &layout : turningLayouts(factor, warps, target)) {
    Result<LinearLayout> registers =
        toLinearLayout(layout, factor.shape, release);
    if (!registers)
      continue;
    Result<SharedAccess> access =
        cheapestAccess(*registers, tensor, 0, AccessKind::Store, target);
    if (!access)
      continue;
    double cycles = cyclesOf(*access, warps, target);
    if (!best || cycles < least) {
      layout.cga = factor.cga;
      best = ir::layoutAttr(context, layout);
      least = cycles;
    }
  }
  return best;
}

/// An op that makes the same of a value for another product, before `user`;
/// null if there is none. One of a later product of the block moves there.
template <typename Op> Op sameBefore(Operation *user, Value source, Type type) {
  for (Operation *each : source.getUsers()) {
    auto same = dyn_cast<Op>(each);
    if (!same || same.getType() != type)
      continue;
    Operation *at = same->getBlock()->findAncestorOpInBlock(*user);
    if (at == nullptr)
      continue;
    if (!same->isBeforeInBlock(at))
      same->moveBefore(at);
    return same;
  }
  return nullptr;
}

Value storeIn(OpBuilder &builder, Operation *user, Value source,
              const Encoding &layout) {
  auto type = cast<RankedTensorType>(source.getType());
  MLIRContext *context = builder.getContext();
  auto memory = ttg::MemDescType::get(type.getShape(), type.getElementType(),
                                      ir::layoutAttr(context, layout),
                                      ttg::SharedMemoryAttr::get(context),
                                      /*mutableMemory=*/false, type.getShape());
  if (auto stored = sameBefore<ttg::LocalAllocOp>(user, source, memory))
    return stored;
  return ttg::LocalAllocOp::create(builder, user->getLoc(), memory, source,
                                   IntegerAttr());
}

/// A loaded matrix whose transposed one is the factor: it is stored as it
/// comes, so that a copy can do it.
Value storeTransposed(OpBuilder &builder, Operation *user, tt::TransOp trans,
                      const Factor &factor) {
  std::array<std::uint64_t, 2> shape = {factor.all[1], factor.all[0]};
  Bases turnedBlocks = factor.cga;
  for (UnsignedList &basis : turnedBlocks)
    std::swap(basis[0], basis[1]);
  std::array<unsigned, 2> order = {1 - factor.runAxis, factor.runAxis};
  Value stored = storeIn(
      builder, user, beforeConversions(trans.getSrc()),
      nvmmaSharedFor(shape, order, turnedBlocks, factor.bytes * 8).value());
  auto type = cast<ttg::MemDescType>(stored.getType());
  MLIRContext *context = builder.getContext();
  auto turned = ttg::MemDescType::get(
      factor.type.getShape(), type.getElementType(),
      ir::layoutAttr(context, factor.memory()), type.getMemorySpace(),
      /*mutableMemory=*/false, factor.type.getShape());
  return ttg::MemDescTransOp::create(builder, trans.getLoc(), turned, stored,
                                     trans.getOrder());
}

} // namespace

bool makesRegisterFactor(Operation *op) {
  auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
  const Encoding *encoding =
      convert ? ir::encodingOf(Type(convert.getType())) : nullptr;
  const auto *operand =
      encoding ? encoding->getIf<DotOperandEncoding>() : nullptr;
  return operand != nullptr && operand->parent->is<NvidiaMmaEncoding>();
}

bool comesTurned(Value value, unsigned index) {
  return Factor(beforeConversions(value), index, {}).isTurned();
}

Value storeFactor(Operation *user, Value value, unsigned index,
                  const Bases &cga, const Target &target,
                  const llvm::SetVector<Operation *> &copies) {
  Value source = beforeConversions(value);
  Factor factor(source, index, cga);
  OpBuilder builder(user);
  if (source.getParentBlock() != user->getBlock())
    builder.setInsertionPointAfterValue(source);
  bool isLoad = isLoaded(beforeTranspositions(source));
  Attribute layout;
  if (factor.isTurned())
    layout = bestTurning(user, factor, target);
  else if (!isLoad)
    layout = storingLayout(user, factor, target);
  Operation *load = isLoaded(source) ? source.getDefiningOp() : nullptr;
  if (layout && load != nullptr && !copies.contains(load)) {
    changeLayout(load, factor.type.getShape(), layout);
  } else if (layout) {
    auto type = factor.type.cloneWithEncoding(layout);
    auto converted = sameBefore<ttg::ConvertLayoutOp>(user, source, type);
    source = converted ? converted
                       : ttg::ConvertLayoutOp::create(builder, user->getLoc(),
                                                      type, source);
  }
  auto trans = source.getDefiningOp<tt::TransOp>();
  if (trans && isLoaded(beforeConversions(trans.getSrc())))
    return storeTransposed(builder, user, trans, factor);
  return storeIn(builder, user, source, factor.memory());
}

} // namespace heddle
