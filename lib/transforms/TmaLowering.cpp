//===- TmaLowering.cpp - Blocks copied by the engine ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"
#include "EngineCopies.h"
#include "LoopBody.h"
#include "SharedRoom.h"
#include "StoredMemory.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/ir/Gpu.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONNVIDIAGPUTMALOWERING
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

Value number(OpBuilder &builder, Location loc, std::int32_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Loads of a block of ops that are waited for together.
using Loads = llvm::SmallVector<tt::DescriptorLoadOp, 4>;

/// The op before which the loads have to be done: the first one behind them
/// that uses one of them, or that has effects.
Operation *firstUse(const Loads &loads) {
  Operation *op = loads.back()->getNextNode();
  auto isUser = [&](Operation *user) {
    return llvm::any_of(user->getOperands(), [&](Value operand) {
      return llvm::is_contained(loads, operand.getDefiningOp());
    });
  };
  while (isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         !op->hasTrait<OpTrait::IsTerminator>() && !isUser(op))
    op = op->getNextNode();
  return op;
}

/// More than these have too much memory to be waited for together.
constexpr std::uint64_t MostTogether = std::uint64_t(64) << 10U;

std::uint64_t bytesOf(tt::DescriptorLoadOp load) {
  return bytesOfMemory(engineBuffer(load.getDesc().getType(), load.getType()));
}

std::uint64_t bytesOf(const Loads &loads) {
  std::uint64_t bytes = 0;
  for (tt::DescriptorLoadOp load : loads)
    bytes += bytesOf(load);
  return bytes;
}

/// Loads between which nothing has to wait for one of them.
std::vector<Loads> groupLoads(ModuleOp module) {
  std::vector<Loads> groups;
  module.walk([&](tt::DescriptorLoadOp load) {
    if (!load.getDesc().getType().getLayout())
      return;
    if (!groups.empty() &&
        groups.back().front()->getBlock() == load->getBlock() &&
        firstUse(groups.back()) == load.getOperation() &&
        bytesOf(groups.back()) + bytesOf(load) <= MostTogether &&
        llvm::none_of(load->getOperands(), [&](Value operand) {
          return llvm::is_contained(groups.back(), operand.getDefiningOp());
        }))
      groups.back().push_back(load);
    else
      groups.push_back({load});
  });
  return groups;
}

/// Puts what was copied in the place of what was loaded.
void replaceLoad(OpBuilder &builder, tt::DescriptorLoadOp load, Value buffer) {
  Attribute layout = cast<ttg::MemDescType>(buffer.getType()).getEncoding();
  for (ttg::LocalAllocOp alloc : immutableBuffersOf(load))
    if (alloc.getType().getEncoding() == layout && canBeReplaced(alloc))
      replaceBuffer(alloc, buffer);
  if (!load->use_empty()) {
    Value read = ttg::LocalLoadOp::create(builder, load.getLoc(),
                                          load.getType(), buffer, Value());
    load.replaceAllUsesWith(read);
  }
  load.erase();
}

void lowerLoads(const Loads &loads) {
  OpBuilder builder(loads.front());
  Location loc = loads.front()->getLoc();
  Value barriers = allocateBarriers(builder, loc, /*count=*/1);
  Value zero = number(builder, loc, 0);
  Value barrier = elementOf(builder, loc, barriers, zero);
  Value always =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  ttng::BarrierExpectOp::create(
      builder, loc, barrier, static_cast<std::uint32_t>(bytesOf(loads)), always,
      /*fromCTA=*/IntegerAttr());
  Operation *use = firstUse(loads);
  llvm::SmallVector<Value> buffers;
  for (tt::DescriptorLoadOp load : loads) {
    builder.setInsertionPoint(load);
    buffers.push_back(allocateForEngine(
        builder, load.getLoc(),
        engineBuffer(load.getDesc().getType(), load.getType())));
    copyByEngine(builder, load, buffers.back(), barrier, always);
  }
  builder.setInsertionPoint(use);
  ttng::WaitBarrierOp::create(builder, loc, barrier, /*phase=*/zero,
                              /*pred=*/Value(), /*deps=*/ValueRange());
  endBarriers(builder, loc, barriers);
  Operation *last = use->getPrevNode();
  for (auto [load, buffer] : llvm::zip_equal(loads, buffers)) {
    builder.setInsertionPointAfter(last);
    replaceLoad(builder, load, buffer);
  }
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Does the engine write a block with this op? These come from stores before
/// them in the function, which have been lowered.
bool isEnginesStore(Operation *op) {
  return isa<ttng::AsyncTMACopyLocalToGlobalOp, ttng::AsyncTMAReduceOp>(op);
}

/// Is there such a store to the same memory in a region of the op?
bool hasStoreTo(Operation *op, Value descriptor) {
  WalkResult found = op->walk([&](Operation *each) {
    return isEnginesStore(each) &&
                   mayBeSameMemory(each->getOperand(0), descriptor)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// A number as another one and a constant.
std::pair<Value, std::int64_t> splitConstant(Value index) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return {Value(), constant.getSExtValue()};
  if (auto sum = index.getDefiningOp<arith::AddIOp>();
      sum && matchPattern(sum.getRhs(), m_ConstantInt(&constant)))
    return {sum.getLhs(), constant.getSExtValue()};
  return {index, 0};
}

/// Are two blocks of a descriptor known to be side by side?
bool areApart(tt::TensorDescType type, ValueRange some, ValueRange others) {
  for (auto [size, a, b] : llvm::zip_equal(type.getShape(), some, others)) {
    auto [base, offset] = splitConstant(a);
    auto [otherBase, otherOffset] = splitConstant(b);
    if (base == otherBase && std::abs(offset - otherOffset) >= size)
      return true;
  }
  return false;
}

/// May a store of the engine be under way that writes the same? Not behind a
/// wait for the end of all of them; only stores right behind it can be.
bool mayBeOverwritten(Operation *store, Value descriptor, ValueRange indices) {
  for (Operation *op = store->getPrevNode(); op != nullptr;
       op = op->getPrevNode()) {
    auto wait = dyn_cast<ttng::TMAStoreWaitOp>(op);
    if (wait && wait.getPendings() == 0 && !wait.getReadOnly())
      return false;
    if (op->getNumRegions() != 0 && hasStoreTo(op, descriptor))
      return true;
    if (!isEnginesStore(op) || !mayBeSameMemory(op->getOperand(0), descriptor))
      continue;
    auto copy = dyn_cast<ttng::AsyncTMACopyLocalToGlobalOp>(op);
    if (!copy || copy.getDesc() != descriptor ||
        !areApart(copy.getDesc().getType(), copy.getCoord(), indices))
      return true;
  }
  // Of an iteration before, or of another branch.
  auto function = store->getParentOfType<FunctionOpInterface>();
  if (store->getParentOfType<LoopLikeOpInterface>() ||
      !function.getFunctionBody().hasOneBlock())
    return true;
  WalkResult found = function->walk([&](Operation *op) {
    return op->getBlock() != store->getBlock() && isEnginesStore(op) &&
                   mayBeSameMemory(op->getOperand(0), descriptor)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// Fills a buffer, has `copy` copy it, and waits until it may be changed. Of
/// two stores to the same place the second one waits for the first, as engines
/// keep no order. Nobody else accesses the memory (EngineChoice.h).
template <class Store, class Copy> void lowerStore(Store store, Copy copy) {
  OpBuilder builder(store);
  Location loc = store.getLoc();
  TypedValue<tt::TensorDescType> descriptor = store.getDesc();
  auto wait = [&](bool readOnly) {
    ttng::TMAStoreWaitOp::create(builder, loc, /*pendings=*/0, readOnly);
  };
  ttg::MemDescType type =
      engineBuffer(descriptor.getType(), store.getSrc().getType());
  Value buffer = allocateForEngine(builder, loc, type);
  // Behind the allocation: what the buffer was for before has ended already.
  if (mayBeOverwritten(store, descriptor, store.getIndices()))
    wait(/*readOnly=*/false);
  ttg::LocalStoreOp::create(builder, loc, store.getSrc(), buffer);
  ttng::FenceAsyncSharedOp::create(builder, loc, /*bCluster=*/false);
  copy(builder, buffer);
  wait(/*readOnly=*/true);
  ttg::LocalDeallocOp::create(builder, loc, buffer);
  store.erase();
}

void lowerStore(tt::DescriptorStoreOp store) {
  lowerStore(store, [&](OpBuilder &builder, Value buffer) {
    ttng::AsyncTMACopyLocalToGlobalOp::create(
        builder, store.getLoc(), store.getDesc(), store.getIndices(), buffer,
        /*cachePolicy=*/Attribute());
  });
}

void lowerStore(tt::DescriptorReduceOp reduce) {
  lowerStore(reduce, [&](OpBuilder &builder, Value buffer) {
    ttng::AsyncTMAReduceOp::create(builder, reduce.getLoc(), reduce.getKind(),
                                   reduce.getDesc(), reduce.getIndices(),
                                   buffer);
  });
}

// In their order: a store looks at those before it.
void lowerStores(ModuleOp module) {
  module.walk([](Operation *op) {
    if (auto store = dyn_cast<tt::DescriptorStoreOp>(op);
        store && store.getDesc().getType().getLayout())
      lowerStore(store);
    else if (auto reduce = dyn_cast<tt::DescriptorReduceOp>(op);
             reduce && reduce.getDesc().getType().getLayout())
      lowerStore(reduce);
  });
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// The number that `tensormap.replace` has for a swizzle within so many bytes.
std::uint32_t swizzleMode(unsigned bytes) {
  constexpr unsigned Unit = 16;
  return bytes == 0 ? 0 : llvm::Log2_32(bytes / Unit);
}

/// Is the descriptor made right behind another one of its loop? Both waited
/// together then.
bool isBehindAnother(tt::MakeTensorDescOp make) {
  for (Operation *op = make->getPrevNode(); op != nullptr;
       op = op->getPrevNode()) {
    if (isa<ttng::TensormapCreateOp>(op))
      return true;
    if (op->getNumRegions() != 0 ||
        (!isMemoryEffectFree(op) &&
         !isa<ttg::GlobalScratchAllocOp, ttng::TensormapFenceproxyAcquireOp,
              tt::LoadOp>(op)))
      return false;
  }
  return false;
}

/// Waits until nobody uses the map of an iteration before. All threads have
/// waited for what was loaded by it; what was stored is waited for by the
/// thread that stored it.
void waitForMap(OpBuilder &builder, Location loc) {
  ttng::TMAStoreWaitOp::create(builder, loc, /*pendings=*/0,
                               /*readOnly=*/false);
  gpu::BarrierOp::create(builder, loc, ArrayAttr());
}

FailureOr<ttng::TensormapFenceproxyAcquireOp>
lowerDescriptor(tt::MakeTensorDescOp make) {
  tt::TensorDescType type = make.getType();
  Result<EngineBox> engines = boxOf(type, type.getLayout());
  if (!engines)
    return make.emitOpError()
           << "makes a descriptor that the copy engine does not have: " << type;
  OpBuilder builder(make);
  Location loc = make.getLoc();
  if (make->getParentOfType<LoopLikeOpInterface>() && !isBehindAnother(make))
    waitForMap(builder, loc);
  unsigned bytes = heddle::bytesOf(engines->element);
  Value wide =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(bytes));
  llvm::SmallVector<Value> box, sizes, strides, steps;
  for (std::uint32_t size : engines->sizes) {
    box.push_back(number(builder, loc, static_cast<std::int32_t>(size)));
    steps.push_back(number(builder, loc, 1));
  }
  for (Value size : llvm::reverse(make.getShape()))
    sizes.push_back(size);
  for (Value stride : llvm::reverse(make.getStrides().drop_back()))
    strides.push_back(arith::MulIOp::create(builder, loc, stride, wide));
  auto memory = tt::PointerType::get(IntegerType::get(builder.getContext(), 8));
  Value at = ttg::GlobalScratchAllocOp::create(builder, loc, memory,
                                               /*nbytes=*/TensorMap::Bytes,
                                               /*alignment=*/TensorMap::Bytes);
  ttng::TensormapCreateOp::create(
      builder, loc, at, make.getBase(), box, sizes, strides, steps,
      static_cast<std::uint32_t>(engines->element), /*interleave_layout=*/0,
      swizzleMode(engines->swizzle),
      make.getPadding() == tt::PaddingOption::Nan ? 1 : 0);
  auto acquire = ttng::TensormapFenceproxyAcquireOp::create(builder, loc, at);
  Value made = ttng::ReinterpretTensorDescOp::create(builder, loc, type, at);
  make.replaceAllUsesWith(made);
  make.erase();
  return acquire;
}

/// Moves the acquisition of a map, and the op behind it that makes it a
/// descriptor, behind all maps of its block that are made before somebody uses
/// it: maps that nobody waits for are made at the same time.
void acquireLater(ttng::TensormapFenceproxyAcquireOp acquire) {
  Operation *descriptor = acquire->getNextNode(), *last = nullptr;
  for (Operation *op = descriptor->getNextNode();
       op != nullptr &&
       !llvm::is_contained(usedBy(op), descriptor->getResult(0));
       op = op->getNextNode())
    if (isa<ttng::TensormapCreateOp>(op))
      last = op;
  if (last == nullptr)
    return;
  descriptor->moveAfter(last);
  acquire->moveBefore(descriptor);
}

class TritonNvidiaGPUTMALowering
    : public impl::TritonNvidiaGPUTMALoweringBase<TritonNvidiaGPUTMALowering> {
  void runOnOperation() final {
    ModuleOp module = getOperation();
    for (const Loads &loads : groupLoads(module))
      lowerLoads(loads);
    lowerStores(module);
    llvm::SmallVector<tt::MakeTensorDescOp> descriptors;
    module.walk([&](tt::MakeTensorDescOp make) {
      if (make.getType().getLayout())
        descriptors.push_back(make);
    });
    llvm::SmallVector<ttng::TensormapFenceproxyAcquireOp> acquired;
    for (tt::MakeTensorDescOp make : descriptors) {
      auto made = lowerDescriptor(make);
      if (failed(made))
        return signalPassFailure();
      acquired.push_back(*made);
    }
    llvm::for_each(llvm::reverse(acquired), acquireLater);
  }
};

} // namespace
} // namespace heddle
