//===- LocalMemory.cpp - Accesses of buffers in shared memory -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalMemory.h"
#include "ConvertLayout.h"
#include "Emitters.h"
#include "Registers.h"
#include "Threads.h"
#include "heddle/ir/Gpu.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Compose.h"
#include "heddle/plan/BlockPart.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// How many bytes of paddings come before an offset, an i32 of bytes.
Value paddingsBefore(LoweringContext &context, Location loc, Value offset,
                     const Padding &padding, unsigned bytes) {
  Type i32 = context.builder.getI32Type();
  Value passed = context.make<arith::ShRUIOp>(
      loc, offset,
      context.number(llvm::Log2_64(padding.interval * bytes), i32));
  return context.make<arith::MulIOp>(
      loc, passed,
      context.number(static_cast<std::int64_t>(padding.padding * bytes), i32));
}

} // namespace

llvm::SmallVector<Value> localAddresses(LoweringContext &context, Location loc,
                                        llvm::ArrayRef<ThreadMap> maps,
                                        const Buffer &buffer, Value begin) {
  llvm::SmallVector<Value> addresses;
  for (const ThreadMap &map : maps) {
    Value offset = evaluate(context, loc, map);
    Value all = offset;
    for (const Padding &padding : buffer.paddings) {
      if (padding.interval >= buffer.layout.inSize(Dim::Offset))
        continue;
      Value paddings =
          paddingsBefore(context, loc, offset, padding, buffer.elementBits / 8);
      all = context.make<arith::AddIOp>(loc, all, paddings);
    }
    addresses.push_back(context.make<arith::AddIOp>(loc, all, begin));
  }
  return addresses;
}

namespace {

bool isTransposed(const LocalAccess &plan) {
  return plan.instruction.form == SharedInstruction::Form::MatrixTransposed;
}

/// The registers of a plan's slots.
Value loadSlots(LoweringContext &context, Location loc, const LocalAccess &plan,
                llvm::ArrayRef<Value> addresses, Type element) {
  VectorType slots =
      simt::registers(element, static_cast<unsigned>(plan.slots.size()));
  if (!plan.isOfMatrix())
    return context.make<simt::LoadOp>(
        loc, slots, simt::Space::Shared,
        vectorOf(context.builder, loc, addresses), /*buffer=*/Value(), Value(),
        Value(), plan.at, plan.offsets, plan.width, simt::CacheLevelAttr(),
        simt::EvictionAttr(),
        /*isVolatile=*/false,
        /*isOtherImplied=*/false, /*isLastUse=*/false, plan.isTransposed);
  Type i32 = context.builder.getI32Type();
  llvm::SmallVector<Value> matrices;
  for (auto [at, offset] : llvm::zip_equal(plan.at, plan.offsets))
    matrices.push_back(context.make<simt::MatrixLoadOp>(
        loc, simt::registers(i32, plan.instruction.words()),
        addresses[static_cast<std::size_t>(at)],
        static_cast<std::uint32_t>(offset), isTransposed(plan)));
  Value words = permute(context.builder, loc, matrices,
                        firstRegisters(simt::wordsOf(slots)));
  return context.make<simt::FromWordsOp>(loc, slots, words);
}

/// The predicate may be null.
void storeSlots(LoweringContext &context, Location loc, const LocalAccess &plan,
                llvm::ArrayRef<Value> addresses, Value slots, Value predicate) {
  if (!plan.isOfMatrix()) {
    predicate = splatPredicate(context.builder, loc, predicate,
                               static_cast<unsigned>(plan.at.size()));
    context.make<simt::StoreOp>(
        loc, simt::Space::Shared, vectorOf(context.builder, loc, addresses),
        /*buffer=*/Value(), slots, predicate, plan.at, plan.offsets, plan.width,
        simt::CacheLevelAttr(), simt::EvictionAttr());
    return;
  }
  auto type = cast<VectorType>(slots.getType());
  Value words = context.make<simt::ToWordsOp>(
      loc, simt::registers(context.builder.getI32Type(), simt::wordsOf(type)),
      slots);
  RegisterNumbers moved = firstRegisters(plan.instruction.words());
  for (auto [at, offset] : llvm::zip_equal(plan.at, plan.offsets)) {
    context.make<simt::MatrixStoreOp>(
        loc, addresses[static_cast<std::size_t>(at)],
        pick(context.builder, words, moved), predicate,
        static_cast<std::uint32_t>(offset), isTransposed(plan));
    for (std::int32_t &number : moved)
      number += static_cast<std::int32_t>(moved.size());
  }
}

/// How the registers of a tensor access what a memdesc describes.
FailureOr<LocalAccess> planAccessOf(LoweringContext &context, Operation *op,
                                    const LinearLayout &registers,
                                    const Buffer &buffer, Value memory,
                                    AccessKind kind) {
  Result<LocalAccess> plan = planLocalAccess(
      registers, buffer.tensor(), context.subviewOffsets.lookup(memory), kind,
      context.target);
  if (!plan)
    return ir::report([&] { return op->emitOpError(); }, plan.error());
  return std::move(*plan);
}

/// Do blocks access nothing but their own memory? To store all of it they hold
/// all of it, too.
bool isOwn(const LinearLayout &registers, const LinearLayout &memory,
           AccessKind kind) {
  if (memory.inBits(Dim::Block) == 0)
    return true;
  Result<LinearLayout> conversion =
      invertAndComposeLocal(registers, memory, {Dim::Block});
  if (!conversion)
    return true; // The plan says why not.
  for (const DimBits &in : conversion->ins())
    for (unsigned bit = 0; bit < in.bits; ++bit)
      if (conversion->basis(in.dim, bit, Dim::Block) !=
          (in.dim == Dim::Block ? f2::unit(bit) : 0))
        return false;
  return kind == AccessKind::Load || holdsOwnPart(registers, memory);
}

/// Registers in which each block holds what its memory has: vectors, then
/// lanes, then warps along the offset.
Result<LinearLayout> ownLayout(const LoweringContext &context,
                               const LinearLayout &memory, unsigned bytes) {
  constexpr unsigned VectorBytes = 16;
  const ThreadBits &threads = context.threads;
  std::span<const Word> offsets = memory.bases(Dim::Offset);
  std::size_t next = 0;
  auto take = [&](unsigned count) {
    Words taken;
    for (; taken.size() < count && next < offsets.size(); ++next)
      taken.push_back(offsets[next]);
    return taken;
  };
  auto padded = [](Words words, unsigned count) {
    while (words.size() < count)
      words.push_back(0);
    return words;
  };
  Words registers = take(llvm::Log2_32(std::max(1U, VectorBytes / bytes)));
  Words lanes = padded(take(threads.lane), threads.lane);
  Words warps = padded(take(threads.warp), threads.warp);
  for (; next < offsets.size(); ++next)
    registers.push_back(offsets[next]);
  DimBitsList ins;
  ins.push_back({Dim::Register, registers.size()});
  ins.push_back({Dim::Lane, threads.lane});
  ins.push_back({Dim::Warp, threads.warp});
  ins.push_back({Dim::Block, threads.block});
  Words all = registers;
  for (const Words &words : {lanes, warps})
    for (Word word : words)
      all.push_back(word);
  for (Word word : memory.bases(Dim::Block))
    all.push_back(word);
  return LinearLayout::fromWords(ins, memory.outs(), all);
}

/// The same tensor in registers of such a kind; fails, with an error at the op,
/// for parts of buffers, whose blocks share them in some other way than the
/// tensor's do.
FailureOr<LinearLayout> ownLayoutOf(LoweringContext &context, Operation *op,
                                    const LinearLayout &registers,
                                    const Buffer &buffer) {
  for (const DimBits &out : registers.outs())
    if (out.bits != buffer.layout.outBits(out.dim))
      return refuse(op) << "blocks share a part of a buffer otherwise than the "
                           "registers' tensor";
  Result<LinearLayout> own =
      ownLayout(context, buffer.layout, buffer.elementBits / 8);
  if (!own)
    return ir::report([&] { return op->emitOpError(); }, own.error());
  return *own;
}

} // namespace

LogicalResult storeTo(LoweringContext &context, Operation *op, Value registers,
                      const LinearLayout &layout, Value memory) {
  FailureOr<Buffer> buffer =
      wholeBufferOf(op, cast<ttg::MemDescType>(memory.getType()));
  if (failed(buffer))
    return failure();
  if (!isOwn(layout, buffer->layout, AccessKind::Store)) {
    FailureOr<LinearLayout> own = ownLayoutOf(context, op, layout, *buffer);
    if (failed(own))
      return failure();
    FailureOr<Value> converted =
        convertLayout(context, op, registers, layout, *own);
    return failed(converted) ? failure()
                             : storeTo(context, op, *converted, *own, memory);
  }
  FailureOr<LocalAccess> plan =
      planAccessOf(context, op, layout, *buffer, memory, AccessKind::Store);
  if (failed(plan))
    return failure();
  Location loc = op->getLoc();
  llvm::SmallVector<Value> addresses =
      localAddresses(context, loc, plan->maps, *buffer, context.get(memory));
  storeSlots(context, loc, *plan, addresses,
             pick(context.builder, registers, plan->slots),
             isOwnerInBlock(context, loc, layout));
  return success();
}

namespace {

LogicalResult emitLocalStore(LoweringContext &context,
                             ttg::LocalStoreOp store) {
  return storeTo(context, store, context.get(store.getSrc()),
                 context.layoutOf(store.getSrc()), store.getDst());
}

/// Do threads copy into it what they read in global memory?
bool isFilledByCopies(Value memory) {
  return llvm::any_of(memory.getUsers(), [](Operation *user) {
    return isa<ttg::AsyncCopyGlobalToLocalOp>(user) ||
           llvm::any_of(user->getResults(), [](Value view) {
             return isa<ttg::MemDescType>(view.getType()) &&
                    isFilledByCopies(view);
           });
  });
}

LogicalResult emitLocalAlloc(LoweringContext &context,
                             ttg::LocalAllocOp alloc) {
  ttg::MemDescType type = alloc.getType();
  FailureOr<Buffer> buffer = bufferOf(alloc, type);
  if (failed(buffer))
    return failure();
  std::uint64_t count = 1;
  for (std::uint64_t size : arraySizes(type))
    count *= size;
  auto alignment = static_cast<std::uint32_t>(std::max<std::int64_t>(
      buffer->alignment, alloc.getAlignment().value_or(1)));
  // A sector of global memory that would come to lie in two of shared memory
  // is read twice from the second-level cache (ncu on an H100).
  constexpr std::uint32_t LineBytes = 128;
  if (buffer->bytes >= LineBytes && isFilledByCopies(alloc))
    alignment = std::max(alignment, LineBytes);
  if (!llvm::isPowerOf2_32(alignment))
    return refuse(alloc) << "it is aligned to " << alignment << " bytes";
  context.set(alloc, context.make<simt::SharedOp>(
                         alloc.getLoc(), context.builder.getI32Type(),
                         static_cast<std::uint32_t>(count * buffer->bytes),
                         alignment, IntegerAttr()));
  if (!alloc.getSrc())
    return success();
  return storeTo(context, alloc, context.get(alloc.getSrc()),
                 context.layoutOf(alloc.getSrc()), alloc);
}

LogicalResult emitLocalLoad(LoweringContext &context, ttg::LocalLoadOp load) {
  auto type = cast<RankedTensorType>(load.getType());
  const LinearLayout wanted = context.layoutOf(type);
  LinearLayout layout = wanted;
  FailureOr<Buffer> buffer = wholeBufferOf(load, load.getSrc().getType());
  if (failed(buffer))
    return failure();
  bool isOfBlocks = isOwn(layout, buffer->layout, AccessKind::Load);
  if (!isOfBlocks) {
    FailureOr<LinearLayout> own = ownLayoutOf(context, load, layout, *buffer);
    if (failed(own))
      return failure();
    layout = *own;
  }
  FailureOr<LocalAccess> plan = planAccessOf(context, load, layout, *buffer,
                                             load.getSrc(), AccessKind::Load);
  if (failed(plan))
    return failure();
  Location loc = load.getLoc();
  llvm::SmallVector<Value> addresses = localAddresses(
      context, loc, plan->maps, *buffer, context.get(load.getSrc()));
  Value loaded = loadSlots(context, loc, *plan, addresses,
                           context.lowered(type.getElementType()));
  FailureOr<Value> result = pick(context.builder, loaded, plan->slotOf);
  if (!isOfBlocks)
    result = convertLayout(context, load, *result, layout, wanted);
  if (failed(result))
    return failure();
  context.set(load.getResult(), *result);
  return success();
}

/// An allocation ends with its last access.
LogicalResult emitLocalDealloc(LoweringContext &, ttg::LocalDeallocOp) {
  return success();
}

LogicalResult emitBarrier(LoweringContext &context, Operation *op) {
  context.make<simt::BarrierOp>(op->getLoc(), context.programScope());
  return success();
}

} // namespace

void registerLocalMemoryEmitters(EmitterTable &table) {
  table.add<ttg::LocalAllocOp>(emitLocalAlloc);
  table.add<ttg::LocalLoadOp>(emitLocalLoad);
  table.add<ttg::LocalStoreOp>(emitLocalStore);
  table.add<ttg::LocalDeallocOp>(emitLocalDealloc);
  table.add<gpu::BarrierOp, ttg::BarrierOp, ttg::LocalBarrierOp,
            ROCDL::BarrierOp, ROCDL::SBarrierOp>(emitBarrier);
}

} // namespace heddle
