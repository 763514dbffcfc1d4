//===- InThreadTranspose.cpp - Factors stored along K ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer changes as a whole: what all its loads read, what all its stores
// write, and its type wherever it goes.
//
//===----------------------------------------------------------------------===//

#include "ChangeLayout.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Layout.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUINTHREADTRANSPOSE
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// What a thread stores at once, along K.
constexpr unsigned StoredBits = 64;

/// A buffer of factors, and all that touches it.
class FactorBuffer {
public:
  /// Nothing if other ops use it, or if what they store is not loaded.
  static std::optional<FactorBuffer> of(ttg::LocalAllocOp alloc);

  /// Stores along K. Leaves all as it is where nothing is to be gained.
  void transpose();

private:
  explicit FactorBuffer(ttg::LocalAllocOp alloc) : alloc(alloc) {}

  bool addUsers();
  bool addUser(OpOperand &use);
  bool addLoad(ttg::LocalLoadOp load);
  bool addStored(OpOperand &stored);
  /// What a thread loads, made wide along K; nothing if it is that already.
  std::optional<BlockedEncoding> boxOf(RankedTensorType type) const;
  Attribute memoryLayout(RankedTensorType stored) const;
  void storeTransposed(OpOperand &stored, const BlockedEncoding &box) const;

  ttg::LocalAllocOp alloc;
  /// The descriptors of the buffer, also in loops.
  llvm::SetVector<Value> descriptors;
  /// What loops that hand on a descriptor begin with: the same buffer, too.
  llvm::SmallVector<Value> begun;
  /// Tensors that are stored, where they are.
  llvm::SmallVector<OpOperand *> stored;
  /// The layout in which all loads read the buffer.
  const DotOperandEncoding *operand = nullptr;
};

/// The axis of K of a factor of two axes.
unsigned depthOf(const DotOperandEncoding &operand) {
  return operand.opIdx == 0 ? 1 : 0;
}

const BlockedEncoding *blockedOf(Type type) {
  const Encoding *encoding = ir::encodingOf(cast<RankedTensorType>(type));
  return encoding ? encoding->getIf<BlockedEncoding>() : nullptr;
}

/// What loads the tensor; null if it is made in another way.
Operation *loadOf(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return isa_and_present<tt::LoadOp, amdg::BufferLoadOp>(op) ? op : nullptr;
}

std::optional<FactorBuffer> FactorBuffer::of(ttg::LocalAllocOp alloc) {
  FactorBuffer buffer(alloc);
  if (alloc.getSrc() && !buffer.addStored(alloc.getSrcMutable()[0]))
    return std::nullopt;
  buffer.descriptors.insert(alloc.getResult());
  if (!buffer.addUsers() || !buffer.operand || buffer.stored.empty())
    return std::nullopt;
  return buffer;
}

bool FactorBuffer::addUsers() {
  for (std::size_t index = 0; index < descriptors.size(); ++index)
    for (OpOperand &use : descriptors[index].getUses())
      if (!addUser(use))
        return false;
  return llvm::all_of(begun,
                      [&](Value init) { return descriptors.contains(init); });
}

bool FactorBuffer::addUser(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto load = dyn_cast<ttg::LocalLoadOp>(op))
    return addLoad(load);
  if (auto store = dyn_cast<ttg::LocalStoreOp>(op))
    return addStored(store.getSrcMutable());
  if (isa<ttg::LocalDeallocOp>(op))
    return true;
  if (auto index = dyn_cast<ttg::MemDescIndexOp>(op)) {
    descriptors.insert(index.getResult());
    return true;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    descriptors.insert(loop.getTiedLoopRegionIterArg(&use));
    descriptors.insert(loop.getTiedLoopResult(&use));
    return true;
  }
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  if (!isa<scf::YieldOp>(op) || !loop)
    return false;
  begun.push_back(loop.getInitArgs()[use.getOperandNumber()]);
  return true;
}

bool FactorBuffer::addLoad(ttg::LocalLoadOp load) {
  const Encoding *encoding = ir::encodingOf(load.getType());
  const auto *layout =
      encoding ? encoding->getIf<DotOperandEncoding>() : nullptr;
  if (!layout || load.getType().getRank() != 2 ||
      !(layout->parent->is<AmdMfmaEncoding>() ||
        layout->parent->is<AmdWmmaEncoding>()) ||
      (operand && *operand != *layout))
    return false;
  operand = layout;
  return true;
}

bool FactorBuffer::addStored(OpOperand &use) {
  auto type = cast<RankedTensorType>(use.get().getType());
  if (type.getRank() != 2 || !loadOf(use.get()) || !blockedOf(type))
    return false;
  stored.push_back(&use);
  return true;
}

std::optional<BlockedEncoding>
FactorBuffer::boxOf(RankedTensorType type) const {
  BlockedEncoding box = *blockedOf(type);
  unsigned depth = depthOf(*operand), bits = type.getElementTypeBitWidth();
  if (box.order.front() == depth || bits > StoredBits / 2 ||
      box.sizePerThread[box.order.front()] >
          static_cast<std::uint64_t>(type.getDimSize(box.order.front())))
    return std::nullopt;
  // Threads that have other elements have no more than the tensor's.
  std::uint64_t others =
      std::uint64_t(box.threadsPerWarp[depth]) * box.warpsPerCTA[depth];
  std::uint64_t most = static_cast<std::uint64_t>(type.getDimSize(depth)) /
                       std::min<std::uint64_t>(others, type.getDimSize(depth));
  auto wide =
      static_cast<unsigned>(std::min<std::uint64_t>(StoredBits / bits, most));
  if (wide <= box.sizePerThread[depth] || wide == 1)
    return std::nullopt;
  box.sizePerThread[depth] = wide;
  return box;
}

/// The swizzle from which the factor is read without conflicts if K is
/// contiguous. What is stored together differs in more rows than it tells
/// apart, so that it turns on with them.
Attribute FactorBuffer::memoryLayout(RankedTensorType type) const {
  unsigned depth = depthOf(*operand);
  llvm::SmallVector<std::uint64_t> shape(type.getShape().begin(),
                                         type.getShape().end());
  const UnsignedList order = {depth, 1 - depth};
  Result<SwizzledSharedEncoding> swizzled =
      swizzledSharedForOperand(*operand, shape, order, blockedOf(type)->cga,
                               type.getElementTypeBitWidth());
  if (!swizzled)
    return {};
  return ir::layoutAttr(type.getContext(), AmdRotatingSharedEncoding{
                                               .vec = swizzled->vec,
                                               .perPhase = swizzled->perPhase,
                                               .maxPhase = swizzled->maxPhase,
                                               .order = order,
                                               .cga = swizzled->cga});
}

void FactorBuffer::storeTransposed(OpOperand &use,
                                   const BlockedEncoding &box) const {
  auto type = cast<RankedTensorType>(use.get().getType());
  MLIRContext *context = type.getContext();
  Operation *load = loadOf(use.get());
  Attribute layout = ir::layoutAttr(context, box);
  changeLayout(load, type.getShape(), layout);
  RankedTensorType loaded = type.cloneWithEncoding(layout);
  Result<LinearLayout> registers = ir::linearLayoutOf(loaded);
  OpBuilder builder(use.getOwner());
  use.set(amdg::InThreadTransposeOp::create(
      builder, use.getOwner()->getLoc(),
      loaded.cloneWithEncoding(
          ir::layoutAttr(context, amdg::transposedInThread(box, *registers))),
      load->getResult(0)));
}

void FactorBuffer::transpose() {
  auto type = cast<RankedTensorType>(stored.front()->get().getType());
  std::optional<BlockedEncoding> box = boxOf(type);
  Attribute layout = box ? memoryLayout(type) : Attribute();
  bool isAlike = llvm::all_of(
      stored, [&](OpOperand *use) { return use->get().getType() == type; });
  if (!box || !layout || !isAlike)
    return;
  for (OpOperand *use : stored)
    storeTransposed(*use, *box);
  for (Value descriptor : descriptors) {
    auto old = cast<ttg::MemDescType>(descriptor.getType());
    descriptor.setType(ttg::MemDescType::get(
        old.getShape(), old.getElementType(), layout, old.getMemorySpace(),
        old.getMutableMemory(), old.getAllocShape()));
  }
}

class TritonAMDGPUInThreadTranspose
    : public impl::TritonAMDGPUInThreadTransposeBase<
          TritonAMDGPUInThreadTranspose> {
public:
  using Base::Base;

  void runOnOperation() final {
    getOperation().walk([](ttg::LocalAllocOp alloc) {
      if (std::optional<FactorBuffer> buffer = FactorBuffer::of(alloc))
        buffer->transpose();
    });
  }
};

} // namespace

} // namespace heddle
