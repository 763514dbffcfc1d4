//===- LocalMemory.cpp - Buffers in shared memory -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Compose.h"
#include "heddle/plan/SharedAccess.h"
#include "heddle/plan/SharedLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <map>

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// How registers reach a buffer: access i moves `width` of them, those with the
/// numbers `slots[i * width]` and on, at `maps[at[i]]` plus `offsets[i]` bytes
/// behind the buffer's begin. Maps are before paddings, offsets behind them.
struct LocalAccess {
  unsigned width = 1;
  std::vector<ThreadMap> maps;
  llvm::SmallVector<std::int32_t> at, offsets;
  llvm::SmallVector<std::int32_t> slots;
  /// Of each register: where it is in `slots`, or a copy of it.
  llvm::SmallVector<std::int32_t> slotOf;
};

/// Vectors of the widest instruction: registers whose offsets differ in the low
/// bits only, which nothing but registers changes. `start` is where the part of
/// the buffer begins, to be added bit by bit.
Result<LocalAccess> planLocal(const LinearLayout &registers,
                              const SharedTensor &memory, Word start,
                              AccessKind kind, const Target &target) {
  Result<SharedAccess> access =
      accessShared(registers, memory, kind, target, RegisterOrder::Any);
  if (!access)
    return tl::unexpected(std::move(access.error()));
  Result<LinearLayout> map = invertAndCompose(registers, memory.layout);
  if (!map)
    return tl::unexpected(std::move(map.error()));
  unsigned bytes = memory.elementBits / 8;
  auto bytesLog = static_cast<unsigned>(llvm::Log2_32(bytes));
  LocalAccess plan;
  plan.width = access->instruction.bytes / bytes;
  auto offsetOf = [&](Dim dim, unsigned bit) {
    return f2::shiftLeft(map->basis(dim, bit, Dim::Offset), bytesLog);
  };
  Words columns;
  Word changed = 0;
  for (Dim dim : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < map->inBits(dim); ++bit) {
      columns.push_back(offsetOf(dim, bit));
      changed |= columns.back();
    }
  Words ofRegisters;
  for (unsigned bit = 0; bit < map->inBits(Dim::Register); ++bit)
    ofRegisters.push_back(offsetOf(Dim::Register, bit));
  Word inVector = access->instruction.bytes - 1;
  std::map<Word, std::int32_t> vectors, maps;
  std::vector<Padding> paddings;
  for (const Padding &padding : memory.paddings)
    paddings.push_back({padding.interval * bytes, padding.padding * bytes});
  auto count = static_cast<std::uint32_t>(registers.inSize(Dim::Register));
  for (std::uint32_t index = 0; index < count; ++index) {
    Word offset = (start << bytesLog) ^ f2::multiply(ofRegisters, index);
    Word vector = offset & ~inVector;
    auto [found, isNew] =
        vectors.try_emplace(vector, static_cast<std::int32_t>(plan.at.size()));
    if (isNew) {
      auto [base, isFirst] = maps.try_emplace(
          vector & changed, static_cast<std::int32_t>(plan.maps.size()));
      if (isFirst)
        plan.maps.push_back({columns, vector & changed});
      plan.at.push_back(base->second);
      plan.offsets.push_back(
          static_cast<std::int32_t>(paddedOffset(paddings, vector & ~changed)));
      plan.slots.resize(plan.slots.size() + plan.width);
    }
    std::int32_t slot =
        found->second * static_cast<std::int32_t>(plan.width) +
        static_cast<std::int32_t>((offset & inVector) >> bytesLog);
    plan.slots[static_cast<std::size_t>(slot)] =
        static_cast<std::int32_t>(index);
    plan.slotOf.push_back(slot);
  }
  return plan;
}

/// The bytes from a buffer to the next one of an array, or those of one that is
/// alone: the gap behind its last element counts only if one follows.
std::uint64_t bytesOfOne(const Buffer &buffer, bool isInArray) {
  constexpr std::uint64_t Alignment = 16;
  std::uint64_t size = buffer.memory.layout.inSize(Dim::Offset);
  std::span<const Padding> paddings = buffer.memory.paddings;
  std::uint64_t elements = isInArray ? paddedOffset(paddings, size)
                                     : paddedOffset(paddings, size - 1) + 1;
  return llvm::alignTo(elements * (buffer.memory.elementBits / 8), Alignment);
}

std::vector<std::uint64_t> arraySizes(ttg::MemDescType type) {
  std::size_t arrays = ir::tensorType(type).value().leadingDims();
  std::vector<std::uint64_t> sizes;
  for (int64_t size : type.getShape().take_front(arrays))
    sizes.push_back(static_cast<std::uint64_t>(size));
  return sizes;
}

} // namespace

LogicalResult KernelLowering::bufferOf(Operation *op, ttg::MemDescType type,
                                       Buffer &buffer) {
  if (!type.isInSharedMemory())
    return refuse(op) << "it is in tensor memory";
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout)
    return ir::report([&] { return op->emitOpError(); }, layout.error());
  if (layout->ins().size() > 2 || layout->inSize(Dim::Block) != 1)
    return refuse(op) << "its buffer is in parts";
  Type element = lowered(type.getElementType());
  if (!element.isIntOrFloat())
    return refuse(op) << "it has elements of " << element;
  const Encoding &encoding = *ir::encodingOf(type);
  std::span<const Padding> paddings = paddingsOf(encoding);
  buffer.memory = {.layout = *layout,
                   .paddings = paddings,
                   .elementBits = 8 * simt::bytesOf(element),
                   .alignment = std::max(16U, alignmentOf(encoding))};
  buffer.bytes = bytesOfOne(buffer, !arraySizes(type).empty());
  return success();
}

// All buffers of an array as one: what lies behind one's elements is a gap
// more.
LogicalResult KernelLowering::memoryOf(Operation *op, ttg::MemDescType type,
                                       Buffer &memory) {
  if (failed(bufferOf(op, type, memory)))
    return failure();
  std::vector<std::uint64_t> sizes = arraySizes(type);
  if (sizes.empty())
    return success();
  SharedTensor &tensor = memory.memory;
  std::uint64_t bytes = tensor.elementBits / 8;
  std::uint64_t size = tensor.layout.inSize(Dim::Offset);
  for (const Padding &padding : tensor.paddings)
    if (padding.interval <= size)
      memory.gaps.push_back(padding);
  if (std::uint64_t rest =
          memory.bytes - paddedOffset(memory.gaps, size) * bytes;
      rest != 0)
    memory.gaps.push_back({size, rest / bytes});
  tensor.paddings = memory.gaps;
  Result<LinearLayout> all = arrayOfBuffers(tensor.layout, sizes);
  if (!all)
    return ir::report([&] { return op->emitOpError(); }, all.error());
  tensor.layout = *all;
  return success();
}

LogicalResult KernelLowering::emitLocalAlloc(Operation *op) {
  auto alloc = cast<ttg::LocalAllocOp>(op);
  ttg::MemDescType type = alloc.getType();
  Buffer buffer;
  if (failed(bufferOf(op, type, buffer)))
    return failure();
  std::uint64_t count = 1;
  for (std::uint64_t size : arraySizes(type))
    count *= size;
  auto alignment = static_cast<std::uint32_t>(std::max<std::int64_t>(
      buffer.memory.alignment, alloc.getAlignment().value_or(1)));
  if (!llvm::isPowerOf2_32(alignment))
    return refuse(op) << "it is aligned to " << alignment << " bytes";
  set(alloc,
      make<simt::SharedOp>(op->getLoc(), builder.getI32Type(),
                           static_cast<std::uint32_t>(count * buffer.bytes),
                           alignment, IntegerAttr()));
  return alloc.getSrc() ? storeLocal(op, alloc.getSrc(), alloc) : success();
}

LogicalResult KernelLowering::emitLocalStore(Operation *op) {
  auto store = cast<ttg::LocalStoreOp>(op);
  return storeLocal(op, store.getSrc(), store.getDst());
}

/// Adresses of a plan's accesses: the buffer's begin, and what each thread adds
/// to it, with the gaps before that.
Value KernelLowering::localAddresses(llvm::ArrayRef<ThreadMap> maps,
                                     const Buffer &buffer, Value base,
                                     Location place) {
  unsigned bytes = buffer.memory.elementBits / 8;
  Type i32 = builder.getI32Type();
  llvm::SmallVector<Value> addresses;
  for (const ThreadMap &map : maps) {
    Value offset = apply(map, place);
    Value all = offset;
    for (const Padding &padding : buffer.memory.paddings) {
      if (padding.interval >= buffer.memory.layout.inSize(Dim::Offset))
        continue;
      Value gaps = make<arith::ShRUIOp>(
          place, offset, number(llvm::Log2_64(padding.interval * bytes), i32));
      gaps = make<arith::MulIOp>(
          place, gaps,
          number(static_cast<std::int64_t>(padding.padding * bytes), i32));
      all = make<arith::AddIOp>(place, all, gaps);
    }
    addresses.push_back(make<arith::AddIOp>(place, all, base));
  }
  return gather(addresses, place);
}

// One of the threads that hold an element stores it.
LogicalResult KernelLowering::storeLocal(Operation *op, Value source,
                                         Value memory) {
  const LinearLayout layout =
      layoutOf(cast<RankedTensorType>(source.getType()));
  Buffer buffer;
  if (failed(memoryOf(op, cast<ttg::MemDescType>(memory.getType()), buffer)))
    return failure();
  Result<LocalAccess> plan = planLocal(layout, buffer.memory, partOf(memory),
                                       AccessKind::Store, target);
  if (!plan)
    return ir::report([&] { return op->emitOpError(); }, plan.error());
  Location place = op->getLoc();
  Value registers = get(source), predicates;
  if (Value owner = isOwner(layout, place))
    predicates = make<simt::SplatOp>(
        place,
        simt::registers(builder.getI1Type(),
                        static_cast<unsigned>(plan->at.size())),
        owner);
  make<simt::StoreOp>(place, simt::Space::Shared,
                      localAddresses(plan->maps, buffer, get(memory), place),
                      pick(registers, plan->slots), predicates, plan->at,
                      plan->offsets, plan->width, simt::CacheLevelAttr(),
                      simt::EvictionAttr());
  return success();
}

LogicalResult KernelLowering::emitLocalLoad(Operation *op) {
  auto load = cast<ttg::LocalLoadOp>(op);
  auto type = cast<RankedTensorType>(load.getType());
  const LinearLayout layout = layoutOf(type);
  Buffer buffer;
  if (failed(memoryOf(op, load.getSrc().getType(), buffer)))
    return failure();
  Result<LocalAccess> plan = planLocal(
      layout, buffer.memory, partOf(load.getSrc()), AccessKind::Load, target);
  if (!plan)
    return ir::report([&] { return op->emitOpError(); }, plan.error());
  Location place = op->getLoc();
  Value loaded = make<simt::LoadOp>(
      place,
      simt::registers(lowered(type.getElementType()),
                      static_cast<unsigned>(plan->slots.size())),
      simt::Space::Shared,
      localAddresses(plan->maps, buffer, get(load.getSrc()), place), Value(),
      Value(), plan->at, plan->offsets, plan->width, simt::CacheLevelAttr(),
      simt::EvictionAttr(), /*isVolatile=*/false);
  set(load.getResult(), pick(loaded, plan->slotOf));
  return success();
}

//===----------------------------------------------------------------------===//
// Views of memory
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::emitMemoryView(Operation *op) {
  Value from = op->getOperand(0), to = op->getResult(0);
  if (isa<ttg::MemDescReinterpretOp>(op) && partOf(from) != 0)
    return refuse(op) << "it is of a part of a buffer";
  set(to, get(from));
  parts[to] = partOf(from);
  return success();
}

LogicalResult KernelLowering::emitMemoryIndex(Operation *op) {
  auto index = cast<ttg::MemDescIndexOp>(op);
  Location place = op->getLoc();
  ttg::MemDescType from = index.getSrc().getType();
  Buffer buffer;
  if (failed(bufferOf(op, from, buffer)))
    return failure();
  std::vector<std::uint64_t> sizes = arraySizes(from);
  if (sizes.empty())
    return refuse(op) << "its layout describes the axis of the index";
  std::uint64_t stride = buffer.bytes;
  for (std::uint64_t size : std::span(sizes).subspan(1))
    stride *= size;
  Value distance = make<arith::MulIOp>(
      place, get(index.getIndex()),
      number(static_cast<std::int64_t>(stride), builder.getI32Type()));
  set(index, make<arith::AddIOp>(place, get(index.getSrc()), distance));
  parts[index] = partOf(index.getSrc());
  return success();
}

LogicalResult KernelLowering::emitMemorySubslice(Operation *op) {
  auto slice = cast<ttg::MemDescSubsliceOp>(op);
  ttg::MemDescType from = slice.getSrc().getType();
  Buffer buffer;
  if (failed(bufferOf(op, from, buffer)))
    return failure();
  std::size_t arrays = ir::tensorType(from).value().leadingDims();
  std::vector<Coordinate> begin;
  for (auto [axis, offset] : llvm::enumerate(slice.getOffsets())) {
    if (axis < arrays && offset != 0)
      return refuse(op) << "it is of an array of buffers";
    if (axis >= arrays)
      begin.push_back({Dim::standard(static_cast<unsigned>(axis - arrays)),
                       static_cast<std::uint64_t>(offset)});
  }
  Result<LinearLayout> offsets = pseudoinvert(buffer.memory.layout);
  if (!offsets)
    return ir::report([&] { return op->emitOpError(); }, offsets.error());
  Word part = 0;
  for (const Coordinate &each : offsets->apply(begin).value())
    if (each.dim == Dim::Offset)
      part = each.value;
  set(slice, get(slice.getSrc()));
  parts[slice] = partOf(slice.getSrc()) ^ part;
  return success();
}

LogicalResult KernelLowering::emitBarrier(Operation *op) {
  make<simt::BarrierOp>(op->getLoc(), simt::Scope::Block);
  return success();
}

} // namespace heddle
